/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "instance.h"
#include "reader.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <pthread.h>
#include <schedule-source/rows.h>
#include <schedule-source/selection.h>
#include <tsl-source/source-thread.h>

#define ACTION "org.gscope.Gscope.trace-kernel"

enum
{
  MAX_EVENTS = 32,
};

struct _TracefsSource
{
  GscopeSource parent_instance;

  /* used in the main context; the base class frees the options */
  GStrv events;
  gint64 kilobytes;
  const TraceFeed *own_feed;
  GSource *waker;
  ScheduleRows *schedule;
  ScheduleSelection *selection;

  /* written in the main context, read by the worker; accessed atomically */
  gboolean with_marks;
  /* written by the worker */
  guint64 n_lost;
  guint64 n_over_limit;
  guint64 n_unseen;

  /* protects reader and rows: the worker uses them, or the main context replaces them */
  pthread_mutex_t reading;
  TraceReader *reader;
  /* TraceRow */
  GPtrArray *rows;

  /* held by the threads that open and close readers and set filters */
  pthread_mutex_t changing;
  TraceReader *ending;

  /* TraceEvent: markers, from the worker to the main context */
  pthread_mutex_t mail_mutex;
  GArray *mail;
};

G_DEFINE_FINAL_TYPE (TracefsSource, tracefs_source, GSCOPE_TYPE_SOURCE)

static void
clear_mark (gpointer data)
{
  g_free (((TraceEvent *) data)->text);
}

static GArray *
new_marks (void)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (TraceEvent));

  g_array_set_clear_func (marks, clear_mark);
  return marks;
}

/* The worker. */

static void
read_events (TracefsSource *self)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TraceEvent));
  const gboolean with_marks = __atomic_load_n (&self->with_marks, __ATOMIC_RELAXED);
  gboolean has_news = trace_reader_read (self->reader, marks, with_marks);
  TraceCounts counts;

  counts = trace_reader_count (self->reader);
  __atomic_store_n (&self->n_lost, counts.n_lost, __ATOMIC_RELAXED);
  __atomic_store_n (&self->n_over_limit, counts.n_over_limit, __ATOMIC_RELAXED);
  __atomic_store_n (&self->n_unseen, counts.n_unseen, __ATOMIC_RELAXED);
  if (marks->len > 0)
    {
      pthread_mutex_lock (&self->mail_mutex);
      g_array_append_vals (self->mail, marks->data, marks->len);
      pthread_mutex_unlock (&self->mail_mutex);
    }
  if (has_news || marks->len > 0)
    g_source_set_ready_time (self->waker, 0);
}

static void
tracefs_source_poll (GscopeSource *source, gint64 time)
{
  TracefsSource *self = TRACEFS_SOURCE (source);

  pthread_mutex_lock (&self->reading);
  if (self->reader)
    read_events (self);
  else
    for (guint i = 0; i < self->rows->len; i++)
      ((TraceRow *) self->rows->pdata[i])->value = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  pthread_mutex_unlock (&self->reading);
}

/* The main context. */

/* Returns the markers that the main context has not seen. */
static GArray *
take_mail (TracefsSource *self)
{
  GArray *marks;

  pthread_mutex_lock (&self->mail_mutex);
  marks = g_steal_pointer (&self->mail);
  self->mail = new_marks ();
  pthread_mutex_unlock (&self->mail_mutex);
  return marks;
}

static void
show_schedule (TracefsSource *self)
{
  g_autoptr (GPtrArray) added = NULL;
  g_autoptr (GPtrArray) ended = NULL;
  ScheduleLanes *lanes;

  pthread_mutex_lock (&self->reading);
  lanes = self->reader ? trace_reader_get_lanes (self->reader) : NULL;
  if (lanes)
    {
      added = schedule_lanes_take_added (lanes);
      ended = schedule_lanes_take_ended (lanes);
    }
  pthread_mutex_unlock (&self->reading);
  if (added)
    schedule_rows_show (self->schedule, added, ended);
}

static void
choose_threads (gpointer data)
{
  TracefsSource *self = data;
  ScheduleLanes *lanes;

  pthread_mutex_lock (&self->reading);
  lanes = self->reader ? trace_reader_get_lanes (self->reader) : NULL;
  if (lanes)
    schedule_selection_show (self->selection, lanes);
  pthread_mutex_unlock (&self->reading);
}

