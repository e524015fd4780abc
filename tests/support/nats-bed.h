/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* A nats-server of the test's own, at a free port of this machine. */
typedef struct
{
  GSubprocess *process;
  /* holds the port */
  GSocket *reservation;
  char *folder;
  /* lines of its configuration */
  char *config;
  guint port;
  /* “nats://127.0.0.1:PORT” */
  char *address;
} NatsBed;

/* Starts the server; returns FALSE, and skips the test, if this machine or this build has no NATS. `config` has further lines
 * of its configuration, or is NULL. */
gboolean nats_bed_set_up (NatsBed *self, const char *config);
void nats_bed_tear_down (NatsBed *self);
/* Kills the server; starts it again at the same port. */
void nats_bed_stop (NatsBed *self);
void nats_bed_start (NatsBed *self);
/* Stops the process of the server, or lets it go on. */
void nats_bed_freeze (NatsBed *self, gboolean freezes);
