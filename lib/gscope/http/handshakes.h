/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/clock/clock.h>

/* The handshakes of TLS of those who connect. Each needs a thread of GIO, of which there are few: one begins when the
 * client has sent something, few run at a time, and fewer of each address. When all run that may, an address that has none
 * gets the place of the oldest one of the address that has the most. */
typedef struct _GscopeHandshakes GscopeHandshakes;

/* Gets the connection over TLS; NULL if the handshake failed, was cancelled or took too long. */
typedef void (*GscopeHandshakeFunc) (gpointer data, GTlsConnection *connection);

GscopeHandshakes *gscope_handshakes_new (GscopeClock *clock);
/* Handshakes that are not cancelled go on. */
void gscope_handshakes_unref (GscopeHandshakes *self);

/* Returns how many took too long, or had to make room. */
guint64 gscope_handshakes_count_ended (GscopeHandshakes *self);

/* Makes a handshake as the server, on a connection over TLS that nothing was read from. */
void gscope_handshakes_add (GscopeHandshakes *self, GTlsConnection *connection, GSocket *socket,
                            const char *address, GCancellable *cancellable,
                            GscopeHandshakeFunc func, gpointer data, GDestroyNotify destroy);
