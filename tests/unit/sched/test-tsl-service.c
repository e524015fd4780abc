/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <tsl/sched/loan-private.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define N_CALLS 50

/* The priority of SCHED_DEADLINE in /proc/TID/stat. */
#define DEADLINE "-101"

static const TslDemand base = { 1 * MSEC, 10 * MSEC };
static const TslDemand whole = { 10 * MSEC, 40 * MSEC };
static const TslDemand kept = { MSEC / 2, 40 * MSEC };
/* the base with 9.5 ms of every 40 ms */
static const TslDemand with_loan = { 1 * MSEC + 2375000, 10 * MSEC };

/* A server with one client, which calls N_CALLS times. */
typedef struct
{
  TslPropagation propagation;
  gboolean is_reserved;
  TslServiceFunc func;

  TslService *service;
  TslReserve *reserve;
  GThread *server;
  gboolean is_ready;
  pid_t client_tid;
  guint n_served;
  guint n_called;
  gboolean is_refused;
} Bed;

static void
assert_demand (pid_t tid, const TslDemand *expected)
{
  TslDemand demand;

  g_assert_true (tsl_reserve_find (tid, &demand));
  g_assert_cmpint (demand.budget, ==, expected->budget);
  g_assert_cmpint (demand.period, ==, expected->period);
}

static TslReserve *
reserve_own (Bed *bed, const TslDemand *demand)
{
  g_autoptr (GError) error = NULL;
  TslReserve *reserve = NULL;

  if (bed->is_reserved)
    reserve = tsl_reserve_new (NULL, "own", 0, demand, &error);
  g_assert_no_error (error);
  return reserve;
}

static gpointer
serve (gpointer data)
{
  Bed *bed = data;

  if (bed->propagation == TSL_PROPAGATION_LEND)
    bed->reserve = reserve_own (bed, &base);
  bed->service = tsl_service_new (NULL, "service", bed->propagation, bed->reserve);
  g_atomic_int_set (&bed->is_ready, TRUE);
  while (tsl_service_serve (bed->service, bed->func, bed))
    ;
  return NULL;
}

static gpointer
call (gpointer data)
{
  Bed *bed = data;
  g_autoptr (TslReserve) reserve = reserve_own (bed, &whole);
  g_autoptr (TslClient) client = tsl_client_new (bed->service, reserve);
  g_autoptr (GError) error = NULL;

  bed->client_tid = syscall (SYS_gettid);
  while (bed->n_called < N_CALLS && tsl_client_call (client, bed, &error))
    bed->n_called++;
  bed->is_refused = g_error_matches (error, TSL_ERROR, TSL_ERROR_REFUSED);
  if (bed->is_reserved)
    assert_demand (0, &whole);
  g_assert_cmpint (tsl_client_get_used (client), >=, 0);
  return NULL;
}

static void
run (Bed *bed, gboolean dies)
{
  GThread *client;

  bed->server = g_thread_new ("server", serve, bed);
  while (!g_atomic_int_get (&bed->is_ready))
    g_thread_yield ();
  client = g_thread_new ("client", call, bed);
  g_thread_join (client);
  g_assert_cmpuint (tsl_service_get_n_waiting (bed->service), ==, 0);
  tsl_service_close (bed->service);
  g_thread_join (bed->server);
  g_assert_cmpint (bed->is_refused, ==, dies);
  if (!dies)
    g_assert_cmpuint (bed->n_called, ==, N_CALLS);
  g_test_message ("%u requests, %.1f us to lend or return a reserve", bed->n_served,
                  tsl_service_get_cost (bed->service));
  tsl_service_free (bed->service);
  tsl_reserve_free (bed->reserve);
}

static gboolean
may_reserve (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslReserve) reserve = tsl_reserve_new (NULL, "probe", 0, &base, &error);

  if (!reserve)
    g_test_skip (error->message);
  return reserve != NULL;
}

/* Arithmetic. */

static void
test_loan (void)
{
  const TslDemand least = { 1024, 100 * MSEC };
  TslDemand rest, lent, server = base;

  tsl_loan_split (&whole, &rest, &lent);
  g_assert_cmpmem (&rest, sizeof rest, &kept, sizeof kept);
  g_assert_cmpint (lent.budget, ==, 19 * MSEC / 2);
  g_assert_cmpint (lent.period, ==, whole.period);
  tsl_loan_add (&server, &lent);
  g_assert_cmpmem (&server, sizeof server, &with_loan, sizeof with_loan);
  for (guint i = 0; i < 10; i++)
    tsl_loan_add (&server, &lent);
  g_assert_cmpint (server.budget, ==, server.period);
  tsl_loan_split (&least, &rest, &lent);
  g_assert_cmpint (rest.budget, ==, 1024);
  g_assert_cmpint (lent.budget, ==, 0);
}

/* Requests. */

