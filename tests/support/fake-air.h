/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/air.h>

/* Broadcasts of a test, for viewers without an agent or an agent without viewers: each listener gets all messages of the test,
 * whatever their address, and messages of the agent are only counted. */
#define FAKE_TYPE_AIR (fake_air_get_type ())
G_DECLARE_FINAL_TYPE (FakeAir, fake_air, FAKE, AIR, GscopeAir)

FakeAir *fake_air_new (void);
/* Returns the number of messages that the agent has published. */
guint fake_air_count (FakeAir *self);
void fake_air_tell (FakeAir *self, GBytes *message);
