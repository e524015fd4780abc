/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TSL_GUARD_MECHANISM:
 *
 * The mechanism name of the cells in the guard's own page. The guard publishes this page when it
 * has first freed a stuck thread.
 *
 * Since: 1.0
 */
#define TSL_GUARD_MECHANISM "guard"

/**
 * TslGuard:
 *
 * A child process that restores the settings that this process has changed, when this process ends
 * or is killed: settings of the kernel, of other threads and of other programs. Ctrl-C does not end
 * the guard. If the guard and its owner are both killed, the next program that starts a guard
 * restores the settings ([func@Guard.recover]). One thread at a time may use a guard.
 *
 * Since: 1.0
 */
typedef struct _TslGuard TslGuard;

TSL_AVAILABLE_IN_1_0
TslGuard *tsl_guard_new (GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_guard_free (TslGuard *self);

TSL_AVAILABLE_IN_1_0
guint tsl_guard_keep_file (TslGuard *self, const char *path, const char *text, GError **error);
TSL_AVAILABLE_IN_1_0
guint tsl_guard_keep_folder (TslGuard *self, const char *path, GError **error);
TSL_AVAILABLE_IN_1_0
guint tsl_guard_keep_knob (TslGuard *self, guint pid, const char *mechanism, const char *group,
                           const char *name, double value, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_guard_undo (TslGuard *self, guint id);
TSL_AVAILABLE_IN_1_0
void tsl_guard_forget (TslGuard *self, guint id);

TSL_AVAILABLE_IN_1_0
char *tsl_guard_recover (void);
TSL_AVAILABLE_IN_1_0
int tsl_guard_serve (const char *journal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslGuard, tsl_guard_free)

G_END_DECLS
