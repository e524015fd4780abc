/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/service.h>

#include <glib/gi18n-lib.h>
#include <kernel-clock.h>
#include <tsl/error.h>
#include <tsl/page/lock.h>
#include <tsl/page/rows-private.h>
#include <tsl/sched/handover-private.h>
#include <tsl/sched/loan-private.h>

#define MECHANISM "service"
#define USEC 1e3

typedef enum
{
  /* the server does not know the client yet */
  CLIENT_NEW,
  CLIENT_IDLE,
  CLIENT_WAITING,
  CLIENT_LEAVING,
} ClientState;

/* The server's thread holds what a client waits for, so that the kernel lets the server inherit the
 * client's reserve, and wakes the client if the server's thread dies. Requests use two handovers in
 * turn: the server takes one back while the client waits for the other. */
#define N_TURNS 2

struct _TslClient
{
  TslService *service;
  TslReserve *reserve;
  TslHandover served[N_TURNS];

  /* protected by the service's lock */
  ClientState state;
  guint turn;
  gboolean is_held[N_TURNS];
  gpointer request;
  guint64 number;
  gboolean is_served;
  /* the whole reserve; is_short: the kernel did not return all of it */
  TslDemand demand;
  gboolean is_lent;
  gboolean is_short;
  gint64 used;
};

struct _TslService
{
  TslPage *page;
  char *name;
  TslPropagation propagation;
  TslReserve *reserve;
  /* the server's reserve without loans */
  TslDemand base;

  TslLock lock;
  /* protected by the lock */
  GPtrArray *clients;
  guint64 n_requests;
  gboolean is_closed;
  gint64 n_changes;
  gint64 change_time;

  TslCell *requests;
  TslCell *loans;
  TslCell *refused;
  TslCell *cost;
};

#define CELL(member) G_STRUCT_OFFSET (TslService, member)

static const TslCellRow cells[] = {
  TSL_COUNTER (CELL (requests), "requests"),
  TSL_COUNTER (CELL (loans), "loans"),
  TSL_COUNTER (CELL (refused), "refused"),
  TSL_GAUGE (CELL (cost), "cost", "µs", 0, 100),
};

/* Loans: functions that are called with the lock held. */

static gboolean
change_server (TslService *self)
{
  TslDemand demand = self->base;

  for (guint i = 0; i < self->clients->len; i++)
    {
      TslClient *client = self->clients->pdata[i];
      TslDemand kept, lent;

      if (!client->is_lent)
        continue;
      tsl_loan_split (&client->demand, &kept, &lent);
      tsl_loan_add (&demand, &lent);
    }
  return tsl_reserve_change (self->reserve, &demand, NULL);
}

static void
count_cost (TslService *self, gint64 begin)
{
  self->change_time += kernel_clock_read (CLOCK_MONOTONIC) - begin;
  self->n_changes++;
  tsl_cell_set (self->cost, self->change_time / USEC / self->n_changes);
}

/* The server's share shrinks before the client's grows, so that their sum is never larger than
 * before. */
static void
give_back (TslClient *self)
{
  TslService *service = self->service;
  gint64 begin = kernel_clock_read (CLOCK_MONOTONIC);

  if (!self->is_lent)
    return;
  self->is_lent = FALSE;
  self->is_short = !change_server (service);
  self->is_short |= !tsl_reserve_change (self->reserve, &self->demand, NULL);
  if (self->is_short)
    tsl_cell_count (service->refused, 1);
  count_cost (service, begin);
}

/* Without the loan the request is served all the same. */
static void
lend (TslClient *self)
{
  TslService *service = self->service;
  gint64 begin = kernel_clock_read (CLOCK_MONOTONIC);
  TslDemand kept, lent;

  if (service->propagation != TSL_PROPAGATION_LEND || !service->reserve || !self->reserve)
    return;
  if (!self->is_short)
    tsl_reserve_get_demand (self->reserve, &self->demand);
  tsl_loan_split (&self->demand, &kept, &lent);
  if (!tsl_reserve_change (self->reserve, &kept, NULL))
    {
      tsl_cell_count (service->refused, 1);
      return;
    }
  self->is_lent = TRUE;
  if (change_server (service))
    {
      tsl_cell_count (service->loans, 1);
      count_cost (service, begin);
      return;
    }
  tsl_cell_count (service->refused, 1);
  give_back (self);
}

