/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "reader.h"
#include "show.h"
#include <glib/gi18n-lib.h>
#include <pthread.h>

struct _ProcSource
{
  GscopeSource parent_instance;

  /* used in the main thread */
  ProcOptions options;
  ProcShow *show;
  GSource *waker;
  GThread *starter;
  GTask *starting;
  /* faults of the last read, NULL before the first one; and the error of a signal that could not be
   * added */
  char *problems;
  char *refusal;

  /* written in the main thread, read by the worker; accessed atomically */
  gboolean is_running;
  int choice;
  gboolean with_loopback;
  /* written by the worker: reads without a number */
  guint64 n_failed;

  /* protects the reader: the worker uses it, or a thread that starts the source */
  pthread_mutex_t reading;
  ProcReader *reader;

  /* passed from the reading thread to the main thread */
  pthread_mutex_t mail;
  ProcChanges changes;
  gboolean has_begun;
};

G_DEFINE_FINAL_TYPE (ProcSource, proc_source, GSCOPE_TYPE_SOURCE)

/* The reading thread. */

static void
deliver (ProcSource *self)
{
  gboolean any;

  pthread_mutex_lock (&self->mail);
  any = proc_reader_take_changes (self->reader, &self->changes);
  pthread_mutex_unlock (&self->mail);
  if (any)
    g_source_set_ready_time (self->waker, 0);
}

static void
read_all (ProcSource *self)
{
  ProcSettings settings = { __atomic_load_n (&self->with_loopback, __ATOMIC_RELAXED) };

  proc_reader_read (self->reader, &settings, __atomic_load_n (&self->choice, __ATOMIC_RELAXED));
  __atomic_store_n (&self->n_failed, proc_reader_count_failed (self->reader), __ATOMIC_RELAXED);
  deliver (self);
}

