/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/carrier.h>
#include <gscope/share/remote-clock.h>
#include <gscope/share/remote.h>

/* The functions of subclasses in this library whose connections are not streams of messages with their
 * lengths; a member of the class. */
typedef struct _GscopeRemoteFuncs
{
  /* Ends open_async(), instead of open_finish(). */
  GscopeCarrier *(*open_carrier_finish) (GscopeRemote *self, GAsyncResult *result, GError **error);
} GscopeRemoteFuncs;

/* Leases only the signals that somebody reads here, from the next start on. By default, a remote source leases
 * all signals of the other end. */
void gscope_remote_set_frugal (GscopeRemote *self, gboolean frugal);

/* Returns the clock of the other end. */
GscopeRemoteClock *gscope_remote_get_private_clock (GscopeRemote *self);
/* Names the source of an agent, or the type of a source that the agent runs for this connection: that
 * one has the name of this source. Empty for none. */
void gscope_remote_set_target (GscopeRemote *self, const char *source, const char *type);
