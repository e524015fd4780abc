/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A process with scopes of 100 signals each, which agents on the sockets "0", "1" … of a folder offer as the source
 * "lab". */
typedef struct
{
  const char *folder;
  gboolean is_offered;
  guint n_scopes;
  gint64 period;
} Farm;

enum
{
  FARM_N_SIGNALS = 100,
};

/* To be given to child_start(). */
gboolean farm_prepare (gpointer farm);
void farm_remove (const char *folder, guint n_sockets);
char *farm_get_address (const char *folder, guint i);

/* Adds a source that an agent offers to a scope, and starts it. The scope owns it. */
GscopeSource *
farm_connect (GscopeScope *scope, const char *name, const char *address, const char *offered);
void farm_lease_all (GscopeScope *scope);
/* Returns the seconds until the value was read back. */
double farm_write (GscopeParameter *parameter, double value);

/* Runs the main loop. */
void farm_run (guint seconds);
