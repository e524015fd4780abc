/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/diag.h"

/* The programs of flows and the flows' directions, looked up once for each flow. */
typedef struct _TcpOwners TcpOwners;

TcpOwners *tcp_owners_new (void);
void tcp_owners_free (TcpOwners *self);

/* Sets the program and the direction of TcpSockets, and forgets other sockets. The lister, which
 * must not be listing, finds the listening ports. Only root gets the names of other users'
 * programs. */
void tcp_owners_fill (TcpOwners *self, GArray *sockets, TcpDiag *lister);
