/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/recorder.h>

/* A recorder that never ends by itself, as a ring needs it. */

typedef void (*GscopeRecorderFullFunc) (gpointer data);

/* Sets a function that is called when the disk is full: the recording then waits for gscope_recorder_resume(), and its
 * samples wait in the traces. */
void gscope_recorder_set_patient (GscopeRecorder *self, GscopeRecorderFullFunc func, gpointer data);
void gscope_recorder_resume (GscopeRecorder *self);

/* Goes on after a failure, in another file of the recording, with the samples that were not written and that the traces
 * still have. */
gboolean gscope_recorder_continue (GscopeRecorder *self, GError **error);
/* Ends the present file now. */
void gscope_recorder_cut (GscopeRecorder *self);
/* The present file has no samples from before this time. */
gint64 gscope_recorder_get_part_start (GscopeRecorder *self);
