/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/task.h"

#define WORKLOAD_OFFICE_MAX_CLIENTS 3

/* A server and its clients: in every period a client asks the server to work for it, and does nothing
 * itself. */
typedef struct _WorkloadOffice WorkloadOffice;

typedef struct
{
  TslPropagation propagation;
  guint n_clients;
  /* budget 0: without a reserve */
  WorkloadTaskTimes clients[WORKLOAD_OFFICE_MAX_CLIENTS];
} WorkloadOfficeSettings;

/* The server's processor time in nanoseconds, the mean time to lend or to return a reserve in
 * microseconds, and the requests that wait. */
typedef struct
{
  gint64 used;
  double cost;
  guint n_waiting;
} WorkloadOfficeCounts;

/* Creates the threads with their reserves, and starts them. If a reserve is refused, the threads run
 * without, and *refusal is the reason. */
WorkloadOffice *
workload_office_new (TslPage *page, const WorkloadOfficeSettings *settings, GError **refusal);
/* Ends the threads. */
void workload_office_free (WorkloadOffice *self);
/* Returns FALSE with an error if the client's reserve is refused, which has no effect. The client must
 * have a reserve before and after. */
gboolean workload_office_set_times (WorkloadOffice *self, guint client,
                                    const WorkloadTaskTimes *times, GError **error);
/* Any thread may call these. The processor time of a client is what was charged to it. */
void workload_office_count_client (WorkloadOffice *self, guint client, WorkloadTaskCounts *counts);
void workload_office_count (WorkloadOffice *self, WorkloadOfficeCounts *counts);
