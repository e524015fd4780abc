/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/quality/client.h>

/* The applications that have registered levels of quality: those of programs that the same program
 * started as this one, such as the other sources of a workspace. One thread uses it. */
typedef struct _WorkloadRoster WorkloadRoster;

typedef enum
{
  WORKLOAD_OFFER_OPEN,
  WORKLOAD_OFFER_ANSWERED,
  /* the application has ended */
  WORKLOAD_OFFER_VOID,
} WorkloadOffer;

WorkloadRoster *workload_roster_new (void);
/* Applications continue with their own settings. */
void workload_roster_free (WorkloadRoster *self);
/* Looks for applications that came or went; the time is in nanoseconds on any clock. */
void workload_roster_look (WorkloadRoster *self, gint64 time);
/* Gets the range of an application. Returns FALSE if there is none of that name. */
gboolean workload_roster_find (WorkloadRoster *self, const char *name, TslQosRange *range);
/* Offers a level, in processors; a guard withdraws it if this process is killed. */
gboolean
workload_roster_offer (WorkloadRoster *self, const char *name, double level, GError **error);
/* Returns whether an offer has been answered, and gets the level at which the application works. */
WorkloadOffer workload_roster_get_answer (WorkloadRoster *self, const char *name, double *level);