/* The service. */

/**
 * tsl_service_new:
 * @page: (nullable): the page that publishes the service
 * @name: its name in the page
 * @propagation: how clients pass their reserves to the server
 * @reserve: (nullable): the reserve of the server's thread, which must outlive the service. Loans
 *   need it; its period should be shorter than the clients' periods, and its budget suffices to
 *   receive requests
 *
 * Creates a service. One thread, the server, calls [method@Service.serve] until that returns
 * %FALSE.
 *
 * Returns: (transfer full): a service
 *
 * Since: 1.0
 */
TslService *
tsl_service_new (TslPage *page, const char *name, TslPropagation propagation, TslReserve *reserve)
{
  TslService *self = g_new0 (TslService, 1);

  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->name = g_strdup (name);
  self->propagation = propagation;
  self->reserve = reserve;
  if (reserve)
    tsl_reserve_get_demand (reserve, &self->base);
  self->clients = g_ptr_array_new ();
  tsl_lock_init (&self->lock);
  tsl_page_add_rows (self->page, MECHANISM, self->name, cells, G_N_ELEMENTS (cells), self);
  return self;
}

/**
 * tsl_service_free:
 * @self: (transfer full) (nullable): a service whose clients are freed and whose server has ended
 *
 * Frees a service.
 *
 * Since: 1.0
 */
void
tsl_service_free (TslService *self)
{
  if (!self)
    return;
  g_return_if_fail (self->clients->len == 0);

  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_ptr_array_unref (self->clients);
  tsl_lock_clear (&self->lock);
  g_free (self->name);
  g_free (self);
}

/**
 * tsl_service_close:
 * @self: a service
 *
 * Ends a service: requests that wait fail, and [method@Service.serve] returns %FALSE. Any thread may
 * call it.
 *
 * Since: 1.0
 */
void
tsl_service_close (TslService *self)
{
  tsl_lock_take (&self->lock);
  self->is_closed = TRUE;
  tsl_lock_wake (&self->lock);
  tsl_lock_release (&self->lock);
}

/**
 * tsl_service_get_n_waiting:
 * @self: a service
 *
 * Gets the number of requests that wait or are being served. Any thread may call it.
 *
 * Returns: a number of requests
 *
 * Since: 1.0
 */
guint
tsl_service_get_n_waiting (TslService *self)
{
  guint n = 0;

  tsl_lock_take (&self->lock);
  for (guint i = 0; i < self->clients->len; i++)
    n += ((TslClient *) self->clients->pdata[i])->state == CLIENT_WAITING;
  tsl_lock_release (&self->lock);
  return n;
}

/**
 * tsl_service_get_cost:
 * @self: a service
 *
 * Gets the mean time to lend or to return a reserve. Any thread may call it.
 *
 * Returns: microseconds; 0 if nothing was lent
 *
 * Since: 1.0
 */
double
tsl_service_get_cost (TslService *self)
{
  return tsl_cell_get (self->cost);
}

/* Functions of the server's thread, with the lock held. */

/* The turn is free: the client waits for the other turn, or has not begun. */
static void
hold (TslClient *self, guint turn)
{
  if (!self->is_held[turn])
    self->is_held[turn] = tsl_handover_hold (&self->served[turn]);
}

static void
let_go (TslClient *self, guint turn)
{
  if (self->is_held[turn])
    tsl_handover_release (&self->served[turn]);
  self->is_held[turn] = FALSE;
}

