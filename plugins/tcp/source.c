/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "flows/flows.h"
#include "parameters.h"
#include "sampler.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/loader.h>
#include <gscope/source/waker.h>
#include <main-source.h>
#include <pthread.h>
#include <tsl-source/source-thread.h>

/* The mutex protects the data that the main context and the worker share: the settings and probes
 * from the main context, and the last report from the worker, which wakes the main context. Each of
 * the other members, except producers, is used on one side only. */
struct _TcpSource
{
  GscopeSource parent_instance;

  pthread_mutex_t mutex;
  gboolean is_running;
  TcpConfig *config;
  GPtrArray *probes;
  TcpReport *report;
  GSource *waker;

  TcpFlows *flows;
  guint64 busiest;

  /* used with this mutex held: by the worker, and between its ticks by other threads */
  pthread_mutex_t sampler_mutex;
  TcpSampler *sampler;
  GSource *releaser;
};

G_DEFINE_FINAL_TYPE (TcpSource, tcp_source, GSCOPE_TYPE_SOURCE)

/* Reports. */

static void
set_probes (TcpSource *self)
{
  GPtrArray *probes = tcp_flows_create_probes (self->flows);

  pthread_mutex_lock (&self->mutex);
  g_clear_pointer (&self->probes, g_ptr_array_unref);
  self->probes = probes;
  pthread_mutex_unlock (&self->mutex);
  gscope_source_wake (GSCOPE_SOURCE (self));
}

/* Marks a new busiest flow if `chosen` is “busiest”; otherwise a change has no effect on chosen
 * flows. */
static void
mark_busiest (TcpSource *self, guint64 cookie)
{
  const char *name = tcp_flows_get_name (self->flows, cookie);
  g_autofree char *label =
      name ? g_strdup_printf (_ ("busiest flow: %s"), name) : g_strdup (_ ("busiest flow: none"));

  if (self->busiest == cookie)
    return;
  self->busiest = cookie;
  if (self->config->choice.busiest)
    gscope_source_mark (GSCOPE_SOURCE (self), label, NULL);
}

static void
take_report (TcpSource *self, const TcpReport *report)
{
  g_autofree char *status = tcp_report_dup_status (report);

  if (tcp_flows_update (self->flows, report))
    set_probes (self);
  mark_busiest (self, report->busiest);
  gscope_source_set_locked (GSCOPE_SOURCE (self), report->is_locked);
  gscope_source_set_status (GSCOPE_SOURCE (self),
                            report->trouble && !report->is_waiting ? GSCOPE_SOURCE_STATE_TROUBLE
                                                                   : GSCOPE_SOURCE_STATE_RUNNING,
                            status);
}

static gboolean
on_report (gpointer data)
{
  TcpSource *self = data;
  g_autoptr (TcpReport) report = NULL;
  gboolean is_running;

  pthread_mutex_lock (&self->mutex);
  report = g_steal_pointer (&self->report);
  is_running = self->is_running;
  pthread_mutex_unlock (&self->mutex);
  if (report && is_running)
    take_report (self, report);
  return G_SOURCE_CONTINUE;
}

static TcpReport *
poll_sampler (TcpSource *self, gint64 time, gboolean is_running, TcpConfig *config,
              GPtrArray *probes)
{
  TcpReport *report = NULL;

  pthread_mutex_lock (&self->sampler_mutex);
  if (is_running)
    report = tcp_sampler_poll (self->sampler, time, config, probes);
  else
    tcp_sampler_pause (self->sampler);
  gscope_source_rest (GSCOPE_SOURCE (self), tcp_sampler_get_next (self->sampler));
  pthread_mutex_unlock (&self->sampler_mutex);
  return report;
}

static void
tcp_source_poll (GscopeSource *source, gint64 time)
{
  TcpSource *self = TCP_SOURCE (source);
  g_autoptr (TcpConfig) config = NULL;
  g_autoptr (GPtrArray) probes = NULL;
  g_autoptr (TcpReport) report = NULL;
  gboolean is_running;

  pthread_mutex_lock (&self->mutex);
  is_running = self->is_running;
  config = tcp_config_ref (self->config);
  probes = g_ptr_array_ref (self->probes);
  pthread_mutex_unlock (&self->mutex);
  report = poll_sampler (self, time, is_running, config, probes);
  if (!report)
    return;
  pthread_mutex_lock (&self->mutex);
  g_clear_pointer (&self->report, tcp_report_free);
  self->report = g_steal_pointer (&report);
  pthread_mutex_unlock (&self->mutex);
  g_source_set_ready_time (self->waker, 0);
}

static void
remove_releaser (TcpSource *self)
{
  g_clear_pointer (&self->releaser, main_source_drop);
}

/* Returns whether to check again later. */
static gboolean
release_sampler (TcpSource *self)
{
  gboolean is_active = FALSE;

  if (self->is_running)
    is_active = tcp_sampler_follow (self->sampler);
  else
    tcp_sampler_pause (self->sampler);
  return is_active || self->config->namespace[0];
}

