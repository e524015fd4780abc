/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/* A user as whom programs are started, and the capabilities that they keep. */
typedef struct _GscopeRunAs GscopeRunAs;

/* `capabilities` has the bit 1 << CAP_... of each. Returns NULL and sets an error if there is no such user. */
GscopeRunAs *gscope_run_as_new (uid_t uid, guint64 capabilities, GError **error);
void gscope_run_as_free (gpointer self);
/* Makes a launcher start its programs so, in the environment of the user. The launcher takes the user. */
void gscope_run_as_apply (GscopeRunAs *self, GSubprocessLauncher *launcher);
