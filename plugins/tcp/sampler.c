/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "sampler.h"

#include "diag/diag.h"
#include "diag/owner.h"
#include "diag/process.h"

#include <gscope/error.h>
#include <gscope/trace/sample.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>

/* Intervals of the list of sockets, of the search for a missing process, of updates of limits, of
 * look-ups of flows, and the minimum interval for chosen flows. */
#define LIST_INTERVAL GSCOPE_SEC
#define WAIT_INTERVAL (250 * GSCOPE_MSEC)
#define FOLLOW_INTERVAL (20 * GSCOPE_MSEC)
#define INTERVAL (100 * GSCOPE_MSEC)
#define CHOSEN_INTERVAL GSCOPE_MSEC

/* Listing may take a quarter of a period, within these bounds in microseconds. */
#define MIN_LISTING 100
#define MAX_LISTING 100000

enum
{
  /* At 1 kHz and about 3 us for a look-up, 8 flows take 2.5 % of a processor. */
  MAX_CHOSEN = 8
};

static const int families[] = { AF_INET, AF_INET6 };

struct _TcpSampler
{
  TcpProbe *busiest;
  GscopeProducer *totals[TCP_N_TOTALS];
  TcpConfig *config;
  GPtrArray *probes;
  TcpRanking *ranking;
  TcpSteering *steering;
  TcpProcessSet *processes;
  TcpOwners *owners;
  guint n_chosen;
  guint n_unread;
  gint64 last_tick;
  /* minimum time between two ticks, from which the time for the list is computed */
  gint64 period;

  TcpNamespace *namespace;
  TcpDiag *looker;
  TcpDiag *lister;
  gint64 next_try;
  gint64 next_check;
  gint64 next_follow;
  gint64 next_mean;

  gboolean is_listing;
  guint family;
  gboolean is_complete;
  gint64 next_list;
  gint64 list_begin;
  gint64 last_list;
};

TcpSampler *
tcp_sampler_new (TcpProbe *busiest, GscopeProducer *const totals[TCP_N_TOTALS])
{
  TcpSampler *self = g_new0 (TcpSampler, 1);

  self->busiest = busiest;
  memcpy (self->totals, totals, sizeof self->totals);
  self->ranking = tcp_ranking_new ();
  self->steering = tcp_steering_new ();
  self->owners = tcp_owners_new ();
  return self;
}

static void
end_listing (TcpSampler *self)
{
  self->is_listing = FALSE;
  g_clear_pointer (&self->processes, tcp_process_set_free);
}

/* Abandons the present list; closes its socket, which still holds the unread part. */
static void
abandon_listing (TcpSampler *self)
{
  if (self->is_listing)
    g_clear_pointer (&self->lister, tcp_diag_free);
  end_listing (self);
}

static void
disconnect (TcpSampler *self)
{
  end_listing (self);
  g_clear_pointer (&self->lister, tcp_diag_free);
  g_clear_pointer (&self->looker, tcp_diag_free);
  g_clear_pointer (&self->namespace, tcp_namespace_free);
}

/* Leaves the namespace with all state of its flows. */
static void
leave (TcpSampler *self)
{
  disconnect (self);
  tcp_steering_release (self->steering);
  tcp_ranking_free (self->ranking);
  self->ranking = tcp_ranking_new ();
  tcp_ranking_set_rules (self->ranking, self->config->limit, &self->config->choice);
}

void
tcp_sampler_pause (TcpSampler *self)
{
  if (!self->config)
    return;
  leave (self);
  g_clear_pointer (&self->config, tcp_config_unref);
  g_clear_pointer (&self->probes, g_ptr_array_unref);
}

/* Leaves a namespace whose process has ended: open sockets would keep it alive. */
static void
leave_ended (TcpSampler *self)
{
  if (self->namespace && !tcp_namespace_is_current (self->namespace))
    leave (self);
}

gboolean
tcp_sampler_follow (TcpSampler *self)
{
  tcp_steering_update (self->steering);
  leave_ended (self);
  return (self->namespace && !tcp_namespace_is_own (self->namespace))
         || !tcp_steering_is_idle (self->steering);
}

void
tcp_sampler_free (TcpSampler *self)
{
  tcp_sampler_pause (self);
  tcp_probe_unref (self->busiest);
  for (guint i = 0; i < TCP_N_TOTALS; i++)
    gscope_producer_unref (self->totals[i]);
  tcp_steering_free (self->steering);
  tcp_owners_free (self->owners);
  tcp_ranking_free (self->ranking);
  g_free (self);
}

