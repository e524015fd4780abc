/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/await.h>

void
gscope_test_keep_result (GObject *object, GAsyncResult *result, gpointer place)
{
  *(GAsyncResult **) place = g_object_ref (result);
}

GAsyncResult *
gscope_test_await (GAsyncResult **place)
{
  while (!*place)
    g_main_context_iteration (NULL, TRUE);
  return *place;
}
