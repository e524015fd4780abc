/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/nats/bus.h>

/* The inventory of the agents at a NATS server, which is watched. */
typedef struct _GscopeNatsDirectory GscopeNatsDirectory;

typedef struct
{
  /* All agents are known, or one has come, changed or gone. */
  void (*changed) (gpointer data);
  /* There is no inventory. */
  void (*failed) (gpointer data, const GError *error);
  gpointer data;
} GscopeNatsDirectoryFuncs;

GscopeNatsDirectory *
gscope_nats_directory_new (GscopeNatsBus *bus, const GscopeNatsDirectoryFuncs *funcs,
                           GscopeClock *clock);
void gscope_nats_directory_free (GscopeNatsDirectory *self);
/* Returns a(ssasas), floating: name, machine, sources and groups of each agent, by name. */
GVariant *gscope_nats_directory_list (GscopeNatsDirectory *self);
