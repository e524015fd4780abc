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
