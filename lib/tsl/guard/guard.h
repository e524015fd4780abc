/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/export.h>

G_BEGIN_DECLS

/**
 * TSL_GUARD_MECHANISM:
 *
 * The mechanism of the cells in a guard's own page, which it has once there is something to tell.
 */
#define TSL_GUARD_MECHANISM "guard"

/**
 * TslGuard:
 *
 * A process of its own that puts back what this one turned, should this one die: knobs of the kernel,
 * of other threads, of other programs. It is not in the way of Ctrl-C, and ends with its owner. Should both be
 * killed at once, the next program that has a guard puts it back ([func@Guard.recover]). One thread at a time
 * may use it.
 */
typedef struct _TslGuard TslGuard;

TSL_EXPORT TslGuard *tsl_guard_new (GError **error);
TSL_EXPORT void tsl_guard_free (TslGuard *self);
TSL_EXPORT pid_t tsl_guard_get_pid (TslGuard *self);

TSL_EXPORT guint tsl_guard_keep_file (TslGuard *self, const char *path, const char *text,
                                      GError **error);
TSL_EXPORT guint tsl_guard_keep_knob (TslGuard *self, guint pid, const char *mechanism,
                                      const char *group, const char *name, double value,
                                      GError **error);
TSL_EXPORT void tsl_guard_undo (TslGuard *self, guint id);
TSL_EXPORT void tsl_guard_forget (TslGuard *self, guint id);

TSL_EXPORT char *tsl_guard_recover (void);
TSL_EXPORT int tsl_guard_serve (const char *journal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslGuard, tsl_guard_free)

G_END_DECLS
