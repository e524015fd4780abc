/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Waits in the main context for the answer to an asynchronous call: the callback of the call is gscope_test_keep_result,
 * and its data the place of the result, which is NULL until then. */
void gscope_test_keep_result (GObject *object, GAsyncResult *result, gpointer place);
GAsyncResult *gscope_test_await (GAsyncResult **place);

G_END_DECLS
