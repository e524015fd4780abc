/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace-dat/trace-dat.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/states.h>
#include <gscope/text/annotation.h>
#include <gscope/text/queue.h>
#include <gscope/trace-dat/trace-events.h>
#include <gscope/trace-dat/trace-kind.h>
#include <gscope/trace/gap.h>
#include <math.h>
#include <string.h>
#include <thread-state.h>

enum
{
  MAX_NAME = 64,
  /* the busiest threads have the most of the first events */
  MAX_RANKED = 2000000,
  MAX_RANKED_PAGES = 200000,
  MAX_THREADS = 16384,
  MAX_KINDS = 64,

  IDLE = 0,
  OTHER,
  FIRST_THREAD,
};

#define GREY 0xff9a9996
#define THREADS "trace/threads/"

typedef struct
{
  gint64 pid;
  char name[MAX_NAME];
  ThreadState state;
  gint64 since;
  gint64 used;
  /* the signal of a thread that is shown; NULL for others */
  char *signal;
  guint value;
} Thread;

typedef struct
{
  gboolean is_known;
  gint64 running;
} Processor;

struct _GscopeTraceDat
{
  GscopeTraceFile *file;
  GscopeTraceEvents *events;
  GHashTable *threads;
  /* the threads that are shown */
  GPtrArray *shown;
  GArray *processors;
  /* the kinds of other events whose numbers are shown; the file has them */
  GPtrArray *kinds;
  gint64 last;
  guint64 n_lost;

  /* the markers since a time, and those that there is no room for */
  gint64 second;
  guint n_markers;
  guint64 n_beyond;

  GscopeTextQueue queue;
  /* without text */
  gboolean is_ranking;
  gboolean has_ended;
};

static void
thread_free (gpointer data)
{
  g_free (((Thread *) data)->signal);
  g_free (data);
}

/* Text. */

static void
append (GscopeTraceDat *self, const char *signal, double value)
{
  GString *text = self->queue.text;

  if (self->is_ranking)
    return;
  g_string_append_printf (text, "%" G_GINT64_FORMAT ".%06d ", self->last / GSCOPE_MSEC,
                          (int) (self->last % GSCOPE_MSEC));
  if (isnan (value))
    g_string_append (text, "nan");
  else
    g_string_append_printf (text, "%d", (int) value);
  g_string_append_printf (text, " %s\n", signal);
}

static void
append_processor (GscopeTraceDat *self, guint cpu, double value)
{
  g_autofree char *signal = g_strdup_printf ("trace/processors/cpu%u", cpu);

  append (self, signal, value);
}

/* Threads. */

static double
get_value (ThreadState state)
{
  return state < 0 ? gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE)
                   : MIN ((int) state, GSCOPE_MAX_STATES - 1);
}

static void
set_state (GscopeTraceDat *self, Thread *thread, ThreadState state)
{
  if (thread->state >= THREAD_STATE_RUNS)
    thread->used += self->last - thread->since;
  thread->since = self->last;
  if (thread->state == state)
    return;
  thread->state = state;
  if (thread->signal)
    append (self, thread->signal, get_value (state));
}

/* Returns NULL for an idle processor's thread, and beyond the bound. */
static Thread *
get_thread (GscopeTraceDat *self, gint64 pid)
{
  Thread *thread = g_hash_table_lookup (self->threads, &pid);

  if (thread || pid <= 0 || g_hash_table_size (self->threads) == MAX_THREADS)
    return thread;
  thread = g_new0 (Thread, 1);
  thread->pid = pid;
  thread->state = THREAD_STATE_UNKNOWN;
  g_hash_table_insert (self->threads, &thread->pid, thread);
  return thread;
}

/* Other events. */

static void
append_marker (GscopeTraceDat *self, const GscopeTraceKind *kind, const GscopeTraceEvent *event)
{
  g_autofree char *detail = NULL;
  g_autoptr (GscopeMarker) marker = NULL;

  if (self->last - self->second >= GSCOPE_SEC)
    {
      self->second = self->last;
      self->n_markers = 0;
    }
  if (self->n_markers == GSCOPE_TRACE_DAT_MAX_MARKERS)
    {
      self->n_beyond++;
      return;
    }
  self->n_markers++;
  detail = gscope_trace_kind_dup_text (kind, self->file, event);
  marker = gscope_marker_new (self->last, GSCOPE_MARKER_KIND_EVENT, NULL, kind->name, detail);
  gscope_annotation_append_marker (self->queue.text, marker, GSCOPE_MARKER_NEWS_ADDED);
}

