/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/diag.h"

/* The programs of flows, and which flows they accepted. Looked up once for each flow. */
typedef struct _TcpOwners TcpOwners;

TcpOwners *tcp_owners_new (void);
void tcp_owners_free (TcpOwners *self);

/* Fills in the program and the direction of TcpSockets, and forgets other sockets. The lister,
 * which is not listing,
 * says which ports are listened at. Programs of other users have no name, except for root. */
void tcp_owners_fill (TcpOwners *self, GArray *sockets, TcpDiag *lister);
