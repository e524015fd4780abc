/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/nats/bus.h>

/* Where viewers ask an agent at a NATS server without a connection: a request is one message, and so is its answer. The
 * subject of the request names the user, and the answer goes to subjects of that user alone. */
typedef struct _GscopeNatsDesk GscopeNatsDesk;

/* Gets a request. The answer goes to the subject `reply`. */
typedef void (*GscopeNatsDeskFunc) (gpointer data, const char *user, const char *reply,
                                    GBytes *request);

GscopeNatsDesk *
gscope_nats_desk_new (GscopeNatsBus *bus, const char *name, GscopeNatsDeskFunc func, gpointer data);
void gscope_nats_desk_free (GscopeNatsDesk *self);