static void
proc_source_poll (GscopeSource *source, gint64 time)
{
  ProcSource *self = PROC_SOURCE (source);

  pthread_mutex_lock (&self->reading);
  if (self->reader && __atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    read_all (self);
  else if (self->reader)
    proc_reader_clear (self->reader, GSCOPE_GAP_CAUSE_STOPPED);
  pthread_mutex_unlock (&self->reading);
}

static void
drop_mail (ProcSource *self)
{
  pthread_mutex_lock (&self->mail);
  proc_changes_clear (&self->changes);
  proc_changes_init (&self->changes);
  pthread_mutex_unlock (&self->mail);
}

/* Reads for the first time, so that a started source has its signals. */
static gpointer
begin (gpointer data)
{
  ProcSource *self = data;

  pthread_mutex_lock (&self->reading);
  drop_mail (self);
  g_clear_pointer (&self->reader, proc_reader_free);
  self->reader = proc_reader_new (&self->options, gscope_source_get_clock (data));
  __atomic_store_n (&self->is_running, TRUE, __ATOMIC_RELAXED);
  read_all (self);
  pthread_mutex_unlock (&self->reading);

  pthread_mutex_lock (&self->mail);
  self->has_begun = TRUE;
  pthread_mutex_unlock (&self->mail);
  g_source_set_ready_time (self->waker, 0);
  return NULL;
}

/* The main thread. */

static void
show_status (ProcSource *self)
{
  const char *problems = self->problems ? self->problems : "";
  g_autofree char *status =
      g_strconcat (problems, problems[0] && self->refusal ? "; " : "", self->refusal, NULL);

  gscope_source_set_status (GSCOPE_SOURCE (self),
                            status[0] ? GSCOPE_SOURCE_STATE_TROUBLE : GSCOPE_SOURCE_STATE_RUNNING,
                            status);
}

static void
show_changes (ProcSource *self, ProcChanges *changes)
{
  for (guint i = 0; i < changes->gone->len; i++)
    {
      proc_show_end (self->show, changes->gone->pdata[i]);
      g_ptr_array_remove (changes->added, changes->gone->pdata[i]);
    }
  for (guint i = 0; i < changes->added->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (proc_show_add (self->show, changes->added->pdata[i], &error))
        continue;
      g_free (self->refusal);
      self->refusal = g_strdup (error->message);
    }
  if (changes->status)
    {
      g_free (self->problems);
      self->problems = g_strdup (changes->status);
    }
  if (changes->status || self->refusal)
    show_status (self);
}

/* Returns whether a start has completed. */
static gboolean
take_mail (ProcSource *self)
{
  ProcChanges changes;
  gboolean has_begun;

  pthread_mutex_lock (&self->mail);
  changes = self->changes;
  proc_changes_init (&self->changes);
  has_begun = self->has_begun;
  self->has_begun = FALSE;
  pthread_mutex_unlock (&self->mail);
  if (__atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    show_changes (self, &changes);
  proc_changes_clear (&changes);
  return has_begun;
}

static gboolean
on_mail (gpointer data)
{
  ProcSource *self = data;
  g_autoptr (GTask) started = NULL;

  if (!take_mail (self))
    return G_SOURCE_CONTINUE;
  g_thread_join (g_steal_pointer (&self->starter));
  started = g_steal_pointer (&self->starting);
  g_task_return_boolean (started, TRUE);
  return G_SOURCE_CONTINUE;
}

static void
proc_source_start_async (GscopeSource *source, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  ProcSource *self = PROC_SOURCE (source);

  proc_show_clear (self->show);
  g_clear_pointer (&self->problems, g_free);
  g_clear_pointer (&self->refusal, g_free);
  self->starting = g_task_new (self, NULL, callback, user_data);
  self->starter = g_thread_new ("proc start", begin, self);
}

static void
proc_source_stop (GscopeSource *source)
{
  take_mail (PROC_SOURCE (source));
  __atomic_store_n (&PROC_SOURCE (source)->is_running, FALSE, __ATOMIC_RELAXED);
}

static void
proc_source_count_lost (GscopeSource *source, GscopeTally *tally)
{
  tally->counts[GSCOPE_LOSS_MALFORMED] +=
      __atomic_load_n (&PROC_SOURCE (source)->n_failed, __ATOMIC_RELAXED);
}

static const GscopeSourceParameter proc_parameters[] = {
  { "cpu-time", N_ ("CPU time"), NULL, N_ ("The kind of time that is shown of each core"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, G_STRUCT_OFFSET (ProcSource, choice),
    .nicks = proc_cpu_nicks, .titles = proc_cpu_titles },
  { "loopback", N_ ("Loopback interface"), NULL,
    N_ ("Include the traffic of the loopback interface"), GSCOPE_PARAMETER_TYPE_BOOLEAN,
    G_STRUCT_OFFSET (ProcSource, with_loopback), .initial = FALSE },
  { .name = NULL },
};

static gboolean
take_root (gpointer self, GVariant *value, GError **error)
{
  return proc_options_check_root (g_variant_get_string (value, NULL), error);
}

static gboolean
take_probes (gpointer data, GVariant *value, GError **error)
{
  ProcSource *self = data;
  GPtrArray *probes = proc_options_read_probes (value, error);

  if (!probes)
    return FALSE;
  g_ptr_array_unref (self->options.probes);
  self->options.probes = probes;
  return TRUE;
}

static const char *const entries[] = { "cpu",     "cpu-times", "load",       "memory",
                                       "network", "disk",      "interrupts", NULL };

static const GscopeSourceOption proc_options[] = {
  { "entries", "as", N_ ("Readings"),
    N_ ("Ready entries to show: names of groups of files of the kernel"),
    "['cpu', 'load', 'memory', 'network', 'disk']", entries,
    .offset = G_STRUCT_OFFSET (ProcSource, options.entries) },
  { "root", "s", N_ ("Directory"), N_ ("Directory of the kernel's files"), "'/proc'",
    .offset = G_STRUCT_OFFSET (ProcSource, options.root), .take = take_root },
  /* without a title: too complex for a dialog */
  { "signals", "av", .take = take_probes },
  { .name = NULL },
};

static void
proc_source_constructed (GObject *object)
{
  ProcSource *self = PROC_SOURCE (object);

  G_OBJECT_CLASS (proc_source_parent_class)->constructed (object);
  self->show = proc_show_new (GSCOPE_SOURCE (self));
  self->waker = gscope_waker_new ("[gscope] proc changes", G_PRIORITY_DEFAULT, on_mail, self);
}

static void
proc_source_dispose (GObject *object)
{
  g_source_destroy (PROC_SOURCE (object)->waker);
  G_OBJECT_CLASS (proc_source_parent_class)->dispose (object);
}

static void
proc_source_finalize (GObject *object)
{
  ProcSource *self = PROC_SOURCE (object);

  proc_show_free (self->show);
  g_clear_pointer (&self->reader, proc_reader_free);
  g_ptr_array_unref (self->options.probes);
  proc_changes_clear (&self->changes);
  g_source_unref (self->waker);
  pthread_mutex_destroy (&self->reading);
  pthread_mutex_destroy (&self->mail);
  g_free (self->problems);
  g_free (self->refusal);
  G_OBJECT_CLASS (proc_source_parent_class)->finalize (object);
}

static void
proc_source_class_init (ProcSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = proc_source_constructed;
  object_class->dispose = proc_source_dispose;
  object_class->finalize = proc_source_finalize;
  source_class->may_block = TRUE;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->parameters = proc_parameters;
  source_class->options = proc_options;
  source_class->list_demands = proc_options_list_demands;
  source_class->start_async = proc_source_start_async;
  source_class->stop = proc_source_stop;
  source_class->poll = proc_source_poll;
  source_class->count_lost = proc_source_count_lost;
}

static void
proc_source_init (ProcSource *self)
{
  self->options.probes = g_ptr_array_new ();
  pthread_mutex_init (&self->reading, NULL);
  pthread_mutex_init (&self->mail, NULL);
  proc_changes_init (&self->changes);
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "proc", PROC_TYPE_SOURCE, _ ("Kernel figures"),
      _ ("CPU, load, memory, network, disks and interrupts, and numbers in any text file."), "proc",
      error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
