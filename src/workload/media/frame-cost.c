/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/frame-cost.h"

/* A group of pictures. */
static const char pattern[] = "IBBPBBPBBPBB";

enum
{
  GROUP = sizeof pattern - 1
};

/* Costs over the mean of a group: the decoder adds less to a picture that is predicted from others.
 * The mean of a group is 1. */
#define COST_I 1.9
#define COST_P 1.3
#define COST_B 0.775

/* The cost of each group of the trace over the mean: scenes differ in their motion. */
static const double scenes[] = { 1.0, 0.9, 1.05, 1.2, 0.95, 0.8, 1.1, 0.85, 1.0, 1.15 };

#define MOST 1.2

char
workload_frame_cost_get_type (gint64 number)
{
  return pattern[number % GROUP];
}

static double
get_weight (gint64 number)
{
  double scene = scenes[number / GROUP % G_N_ELEMENTS (scenes)];

  switch (workload_frame_cost_get_type (number))
    {
    case 'I':
      return scene * COST_I;
    case 'P':
      return scene * COST_P;
    default:
      return scene * COST_B;
    }
}

static gboolean
is_high (const WorkloadFrameCost *self, gint64 time)
{
  gint64 period = self->period;

  return period > 0 && time % period < period / 2;
}

gint64
workload_frame_cost_get (const WorkloadFrameCost *self, gint64 number, gint64 time)
{
  switch (self->kind)
    {
    case WORKLOAD_COST_MPEG:
      return self->mean * get_weight (number);
    case WORKLOAD_COST_SQUARE:
      return is_high (self, time) ? self->mean * self->ratio : self->mean;
    case WORKLOAD_COST_EVEN:
    default:
      return self->mean;
    }
}

double
workload_frame_cost_get_most (const WorkloadFrameCost *self)
{
  switch (self->kind)
    {
    case WORKLOAD_COST_MPEG:
      return self->mean * MOST;
    case WORKLOAD_COST_SQUARE:
      return self->mean * self->ratio;
    case WORKLOAD_COST_EVEN:
    default:
      return self->mean;
    }
}
