/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "rows.h"
#include "watch.h"

#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <tsl-source/source-thread.h>

struct _ReserveSource
{
  GscopeSource parent_instance;

  /* used in the main thread */
  ReserveRows *rows;
  GSource *waker;
  /* reason why reserves cannot be changed; NULL for none */
  char *refusal;

  /* written in the main thread, read by the worker; accessed atomically */
  gboolean is_running;

  /* protects the watch: the worker uses it, or the main thread during the start */
  pthread_mutex_t reading;
  ReserveWatch *watch;
};

G_DEFINE_FINAL_TYPE (ReserveSource, reserve_source, GSCOPE_TYPE_SOURCE)

/* Runs on the worker's thread once a tick. */
static void
reserve_source_poll (GscopeSource *source, gint64 time)
{
  ReserveSource *self = RESERVE_SOURCE (source);
  gboolean any = FALSE;

  pthread_mutex_lock (&self->reading);
  if (self->watch && __atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    {
      any = reserve_watch_read (self->watch, time);
      gscope_source_rest (source, reserve_watch_get_next (self->watch));
    }
  else if (self->watch)
    reserve_watch_pause (self->watch);
  pthread_mutex_unlock (&self->reading);
  if (any)
    g_source_set_ready_time (self->waker, 0);
}

/* The main thread. */

static void
show_status (ReserveSource *self, const ReserveNews *news)
{
  g_autofree char *admission = reserve_rows_describe (self->rows);
  g_autoptr (GString) text = g_string_new (admission);

  if (news->n_left_out > 0)
    {
      g_string_append (text, "; ");
      g_string_append_printf (
          text,
          g_dngettext (GETTEXT_PACKAGE, "%u thread with a reserve is not shown: the maximum is %d",
                       "%u threads with reserves are not shown: the maximum is %d",
                       news->n_left_out),
          news->n_left_out, RESERVE_MAX_TASKS);
    }
  if (news->n_freed > 0)
    {
      g_string_append (text, "; ");
      g_string_append_printf (
          text,
          g_dngettext (GETTEXT_PACKAGE,
                       "%u time the kernel gave a thread no new budget, so that it did not run: a "
                       "guard freed it, with its reserve",
                       "%u times the kernel gave a thread no new budget, so that it did not run: a "
                       "guard freed it, with its reserve",
                       news->n_freed),
          news->n_freed);
    }
  if (self->refusal)
    g_string_append_printf (text, "; %s", self->refusal);
  gscope_source_set_status (GSCOPE_SOURCE (self),
                            news->n_left_out > 0 || self->refusal ? GSCOPE_SOURCE_STATE_TROUBLE
                                                                  : GSCOPE_SOURCE_STATE_RUNNING,
                            text->str);
}

static void
show_and_clear (ReserveSource *self, ReserveNews *news)
{
  for (guint i = 0; i < news->gone->len; i++)
    {
      reserve_rows_end (self->rows, news->gone->pdata[i]);
      g_ptr_array_remove (news->added, news->gone->pdata[i]);
    }
  for (guint i = 0; i < news->added->len; i++)
    reserve_rows_add (self->rows, news->added->pdata[i]);
  reserve_rows_update_parameters (self->rows);
  show_status (self, news);
  reserve_news_clear (news);
}

/* Does not wait for a worker that is reading, which takes long because it scans all threads of the
 * machine; the worker wakes the main context again. */
static void
take_news (ReserveSource *self)
{
  ReserveNews news;

  if (pthread_mutex_trylock (&self->reading) != 0)
    return;
  reserve_watch_take_news (self->watch, &news);
  pthread_mutex_unlock (&self->reading);
  show_and_clear (self, &news);
}

static gboolean
on_news (gpointer data)
{
  ReserveSource *self = data;

  if (self->watch && __atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    take_news (self);
  return G_SOURCE_CONTINUE;
}

/* A request for the smallest possible reserve shows whether this user may change reserves. */
static void
find_refusal (ReserveSource *self)
{
  const TslDemand least = { 1024, 4000 * GSCOPE_MSEC };
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->refusal, g_free);
  if (tsl_admission_ask_kernel (&least, &error))
    return;
  gscope_source_set_locked (GSCOPE_SOURCE (self),
                            g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  if (g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE))
    self->refusal =
        g_strdup (_ ("reserves cannot be changed: this needs CAP_SYS_NICE; unlock the source, "
                     "or give the program the capability"));
  else
    self->refusal = g_strdup (error->message);
}

static gboolean
reserve_source_start (GscopeSource *source, GError **error)
{
  ReserveSource *self = RESERVE_SOURCE (source);
  ReserveNews news;

  reserve_rows_reset (self->rows);
  find_refusal (self);
  pthread_mutex_lock (&self->reading);
  g_clear_pointer (&self->watch, reserve_watch_free);
  self->watch = reserve_watch_new ();
  reserve_watch_read (self->watch, gscope_clock_get_time (gscope_source_get_clock (source)));
  reserve_watch_take_news (self->watch, &news);
  __atomic_store_n (&self->is_running, TRUE, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&self->reading);
  show_and_clear (self, &news);
  gscope_source_wake (source);
  return TRUE;
}

/* Restores the changed reserves; the rows stay visible. */
static void
reserve_source_stop (GscopeSource *source)
{
  ReserveSource *self = RESERVE_SOURCE (source);

  __atomic_store_n (&self->is_running, FALSE, __ATOMIC_RELAXED);
  reserve_rows_restore (self->rows);
  gscope_source_wake (source);
}

static void
ask_in_thread (GTask *run, gpointer object, gpointer task, GCancellable *cancellable)
{
  reserve_question_ask (g_task_get_task_data (task));
  g_task_return_boolean (run, TRUE);
}

static void
on_asked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree char *verdict = NULL;
  GError *error = NULL;
  GVariant *accepted = reserve_question_answer (g_task_get_task_data (task), &verdict, &error);

  if (accepted)
    gscope_parameter_return_checked (task, accepted, verdict);
  else
    g_task_return_error (task, error);
}

