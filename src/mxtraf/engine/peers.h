/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/engine.h"

/* The engine's processes as it sees them. Lives in the main context it was made in. */
typedef struct _MxtrafPeers MxtrafPeers;

typedef struct
{
  /* Those asked last have all answered; refusal: the reason of one that refuses. */
  void (*answered) (gpointer data, const char *refusal);
  /* All are gone; why, if they were not told to. */
  void (*ended) (gpointer data, const GError *why);
} MxtrafPeersFuncs;

MxtrafPeers *mxtraf_peers_new (const char *program, const MxtrafPeersFuncs *funcs, gpointer data,
                               GError **error);
/* Ends them, by force if need be; calls no more. */
void mxtraf_peers_free (MxtrafPeers *self);

/* processes: by bit. */
void mxtraf_peers_ask (MxtrafPeers *self, guint processes, const MxtrafConfig *config);
/* Ends them, by force if need be; "ended" tells when they are gone. */
void mxtraf_peers_end (MxtrafPeers *self);

const MxtrafCounters *mxtraf_peers_get_counters (MxtrafPeers *self);
pid_t mxtraf_peers_get_pid (MxtrafPeers *self, MxtrafProcess process);
