/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic.h"

#include <string.h>

static void
on_message (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  Traffic *traffic = data;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (payload, &size);
  gboolean is_published = strstr (subject, "._live.") != NULL;

  traffic->n_all_bytes += size + strlen (subject);
  /* the first byte after the head of a frame, or after the head of a broadcast and the length of its message */
  if (!(is_published ? size > 20 && bytes[20] == 1 : size > 8 && bytes[8] == 1))
    return;
  traffic->n_messages++;
  traffic->n_bytes += size + strlen (subject);
}

void
traffic_count (Traffic *self, GscopeNatsBus *bus, const char *agent)
{
  g_autofree char *down = g_strdup_printf ("gscope.%s._down.>", agent);
  g_autofree char *live = g_strdup_printf ("gscope.%s._live.>", agent);

  *self = (Traffic){ 0 };
  gscope_nats_bus_subscribe (bus, down, on_message, self);
  gscope_nats_bus_subscribe (bus, live, on_message, self);
  gscope_nats_bus_flush (bus);
}
