/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/signal/tile-history.h>
#include <web-source/client.h>

/* The past of all series of an expression. The histories of its signals ask for the same stretches of time; the server is
 * asked for each once. Main context. */
typedef struct _PrometheusPast PrometheusPast;

#define PROMETHEUS_TYPE_HISTORY (prometheus_history_get_type ())
G_DECLARE_FINAL_TYPE (PrometheusHistory, prometheus_history, PROMETHEUS, HISTORY, GscopeTileHistory)

PrometheusPast *prometheus_past_new (const char *expression);
PrometheusPast *prometheus_past_ref (PrometheusPast *self);
void prometheus_past_unref (PrometheusPast *self);

/* Sets whom to ask, until prometheus_past_disconnect(): the step is the distance of samples in nanoseconds, unless columns are
 * wider. */
void
prometheus_past_connect (PrometheusPast *self, WebClient *client, GscopeClock *clock, gint64 step);
void prometheus_past_disconnect (PrometheusPast *self);
/* Sets by how much the server's time since 1970 is ahead of the clock, in nanoseconds. */
void prometheus_past_set_ahead (PrometheusPast *self, gint64 ahead);

/* Returns a new history of the series with these labels. */
GscopeHistory *prometheus_past_create_history (PrometheusPast *self, GscopeClock *clock,
                                               const char *metric, const char *labels);