static void
take_other (GscopeTraceDat *self, const GscopeTraceEvent *event, guint type)
{
  GscopeTraceKind *kind = g_hash_table_lookup (self->file->kinds, GUINT_TO_POINTER (type));

  if (!kind)
    return;
  if (self->is_ranking)
    {
      if (!kind->is_shown && self->kinds->len < MAX_KINDS)
        {
          kind->is_shown = TRUE;
          g_ptr_array_add (self->kinds, kind);
        }
      return;
    }
  if (kind->is_shown)
    gscope_trace_kind_append_samples (kind, self->file, event, self->last, self->queue.text);
  append_marker (self, kind, event);
}

/* Calls a function for each signal of other events. */
static void
visit_signals (GscopeTraceDat *self,
               void (*func) (GscopeTraceDat *self, const GscopeTraceKind *kind,
                             const GscopeTraceMember *member))
{
  for (guint i = 0; i < self->kinds->len; i++)
    {
      const GscopeTraceKind *kind = self->kinds->pdata[i];

      for (guint k = 0; k < kind->members->len; k++)
        {
          const GscopeTraceMember *member = &g_array_index (kind->members, GscopeTraceMember, k);

          if (member->signal)
            func (self, kind, member);
        }
    }
}

static void
append_gap (GscopeTraceDat *self, const GscopeTraceKind *kind, const GscopeTraceMember *member)
{
  append (self, member->signal, gscope_gap_value (GSCOPE_GAP_CAUSE_RING_FULL));
}

/* Events of the scheduler. */

static gint64
read_number (const GscopeTraceDat *self, const GscopeTraceEvent *event, GscopeTraceField field)
{
  if (field.size == 0 || field.size > event->size || field.offset > event->size - field.size)
    return 0;
  return (gint64) gscope_trace_file_get (self->file, event->data + field.offset, field.size);
}

static void
set_name (Thread *thread, const GscopeTraceEvent *event, GscopeTraceField field)
{
  gsize n = MIN (field.size, MAX_NAME - 1);

  if (n == 0 || field.offset > event->size || n > event->size - field.offset)
    return;
  memcpy (thread->name, event->data + field.offset, n);
  thread->name[n] = '\0';
}

static void
forget (GscopeTraceDat *self)
{
  GHashTableIter iter;
  gpointer value;

  self->n_lost++;
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    set_state (self, value, THREAD_STATE_UNKNOWN);
  for (guint i = 0; i < self->processors->len; i++)
    {
      Processor *processor = &g_array_index (self->processors, Processor, i);

      if (processor->is_known)
        append_processor (self, i, gscope_gap_value (GSCOPE_GAP_CAUSE_RING_FULL));
      processor->is_known = FALSE;
    }
  visit_signals (self, append_gap);
}

static void
leave (GscopeTraceDat *self, const GscopeTraceEvent *event)
{
  const GscopeTraceFormat *format = &self->file->on_switch;
  guint64 state = (guint64) read_number (self, event, format->prev_state);
  Thread *thread = get_thread (self, read_number (self, event, format->prev_pid));

  if (!thread)
    return;
  set_name (thread, event, format->prev_comm);
  set_state (
      self, thread,
      thread_state_leave (thread_state_is_ready (state), FALSE, thread_state_is_dead (state)));
}

static void
enter (GscopeTraceDat *self, const GscopeTraceEvent *event)
{
  const GscopeTraceFormat *format = &self->file->on_switch;
  gint64 pid = read_number (self, event, format->next_pid);
  Thread *thread = get_thread (self, pid);
  Processor *processor = &g_array_index (self->processors, Processor, event->cpu);
  double value = pid == 0 ? IDLE : OTHER;

  if (thread)
    {
      set_name (thread, event, format->next_comm);
      set_state (self, thread, thread_state_run (event->cpu));
      value = thread->signal ? thread->value : OTHER;
    }
  *processor = (Processor){ TRUE, pid };
  append_processor (self, event->cpu, value);
}

