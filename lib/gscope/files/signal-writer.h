/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/signal/loss.h>
#include <gscope/text/tuple.h>
#include <gscope/trace/gap.h>

/* A signal in a file of a format that has values, and states that begin and end. */
typedef struct
{
  char *name;
  /* from annotations; may be NULL */
  GscopeSignal *description;
  /* whether it is more than states */
  gboolean is_described;
  /* its place among the signals, from 1 on */
  guint rank;
  /* the number that the format gives it; 0 if it has not been written since it has values, or
   * states */
  guint64 number;
  gboolean has_states;
  /* whether there is a value, of states one that has not ended; the value, and since when */
  gboolean has_value;
  double value;
  gint64 since;
  /* the annotation of a gap, whose sample comes */
  gboolean has_gap;
  GscopeGapCause cause;
} GscopeWrittenSignal;

/* How a format writes what a signal writer finds. The writer of the format begins with a
 * GscopeSignalWriter. */
typedef struct
{
  /* begins the file; `first` is the time of the first record */
  void (*begin) (gpointer writer, gint64 first);
  /* writes signal->value */
  void (*add_value) (gpointer writer, GscopeWrittenSignal *signal, gint64 time);
  /* NULL for a format that writes a state when it ends */
  void (*begin_state) (gpointer writer, GscopeWrittenSignal *signal, gint64 time, const char *name);
  /* the state has lasted from signal->since on */
  void (*end_state) (gpointer writer, GscopeWrittenSignal *signal, gint64 time, const char *name);
  /* the cause may be NULL */
  void (*add_gap) (gpointer writer, const GscopeWrittenSignal *signal, gint64 time,
                   const char *cause);
  void (*add_marker) (gpointer writer, GscopeMarker *marker, GscopeMarkerNews news);
  void (*add_loss) (gpointer writer, const char *signal, const GscopeLossRecord *loss);
  /* the names, units and values of parameters */
  void (*add_parameters) (gpointer writer, gint64 time, GVariant *parameters);
} GscopeSignalFormat;

/* Finds the values, states and gaps of signals in tuples with annotations. */
typedef struct
{
  const GscopeSignalFormat *format;
  gboolean has_begun;
  /* the same instant on the clock of the tuples and since 1970, if the file says so */
  gboolean has_start;
  gint64 begin;
  gint64 start;
  /* whether the file says that this clock is the monotonic one of a machine */
  gboolean is_monotonic;
  /* the time of the latest sample, or of a later record that the format has written */
  gint64 latest;

  /* GscopeWrittenSignal by name and by the parser's number of the name */
  GHashTable *signals;
  GPtrArray *by_id;
} GscopeSignalWriter;

void gscope_signal_writer_init (GscopeSignalWriter *self, const GscopeSignalFormat *format);
void gscope_signal_writer_clear (GscopeSignalWriter *self);

/* For the rows of a GscopeTupleFormat. */
void gscope_signal_writer_take_tuples (gpointer writer, GscopeTupleParser *parser,
                                       const GscopeTuple *tuples, gsize n);
void gscope_signal_writer_take_annotation (gpointer writer, GscopeAnnotation *annotation);
/* Begins a file that has no records, and ends all states. */
void gscope_signal_writer_close (gpointer writer);

/* Returns the nick of a value of an enumeration; an empty text if there is none. */
const char *gscope_signal_writer_get_nick (GType type, int value);
