/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/engine.h"

/* The engine's connections to its processes. Used in the main context in which it was created. */
typedef struct _MxtrafPeers MxtrafPeers;

typedef struct
{
  /* Called when all processes have answered the last request; refusal is the reason of a refusal,
   * or NULL. */
  void (*answered) (gpointer data, const char *refusal);
  /* Called when all processes have ended; `why` is the reason if they ended unexpectedly, otherwise
   * NULL. */
  void (*ended) (gpointer data, const GError *why);
} MxtrafPeersFuncs;

MxtrafPeers *mxtraf_peers_new (const char *program, const MxtrafPeersFuncs *funcs, gpointer data,
                               GError **error);
/* Ends the processes, kills them if necessary, and makes no further calls. */
void mxtraf_peers_free (MxtrafPeers *self);

/* Sends a configuration to the processes whose bits are set. */
void mxtraf_peers_ask (MxtrafPeers *self, guint processes, const MxtrafConfig *config);
/* Ends the processes, and kills them if necessary; "ended" is called when they have ended. */
void mxtraf_peers_end (MxtrafPeers *self);

const MxtrafCounters *mxtraf_peers_get_counters (MxtrafPeers *self);
pid_t mxtraf_peers_get_pid (MxtrafPeers *self, MxtrafProcess process);