static void
take_wake_up (GscopeTraceDat *self, const GscopeTraceEvent *event, const GscopeTraceFormat *format)
{
  Thread *thread = get_thread (self, read_number (self, event, format->pid));

  if (!thread)
    return;
  set_name (thread, event, format->comm);
  set_state (self, thread, thread_state_wake (thread->state, FALSE));
}

/* Returns FALSE at the end. */
static gboolean
take_event (GscopeTraceDat *self)
{
  const GscopeTraceFile *file = self->file;
  GscopeTraceEvent event;
  guint type;

  if (!gscope_trace_events_next (self->events, &event))
    return FALSE;
  self->last = MAX (self->last, event.time);
  if (event.has_lost)
    forget (self);
  if (event.cpu >= self->processors->len)
    return TRUE;
  type = (guint) read_number (self, &event, file->common_type);
  if (file->on_switch.id == 0)
    take_other (self, &event, type);
  else if (type == file->on_switch.id)
    {
      leave (self, &event);
      enter (self, &event);
    }
  else if (type == file->on_wakeup.id && type > 0)
    take_wake_up (self, &event, &file->on_wakeup);
  else if (type == file->on_wakeup_new.id && type > 0)
    take_wake_up (self, &event, &file->on_wakeup_new);
  else
    take_other (self, &event, type);
  return TRUE;
}

/* The head of the text. */

static void
add_processor_states (GscopeTraceDat *self, GscopeSignal *signal)
{
  GscopeState states[GSCOPE_MAX_STATES] = {
    { IDLE, GSCOPE_STATE_STYLE_THIN, 0, _ ("idle"), NULL },
    { OTHER, GSCOPE_STATE_STYLE_FILLED, 0, _ ("another thread"), NULL },
  };
  guint n = FIRST_THREAD;

  for (guint i = 0; i < self->shown->len; i++, n++)
    {
      const Thread *thread = self->shown->pdata[i];

      states[n] = (GscopeState){ n, GSCOPE_STATE_STYLE_FILLED, 1 + i % 16,
                                 thread->signal + strlen (THREADS), NULL };
    }
  gscope_signal_set_states (signal, states, n);
}

static void
append_signal (GscopeTraceDat *self, GscopeSignal *signal)
{
  gscope_annotation_append_signals (self->queue.text, &signal, 1);
}

static void
append_number (GscopeTraceDat *self, const GscopeTraceKind *kind, const GscopeTraceMember *member)
{
  g_autofree char *title = g_strdup_printf ("%s %s", kind->name, member->name);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (member->signal);

  gscope_signal_set_title (signal, title);
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_STEPS);
  append_signal (self, signal);
}

static void
append_processors (GscopeTraceDat *self)
{
  for (guint i = 0; i < self->processors->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("trace/processors/cpu%u", i);
      g_autofree char *title = g_strdup_printf (_ ("CPU %u"), i);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

      gscope_signal_set_title (signal, title);
      gscope_signal_set_color (signal, GREY);
      add_processor_states (self, signal);
      append_signal (self, signal);
    }
}

static void
append_head (GscopeTraceDat *self)
{
  if (self->file->on_switch.id > 0)
    append_processors (self);
  for (guint i = 0; i < self->shown->len; i++)
    {
      const Thread *thread = self->shown->pdata[i];
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (thread->signal);

      gscope_signal_set_title (signal, thread->signal + strlen (THREADS));
      gscope_signal_set_color (signal, 1 + i % 16);
      thread_state_declare (signal, self->processors->len);
      append_signal (self, signal);
    }
  visit_signals (self, append_number);
}

/* The busiest threads. */

static int
compare (gconstpointer a, gconstpointer b)
{
  const Thread *first = *(Thread **) a, *second = *(Thread **) b;

  if (first->used != second->used)
    return first->used > second->used ? -1 : 1;
  return first->pid < second->pid ? -1 : 1;
}

/* Replaces characters that are not allowed in a signal's name. */
static char *
make_signal (const Thread *thread)
{
  g_autofree char *name = g_utf8_make_valid (thread->name, -1);

  for (char *c = name; *c; c++)
    if (*c == '/' || g_ascii_iscntrl (*c))
      *c = '-';
  g_strstrip (name);
  return g_strdup_printf (THREADS "%s%s%" G_GINT64_FORMAT, name, name[0] ? "-" : "", thread->pid);
}

