/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/list.h>
#include <gscope/trace/archive.h>

/* Makes a capture of a window without samples; the end is not included. */
GscopeCapture *
gscope_capture_new (guint64 number, gint64 time, gint64 zero, gint64 begin, gint64 end);
/* Copies the samples and gaps of a signal in the window, with a sample beside each end to which lines are drawn. */
void gscope_capture_copy (GscopeCapture *self, const char *full_name, GscopeTrace *from);
/* Takes a trace, which has the samples of a signal. */
void gscope_capture_take_trace (GscopeCapture *self, const char *full_name, GscopeTrace *trace);
/* Appends samples of a trace to another one, and the gaps that begin at samples that are not-a-number. */
void
gscope_capture_append (GscopeTrace *from, GscopeTrace *to, const GscopeSample *samples, gsize n);
/* The full names of its signals. */
GPtrArray *gscope_capture_peek_names (GscopeCapture *self);
void gscope_capture_get_window (GscopeCapture *self, gint64 *begin, gint64 *end);

/* A capture that is kept has a note at its time, whose subject is the signal that the trigger watches. */
gboolean gscope_capture_is_note (GscopeMarker *marker, GscopeSignal *watched);
gboolean gscope_capture_get_noted (GscopeScope *scope, GscopeSignal *watched, gint64 time);
void
gscope_capture_set_noted (GscopeScope *scope, GscopeSignal *watched, gint64 time, gboolean noted);

/* Returns whether the list has a capture of a time. */
gboolean gscope_capture_list_has (GscopeCaptureList *self, gint64 time);
/* Gets the window of a capture of a time. */
void
gscope_capture_list_get_window (GscopeCaptureList *self, gint64 time, GscopeHistoryRange *window);
/* Returns the width of the columns of a window whose samples are not in memory. */
gint64 gscope_capture_choose_width (const GscopeHistoryRange *window);
/* The signals that the list captures now, and their scope. */
GPtrArray *gscope_capture_list_peek_signals (GscopeCaptureList *self);
GscopeScope *gscope_capture_list_peek_scope (GscopeCaptureList *self);
gsize gscope_capture_list_get_max_bytes (GscopeCaptureList *self);

/* Samples of archives, which were loaded last, with the signals that they are of. */
typedef struct
{
  GPtrArray *signals;
  GscopeArchiveSamples *samples;
  /* of an archive that is visited: how far that has come */
  GscopeArchivePlace place;
} GscopeCaptureLoaded;

/* An array of GscopeCaptureLoaded. */
GPtrArray *gscope_capture_loaded_new (void);
/* Returns the samples of a signal in a window; NULL if they are not there, or if its trace shows as much. */
GscopeTrace *gscope_capture_loaded_find (GPtrArray *self, GscopeSignal *signal,
                                         const GscopeHistoryRange *window);
GPtrArray *gscope_capture_list_peek_loaded (GscopeCaptureList *self);
/* Asks for the samples of signals in a window that are neither in memory nor in an array, which gets them, and drops others. The
 * task, which it takes, returns a boolean. */
void gscope_capture_load (GPtrArray *signals, const GscopeHistoryRange *window, GPtrArray *into,
                          GTask *task);
/* Returns whether samples around a time are neither in memory nor in an array. */
gboolean gscope_capture_list_lacks_in (GscopeCaptureList *self, GPtrArray *loaded, gint64 time);
