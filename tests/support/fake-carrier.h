/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>

/* One end of a connection: a test takes the place of the other end, which gives messages and takes the sent ones. */
#define FAKE_TYPE_CARRIER (fake_carrier_get_type ())
G_DECLARE_FINAL_TYPE (FakeCarrier, fake_carrier, FAKE, CARRIER, GscopeCarrier)

FakeCarrier *fake_carrier_new (void);
/* A carrier that has been closed receives nothing. */
gboolean fake_carrier_is_closed (FakeCarrier *self);
/* The next messages remain unsent; or all are sent, also those that come. */
void fake_carrier_hold (FakeCarrier *self, gboolean holds);
/* A message that begins with the byte 3 is one of a broadcast. */
void fake_carrier_receive (FakeCarrier *self, gconstpointer data, gsize size);
/* The other end closes the connection. */
void fake_carrier_end (FakeCarrier *self);
/* Returns the oldest message that nobody has taken yet; NULL if there is none. */
GBytes *fake_carrier_take (FakeCarrier *self);