/* Welcomes new clients and releases those that leave; all of them at the end. */
static void
attend (TslService *self)
{
  for (guint i = self->clients->len; i-- > 0;)
    {
      TslClient *client = self->clients->pdata[i];
      gboolean is_leaving = self->is_closed || client->state == CLIENT_LEAVING;

      if (client->state != CLIENT_NEW && !is_leaving)
        continue;
      for (guint turn = 0; turn < N_TURNS; turn++)
        if (is_leaving)
          let_go (client, turn);
        else
          hold (client, turn);
      if (client->state == CLIENT_NEW)
        client->state = CLIENT_IDLE;
      if (client->state == CLIENT_LEAVING)
        g_ptr_array_remove_index (self->clients, i);
      tsl_lock_wake (&self->lock);
    }
}

static gboolean
is_before (const TslClient *a, const TslClient *b)
{
  gint64 x = a->reserve ? a->demand.period : G_MAXINT64;
  gint64 y = b->reserve ? b->demand.period : G_MAXINT64;

  return x != y ? x < y : a->number < b->number;
}

static TslClient *
pick (TslService *self)
{
  TslClient *first = NULL;

  for (guint i = 0; i < self->clients->len; i++)
    {
      TslClient *client = self->clients->pdata[i];

      if (client->state == CLIENT_WAITING && (!first || is_before (client, first)))
        first = client;
    }
  return first;
}

static TslClient *
await (TslService *self)
{
  TslClient *client = NULL;

  for (;;)
    {
      attend (self);
      if (self->is_closed || (client = pick (self)))
        return client;
      tsl_lock_wait (&self->lock);
    }
}

/**
 * tsl_service_serve:
 * @self: a service
 * @func: serves the request
 * @user_data: for @func
 *
 * Waits for a request and serves it. The same thread must call it until it returns %FALSE.
 *
 * Returns: %FALSE if the service was closed
 *
 * Since: 1.0
 */
gboolean
tsl_service_serve (TslService *self, TslServiceFunc func, gpointer user_data)
{
  TslClient *client;
  gpointer request;
  gint64 used;
  guint turn;

  tsl_lock_take (&self->lock);
  client = await (self);
  if (client)
    {
      turn = client->turn;
      request = client->request;
      hold (client, !turn);
    }
  tsl_lock_release (&self->lock);
  if (!client)
    return FALSE;
  used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  func (request, user_data);
  used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) - used;

  tsl_lock_take (&self->lock);
  client->used += used;
  client->is_served = TRUE;
  client->state = CLIENT_IDLE;
  give_back (client);
  client->is_held[turn] = FALSE;
  tsl_cell_count (self->requests, 1);
  tsl_lock_release (&self->lock);
  tsl_handover_release (&client->served[turn]);
  return TRUE;
}

/* Clients. */

/**
 * tsl_client_new:
 * @service: a service, which must outlive the client
 * @reserve: (nullable): the reserve of the client's thread, which must outlive the client; change it
 *   only by [method@Client.change]
 *
 * Creates a client. Any thread may call it.
 *
 * Returns: (transfer full): a client
 *
 * Since: 1.0
 */
TslClient *
tsl_client_new (TslService *service, TslReserve *reserve)
{
  TslClient *self = g_new0 (TslClient, 1);

  self->service = service;
  self->reserve = reserve;
  if (reserve)
    tsl_reserve_get_demand (reserve, &self->demand);
  for (guint turn = 0; turn < N_TURNS; turn++)
    tsl_handover_init (&self->served[turn], service->propagation == TSL_PROPAGATION_INHERIT);
  tsl_lock_take (&service->lock);
  g_ptr_array_add (service->clients, self);
  tsl_lock_wake (&service->lock);
  tsl_lock_release (&service->lock);
  return self;
}

static void
clear_served (TslClient *self)
{
  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      tsl_handover_wait (&self->served[turn]);
      tsl_handover_clear (&self->served[turn]);
    }
}

/**
 * tsl_client_free:
 * @self: (transfer full) (nullable): a client without a request
 *
 * Frees a client. It waits for the request that is being served.
 *
 * Since: 1.0
 */
