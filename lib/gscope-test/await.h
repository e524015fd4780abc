/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Waits in the main context for the answer to an asynchronous call: its callback is await_keep, its data the place of
 * the result, which is NULL until then. */
void await_keep (GObject *object, GAsyncResult *result, gpointer place);
GAsyncResult *await (GAsyncResult **place);
