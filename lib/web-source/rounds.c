/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <web-source/rounds.h>

#include <glib/gi18n-lib.h>
#include <gscope/trace/gap.h>
#include <main-source.h>

#define FIRST_DELAY GSCOPE_SEC
#define LAST_DELAY (60 * GSCOPE_SEC)

struct _WebRounds
{
  GscopeSource *source;
  void (*begin) (GscopeSource *source);
  gint64 interval;
  gint64 begun;
  guint n_failures;
  /* after the next failure */
  gint64 delay;
  GSource *timer;
  /* until the first round has ended */
  GTask *starting;

  /* words of signals: how long the last round took, ms; rounds without an answer; signals without a
   * value in the last round */
  double response;
  double failures;
  double missing;
};

#define WORD(member) G_STRUCT_OFFSET (WebRounds, member)

static const GscopeSourceSignal signals[] = {
  { "response", N_ ("Response time"), "ms", N_ ("How long the server took to answer all requests"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (response), .line_mode = GSCOPE_LINE_MODE_STEPS,
    .period = GSCOPE_SEC },
  { "failures", N_ ("Failed Attempts"), NULL, N_ ("Attempts in which the server did not answer"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (failures), .line_mode = GSCOPE_LINE_MODE_STEPS,
    .period = GSCOPE_SEC },
  { "missing", N_ ("Missing values"), NULL, N_ ("Signals without a value in the last answer"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (missing), .line_mode = GSCOPE_LINE_MODE_STEPS,
    .period = GSCOPE_SEC },
};

static void
store (double *word, double value)
{
  __atomic_store (word, &value, __ATOMIC_RELAXED);
}

static void
clear_figures (WebRounds *self, double value)
{
  store (&self->response, value);
  store (&self->failures, value);
  store (&self->missing, value);
}

WebRounds *
web_rounds_new (GscopeSource *source, void (*begin) (GscopeSource *source))
{
  WebRounds *self = g_new0 (WebRounds, 1);

  self->source = source;
  self->begin = begin;
  self->interval = GSCOPE_SEC;
  self->delay = FIRST_DELAY;
  clear_figures (self, gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED));
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    gscope_source_declare_signal (source, &signals[i], NULL, NULL, self);
  return self;
}

void
web_rounds_free (WebRounds *self)
{
  web_rounds_stop (self);
  g_free (self);
}

void
web_rounds_set_interval (WebRounds *self, gint64 interval)
{
  self->interval = interval;
}

gint64
web_rounds_get_begin (WebRounds *self)
{
  return self->begun;
}

static void
begin_round (WebRounds *self)
{
  self->begun = gscope_clock_get_time (gscope_source_get_clock (self->source));
  self->begin (self->source);
}

static gboolean
on_timer (gpointer data)
{
  WebRounds *self = data;

  g_clear_pointer (&self->timer, main_source_drop);
  begin_round (self);
  return G_SOURCE_REMOVE;
}

static void
begin_later (WebRounds *self, gint64 wait)
{
  self->timer = gscope_clock_create_timeout (gscope_source_get_clock (self->source), wait);
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_set_static_name (self->timer, "[gscope] round of requests");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

void
web_rounds_start (WebRounds *self, GAsyncReadyCallback callback, gpointer user_data)
{
  self->starting = g_task_new (self->source, NULL, callback, user_data);
  self->n_failures = 0;
  self->delay = FIRST_DELAY;
  clear_figures (self, 0);
  store (&self->response, gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE));
  begin_round (self);
}

void
web_rounds_stop (WebRounds *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  clear_figures (self, gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED));
}

/* Returns how long to wait. */
static gint64
fail (WebRounds *self, const GError *error)
{
  gint64 wait = MAX (self->delay, self->interval);
  g_autofree char *status = g_strdup_printf (_ ("%s; the next attempt is in %d s"), error->message,
                                             (int) (wait / GSCOPE_SEC));

  store (&self->failures, ++self->n_failures);
  store (&self->response, gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT));
  self->delay = MIN (2 * self->delay, LAST_DELAY);
  gscope_source_set_status (self->source, GSCOPE_SOURCE_STATE_TROUBLE, status);
  return wait;
}

static gint64
succeed (WebRounds *self, const char *trouble)
{
  gint64 took = gscope_clock_get_time (gscope_source_get_clock (self->source)) - self->begun;

  store (&self->response, (double) took / GSCOPE_MSEC);
  self->delay = FIRST_DELAY;
  gscope_source_set_status (
      self->source, trouble ? GSCOPE_SOURCE_STATE_TROUBLE : GSCOPE_SOURCE_STATE_RUNNING, trouble);
  /* rounds that would have begun meanwhile are left out */
  return self->interval - took % self->interval;
}

void
web_rounds_end (WebRounds *self, guint n_missing, const GError *error, const char *trouble)
{
  g_autoptr (GTask) starting = g_steal_pointer (&self->starting);

  store (&self->missing, n_missing);
  begin_later (self, error ? fail (self, error) : succeed (self, trouble));
  if (starting)
    g_task_return_boolean (starting, TRUE);
}
