/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/waker.h>

static gboolean
waker_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  g_source_set_ready_time (source, -1);
  return callback (user_data);
}

static GSourceFuncs waker_funcs = { .dispatch = waker_dispatch };

GSource *
gscope_waker_new (GSourceFunc func, gpointer user_data)
{
  GSource *source = g_source_new (&waker_funcs, sizeof (GSource));

  g_source_set_callback (source, func, user_data, NULL);
  g_source_set_priority (source, G_PRIORITY_HIGH);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}
