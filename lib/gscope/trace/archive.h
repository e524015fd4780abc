/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/history.h>

G_BEGIN_DECLS

typedef struct _GscopeSignal GscopeSignal;

/* All samples of signals whose traces hold an overview, such as a recording that is larger than memory. An archive belongs
 * to the main thread, and reads in another one. */

/* Takes samples of a signal, which follow the samples of the call before. A thread calls it. */
typedef void (*GscopeArchiveFunc) (gpointer data, const gint64 *times, const double *values,
                                   gsize n);

typedef struct
{
  GscopeArchiveFunc take;
  /* called in the main thread now and then, with a number from 0 to 1 */
  void (*show_progress) (gpointer data, double progress);
  gpointer data;
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
  /* Returns whether traces lack samples that the archive has. */
  gboolean (*is_needed) (gpointer owner);
  /* Passes all samples of a signal that the archive has now to a visitor, and ends the task, which it takes. */
  void (*visit) (gpointer owner, GscopeSignal *signal, const GscopeArchiveVisitor *visitor,
                 GTask *task);
  /* Reads the samples of an array of GscopeSignal. The task, which it takes, returns GscopeArchiveSamples. */
  void (*load) (gpointer owner, GPtrArray *signals, const GscopeHistoryRange *range, GTask *task);
} GscopeArchiveFuncs;

GscopeArchiveSamples *gscope_archive_samples_new (gint64 begin, gint64 end);
void gscope_archive_samples_free (GscopeArchiveSamples *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeArchiveSamples, gscope_archive_samples_free)

/* Says which object has all samples of a signal, which does not hold the object. */
void
gscope_signal_set_archive (GscopeSignal *self, GObject *owner, const GscopeArchiveFuncs *funcs);
/* Returns the object and its functions if it is needed; NULL otherwise. */
GObject *gscope_signal_get_archive (GscopeSignal *self, const GscopeArchiveFuncs **funcs);

G_END_DECLS