gboolean
tcp_sampler_steer (TcpSampler *self, const TcpWish *wish, GError **error)
{
  return tcp_steering_set (self->steering, wish, self->ranking, error);
}

const TcpWish *
tcp_sampler_get_wish (TcpSampler *self)
{
  return tcp_steering_get_wish (self->steering);
}

static void
follow (TcpSampler *self, gint64 time)
{
  if (time < self->next_follow)
    return;
  self->next_follow = time + FOLLOW_INTERVAL;
  tcp_steering_update (self->steering);
}

/* Looking flows up. */

static gboolean
is_chosen (TcpSampler *self, const TcpEntry *entry)
{
  return entry
         && (entry->is_chosen
             || (self->config->choice.busiest && entry == tcp_ranking_get_busiest (self->ranking)));
}

/* The look-ups of new flows are spread over the interval, so that they are not all in one tick. */
static void
set_interval (TcpProbe *probe, gint64 interval, gint64 first)
{
  if (probe->interval == interval)
    return;
  probe->interval = interval;
  probe->due = first;
}

static void
set_intervals (TcpSampler *self, gint64 time)
{
  guint n = self->probes->len;

  self->n_chosen = self->n_unread = 0;
  for (guint i = 0; i < n; i++)
    {
      TcpProbe *probe = self->probes->pdata[i];

      if (is_chosen (self, tcp_ranking_find (self->ranking, probe->cookie))
          && ++self->n_chosen <= MAX_CHOSEN)
        set_interval (probe, CHOSEN_INTERVAL, time);
      else
        set_interval (probe, INTERVAL, time + i * INTERVAL / n);
    }
  self->n_unread = self->n_chosen > MAX_CHOSEN ? self->n_chosen - MAX_CHOSEN : 0;
}

static gboolean
look_up (TcpSampler *self, TcpProbe *probe, gint64 time, GError **error)
{
  const TcpEntry *busiest = tcp_ranking_get_busiest (self->ranking);
  TcpSocket socket;
  gboolean is_found;

  if (!tcp_diag_look_up (self->looker, probe->family, &probe->id, &socket, &is_found, error))
    return FALSE;
  probe->is_gone = !is_found;
  probe->cwnd = is_found ? socket.values[TCP_METRIC_CWND] : NAN;
  if (!is_found)
    return TRUE;
  tcp_delay_take (&probe->delay, probe->peer ? &probe->peer->delay : NULL, time, &socket);
  tcp_probe_push (probe, time, &socket);
  if (busiest && busiest->socket.cookie == probe->cookie)
    tcp_probe_push (self->busiest, time, &socket);
  return TRUE;
}

/* Returns the mean over the flows that were looked up; NaN without any. */
static double
get_mean_cwnd (TcpSampler *self)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < self->probes->len; i++)
    {
      const TcpProbe *probe = self->probes->pdata[i];

      if (isnan (probe->cwnd))
        continue;
      sum += probe->cwnd;
      n++;
    }
  return n > 0 ? sum / n : NAN;
}

static void
push_number (GscopeProducer *producer, gint64 time, double value)
{
  if (isnan (value))
    gscope_producer_push_gap (producer, time, GSCOPE_GAP_CAUSE_NO_VALUE);
  else
    gscope_producer_push (producer, time, value);
}

/* Pushed once an interval, in which each flow is looked up at least once. */
static void
push_mean (TcpSampler *self, gint64 time)
{
  if (time < self->next_mean)
    return;
  self->next_mean = time + INTERVAL;
  push_number (self->totals[TCP_TOTAL_CWND], time, get_mean_cwnd (self));
}

static gboolean
look_due_up (TcpSampler *self, gint64 time, GError **error)
{
  for (guint i = 0; i < self->probes->len; i++)
    {
      TcpProbe *probe = self->probes->pdata[i];

      if (probe->is_gone || time < probe->due)
        continue;
      probe->due += probe->interval;
      if (probe->due <= time)
        probe->due = time + probe->interval;
      if (!look_up (self, probe, time, error))
        return FALSE;
    }
  push_mean (self, time);
  return TRUE;
}

/* Listing. */

static gboolean
begin_family (TcpSampler *self, guint family, GError **error)
{
  self->family = family;
  return tcp_diag_ask_list (self->lister, families[family], &self->config->filter, error);
}