/* The rows of events stay while the source runs. */
static gboolean
on_mail (gpointer data)
{
  TracefsSource *self = data;
  g_autoptr (GArray) marks = take_mail (self);

  for (guint i = 0; i < marks->len; i++)
    {
      const TraceEvent *event = &g_array_index (marks, TraceEvent, i);
      const TraceRow *row = self->rows->pdata[event->kind];

      gscope_source_mark_at (GSCOPE_SOURCE (self), event->time, row->choice->name, event->text);
    }
  show_schedule (self);
  return G_SOURCE_CONTINUE;
}

static void
tracefs_source_count_lost (GscopeSource *source, GscopeTally *tally)
{
  TracefsSource *self = TRACEFS_SOURCE (source);

  tally->counts[GSCOPE_LOSS_RING_FULL] += __atomic_load_n (&self->n_lost, __ATOMIC_RELAXED);
  tally->counts[GSCOPE_LOSS_LIMIT] += __atomic_load_n (&self->n_over_limit, __ATOMIC_RELAXED);
  tally->counts[GSCOPE_LOSS_UNSEEN] += __atomic_load_n (&self->n_unseen, __ATOMIC_RELAXED);
}

/* The chosen events. */

static GPtrArray *
parse_events (const char *const *events, GError **error)
{
  g_autoptr (GPtrArray) choices =
      g_ptr_array_new_with_free_func ((GDestroyNotify) trace_choice_free);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; events[i]; i++)
    {
      TraceChoice *choice = trace_choice_parse (events[i], error);

      if (!choice)
        return NULL;
      g_ptr_array_add (choices, choice);
      if (g_hash_table_add (names, choice->name) && choices->len <= MAX_EVENTS)
        continue;
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("at most %d events can be chosen, and no two of one name, such as “%s”"),
                   MAX_EVENTS, choice->name);
      return NULL;
    }
  return g_steal_pointer (&choices);
}

/* Signals are removed without the mutex, which the worker takes while it is waited for. */
static void
set_rows (TracefsSource *self, GPtrArray *choices)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) trace_row_free), *old;

  pthread_mutex_lock (&self->reading);
  old = self->rows;
  self->rows = g_ptr_array_new ();
  pthread_mutex_unlock (&self->reading);
  for (guint i = 0; i < old->len; i++)
    trace_row_remove (old->pdata[i]);
  g_ptr_array_unref (old);
  while (choices->len > 0)
    g_ptr_array_add (rows,
                     trace_row_new (GSCOPE_SOURCE (self), g_ptr_array_steal_index (choices, 0)));
  pthread_mutex_lock (&self->reading);
  g_ptr_array_unref (self->rows);
  self->rows = rows;
  pthread_mutex_unlock (&self->reading);
}

static gboolean
take_events (gpointer data, GVariant *value, GError **error)
{
  g_autofree const char **events = g_variant_get_strv (value, NULL);
  g_autoptr (GPtrArray) choices = parse_events (events, error);

  if (!choices)
    return FALSE;
  set_rows (data, choices);
  return TRUE;
}

/* Filters. */

static gboolean
is_filter (GscopeParameter *parameter)
{
  return gscope_parameter_get_group (parameter)[0] != '\0';
}

static TraceRow *
find_row (TracefsSource *self, GscopeParameter *parameter)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      TraceRow *row = self->rows->pdata[i];

      if (row->filter == parameter)
        return row;
    }
  return NULL;
}

/* The reader is not freed while `changing` is held. */
static gboolean
set_filter (TracefsSource *self, GscopeParameter *parameter, const char *filter, GError **error)
{
  TraceReader *reader;
  TraceRow *row;

  pthread_mutex_lock (&self->reading);
  reader = self->reader;
  row = find_row (self, parameter);
  pthread_mutex_unlock (&self->reading);
  if (!row || (reader && !trace_reader_set_filter (reader, row->choice, filter, error)))
    return row == NULL;
  g_free (row->choice->filter);
  row->choice->filter = g_strdup (filter);
  return TRUE;
}

static GVariant *
tracefs_source_check (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                      GError **error)
{
  if (is_filter (parameter) && !trace_filter_check (g_variant_get_string (value, NULL), error))
    return NULL;
  return GSCOPE_SOURCE_CLASS (tracefs_source_parent_class)->check (source, parameter, value, error);
}

