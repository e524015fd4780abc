/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/nats-client.h"

GscopeNatsBus *
nats_bed_connect (NatsBed *self)
{
  g_autoptr (GError) error = NULL;
  GscopeNatsSettings *settings = gscope_nats_settings_read (self->address, &error);
  GscopeNatsBus *bus;

  g_assert_no_error (error);
  bus = gscope_nats_bus_new (settings, "test", TRUE);
  while (!gscope_nats_bus_is_up (bus))
    g_main_context_iteration (NULL, TRUE);
  return bus;
}
