/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter.h>
#include <tsl/quality/client.h>

/* Registers a source's application with a QoS manager, and writes the levels that the manager offers
 * to a parameter of the source, which takes or refuses them as it does with every value. The
 * parameter is a double in per cent of a processor; 0 means that the application uses its own
 * settings. One main context uses it. */
typedef struct _LevelOffers LevelOffers;

/* Who writes the offers, as markers on the time axis show it. */
#define LEVEL_OFFERS_WRITER "QoS manager"

/* Registers the application under a name, which lives as long. */
LevelOffers *level_offers_new (TslPage *page, const char *name, const TslQosRange *range,
                               GscopeParameter *parameter);
/* Withdraws the application; the parameter is 0 again. */
void level_offers_free (LevelOffers *self);
