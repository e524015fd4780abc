/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <support/nats-client.h>

/* The traffic of an agent at a NATS server: messages of samples, their bytes, and the bytes of everything, with subjects. */
typedef struct
{
  guint n_messages;
  gsize n_bytes;
  gsize n_all_bytes;
} Traffic;

/* Counts the messages of the agent of a name, as long as the bus lives. */
void traffic_count (Traffic *self, GscopeNatsBus *bus, const char *agent);