void
tsl_client_free (TslClient *self)
{
  TslService *service = self ? self->service : NULL;

  if (!self)
    return;
  tsl_lock_take (&service->lock);
  self->state = CLIENT_LEAVING;
  tsl_lock_wake (&service->lock);
  while (!service->is_closed && g_ptr_array_find (service->clients, self, NULL))
    tsl_lock_wait (&service->lock);
  tsl_lock_release (&service->lock);
  clear_served (self);
  tsl_lock_take (&service->lock);
  g_ptr_array_remove (service->clients, self);
  tsl_lock_release (&service->lock);
  g_free (self);
}

static gboolean
refuse (GError **error)
{
  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
               _ ("the request was not served, because the service has ended"));
  return FALSE;
}

static gboolean
begin (TslClient *self, gpointer request, GError **error)
{
  TslService *service = self->service;
  gboolean is_open;

  tsl_lock_take (&service->lock);
  while (self->state == CLIENT_NEW && !service->is_closed)
    tsl_lock_wait (&service->lock);
  is_open = !service->is_closed;
  if (is_open)
    {
      self->request = request;
      self->number = service->n_requests++;
      self->state = CLIENT_WAITING;
      lend (self);
      tsl_lock_wake (&service->lock);
    }
  tsl_lock_release (&service->lock);
  return is_open || refuse (error);
}

/* If the server died or ended, the client takes its loan back itself. */
static gboolean
finish (TslClient *self, gboolean is_alive, GError **error)
{
  TslService *service = self->service;
  gboolean is_served;

  tsl_lock_take (&service->lock);
  if (!is_alive)
    service->is_closed = TRUE;
  is_served = self->is_served;
  self->is_served = FALSE;
  self->state = CLIENT_IDLE;
  self->turn = !self->turn;
  give_back (self);
  tsl_lock_wake (&service->lock);
  tsl_lock_release (&service->lock);
  return is_served || refuse (error);
}

/**
 * tsl_client_call:
 * @self: a client
 * @request: a request, which must live until the function returns
 * @error: reason why the request was not served
 *
 * Sends a request and waits until it is served. Meanwhile the server has the client's reserve, as
 * the service propagates it; afterwards the client has it again, also if the server's thread ended.
 * Only the client's thread may call it.
 *
 * Returns: %FALSE if the service was closed or its thread has ended
 *
 * Since: 1.0
 */
gboolean
tsl_client_call (TslClient *self, gpointer request, GError **error)
{
  if (!begin (self, request, error))
    return FALSE;
  return finish (self, tsl_handover_wait (&self->served[self->turn]), error);
}

/**
 * tsl_client_change:
 * @self: a client with a reserve
 * @demand: the new demand
 * @error: reason why the change is refused
 *
 * Changes the client's reserve, also while it is lent. If the change is refused, the old reserve
 * stays in force. Any thread may call it.
 *
 * Returns: %TRUE if it was changed
 *
 * Since: 1.0
 */
gboolean
tsl_client_change (TslClient *self, const TslDemand *demand, GError **error)
{
  TslService *service = self->service;
  gboolean is_lent, is_changed;

  tsl_lock_take (&service->lock);
  is_lent = self->is_lent;
  give_back (self);
  is_changed = tsl_reserve_change (self->reserve, demand, error);
  if (is_changed)
    {
      self->demand = *demand;
      self->is_short = FALSE;
    }
  if (is_lent)
    lend (self);
  tsl_lock_release (&service->lock);
  return is_changed;
}

/**
 * tsl_client_get_used:
 * @self: a client
 *
 * Gets the processor time that the server has used for requests of the client. Any thread may call
 * it.
 *
 * Returns: nanoseconds of processor time
 *
 * Since: 1.0
 */
gint64
tsl_client_get_used (TslClient *self)
{
  gint64 used;

  tsl_lock_take (&self->service->lock);
  used = self->used;
  tsl_lock_release (&self->service->lock);
  return used;
}
