/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/history.h>

G_BEGIN_DECLS

typedef struct _GscopeSignal GscopeSignal;

/* All samples of signals whose traces hold an overview, such as a recording that is larger than memory. An archive belongs
 * to the main thread, and reads in another one. */

/* Takes samples of one of the signals of a visit, given by its position among them. They follow the samples of the call before
 * for that signal; a gap is a not-a-number, with its cause where that is known. A thread calls it. */
typedef void (*GscopeArchiveFunc) (gpointer data, guint signal, const gint64 *times,
                                   const double *values, gsize n);

/* How far a visit has come. The next visit of the same signals goes on from there; zeros are the beginning. A place belongs to
 * the main thread, but its state to a thread during a visit. */
typedef struct
{
  /* of a recording: the next block and the number of blocks, the block before which the end was passed, which reading of the file has
   * them, and what was added to the times. Any other archive has passed nothing while `next` is 0. */
  guint next;
  guint end;
  guint ended_at;
  guint reading;
  gint64 shift;
  /* of an archive that computes samples: what it remembers */
  gpointer state;
  GDestroyNotify free_state;
} GscopeArchivePlace;

typedef struct
{
  GscopeArchiveFunc take;
  /* All samples before a time were passed: G_MAXINT64 for all that the archive has. If it returns FALSE, the visit ends soon, with a
   * few more samples. A thread calls it. */
  gboolean (*settle) (gpointer data, gint64 time);
  /* called in the main thread now and then, with a number from 0 to 1 */
  void (*show_progress) (gpointer data, double progress);
  gpointer data;
  /* samples before a time need not be passed */
  gint64 begin;
  /* where the visit begins, and then where it ended; NULL for one visit of all samples */
  GscopeArchivePlace *place;
} GscopeArchiveVisitor;

/* The samples of signals in an interval, and some beside it. */
typedef struct
{
  GscopeHistoryRange range;
  /* GscopeTrace, in the order of the signals; NULL for a signal that the archive does not have. There is no trace if the traces of
   * the signals show as much. */
  GPtrArray *traces;
} GscopeArchiveSamples;

/* The tasks belong to the main thread. They end with an error when the archive closes or changes. */
typedef struct
{
  /* Returns whether the trace of a signal lacks samples that the archive has. */
  gboolean (*is_needed) (gpointer owner, GscopeSignal *signal);
  /* Passes the samples that the archive has now of an array of GscopeSignal to a visitor, and ends the task, which it takes. */
  void (*visit) (gpointer owner, GPtrArray *signals, const GscopeArchiveVisitor *visitor,
                 GTask *task);
  /* Reads the samples of an array of GscopeSignal. The task, which it takes, returns GscopeArchiveSamples. NULL if the samples
   * of an interval depend on those before, so that a visit is the way to them. */
  void (*load) (gpointer owner, GPtrArray *signals, const GscopeHistoryRange *range, GTask *task);
} GscopeArchiveFuncs;

GscopeArchiveSamples *gscope_archive_samples_new (gint64 begin, gint64 end);
void gscope_archive_samples_free (GscopeArchiveSamples *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeArchiveSamples, gscope_archive_samples_free)

/* Begins from the beginning. */
void gscope_archive_place_clear (GscopeArchivePlace *self);

/* Says which object has all samples of a signal, which does not hold the object. */
void
gscope_signal_set_archive (GscopeSignal *self, GObject *owner, const GscopeArchiveFuncs *funcs);
/* Returns the object and its functions if it is needed; NULL otherwise. */
GObject *gscope_signal_get_archive (GscopeSignal *self, const GscopeArchiveFuncs **funcs);
/* Returns them also if the object is not needed. */
GObject *gscope_signal_peek_archive (GscopeSignal *self, const GscopeArchiveFuncs **funcs);

G_END_DECLS
