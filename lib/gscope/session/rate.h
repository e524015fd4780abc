/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* Limits how many requests each principal sends: a bucket of 200 tokens each, which gets 50 a second. */
typedef struct _GscopeSessionRate GscopeSessionRate;

GscopeSessionRate *gscope_session_rate_new (GscopeClock *clock);
void gscope_session_rate_free (GscopeSessionRate *self);
/* Takes one more request. Returns 0 if it is within the limit; else after how many nanoseconds one is. */
gint64 gscope_session_rate_take (GscopeSessionRate *self, const char *principal);
