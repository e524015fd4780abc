/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Finds the A and B with which packets wait in the send buffer for a given time. The tuner is pure
 * arithmetic: the caller passes the state of the flow. Times are in seconds. */
typedef struct
{
  double target;
  double correction;
  double a;
  double b;
} TslMinbufTuner;

void tsl_minbuf_tuner_init (TslMinbufTuner *self, double target);
/* Called once a round-trip time with the delay measured since the last call, and with whether the
 * program found the gate closed, which shows that A and B had an effect. */
void tsl_minbuf_tuner_step (TslMinbufTuner *self, double cwnd, double srtt, double delay,
                            gboolean is_limited);
