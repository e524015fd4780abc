/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/nats/bus.h>

/* The entry of an agent in the inventory of a NATS server, which is a key-value bucket of JetStream. It is written again and again,
 * because the server forgets it after some time. */
#define GSCOPE_NATS_BUCKET "gscope"
#define GSCOPE_NATS_ENTRY_LIFE (90 * GSCOPE_SEC)

typedef struct _GscopeNatsEntry GscopeNatsEntry;

typedef struct
{
  /* Returns the value, as JSON. */
  char *(*describe) (gpointer data);
  /* The server does not keep an inventory. */
  void (*failed) (gpointer data, const GError *error);
  gpointer data;
} GscopeNatsEntryFuncs;

GscopeNatsEntry *gscope_nats_entry_new (GscopeNatsBus *bus, const char *name,
                                        const GscopeNatsEntryFuncs *funcs, GscopeClock *clock);
/* Writes the entry now, because it has changed. */
void gscope_nats_entry_update (GscopeNatsEntry *self);
/* Removes the entry. */
void gscope_nats_entry_free (GscopeNatsEntry *self);
