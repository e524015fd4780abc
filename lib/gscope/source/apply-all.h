/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/writes.h>

/* The default of GscopeSourceClass.apply_all_async: checks all values, then applies them one after the other by the
 * verbs for a single value. */
void
gscope_source_apply_each_async (GscopeSource *self, GscopeWrites *writes, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);

/* Sets the list whose parameters are being written just now; NULL for none. Their applies wait in the list for
 * the answer to all of them. */
void gscope_source_set_writes (GscopeSource *self, GscopeWrites *writes);
GscopeWrites *gscope_source_get_writes (GscopeSource *self);
/* Takes the apply of a parameter. Returns FALSE if the parameter is not in the list. */
gboolean gscope_writes_take (GscopeWrites *self, GscopeParameter *parameter, GTask *apply);