static gboolean
begin_list (TcpSampler *self, gint64 time, GError **error)
{
  self->is_listing = TRUE;
  if (self->config->process[0])
    self->processes = tcp_process_set_new (self->config->process);
  self->list_begin = time;
  self->is_complete = TRUE;
  return begin_family (self, 0, error);
}

static void
take_listed (const TcpSocket *socket, gpointer user_data)
{
  TcpSampler *self = user_data;

  if (socket->has_info
      && (!self->processes || tcp_process_set_contains (self->processes, socket->inode)))
    tcp_ranking_take (self->ranking, socket);
}

/* Continues the list until it is complete or the time is over. */
static gboolean
continue_list (TcpSampler *self, gint64 end, gboolean *is_done, GError **error)
{
  *is_done = FALSE;
  do
    {
      gboolean is_last;

      if (!tcp_diag_read_list (self->lister, take_listed, self, &is_last, error))
        return FALSE;
      if (!is_last)
        continue;
      self->is_complete &= !tcp_diag_is_interrupted (self->lister);
      *is_done = self->family + 1 == G_N_ELEMENTS (families);
      if (!*is_done && !begin_family (self, self->family + 1, error))
        return FALSE;
    }
  while (!*is_done && g_get_monotonic_time () < end);
  return TRUE;
}

static void
push_totals (TcpSampler *self, gint64 time, const TcpTotals *totals)
{
  push_number (self->totals[TCP_TOTAL_FLOWS], time, totals->n_flows);
  push_number (self->totals[TCP_TOTAL_SHOWN], time, totals->n_shown);
  push_number (self->totals[TCP_TOTAL_ESTABLISHED], time, totals->established);
  push_number (self->totals[TCP_TOTAL_RETRANSMITS], time, totals->retransmits);
  push_number (self->totals[TCP_TOTAL_LIMITED], time, tcp_steering_get_n_limited (self->steering));
}

static guint64
get_busiest_cookie (TcpSampler *self)
{
  const TcpEntry *busiest = tcp_ranking_get_busiest (self->ranking);

  return busiest ? busiest->socket.cookie : 0;
}

static void
follow_busiest (TcpSampler *self, gint64 time)
{
  guint64 cookie = get_busiest_cookie (self);

  if (self->busiest->cookie != cookie && self->busiest->cookie != 0)
    tcp_probe_push_gap (self->busiest, time, GSCOPE_GAP_CAUSE_SWITCHED);
  else if (cookie == 0)
    tcp_probe_push_gap (self->busiest, time, GSCOPE_GAP_CAUSE_NO_VALUE);
  self->busiest->cookie = cookie;
}

static void
report_flows (TcpSampler *self, TcpReport *report)
{
  GPtrArray *shown = tcp_ranking_get_shown (self->ranking);

  for (guint i = 0; i < shown->len; i++)
    g_array_append_val (report->shown, ((const TcpEntry *) shown->pdata[i])->socket);
  tcp_owners_fill (self->owners, report->shown, self->lister);
  report->busiest = self->busiest->cookie;
}

static TcpReport *
end_list (TcpSampler *self, gint64 time)
{
  TcpReport *report = tcp_report_new ();
  double seconds = (self->list_begin - self->last_list) / (double) GSCOPE_SEC;

  tcp_ranking_end (self->ranking, self->is_complete, seconds, &report->totals);
  tcp_steering_follow (self->steering, self->ranking);
  push_totals (self, time, &report->totals);
  follow_busiest (self, time);
  set_intervals (self, time);
  report_flows (self, report);
  report->n_chosen = self->n_chosen;
  report->n_unread = self->n_unread;
  report->refusal = g_strdup (tcp_steering_get_trouble (self->steering));
  report->has_process = self->processes != NULL;
  report->n_processes = self->processes ? self->processes->n_processes : 0;
  report->n_denied = self->processes ? self->processes->n_denied : 0;
  report->is_locked = report->n_denied > 0 || tcp_steering_is_denied (self->steering);
  self->last_list = self->list_begin;
  end_listing (self);
  return report;
}

static gboolean
list (TcpSampler *self, gint64 time, TcpReport **report, GError **error)
{
  gint64 share = self->period / 4000;
  gint64 end = g_get_monotonic_time () + CLAMP (share, MIN_LISTING, MAX_LISTING);
  gboolean is_done;

  if (!self->is_listing && time < self->next_list)
    return TRUE;
  if (!self->is_listing)
    self->next_list = time + LIST_INTERVAL;
  if (!self->is_listing && !begin_list (self, time, error))
    return FALSE;
  if (!continue_list (self, end, &is_done, error))
    return FALSE;
  if (is_done)
    *report = end_list (self, time);
  return TRUE;
}