static void
count (gpointer request, gpointer data)
{
  Bed *bed = data;

  g_assert_true (request == data);
  bed->n_served++;
}

static void
test_served (gconstpointer propagation)
{
  Bed bed = { .propagation = GPOINTER_TO_UINT (propagation), .func = count };

  run (&bed, FALSE);
  g_assert_cmpuint (bed.n_served, ==, N_CALLS);
}

static void
count_and_close (gpointer request, gpointer data)
{
  Bed *bed = data;

  if (++bed->n_served == N_CALLS / 2)
    tsl_service_close (bed->service);
}

/* The request that is being served is still answered. */
static void
test_closed (gconstpointer propagation)
{
  Bed bed = { .propagation = GPOINTER_TO_UINT (propagation), .func = count_and_close };

  run (&bed, TRUE);
  g_assert_cmpuint (bed.n_called, ==, N_CALLS / 2);
}

static void
count_and_die (gpointer request, gpointer data)
{
  Bed *bed = data;

  if (++bed->n_served == N_CALLS / 2)
    pthread_exit (NULL);
}

static void
test_dead (gconstpointer propagation)
{
  Bed bed = { .propagation = GPOINTER_TO_UINT (propagation), .func = count_and_die };

  run (&bed, TRUE);
  g_assert_cmpuint (bed.n_called, ==, N_CALLS / 2 - 1);
}

/* Two clients: whose request is served first. */

typedef struct
{
  TslService *service;
  const char *name;
  GString *order;
} Caller;

static gpointer
call_once (gpointer data)
{
  Caller *self = data;
  g_autoptr (TslClient) client = tsl_client_new (self->service, NULL);

  g_assert_true (tsl_client_call (client, self, NULL));
  return NULL;
}

static void
note (gpointer request, gpointer data)
{
  Caller *caller = request;

  g_string_append (caller->order, caller->name);
}

static gpointer
serve_two (gpointer service)
{
  while (tsl_service_serve (service, note, NULL))
    ;
  return NULL;
}

/* Without reserves, the first request is served first. */
static void
test_order (void)
{
  g_autoptr (GString) order = g_string_new (NULL);
  g_autoptr (TslService) service = tsl_service_new (NULL, "order", TSL_PROPAGATION_NONE, NULL);
  Caller a = { service, "a", order }, b = { service, "b", order };
  GThread *server = g_thread_new ("server", serve_two, service);

  for (guint i = 0; i < 3; i++)
    {
      g_thread_join (g_thread_new ("a", call_once, &a));
      g_thread_join (g_thread_new ("b", call_once, &b));
    }
  tsl_service_close (service);
  g_thread_join (server);
  g_assert_cmpstr (order->str, ==, "ababab");
}

/* Reserves of the kernel. */

static void
check_loan (gpointer request, gpointer data)
{
  Bed *bed = data;

  assert_demand (0, &with_loan);
  assert_demand (bed->client_tid, &kept);
  bed->n_served++;
}

static void
test_lend (void)
{
  Bed bed = { .propagation = TSL_PROPAGATION_LEND, .is_reserved = TRUE, .func = check_loan };

  if (may_reserve ())
    run (&bed, FALSE);
}

static void
test_lend_dead (void)
{
  Bed bed = { .propagation = TSL_PROPAGATION_LEND, .is_reserved = TRUE, .func = count_and_die };

  if (may_reserve ())
    run (&bed, TRUE);
}

static gboolean
is_inherited (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%ld/stat", syscall (SYS_gettid));
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  fields = g_strsplit (strrchr (text, ')') + 2, " ", -1);
  return g_str_equal (fields[18 - 3], DEADLINE);
}

/* The server inherits the reserve as soon as the client waits. */
static void
await_inheritance (gpointer request, gpointer data)
{
  while (!is_inherited ())
    g_thread_yield ();
  count (request, data);
}

static void
test_inherit (void)
{
  Bed bed = { .propagation = TSL_PROPAGATION_INHERIT,
              .is_reserved = TRUE,
              .func = await_inheritance };

  if (may_reserve ())
    run (&bed, FALSE);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    GTestDataFunc func;
  } cases[] = { { "served", test_served }, { "closed", test_closed }, { "dead", test_dead } };
  static const char *const propagations[] = { "none", "lend", "inherit" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/service/loan", test_loan);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (propagations); k++)
      {
        g_autofree char *path = g_strdup_printf ("/service/%s/%s", cases[i].name, propagations[k]);

        g_test_add_data_func (path, GUINT_TO_POINTER (k), cases[i].func);
      }
  g_test_add_func ("/service/order", test_order);
  g_test_add_func ("/service/reserve/lend", test_lend);
  g_test_add_func ("/service/reserve/lend-dead", test_lend_dead);
  g_test_add_func ("/service/reserve/inherit", test_inherit);
  return page_directory_run ();
}