static gboolean
release (gpointer data)
{
  TcpSource *self = data;
  gboolean is_needed;

  /* the worker holds the mutex, and checks itself */
  if (pthread_mutex_trylock (&self->sampler_mutex) != 0)
    return G_SOURCE_CONTINUE;
  is_needed = release_sampler (self);
  pthread_mutex_unlock (&self->sampler_mutex);
  if (!is_needed)
    remove_releaser (self);
  return G_SOURCE_CONTINUE;
}

/* A stopped scope has no ticks, so a timeout checks for ended namespaces and flows, which must not
 * be kept alive. */
static void
add_releaser (TcpSource *self)
{
  if (self->releaser)
    return;
  self->releaser = g_timeout_source_new_seconds (1);
  g_source_set_static_name (self->releaser, "[tcp] release");
  g_source_set_callback (self->releaser, release, self, NULL);
  g_source_attach (self->releaser, g_main_context_get_thread_default ());
}

static void
set_running (TcpSource *self, gboolean is_running)
{
  pthread_mutex_lock (&self->mutex);
  self->is_running = is_running;
  pthread_mutex_unlock (&self->mutex);
  gscope_source_wake (GSCOPE_SOURCE (self));
}

static gboolean
tcp_source_start (GscopeSource *source, GError **error)
{
  set_running (TCP_SOURCE (source), TRUE);
  return TRUE;
}

/* Restores the settings of flows before the source is reported as stopped. */
static void
restore_flows (GscopeSource *source)
{
  TcpSource *self = TCP_SOURCE (source);

  pthread_mutex_lock (&self->sampler_mutex);
  tcp_sampler_pause (self->sampler);
  pthread_mutex_unlock (&self->sampler_mutex);
}

static void
tcp_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer user_data)
{
  TcpSource *self = TCP_SOURCE (source);

  set_running (self, FALSE);
  tcp_flows_end (self->flows);
  set_probes (self);
  source_thread_stop (source, restore_flows, NULL, callback, user_data);
}

/* Parameters. */

static GVariant *
tcp_source_check (GscopeSource *source, GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_autoptr (TcpConfig) config = NULL;
  g_autoptr (TcpWish) wish = NULL;

  if (tcp_parameter_is_wish (parameter))
    {
      wish = tcp_wish_new ();
      return tcp_parameter_read_wish (parameter, value, wish, error);
    }
  config = tcp_config_copy (TCP_SOURCE (source)->config);
  return tcp_parameter_read (parameter, value, config, error);
}

/* Runs on a thread, since it reads all processes. Several calls may run at the same time. */
static GVariant *
apply_wish (TcpSource *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_autoptr (TcpWish) wish = NULL;
  g_autoptr (GVariant) understood = NULL;

  pthread_mutex_lock (&self->sampler_mutex);
  wish = tcp_wish_copy (tcp_sampler_get_wish (self->sampler));
  understood = tcp_parameter_read_wish (parameter, value, wish, error);
  if (understood && !tcp_sampler_steer (self->sampler, wish, error))
    g_clear_pointer (&understood, g_variant_unref);
  pthread_mutex_unlock (&self->sampler_mutex);
  return g_steal_pointer (&understood);
}

static GVariant *
apply_config (TcpSource *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_autoptr (TcpConfig) config = tcp_config_copy (self->config);
  GVariant *understood = tcp_parameter_read (parameter, value, config, error);

  if (!understood)
    return NULL;
  pthread_mutex_lock (&self->mutex);
  g_clear_pointer (&self->config, tcp_config_unref);
  self->config = g_steal_pointer (&config);
  pthread_mutex_unlock (&self->mutex);
  gscope_source_wake (GSCOPE_SOURCE (self));
  if (self->config->namespace[0])
    add_releaser (self);
  return understood;
}

static GVariant *
tcp_source_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return tcp_parameter_is_wish (parameter)
             ? apply_wish (TCP_SOURCE (source), parameter, value, error)
             : apply_config (TCP_SOURCE (source), parameter, value, error);
}

static void
tcp_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeSourceClass *parent_class = GSCOPE_SOURCE_CLASS (tcp_source_parent_class);

  if (!tcp_parameter_is_wish (parameter))
    {
      parent_class->apply_async (source, parameter, value, cancellable, callback, user_data);
      return;
    }
  source_thread_apply (source, parameter, value, gscope_source_wake, cancellable, callback,
                       user_data);
  add_releaser (TCP_SOURCE (source));
}

/* Permanent signals. */

static void
add_signal (TcpSource *self, GscopeSignal *signal)
{
  gscope_source_add_signal (GSCOPE_SOURCE (self), signal, NULL);
  g_object_unref (signal);
}

