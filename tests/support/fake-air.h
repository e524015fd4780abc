/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/air.h>

/* An air of viewers or of an agent alone: each listener hears what a test publishes, whatever the address, and nobody hears the
 * agent. */
#define FAKE_TYPE_AIR (fake_air_get_type ())
G_DECLARE_FINAL_TYPE (FakeAir, fake_air, FAKE, AIR, GscopeAir)

FakeAir *fake_air_new (void);
/* Returns how many messages were published. */
guint fake_air_count (FakeAir *self);
void fake_air_tell (FakeAir *self, GBytes *message);
