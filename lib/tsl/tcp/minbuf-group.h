/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/export.h>

G_BEGIN_DECLS

/**
 * TslMinbufGroup:
 *
 * A limit to the data that waits in the TCP send buffers of all programs of a cgroup, without
 * changes to the programs: the kernel itself sets the low-water mark of [struct@LowWater] whenever
 * it
 * has measured a round-trip time (BPF, sock_ops). It needs neither a compiler nor a library for BPF.
 */
typedef struct _TslMinbufGroup TslMinbufGroup;

TSL_EXPORT TslMinbufGroup *
tsl_minbuf_group_new (const char *cgroup, double a, double b, GError **error);
TSL_EXPORT void tsl_minbuf_group_free (TslMinbufGroup *self);
TSL_EXPORT void tsl_minbuf_group_set_limit (TslMinbufGroup *self, double a, double b);
TSL_EXPORT guint64 tsl_minbuf_group_get_n_changes (TslMinbufGroup *self);
TSL_EXPORT guint64 tsl_minbuf_group_get_n_refused (TslMinbufGroup *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslMinbufGroup, tsl_minbuf_group_free)

G_END_DECLS