static void
reserve_source_check_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  ReserveRows *rows = RESERVE_SOURCE (source)->rows;
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  ReserveQuestion *question;
  GError *error = NULL;

  if (!reserve_rows_have (rows, parameter))
    {
      gscope_parameter_return_checked (task, g_variant_ref (value), NULL);
      return;
    }
  question = reserve_rows_ask (rows, parameter, value, &error);
  if (!question)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, question, (GDestroyNotify) reserve_question_free);
  source_thread_run (task, ask_in_thread, on_asked);
}

static GVariant *
reserve_source_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                      GError **error)
{
  return reserve_rows_apply (RESERVE_SOURCE (source)->rows, parameter, value, error);
}

static void
reserve_source_refresh (GscopeSource *source)
{
  reserve_rows_update_parameters (RESERVE_SOURCE (source)->rows);
}

static const GscopeSourceParameter reserve_parameters[] = {
  { "threshold", N_ ("Admission threshold"), "%",
    N_ ("Maximum share of each processor that all reserves together may take"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, .min = 1, .max = 100 * TSL_ADMISSION_THRESHOLD,
    .initial = 100 * TSL_ADMISSION_THRESHOLD },
  { .name = NULL },
};

static void
reserve_source_constructed (GObject *object)
{
  ReserveSource *self = RESERVE_SOURCE (object);
  GscopeSource *source = GSCOPE_SOURCE (object);

  G_OBJECT_CLASS (reserve_source_parent_class)->constructed (object);
  self->rows = reserve_rows_new (source, gscope_source_find_parameter (source, "threshold"));
  self->waker = gscope_waker_new ("[gscope] reserves", G_PRIORITY_DEFAULT, on_news, self);
}

static void
reserve_source_dispose (GObject *object)
{
  g_source_destroy (RESERVE_SOURCE (object)->waker);
  G_OBJECT_CLASS (reserve_source_parent_class)->dispose (object);
}

static void
reserve_source_finalize (GObject *object)
{
  ReserveSource *self = RESERVE_SOURCE (object);

  reserve_rows_free (self->rows);
  g_clear_pointer (&self->watch, reserve_watch_free);
  g_source_unref (self->waker);
  pthread_mutex_destroy (&self->reading);
  g_free (self->refusal);
  G_OBJECT_CLASS (reserve_source_parent_class)->finalize (object);
}

/* The parameters change reserves of other programs. */
static void
list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  gscope_demand_add_steering (demands, parameters, NULL, NULL);
}

static void
reserve_source_class_init (ReserveSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = reserve_source_constructed;
  object_class->dispose = reserve_source_dispose;
  object_class->finalize = reserve_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = "org.gscope.Gscope.reserve-time";
  source_class->list_demands = list_demands;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->parameters = reserve_parameters;
  source_class->start = reserve_source_start;
  source_class->stop = reserve_source_stop;
  source_class->check_async = reserve_source_check_async;
  source_class->apply = reserve_source_apply;
  source_class->refresh = reserve_source_refresh;
  source_class->poll = reserve_source_poll;
}

static void
reserve_source_init (ReserveSource *self)
{
  pthread_mutex_init (&self->reading, NULL);
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "reserve", RESERVE_TYPE_SOURCE, _ ("Reserves"),
      _ ("Reserves of processor time: budget, period and usage of every thread with a reserve, and "
         "the usage of all other threads."),
      "reserve", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
