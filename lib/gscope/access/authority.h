/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/access/process.h>

/* Asks polkit whether a process may do something: who `name` is, for messages, an action, and details (a{ss}) that
 * an administrator's rules may look at, consumed if floating. polkit may ask the user to authenticate; the question
 * ends after some minutes, and when it is cancelled. */
void gscope_authority_ask_async (const GscopeProcess *peer, const char *name, const char *action,
                                 GVariant *details, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
/* Returns whether it may. The error is the reason for the refusal, and the remedy. */
gboolean gscope_authority_ask_finish (GAsyncResult *result, GError **error);
