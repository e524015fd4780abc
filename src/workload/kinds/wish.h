/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

enum
{
  WORKLOAD_WISH_MINIMUM,
  WORKLOAD_WISH_DESIRED,
  WORKLOAD_WISH_INCREMENT,
  /* the user's choice under the policy by hand */
  WORKLOAD_WISH_HAND,
  WORKLOAD_WISH_N_LEVELS
};

/* The user's wishes for an application: levels, in % of a processor. */
typedef struct
{
  double levels[WORKLOAD_WISH_N_LEVELS];
  int importance;
  /* the index of a shape */
  int curve;
  gboolean takes_part;
} WorkloadWish;

/* Builds the request of a wish, within the range of the application. The utility belongs to the
 * caller. Returns FALSE if the application cannot work as the user wishes. */
gboolean workload_wish_request (const WorkloadWish *self, const char *title,
                                const TslQosRange *range, gboolean is_by_hand,
                                TslQosRequest *request, TslUtility **utility, GError **error);