static void
choose (GscopeTraceDat *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((Thread *) value)->used > 0)
      g_ptr_array_add (self->shown, value);
  g_ptr_array_sort (self->shown, compare);
  if (self->shown->len > GSCOPE_TRACE_DAT_MAX_THREADS)
    g_ptr_array_set_size (self->shown, GSCOPE_TRACE_DAT_MAX_THREADS);
  for (guint i = 0; i < self->shown->len; i++)
    {
      Thread *thread = self->shown->pdata[i];

      thread->signal = make_signal (thread);
      thread->value = FIRST_THREAD + i;
    }
}

static void
rank (GscopeTraceDat *self)
{
  guint n = 0;

  self->is_ranking = TRUE;
  while (n < MAX_RANKED && gscope_trace_events_get_pages (self->events) < MAX_RANKED_PAGES
         && take_event (self))
    n++;
  self->is_ranking = FALSE;
  choose (self);
}

static void
reset (GscopeTraceDat *self)
{
  GHashTableIter iter;
  gpointer value;

  g_clear_pointer (&self->events, gscope_trace_events_free);
  self->events = gscope_trace_events_new (self->file);
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Thread *) value)->state = THREAD_STATE_UNKNOWN;
  for (guint i = 0; i < self->processors->len; i++)
    g_array_index (self->processors, Processor, i).is_known = FALSE;
  self->last = 0;
  self->n_lost = 0;
  self->second = 0;
  self->n_markers = 0;
  self->n_beyond = 0;
  self->has_ended = FALSE;
}

void
gscope_trace_dat_rewind (GscopeTraceDat *self)
{
  reset (self);
  gscope_text_queue_rewind (&self->queue);
  append_head (self);
}

static guint
count_processors (const GscopeTraceFile *file)
{
  guint n = 0;

  for (guint i = 0; i < file->data->len; i++)
    n = MAX (
        n, MIN (g_array_index (file->data, GscopeTraceData, i).cpu, GSCOPE_TRACE_MAX_PROCESSORS - 1)
               + 1);
  return n;
}

GscopeTraceDat *
gscope_trace_dat_new (int fd, GError **error)
{
  g_autoptr (GscopeTraceFile) file = gscope_trace_file_new (fd, error);
  GscopeTraceDat *self;

  if (!file)
    return NULL;
  self = g_new0 (GscopeTraceDat, 1);
  self->threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, thread_free);
  self->shown = g_ptr_array_new ();
  self->kinds = g_ptr_array_new ();
  self->processors = g_array_new (FALSE, TRUE, sizeof (Processor));
  g_array_set_size (self->processors, count_processors (file));
  gscope_text_queue_init (&self->queue);
  self->file = g_steal_pointer (&file);
  reset (self);
  rank (self);
  gscope_trace_dat_rewind (self);
  return self;
}

void
gscope_trace_dat_free (GscopeTraceDat *self)
{
  g_clear_pointer (&self->events, gscope_trace_events_free);
  g_hash_table_unref (self->threads);
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->kinds);
  g_array_unref (self->processors);
  gscope_text_queue_clear (&self->queue);
  gscope_trace_file_free (self->file);
  g_free (self);
}

/* Reading. */

/* Lost events belong to no single signal: like the losses of a source, they have the first part of the names of signals. */
static void
append_loss (GscopeTraceDat *self, GscopeLoss cause, guint64 count)
{
  if (count > 0)
    gscope_annotation_append_loss (self->queue.text, "trace", self->last, cause, count);
}

static void
end (GscopeTraceDat *self)
{
  self->has_ended = TRUE;
  append_loss (self, GSCOPE_LOSS_RING_FULL, self->n_lost);
  append_loss (self, GSCOPE_LOSS_LIMIT, self->n_beyond);
}

static void
fill (GscopeTraceDat *self)
{
  while (!gscope_text_queue_is_full (&self->queue) && !self->has_ended)
    if (!take_event (self))
      end (self);
}

gssize
gscope_trace_dat_read (GscopeTraceDat *self, char *text, gsize n, GError **error)
{
  gsize n_taken;

  if (gscope_text_queue_is_empty (&self->queue))
    fill (self);
  n_taken = gscope_text_queue_take (&self->queue, text, n);
  if (n_taken > 0 || !gscope_trace_events_get_damaged (self->events))
    return (gssize) n_taken;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("the data of a processor is damaged or cut off"));
  return -1;
}
