/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/recorder.h>
#include <gscope/record/ring-query.h>
#include <gscope/record/ring.h>

/* Answers for a time of which the ring has files, those of former runs and boots included. */
void
gscope_record_ring_query_async (GscopeRecordRing *self, const GscopeRecordRingQuestion *question,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
GscopeRecordRingAnswer *gscope_record_ring_query_finish (GAsyncResult *result, GError **error);

/* Names the clock in files, for tests; NULL for the boot and the time namespace of this process. */
void gscope_record_ring_set_clock_name (GscopeRecordRing *self, const char *name);
/* The recorder of a ring that has started, for tests. */
GscopeRecorder *gscope_record_ring_get_recorder (GscopeRecordRing *self);
/* Returns how much of the disk the files of a ring that has started use, with their indexes, for tests. */
guint64 gscope_record_ring_get_bytes (GscopeRecordRing *self);

/* A recorder that never ends by itself, as a ring needs it. */

typedef void (*GscopeRecorderWaitFunc) (gpointer data, const GError *error);

/* Sets a function that is called when something cannot be written: the recording then waits for gscope_recorder_resume(),
 * and its samples wait in the traces. NULL for none. */
void gscope_recorder_set_patient (GscopeRecorder *self, GscopeRecorderWaitFunc func, gpointer data);
/* Tries again: in the same file if the disk was full, otherwise in the next file of the recording. Returns FALSE if
 * that cannot be opened: then it waits on. */
gboolean gscope_recorder_resume (GscopeRecorder *self, GError **error);
/* Ends the present file now. */
void gscope_recorder_cut (GscopeRecorder *self);
/* The present file has no samples from before this time. */
gint64 gscope_recorder_get_part_start (GscopeRecorder *self);