static TcpProbe *
add_busiest (TcpSource *self)
{
  static const TcpMetric metrics[] = { TCP_METRIC_CWND,         TCP_METRIC_NOTSENT,
                                       TCP_METRIC_SRTT,         TCP_METRIC_DELIVERY_RATE,
                                       TCP_METRIC_BLOCKED,      TCP_METRIC_SENDER_DELAY,
                                       TCP_METRIC_NETWORK_DELAY };
  const TcpSocket none = { 0 };
  TcpProbe *probe = tcp_probe_new (&none);

  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    add_signal (self, tcp_metric_signal_new ("busiest", metrics[i], &probe->producers[metrics[i]]));
  return probe;
}

static void
add_totals (TcpSource *self, GscopeProducer *producers[TCP_N_TOTALS])
{
  static const struct
  {
    const char *name;
    const char *unit;
    const char *description;
  } totals[TCP_N_TOTALS] = {
    [TCP_TOTAL_FLOWS] = { "flows", "", N_ ("Flows that pass the filter") },
    [TCP_TOTAL_SHOWN] = { "shown", "", N_ ("Flows that have signals") },
    [TCP_TOTAL_ESTABLISHED] = { "established", "/s", N_ ("Flows established") },
    [TCP_TOTAL_RETRANSMITS] = { "retransmits", "packets/s",
                                N_ ("Packets retransmitted by all flows") },
    [TCP_TOTAL_LIMITED] = { "limited", "", N_ ("Flows whose send buffers this source limits") },
    [TCP_TOTAL_CWND] = { "cwnd", "packets", N_ ("Mean congestion window of the shown flows") },
  };

  for (guint i = 0; i < TCP_N_TOTALS; i++)
    add_signal (self, tcp_signal_new ("all", totals[i].name, totals[i].unit, totals[i].description,
                                      &producers[i]));
}

static void
tcp_source_constructed (GObject *object)
{
  TcpSource *self = TCP_SOURCE (object);
  GscopeProducer *totals[TCP_N_TOTALS];
  TcpProbe *busiest;

  G_OBJECT_CLASS (tcp_source_parent_class)->constructed (object);
  self->flows = tcp_flows_new (GSCOPE_SOURCE (self));
  self->probes = tcp_flows_create_probes (self->flows);
  self->waker = gscope_waker_new ("[tcp] report", G_PRIORITY_DEFAULT, on_report, self);
  busiest = add_busiest (self);
  add_totals (self, totals);
  pthread_mutex_lock (&self->sampler_mutex);
  self->sampler = tcp_sampler_new (busiest, totals);
  pthread_mutex_unlock (&self->sampler_mutex);
  tcp_parameters_add_to (GSCOPE_SOURCE (self), self->config);
}

static void
tcp_source_dispose (GObject *object)
{
  g_source_destroy (TCP_SOURCE (object)->waker);
  remove_releaser (TCP_SOURCE (object));
  G_OBJECT_CLASS (tcp_source_parent_class)->dispose (object);
}

static void
tcp_source_finalize (GObject *object)
{
  TcpSource *self = TCP_SOURCE (object);

  g_source_unref (self->waker);
  /* synchronizes with the last thread that used it */
  pthread_mutex_lock (&self->sampler_mutex);
  tcp_sampler_free (self->sampler);
  pthread_mutex_unlock (&self->sampler_mutex);
  tcp_flows_free (self->flows);
  g_ptr_array_unref (self->probes);
  tcp_config_unref (self->config);
  g_clear_pointer (&self->report, tcp_report_free);
  pthread_mutex_destroy (&self->mutex);
  pthread_mutex_destroy (&self->sampler_mutex);
  G_OBJECT_CLASS (tcp_source_parent_class)->finalize (object);
}

/* Only these parameters change other programs; the others select the shown flows. */
static void
list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  static const char *const names[] = { "steered", "method", "a", "b", "congestion-control", NULL };

  gscope_demand_add_steering (demands, parameters, names, "org.gscope.Gscope.steer-connections");
}

static void
tcp_source_class_init (TcpSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = tcp_source_constructed;
  object_class->dispose = tcp_source_dispose;
  object_class->finalize = tcp_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = "org.gscope.Gscope.observe-network";
  source_class->list_demands = list_demands;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->start = tcp_source_start;
  source_class->stop_async = tcp_source_stop_async;
  source_class->poll = tcp_source_poll;
  source_class->check = tcp_source_check;
  source_class->apply = tcp_source_apply;
  source_class->apply_async = tcp_source_apply_async;
}

static void
tcp_source_init (TcpSource *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  pthread_mutex_init (&self->sampler_mutex, NULL);
  self->config = tcp_config_new ();
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "tcp", TCP_TYPE_SOURCE, _ ("TCP flows"),
                                   _ ("TCP flows of this machine: congestion window, round-trip "
                                      "time, losses, unsent bytes, buffers and rates."),
                                   "tcp", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
