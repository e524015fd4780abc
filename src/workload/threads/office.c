/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/office.h"

#include "threads/clock.h"
#include "threads/worker.h"

typedef struct
{
  WorkloadOffice *office;
  WorkloadWorker *worker;
  TslClient *client;

  /* accessed atomically: words that the main thread writes, then words that the thread writes */
  WorkloadTaskTimes times;
  WorkloadTaskCounts counts;
} Client;

struct _WorkloadOffice
{
  TslService *service;
  WorkloadWorker *server;
  Client clients[WORKLOAD_OFFICE_MAX_CLIENTS];
  guint n_clients;
  /* accessed atomically */
  gint64 used;
};

/* A client asks for work of a length. */
typedef struct
{
  gint64 length;
  const gboolean *is_ending;
} Request;

static gint64
load (const gint64 *word)
{
  return __atomic_load_n (word, __ATOMIC_RELAXED);
}

static void
store (gint64 *word, gint64 value)
{
  __atomic_store_n (word, value, __ATOMIC_RELAXED);
}

/* Threads. */

static void
do_work (gpointer request, gpointer data)
{
  const Request *self = request;

  workload_clock_work (self->length, self->is_ending);
}

static void
run_server (gpointer data, const gboolean *is_ending)
{
  WorkloadOffice *self = data;

  while (tsl_service_serve (self->service, do_work, NULL))
    store (&self->used, kernel_clock_read (CLOCK_THREAD_CPUTIME_ID));
}

static gint64
finish (Client *self, gint64 due, gint64 period)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  gint64 n_late = workload_clock_count_missed (now - due, period);

  store (&self->counts.response, now - due);
  store (&self->counts.used,
         kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) + tsl_client_get_used (self->client));
  store (&self->counts.jobs, self->counts.jobs + MAX (n_late, 1));
  store (&self->counts.misses, self->counts.misses + n_late);
  return due + MAX (n_late, 1) * period;
}

static void
run_client (gpointer data, const gboolean *is_ending)
{
  Client *self = data;
  gint64 due = kernel_clock_read (CLOCK_MONOTONIC);
  Request request = { .is_ending = is_ending };

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      workload_clock_nap_until (due, is_ending);
      request.length = load (&self->times.work);
      if (!tsl_client_call (self->client, &request, NULL))
        return;
      due = finish (self, due, load (&self->times.period));
    }
}

/* The office. */

static gboolean
reserve_all (WorkloadOffice *self, const WorkloadOfficeSettings *settings, GError **error)
{
  const TslDemand server = WORKLOAD_SERVER_DEMAND;

  for (guint i = 0; i < self->n_clients; i++)
    {
      const WorkloadTaskTimes *times = &settings->clients[i];
      const TslDemand demand = { times->budget, times->period };

      if (demand.budget > 0
          && !workload_worker_set_demand (self->clients[i].worker, &demand, error))
        return FALSE;
    }
  return settings->propagation != TSL_PROPAGATION_LEND
         || workload_worker_set_demand (self->server, &server, error);
}

static void
reserve_nothing (WorkloadOffice *self)
{
  for (guint i = 0; i < self->n_clients; i++)
    workload_worker_set_demand (self->clients[i].worker, NULL, NULL);
  workload_worker_set_demand (self->server, NULL, NULL);
}

WorkloadOffice *
workload_office_new (TslPage *page, const WorkloadOfficeSettings *settings, GError **refusal)
{
  WorkloadOffice *self = g_new0 (WorkloadOffice, 1);

  self->n_clients = settings->n_clients;
  self->server = workload_worker_new (page, "server", run_server, self);
  for (guint i = 0; i < self->n_clients; i++)
    {
      Client *client = &self->clients[i];
      g_autofree char *name = g_strdup_printf ("client-%u", i + 1);

      client->office = self;
      client->times = settings->clients[i];
      client->worker = workload_worker_new (page, name, run_client, client);
    }
  if (!reserve_all (self, settings, refusal))
    reserve_nothing (self);
  self->service = tsl_service_new (page, "server", settings->propagation,
                                   workload_worker_get_reserve (self->server));
  for (guint i = 0; i < self->n_clients; i++)
    self->clients[i].client =
        tsl_client_new (self->service, workload_worker_get_reserve (self->clients[i].worker));
  workload_worker_begin (self->server);
  for (guint i = 0; i < self->n_clients; i++)
    workload_worker_begin (self->clients[i].worker);
  return self;
}

/* The threads return their loans before their reserves end. */
void
workload_office_free (WorkloadOffice *self)
{
  tsl_service_close (self->service);
  for (guint i = 0; i < self->n_clients; i++)
    workload_worker_join (self->clients[i].worker);
  workload_worker_join (self->server);
  for (guint i = 0; i < self->n_clients; i++)
    {
      tsl_client_free (self->clients[i].client);
      workload_worker_free (self->clients[i].worker);
    }
  tsl_service_free (self->service);
  workload_worker_free (self->server);
  g_free (self);
}

gboolean
workload_office_set_times (WorkloadOffice *self, guint client, const WorkloadTaskTimes *times,
                           GError **error)
{
  Client *which = &self->clients[client];
  const TslDemand demand = { times->budget, times->period };

  if (client >= self->n_clients)
    return TRUE;
  if (workload_worker_get_reserve (which->worker)
      && !tsl_client_change (which->client, &demand, error))
    return FALSE;
  store (&which->times.work, times->work);
  store (&which->times.period, times->period);
  return TRUE;
}

void
workload_office_count_client (WorkloadOffice *self, guint client, WorkloadTaskCounts *counts)
{
  Client *which = &self->clients[client];

  counts->jobs = load (&which->counts.jobs);
  counts->misses = load (&which->counts.misses);
  counts->response = load (&which->counts.response);
  counts->used = load (&which->counts.used);
}

void
workload_office_count (WorkloadOffice *self, WorkloadOfficeCounts *counts)
{
  counts->used = load (&self->used);
  counts->cost = tsl_service_get_cost (self->service);
  counts->n_waiting = tsl_service_get_n_waiting (self->service);
}