/* The kernel takes a while for a filter: this runs on a thread. */
static GVariant *
tracefs_source_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                      GError **error)
{
  TracefsSource *self = TRACEFS_SOURCE (source);
  const char *filter;
  gboolean is_set;

  if (!is_filter (parameter))
    return GSCOPE_SOURCE_CLASS (tracefs_source_parent_class)
        ->apply (source, parameter, value, error);
  filter = g_variant_get_string (value, NULL);
  if (!trace_filter_check (filter, error))
    return NULL;
  pthread_mutex_lock (&self->changing);
  is_set = set_filter (self, parameter, filter, error);
  pthread_mutex_unlock (&self->changing);
  return is_set ? g_variant_ref (value) : NULL;
}

static void
tracefs_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  if (is_filter (parameter))
    source_thread_apply (source, parameter, value, NULL, cancellable, callback, user_data);
  else
    GSCOPE_SOURCE_CLASS (tracefs_source_parent_class)
        ->apply_async (source, parameter, value, cancellable, callback, user_data);
}

/* Start and stop. */

/* The result of the thread that starts the reader. */
typedef struct
{
  TraceReader *reader;
  GString *problems;
  GError *error;
  /* source_thread_hand_over() */
  int turn;
} Start;

static void
start_free (gpointer data)
{
  Start *self = data;

  g_clear_pointer (&self->reader, trace_reader_free);
  g_string_free (self->problems, TRUE);
  g_clear_error (&self->error);
  g_free (self);
}

static GPtrArray *
list_choices (TracefsSource *self)
{
  GPtrArray *choices = g_ptr_array_new ();

  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (choices, ((TraceRow *) self->rows->pdata[i])->choice);
  return choices;
}

static void
open_reader (TracefsSource *self, Start *start)
{
  g_autoptr (GPtrArray) choices = list_choices (self);
  TraceFeed feed;

  if (self->own_feed)
    feed = *self->own_feed;
  else if (!trace_instance_open (&feed, choices, (guint) self->kilobytes, start->problems,
                                 &start->error))
    return;
  start->reader = trace_reader_new (&feed, self->rows, start->problems);
}

static void
start_on_thread (GTask *own, gpointer object, gpointer task, GCancellable *cancellable)
{
  TracefsSource *self = g_task_get_source_object (task);
  Start *start = g_new0 (Start, 1);

  start->problems = g_string_new (NULL);
  pthread_mutex_lock (&self->changing);
  open_reader (self, start);
  pthread_mutex_unlock (&self->changing);
  source_thread_hand_over (&start->turn);
  g_task_return_pointer (own, start, start_free);
}

static gboolean
show_start (GscopeSource *source, const Start *start, GError **error)
{
  gscope_source_set_locked (source,
                            g_error_matches (start->error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE));
  if (start->error)
    g_set_error (error, start->error->domain, start->error->code,
                 _ ("the kernel's events are not recorded: %s"), start->error->message);
  else if (start->problems->len > 0)
    gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, start->problems->str);
  return start->error == NULL;
}

static gboolean
has_switches (TracefsSource *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (trace_choice_is_switch (((TraceRow *) self->rows->pdata[i])->choice))
      return TRUE;
  return FALSE;
}

/* The signals of the former start go. Without the mutex, as in set_rows(). */
static void
begin_schedule (TracefsSource *self, TraceReader *reader)
{
  const gboolean is_shown = has_switches (self);
  g_autoptr (GArray) numbers =
      is_shown ? schedule_processors_parse ("", trace_reader_count_processors (reader), NULL)
               : g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *processors = schedule_rows_reset (self->schedule, numbers);

  if (is_shown)
    trace_reader_show_schedule (reader, gscope_source_get_clock (GSCOPE_SOURCE (self)), processors);
  else
    g_array_unref (processors);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  TracefsSource *self = g_task_get_source_object (task);
  Start *start = g_task_propagate_pointer (G_TASK (result), NULL);
  GError *error = NULL;
  gboolean is_started;

  source_thread_hand_over (&start->turn);
  is_started = show_start (GSCOPE_SOURCE (self), start, &error);
  if (start->reader)
    begin_schedule (self, start->reader);
  pthread_mutex_lock (&self->reading);
  self->reader = g_steal_pointer (&start->reader);
  pthread_mutex_unlock (&self->reading);
  choose_threads (self);
  start_free (start);
  if (is_started)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
tracefs_source_start_async (GscopeSource *source, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = source_thread_task_new (source, cancellable, callback, user_data);

  source_thread_run (task, start_on_thread, on_started);
}

static void
take_away (TracefsSource *self)
{
  pthread_mutex_lock (&self->reading);
  self->ending = g_steal_pointer (&self->reader);
  pthread_mutex_unlock (&self->reading);
}

static void
end (GscopeSource *source)
{
  TracefsSource *self = TRACEFS_SOURCE (source);

  pthread_mutex_lock (&self->changing);
  g_clear_pointer (&self->ending, trace_reader_free);
  pthread_mutex_unlock (&self->changing);
}

static void
tracefs_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  take_away (TRACEFS_SOURCE (source));
  g_array_unref (take_mail (TRACEFS_SOURCE (source)));
  source_thread_stop (source, end, NULL, callback, user_data);
}

