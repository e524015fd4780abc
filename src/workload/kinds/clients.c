/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/office.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <math.h>

#define MSEC 1e6
#define N_CLIENTS WORKLOAD_OFFICE_MAX_CLIENTS

/* A server whose clients pass it their reserves: experiments 4 to 8 with RT-Mach's reserves
 * (R:3851). */
G_DECLARE_FINAL_TYPE (WorkloadClients, workload_clients, WORKLOAD, CLIENTS, GscopeSource)

typedef enum
{
  TIME_WORK,
  TIME_PERIOD,
  TIME_BUDGET,
  N_TIMES
} Time;

/* Work, period and budget of the clients in RT-Mach's experiment 7, in ms. */
static const double initial[N_CLIENTS][N_TIMES] = { { 8, 40, 10 }, { 8, 50, 10 }, { 8, 60, 10 } };

static const char *const propagation_nicks[] = { "none", "lend", "inherit", NULL };
static const char *const propagation_titles[] = { N_ ("None"), N_ ("Lend"), N_ ("Inherit"), NULL };

typedef struct
{
  WorkloadClients *source;
  /* values of the parameters, in ms */
  gboolean reserved;
  double times[N_TIMES];

  /* used by the poller alone */
  gint64 base_time;
  gint64 base_jobs;
  gint64 base_used;
  double usage;
  double response;
  double misses;
} Shown;

struct _WorkloadClients
{
  GscopeSource parent_instance;

  Shown shown[N_CLIENTS];
  TslPage *page;
  /* protects the office, which the main thread creates and frees and the poller reads */
  TslLock lock;
  WorkloadOffice *office;

  /* values of the parameters */
  int propagation;
  gint64 n_clients;

  /* used by the poller alone */
  double cost;
  double waiting;
};

G_DEFINE_FINAL_TYPE (WorkloadClients, workload_clients, GSCOPE_TYPE_SOURCE)

/* Functions of the poller's thread. */

static void
pause_shown (Shown *self)
{
  self->usage = self->response = self->misses = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->base_time = 0;
}

/* Measures the time that was charged in the periods that ended since the last poll. A request that takes several periods
 * is charged to all of them; while none ends, nothing is charged. */
static void
measure_usage (Shown *self, const WorkloadTaskCounts *counts, gint64 time)
{
  double period = MSEC * self->times[TIME_PERIOD];
  gint64 n = counts->jobs - self->base_jobs;

  if (n == 0 && time - self->base_time < 3 * period)
    return;
  /* new threads count from 0 */
  if (self->base_time > 0 && n >= 0)
    self->usage = n > 0 ? 100.0 * (counts->used - self->base_used) / (n * period) : 0;
  self->base_time = time;
  self->base_jobs = counts->jobs;
  self->base_used = counts->used;
}

static void
measure (Shown *self, const WorkloadTaskCounts *counts, gint64 time)
{
  self->response = counts->response / MSEC;
  self->misses = counts->misses;
  measure_usage (self, counts, time);
}

static void
measure_all (WorkloadClients *self, gint64 time)
{
  WorkloadOfficeCounts counts;

  workload_office_count (self->office, &counts);
  self->cost = counts.cost;
  self->waiting = counts.n_waiting;
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      WorkloadTaskCounts client;

      if (i < self->n_clients)
        {
          workload_office_count_client (self->office, i, &client);
          measure (&self->shown[i], &client, time);
        }
      else
        pause_shown (&self->shown[i]);
    }
}

