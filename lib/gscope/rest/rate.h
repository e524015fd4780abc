/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* Limits how many requests each principal sends: a bucket of 200 tokens each, which gets 50 a second. */
typedef struct _GscopeRestRate GscopeRestRate;

GscopeRestRate *gscope_rest_rate_new (GscopeClock *clock);
void gscope_rest_rate_free (GscopeRestRate *self);
/* Returns whether one more request is within the limit. */
gboolean gscope_rest_rate_take (GscopeRestRate *self, const char *principal);
