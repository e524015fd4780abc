/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The rights and facilities that a ready-made workspace needs. */
typedef enum
{
  APP_NEED_NOTHING,
  /* network namespaces and a TUN device */
  APP_NEED_LINK,
  /* SCHED_FIFO; without it less is seen */
  APP_NEED_PRIORITY,
  /* SCHED_DEADLINE */
  APP_NEED_RESERVES,
  /* SCHED_DEADLINE; without it the work is simulated */
  APP_NEED_RESERVES_OR_SIMULATION,
} AppNeed;

typedef enum
{
  APP_READY,
  APP_READY_IN_PART,
  APP_NOT_READY,
} AppReadiness;

/* Returns how far this process can meet a need, and in `text` a sentence about it, to be freed. `type` is the type of
 * source that the workspace is about. */
AppReadiness app_readiness_check (AppNeed need, const char *type, char **text);
const char *app_readiness_get_icon (AppReadiness readiness);