/* Namespace and settings. */

static gboolean
enter (TcpSampler *self, gint64 time, GError **error)
{
  self->next_check = time + INTERVAL;
  self->namespace = tcp_namespace_new (self->config->namespace, error);
  /* flows that were not found in another namespace may be in this one */
  for (guint i = 0; self->namespace && i < self->probes->len; i++)
    ((TcpProbe *) self->probes->pdata[i])->is_gone = FALSE;
  return self->namespace != NULL;
}

/* Opens both sockets and keeps them open, because each costs a helper process in another
 * namespace. */
static gboolean
connect_sockets (TcpSampler *self, gint64 time, GError **error)
{
  if (time >= self->next_check)
    {
      self->next_check = time + INTERVAL;
      leave_ended (self);
    }
  if (self->namespace && !self->is_listing && time >= self->next_list
      && tcp_namespace_is_surpassed (self->namespace))
    leave (self);
  if (!self->namespace && !enter (self, time, error))
    return FALSE;
  if (!self->looker)
    self->looker = tcp_diag_new (self->namespace, error);
  if (self->looker && !self->lister)
    self->lister = tcp_diag_new (self->namespace, error);
  return self->lister != NULL;
}

/* A new configuration starts a new list at once. */
static void
take_config (TcpSampler *self, TcpConfig *config, gint64 time)
{
  gboolean is_elsewhere = self->config && !g_str_equal (self->config->namespace, config->namespace);

  g_clear_pointer (&self->config, tcp_config_unref);
  self->config = tcp_config_ref (config);
  abandon_listing (self);
  if (is_elsewhere)
    leave (self);
  tcp_ranking_set_rules (self->ranking, config->limit, &config->choice);
  self->next_list = self->next_try = time;
  self->period = G_MAXINT64;
}

static void
take_probes (TcpSampler *self, GPtrArray *probes, gint64 time)
{
  g_clear_pointer (&self->probes, g_ptr_array_unref);
  self->probes = g_ptr_array_ref (probes);
  tcp_probe_pair (probes);
  set_intervals (self, time);
}

static void
push_gaps (TcpSampler *self, gint64 time)
{
  self->busiest->cookie = get_busiest_cookie (self);
  tcp_probe_push_gap (self->busiest, time, GSCOPE_GAP_CAUSE_NO_VALUE);
  for (guint i = 0; i < TCP_N_TOTALS; i++)
    gscope_producer_push_gap (self->totals[i], time, GSCOPE_GAP_CAUSE_NO_VALUE);
}

/* Reports an error. The flows stay, unless their namespace was left. */
static TcpReport *
report_trouble (TcpSampler *self, gint64 time, const GError *error)
{
  TcpReport *report = tcp_report_new ();

  report->trouble = g_strdup (error->message);
  report->is_locked = g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
  report->is_waiting = g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  if (report->is_waiting)
    leave (self);
  disconnect (self);
  push_gaps (self, time);
  report_flows (self, report);
  self->next_list = self->next_try = time + (report->is_waiting ? WAIT_INTERVAL : LIST_INTERVAL);
  return report;
}

TcpReport *
tcp_sampler_poll (TcpSampler *self, gint64 time, TcpConfig *config, GPtrArray *probes)
{
  g_autoptr (GError) error = NULL;
  TcpReport *report = NULL;

  if (self->config != config)
    take_config (self, config, time);
  if (time < self->next_try)
    return NULL;
  if (self->probes != probes)
    take_probes (self, probes, time);
  self->period = MIN (self->period, time - self->last_tick);
  follow (self, time);
  if (!connect_sockets (self, time, &error) || !look_due_up (self, time, &error)
      || !list (self, time, &report, &error))
    report = report_trouble (self, time, error);
  self->last_tick = time;
  return report;
}

gint64
tcp_sampler_get_next (TcpSampler *self)
{
  gint64 next = MIN (self->next_list, self->next_check);

  if (!self->config || self->is_listing || tcp_steering_get_n_limited (self->steering) > 0)
    return 0;
  if (self->last_tick < self->next_try)
    return self->next_try;
  for (guint i = 0; i < self->probes->len; i++)
    {
      const TcpProbe *probe = self->probes->pdata[i];

      if (!probe->is_gone)
        next = MIN (next, probe->due);
    }
  return next;
}