void
tracefs_source_set_feed (TracefsSource *self, const TraceFeed *feed)
{
  self->own_feed = feed;
}

/* Construction. */

#define WORD(member) G_STRUCT_OFFSET (TracefsSource, member)

static const GscopeSourceParameter parameters[] = {
  { "markers", N_ ("Markers"), NULL,
    N_ ("Show events as markers, at most 100 of a second; further ones are counted as lost"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (with_marks), .initial = TRUE },
  { .name = NULL },
};

static const GscopeSourceOption options[] = {
  { "events", "as", N_ ("Events"),
    N_ ("Events of the kernel, each as SYSTEM:EVENT, perhaps with fields that become signals and a "
        "filter: “irq:irq_handler_entry irq if irq == 9”"),
    "['sched:sched_process_fork', 'sched:sched_process_exec', 'sched:sched_process_exit']", NULL,
    WORD (events), .take = take_events },
  { "buffer", "x", N_ ("Buffer"),
    N_ ("Kilobytes of the kernel's memory in which events of a processor wait to be read"), "1024",
    .offset = WORD (kilobytes), .min = 64, .max = 65536 },
  { .name = NULL },
};

static void
tracefs_source_constructed (GObject *object)
{
  TracefsSource *self = TRACEFS_SOURCE (object);
  g_autoptr (GPtrArray) choices = NULL;

  G_OBJECT_CLASS (tracefs_source_parent_class)->constructed (object);
  self->waker = gscope_waker_new ("[gscope] tracefs", G_PRIORITY_DEFAULT, on_mail, self);
  self->selection = schedule_selection_new (GSCOPE_SOURCE (self), choose_threads);
  if (self->rows->len > 0)
    return;
  choices = parse_events ((const char *const *) self->events, NULL);
  set_rows (self, choices);
}

static void
tracefs_source_dispose (GObject *object)
{
  TracefsSource *self = TRACEFS_SOURCE (object);

  take_away (self);
  end (GSCOPE_SOURCE (self));
  g_source_destroy (self->waker);
  G_OBJECT_CLASS (tracefs_source_parent_class)->dispose (object);
}

static void
tracefs_source_finalize (GObject *object)
{
  TracefsSource *self = TRACEFS_SOURCE (object);

  g_array_unref (self->mail);
  g_ptr_array_unref (self->rows);
  schedule_rows_free (self->schedule);
  schedule_selection_free (self->selection);
  g_source_unref (self->waker);
  pthread_mutex_destroy (&self->reading);
  pthread_mutex_destroy (&self->changing);
  pthread_mutex_destroy (&self->mail_mutex);
  G_OBJECT_CLASS (tracefs_source_parent_class)->finalize (object);
}

static void
tracefs_source_class_init (TracefsSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = tracefs_source_constructed;
  object_class->dispose = tracefs_source_dispose;
  object_class->finalize = tracefs_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = ACTION;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->parameters = parameters;
  source_class->options = options;
  source_class->start_async = tracefs_source_start_async;
  source_class->stop_async = tracefs_source_stop_async;
  source_class->poll = tracefs_source_poll;
  source_class->check = tracefs_source_check;
  source_class->apply = tracefs_source_apply;
  source_class->apply_async = tracefs_source_apply_async;
  source_class->count_lost = tracefs_source_count_lost;
}

static void
tracefs_source_init (TracefsSource *self)
{
  pthread_mutex_init (&self->reading, NULL);
  pthread_mutex_init (&self->changing, NULL);
  pthread_mutex_init (&self->mail_mutex, NULL);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) trace_row_free);
  self->mail = new_marks ();
  self->schedule = schedule_rows_new (GSCOPE_SOURCE (self));
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "tracefs", TRACEFS_TYPE_SOURCE, _ ("Kernel events"),
      _ ("Tracepoints of the kernel: events as markers, and numbers of their fields as signals."),
      "tracefs", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
