/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tcp/minbuf-tuner.h>

#include <tsl/tcp/minbuf.h>

/* Gain of the controller. The delay responds to a step one round-trip time later, so a gain of 1
 * would correct an error twice. */
#define GAIN 0.25

/* The largest burst of packets that leave at once: for an acknowledgment, a delayed one, and a
 * growing window (Goel 2003, section 4.5). These packets gain more throughput than further ones. */
#define BURST 3.0

void
tsl_minbuf_tuner_init (TslMinbufTuner *self, double target)
{
  *self = (TslMinbufTuner){ .target = target, .a = 1 };
}

void
tsl_minbuf_tuner_step (TslMinbufTuner *self, double cwnd, double srtt, double delay,
                       gboolean is_limited)
{
  double ahead, packets;

  if (srtt <= 0)
    return;
  ahead = self->target / srtt;
  if (is_limited)
    self->correction += GAIN * (self->target - delay) / srtt;
  self->correction = CLAMP (self->correction, -ahead, ahead);
  packets = (ahead + self->correction) * cwnd;
  self->b = MIN (packets, BURST);
  self->a = CLAMP (1 + (packets - self->b) / cwnd, 1, TSL_MINBUF_MAX_A);
}
