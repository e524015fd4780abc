/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/* Reads all samples of a signal ahead of the pen of a playback, whose traces hold an overview (trace/archive.h). */
typedef struct _GscopeAhead GscopeAhead;

typedef void (*GscopeAheadFunc) (gpointer data);

/* Begins with the samples from a time on. The function is called in the main thread after samples have come, and after reading has
 * failed. */
GscopeAhead *
gscope_ahead_new (GscopeSignal *signal, gint64 begin, GscopeAheadFunc func, gpointer data);
void gscope_ahead_free (GscopeAhead *self);

/* Takes the next samples up to a time out of those that were read. Returns how many there were. */
gsize gscope_ahead_take (GscopeAhead *self, gint64 time, GscopeSample *samples, gsize n);
/* Reads on, unless all samples up to a time were read, or are about to be. */
void gscope_ahead_read (GscopeAhead *self, gint64 time);
/* Returns whether the samples cannot be read, for example because the recording was closed. */
gboolean gscope_ahead_has_failed (const GscopeAhead *self);

G_END_DECLS