static void
workload_clients_poll (GscopeSource *source, gint64 time)
{
  WorkloadClients *self = WORKLOAD_CLIENTS (source);

  tsl_lock_take (&self->lock);
  if (self->office)
    measure_all (self, time);
  else
    {
      self->cost = self->waiting = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
      for (guint i = 0; i < N_CLIENTS; i++)
        pause_shown (&self->shown[i]);
    }
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

static void
read_times (Shown *self, WorkloadTaskTimes *times)
{
  times->work = (gint64) round (self->times[TIME_WORK] * MSEC);
  times->period = (gint64) round (self->times[TIME_PERIOD] * MSEC);
  times->budget = (gint64) round (self->times[TIME_BUDGET] * MSEC);
}

static void
show_refusal (WorkloadClients *self, const GError *refusal)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  g_autofree char *text = NULL;

  if (!refusal)
    {
      gscope_source_set_status (source, GSCOPE_SOURCE_STATE_RUNNING, NULL);
      return;
    }
  text = g_strdup_printf (_ ("clients and server run without reserves: %s"), refusal->message);
  gscope_source_set_locked (source, g_error_matches (refusal, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, text);
}

/* Swaps the office without waiting for its threads with the lock held. */
static void
set_office (WorkloadClients *self, WorkloadOffice *office)
{
  WorkloadOffice *old;

  tsl_lock_take (&self->lock);
  old = self->office;
  self->office = office;
  tsl_lock_release (&self->lock);
  g_clear_pointer (&old, workload_office_free);
}

static void
open_office (WorkloadClients *self)
{
  WorkloadOfficeSettings settings = { self->propagation, self->n_clients, { { 0 } } };
  g_autoptr (GError) refusal = NULL;

  for (guint i = 0; i < N_CLIENTS; i++)
    {
      read_times (&self->shown[i], &settings.clients[i]);
      if (!self->shown[i].reserved)
        settings.clients[i].budget = 0;
    }
  set_office (self, workload_office_new (self->page, &settings, &refusal));
  show_refusal (self, refusal);
}

/* Other threads take the place of those that run. */
static void
reopen_office (WorkloadClients *self)
{
  if (!self->office)
    return;
  set_office (self, NULL);
  open_office (self);
}

static gboolean
workload_clients_start (GscopeSource *source, GError **error)
{
  open_office (WORKLOAD_CLIENTS (source));
  return TRUE;
}

static void
workload_clients_stop (GscopeSource *source)
{
  set_office (WORKLOAD_CLIENTS (source), NULL);
}

static GVariant *
apply_propagation (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadClients *self = data;
  const char *nick = g_variant_get_string (value, NULL);

  for (guint i = 0; propagation_nicks[i]; i++)
    if (g_str_equal (propagation_nicks[i], nick))
      self->propagation = i;
  reopen_office (self);
  return g_variant_ref (value);
}

static GVariant *
apply_clients (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadClients *self = data;
  gboolean is_open = self->office != NULL;

  set_office (self, NULL);
  self->n_clients = g_variant_get_int64 (value);
  if (is_open)
    open_office (self);
  return g_variant_ref (value);
}

static GVariant *
apply_reserved (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;

  self->reserved = g_variant_get_boolean (value);
  reopen_office (self->source);
  return g_variant_ref (value);
}

static gboolean
set_time (Shown *self, Time which, double value, GError **error)
{
  WorkloadClients *source = self->source;
  double old = self->times[which];
  TslDemand demands[N_CLIENTS];
  WorkloadTaskTimes times;
  gboolean is_set;

  self->times[which] = value;
  for (guint i = 0; i < N_CLIENTS; i++)
    {
      read_times (&source->shown[i], &times);
      demands[i] = (TslDemand){ times.budget, times.period };
    }
  read_times (self, &times);
  is_set = workload_demands_check (demands, N_CLIENTS, error)
           && (!source->office
               || workload_office_set_times (source->office, self - source->shown, &times, error));
  if (!is_set)
    self->times[which] = old;
  return is_set;
}

static GVariant *
apply_time (Shown *self, Time which, GVariant *value, GError **error)
{
  gboolean is_set;

  tsl_lock_take (&self->source->lock);
  is_set = set_time (self, which, g_variant_get_double (value), error);
  tsl_lock_release (&self->source->lock);
  return is_set ? g_variant_ref (value) : NULL;
}

static GVariant *
apply_work (gpointer shown, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (shown, TIME_WORK, value, error);
}

static GVariant *
apply_period (gpointer shown, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (shown, TIME_PERIOD, value, error);
}

static GVariant *
apply_budget (gpointer shown, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (shown, TIME_BUDGET, value, error);
}

#define WORD(member) G_STRUCT_OFFSET (WorkloadClients, member)

static const GscopeSourceSignal signals[] = {
  { "waiting", N_ ("Waiting requests"), "requests",
    N_ ("Number of requests that wait or are being served"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (waiting), .max = N_CLIENTS, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "cost", N_ ("Cost of a loan"), "µs",
    N_ ("Mean time to lend a reserve to the server, or to return it"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (cost), .max = 100 },
  { .name = NULL },
};

static const GscopeSourceParameter parameters[] = {
  { "propagation", N_ ("Propagation"), NULL,
    N_ ("How clients pass their reserves to the server: not at all; as a loan while they wait; or "
        "by "
        "the kernel's priority inheritance"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (propagation), .initial = TSL_PROPAGATION_LEND,
    .nicks = propagation_nicks, .titles = propagation_titles, .apply = apply_propagation },
  { "clients", N_ ("Clients"), "threads", N_ ("Number of clients"), GSCOPE_PARAMETER_TYPE_INTEGER,
    WORD (n_clients), .min = 1, .max = N_CLIENTS, .initial = N_CLIENTS, .apply = apply_clients },
  { .name = NULL },
};

/* Signals and parameters of a client. */

#define CLIENT(member) G_STRUCT_OFFSET (Shown, member)

static const GscopeSourceSignal client_signals[] = {
  { "usage", N_ ("usage"), "%",
    N_ ("Share of a processor that was charged to the client: its own, and the server's for its "
        "requests"),
    GSCOPE_SIGNAL_KIND_DOUBLE, CLIENT (usage), .max = 100, .role = "usage" },
  { "response", N_ ("response"), "ms",
    N_ ("Response time: from the start of a period to the reply of the server"),
    GSCOPE_SIGNAL_KIND_DOUBLE, CLIENT (response), .max = 100 },
  { "misses", N_ ("misses"), "jobs",
    N_ ("Number of periods since the start whose request was not served in time"),
    GSCOPE_SIGNAL_KIND_DOUBLE, CLIENT (misses), .max = 100 },
};

static const char *const steered[] = { "response", NULL };

static const GscopeSourceParameter client_parameters[] = {
  { "reserved", N_ ("reserved"), NULL, N_ ("Give the client a reserve"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, CLIENT (reserved), .initial = 1, .steered = steered,
    .apply = apply_reserved },
};

static const GscopeSourceParameter client_times[N_TIMES] = {
  { "work", N_ ("request"), "ms", N_ ("Processor time of the server for a request of the client"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, CLIENT (times[TIME_WORK]), 0.1, 100, .logarithmic = TRUE,
    .steered = steered, .apply = apply_work },
  { "period", N_ ("period"), "ms", N_ ("Time between two requests of the client"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, CLIENT (times[TIME_PERIOD]), 10, 1000, .logarithmic = TRUE,
    .role = "period", .steered = steered, .apply = apply_period },
  { "budget", N_ ("reserve"), "ms", N_ ("Budget of the client's reserve in every period"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, CLIENT (times[TIME_BUDGET]), 0.1, 100, .logarithmic = TRUE,
    .role = "limit", .steered = steered, .apply = apply_budget },
};

static void
declare_client (WorkloadClients *self, guint i)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  Shown *shown = &self->shown[i];
  g_autofree char *group = g_strdup_printf ("client-%u", i + 1);
  g_autofree char *title = g_strdup_printf (_ ("Client %u"), i + 1);

  shown->source = self;
  pause_shown (shown);
  for (guint k = 0; k < G_N_ELEMENTS (client_signals); k++)
    gscope_source_declare_signal (source, &client_signals[k], group, title, shown);
  for (guint k = 0; k < G_N_ELEMENTS (client_parameters); k++)
    gscope_source_declare_parameter (source, &client_parameters[k], group, title, shown);
  for (guint k = 0; k < N_TIMES; k++)
    {
      GscopeSourceParameter row = client_times[k];

      row.initial = initial[i][k];
      gscope_source_declare_parameter (source, &row, group, title, shown);
    }
}

static void
workload_clients_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_clients_parent_class)->constructed (object);
  for (guint i = 0; i < N_CLIENTS; i++)
    declare_client (WORKLOAD_CLIENTS (object), i);
}

static void
workload_clients_finalize (GObject *object)
{
  WorkloadClients *self = WORKLOAD_CLIENTS (object);

  set_office (self, NULL);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_clients_parent_class)->finalize (object);
}

static void
workload_clients_class_init (WorkloadClientsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_clients_constructed;
  object_class->finalize = workload_clients_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_clients_start;
  source_class->stop = workload_clients_stop;
  source_class->poll = workload_clients_poll;
}

static void
workload_clients_init (WorkloadClients *self)
{
  tsl_lock_init (&self->lock);
  self->cost = self->waiting = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
}
