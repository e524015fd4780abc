/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/air.h>
#include <gscope/nats/bus.h>

G_BEGIN_DECLS

/* The subjects of a NATS server at which agents publish samples: gscope.AGENT._live.SOURCE.GROUP.NAME, followed by @ and the period
 * unless it is 0. A listener tells the server how many messages of a subject it takes, and raises the number as it
 * reads. */
#define GSCOPE_TYPE_NATS_AIR (gscope_nats_air_get_type ())
G_DECLARE_FINAL_TYPE (GscopeNatsAir, gscope_nats_air, GSCOPE, NATS_AIR, GscopeAir)

/* Creates the air of an agent. */
GscopeAir *gscope_nats_air_new (GscopeNatsBus *bus, const char *agent);
/* Returns the air of the viewers that use a bus, with a reference. */
GscopeAir *gscope_nats_air_get (GscopeNatsBus *bus);

G_END_DECLS
