/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <main-source.h>
#include <tsl-source/page-part.h>

#include <gscope/error.h>
#include <gscope/source/waker.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <tsl-source/page-scan.h>
#include <tsl/error.h>
#include <tsl/guard/guard.h>
#include <unistd.h>

/* Interval of the search for pages (nanoseconds), and of the looks for a program's answer to a knob
 * (milliseconds). */
#define LOOK_INTERVAL (GSCOPE_SEC / 4)
#define ANSWER_INTERVAL 5
/* The part has one signal of its own, the number of processes. */
#define N_OWN 1

#define ANSWER_TIMEOUT (2 * G_TIME_SPAN_SECOND)

struct _PagePart
{
  /* used in the main context */
  GscopeSource *source;
  char *mechanism;
  PageShow *show;
  GSource *waker;
  GSource *answers;
  char *trouble;
  TslGuard *guard;
  /* whether the part is the whole source */
  gboolean is_all;

  /* protected by the mutex */
  pthread_mutex_t mutex;
  gboolean is_running;
  GscopeClock *clock;
  PageScan *scan;
  gint64 next_look;
  GPtrArray *added;
  GPtrArray *removed;

  /* written by the worker at its ticks */
  double n_processes;
};

static GPtrArray *
new_groups (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) page_group_unref);
}

/* The worker. */

/* Returns whether the main context has to update what it shows. */
static gboolean
look (PagePart *self, gint64 time)
{
  PageLeftOut before = page_scan_get_left_out (self->scan), after;

  self->next_look = time + LOOK_INTERVAL;
  page_scan_look (self->scan, time, self->added, self->removed);
  after = page_scan_get_left_out (self->scan);
  return page_scan_get_n_groups (self->scan) > 0 || self->added->len + self->removed->len > 0
         || memcmp (&before, &after, sizeof after) != 0;
}

static gboolean
poll_locked (PagePart *self, gint64 time)
{
  gboolean has_changed = time >= self->next_look && look (self, time);

  has_changed |= page_scan_read (self->scan, time);
  self->n_processes = page_scan_get_n_processes (self->scan);
  return has_changed;
}

gint64
page_part_poll (PagePart *self, gint64 time)
{
  gboolean has_changed = FALSE;
  gint64 next = time + LOOK_INTERVAL;

  pthread_mutex_lock (&self->mutex);
  if (self->is_running)
    {
      /* rates need the time of reading, which is later than the tick on a busy machine */
      has_changed = poll_locked (self, MAX (time, gscope_clock_get_time (self->clock)));
      next = page_scan_get_n_groups (self->scan) > 0 ? time : self->next_look;
    }
  else
    {
      page_scan_clear (self->scan, GSCOPE_GAP_CAUSE_STOPPED);
      self->n_processes = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
    }
  pthread_mutex_unlock (&self->mutex);
  if (has_changed)
    g_source_set_ready_time (self->waker, 0);
  return next;
}

/* The main context. */

static void
append_count (GString *text, guint n, const char *format)
{
  if (n == 0)
    return;
  if (text->len > 0)
    g_string_append (text, "; ");
  g_string_append_printf (text, format, n);
}

static void
append_left_out (GString *text, const PageLeftOut *left_out)
{
  append_count (
      text, left_out->n_closed,
      g_dngettext (GETTEXT_PACKAGE,
                   "%u page is not shown: another user owns it; run as that user or as root",
                   "%u pages are not shown: other users own them; run as those users or as root",
                   left_out->n_closed));
  append_count (
      text, left_out->n_false,
      g_dngettext (GETTEXT_PACKAGE,
                   "%u page is not shown: the process in the page's name did not create it",
                   "%u pages are not shown: the processes in the pages' names did not create them",
                   left_out->n_false));
  append_count (
      text, left_out->n_full,
      g_dngettext (GETTEXT_PACKAGE,
                   "%u group is not shown: there are too many; end some of their programs",
                   "%u groups are not shown: there are too many; end some of their programs",
                   left_out->n_full));
  append_count (text, left_out->n_fast,
                g_dngettext (GETTEXT_PACKAGE,
                             "%u group is not shown: its cells are added and removed too fast",
                             "%u groups are not shown: their cells are added and removed too fast",
                             left_out->n_fast));
}

static void
update_status (PagePart *self, guint n_groups, const PageLeftOut *left_out)
{
  g_autoptr (GString) text = g_string_new (self->trouble);
  gsize length;

  if (n_groups == 0 && self->is_all)
    {
      if (text->len > 0)
        g_string_append (text, "; ");
      g_string_append_printf (
          text, _ ("no program publishes the mechanism %s; start a program that uses it"),
          self->mechanism);
    }
  length = text->len;
  append_left_out (text, left_out);
  gscope_source_set_status (self->source,
                            self->trouble || text->len > length ? GSCOPE_SOURCE_STATE_TROUBLE
                                                                : GSCOPE_SOURCE_STATE_RUNNING,
                            text->str);
}

/* Uses the worker's last reading, because reading the page for each knob would delay the main
 * context. */
static void
show_reading (PagePart *self, const PageKnob *knob)
{
  double value = 0;
  gboolean is_answered;

  pthread_mutex_lock (&self->mutex);
  is_answered = page_scan_recall (self->scan, knob->group, knob->cell, &value);
  pthread_mutex_unlock (&self->mutex);
  if (is_answered && isfinite (value))
    gscope_parameter_notice (knob->parameter, page_knob_create_value (knob, value),
                             knob->group->process);
}

static void
notice_all (PagePart *self)
{
  g_autoptr (GPtrArray) knobs = g_ptr_array_new ();

  g_ptr_array_extend (knobs, page_show_get_knobs (self->show), NULL, NULL);
  for (guint i = 0; i < knobs->len; i++)
    if (!((PageKnob *) knobs->pdata[i])->task)
      show_reading (self, knobs->pdata[i]);
}

static gboolean
has_ended (pid_t pid)
{
  struct pollfd end = { .fd = syscall (SYS_pidfd_open, pid, 0), .events = POLLIN };
  gboolean is_there = end.fd >= 0 && poll (&end, 1, 0) == 0;

  if (end.fd >= 0)
    close (end.fd);
  return !is_there;
}

/* Unregisters the settings of a group that has ended: its process has ended or has other cells
 * now. */
static void
forget (PagePart *self, const PageGroup *group)
{
  GPtrArray *knobs = page_show_get_knobs (self->show);

  if (!self->guard || !has_ended (group->pid))
    return;
  for (guint i = 0; i < knobs->len; i++)
    {
      const PageKnob *knob = knobs->pdata[i];

      if (knob->group == group)
        tsl_guard_forget (self->guard, knob->kept);
    }
}

static void
show_news (PagePart *self)
{
  g_autoptr (GPtrArray) added = NULL;
  g_autoptr (GPtrArray) removed = NULL;
  PageLeftOut left_out;
  guint n_groups;
  gboolean is_running;

  pthread_mutex_lock (&self->mutex);
  added = g_steal_pointer (&self->added);
  removed = g_steal_pointer (&self->removed);
  self->added = new_groups ();
  self->removed = new_groups ();
  n_groups = page_scan_get_n_groups (self->scan);
  left_out = page_scan_get_left_out (self->scan);
  is_running = self->is_running;
  pthread_mutex_unlock (&self->mutex);

  if (!is_running)
    return;
  for (guint i = 0; i < removed->len; i++)
    {
      forget (self, removed->pdata[i]);
      page_show_end (self->show, removed->pdata[i]);
      g_ptr_array_remove (added, removed->pdata[i]);
    }
  page_show_add (self->show, added);
  update_status (self, n_groups, &left_out);
}

static gboolean
on_news (gpointer data)
{
  PagePart *self = data;

  show_news (self);
  notice_all (self);
  return G_SOURCE_CONTINUE;
}

PagePart *
page_part_new (GscopeSource *source, const char *mechanism, const PageText *texts)
{
  PagePart *self = g_new0 (PagePart, 1);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double ("processes", &self->n_processes);

  self->source = source;
  self->mechanism = g_strdup (mechanism);
  self->show = page_show_new (source, texts);
  pthread_mutex_init (&self->mutex, NULL);
  self->scan = page_scan_new (mechanism);
  self->added = new_groups ();
  self->removed = new_groups ();
  self->waker = gscope_waker_new ("[tsl] pages", G_PRIORITY_DEFAULT, on_news, self);
  gscope_signal_set_unit (signal, "");
  gscope_signal_set_description (signal, _ ("Programs that publish a page"));
  gscope_source_add_signal (source, signal, NULL);
  return self;
}

/* Pending writes hold a reference to the source until they are answered. */
static void
refuse_all (PagePart *self)
{
  GPtrArray *knobs = page_show_get_knobs (self->show);

  g_clear_pointer (&self->answers, main_source_drop);
  for (guint i = 0; i < knobs->len; i++)
    {
      PageKnob *knob = knobs->pdata[i];

      if (knob->task)
        page_knob_answer (knob, NULL,
                          g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                                       _ ("cannot set the knob of %2$s (process %3$u): “%1$s” was "
                                          "stopped before the answer; start it and try again"),
                                       gscope_source_get_name (self->source), knob->group->process,
                                       knob->group->pid));
    }
}

void
page_part_dispose (PagePart *self)
{
  g_source_destroy (self->waker);
  refuse_all (self);
}

void
page_part_free (PagePart *self)
{
  g_source_unref (self->waker);
  g_clear_pointer (&self->guard, tsl_guard_free);
  page_show_free (self->show);
  page_scan_free (self->scan);
  g_clear_object (&self->clock);
  g_ptr_array_unref (self->added);
  g_ptr_array_unref (self->removed);
  pthread_mutex_destroy (&self->mutex);
  g_free (self->trouble);
  g_free (self->mechanism);
  g_free (self);
}

void
page_part_start (PagePart *self)
{
  page_show_clear (self->show);
  self->is_all = g_list_model_get_n_items (gscope_source_get_signals (self->source)) == N_OWN;
  pthread_mutex_lock (&self->mutex);
  page_scan_free (self->scan);
  self->scan = page_scan_new (self->mechanism);
  g_ptr_array_set_size (self->added, 0);
  g_ptr_array_set_size (self->removed, 0);
  self->next_look = 0;
  g_set_object (&self->clock, gscope_source_get_clock (self->source));
  page_scan_look (self->scan, gscope_clock_get_time (self->clock), self->added, self->removed);
  page_scan_read (self->scan, gscope_clock_get_time (self->clock));
  self->is_running = TRUE;
  pthread_mutex_unlock (&self->mutex);
  show_news (self);
}

void
page_part_stop (PagePart *self)
{
  GPtrArray *knobs = page_show_get_knobs (self->show);

  pthread_mutex_lock (&self->mutex);
  self->is_running = FALSE;
  pthread_mutex_unlock (&self->mutex);
  refuse_all (self);
  /* the guard restores all registered settings */
  g_clear_pointer (&self->guard, tsl_guard_free);
  for (guint i = 0; i < knobs->len; i++)
    ((PageKnob *) knobs->pdata[i])->kept = 0;
}

void
page_part_set_trouble (PagePart *self, const char *trouble)
{
  g_free (self->trouble);
  self->trouble = g_strdup (trouble);
  if (self->is_running)
    show_news (self);
}

/* Knobs. */

static void
return_error (PageKnob *knob, const GError *error)
{
  int code = error->code == TSL_ERROR_PRIVILEGE   ? GSCOPE_ERROR_PRIVILEGE
             : error->code == TSL_ERROR_NOT_FOUND ? GSCOPE_ERROR_NOT_FOUND
                                                  : GSCOPE_ERROR_REFUSED;

  page_knob_answer (knob, NULL, g_error_new_literal (GSCOPE_ERROR, code, error->message));
}

static void
look_for_answer (PagePart *self, PageKnob *knob)
{
  g_autoptr (GError) error = NULL;
  gboolean is_answered = FALSE;
  double value = 0;

  pthread_mutex_lock (&self->mutex);
  page_scan_look_for_answer (self->scan, knob->group, knob->cell, &is_answered, &value, &error);
  pthread_mutex_unlock (&self->mutex);
  if (!error && is_answered && !isfinite (value))
    g_set_error (&error, TSL_ERROR, TSL_ERROR_INVALID,
                 _ ("cannot set the knob of %s (process %u): the answer is not a number; update "
                    "that program"),
                 knob->group->process, knob->group->pid);
  else if (!error && !is_answered && g_get_monotonic_time () >= knob->deadline)
    g_set_error (
        &error, TSL_ERROR, TSL_ERROR_REFUSED,
        _ ("cannot set the knob of %s (process %u): the program has not read its knobs for 2 "
           "s; check that it runs"),
        knob->group->process, knob->group->pid);
  if (error)
    return_error (knob, error);
  else if (is_answered)
    page_knob_answer (knob, page_knob_create_value (knob, value), NULL);
}

static gboolean
on_answers (gpointer data)
{
  PagePart *self = data;
  GPtrArray *knobs = page_show_get_knobs (self->show);
  guint n_waiting = 0;

  for (guint i = 0; i < knobs->len; i++)
    {
      PageKnob *knob = knobs->pdata[i];

      if (knob->task)
        look_for_answer (self, knob);
      n_waiting += knob->task != NULL;
    }
  if (n_waiting == 0)
    g_clear_pointer (&self->answers, main_source_drop);
  return n_waiting > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
await_answers (PagePart *self)
{
  if (self->answers)
    return;
  self->answers = g_timeout_source_new (ANSWER_INTERVAL);
  g_source_set_static_name (self->answers, "[tsl] knobs");
  g_source_set_callback (self->answers, on_answers, self, NULL);
  g_source_attach (self->answers, g_main_context_get_thread_default ());
}

static PageKnob *
find_knob (PagePart *self, GscopeParameter *parameter)
{
  GPtrArray *knobs = page_show_get_knobs (self->show);

  for (guint i = 0; i < knobs->len; i++)
    if (((PageKnob *) knobs->pdata[i])->parameter == parameter)
      return knobs->pdata[i];
  return NULL;
}

double
page_part_add_up (PagePart *self, const char *name)
{
  double sum;

  pthread_mutex_lock (&self->mutex);
  sum = page_scan_add_up (self->scan, name);
  pthread_mutex_unlock (&self->mutex);
  return sum;
}

/* Registers the original value with the guard before the first change. */
static gboolean
keep (PagePart *self, PageKnob *knob, GError **error)
{
  if (!self->guard)
    self->guard = tsl_guard_new (error);
  if (!self->guard || knob->kept > 0)
    return self->guard != NULL;
  knob->kept = tsl_guard_keep_knob (
      self->guard, knob->group->pid, self->mechanism, knob->group->group, knob->cell->info.name,
      page_knob_get_number (knob, gscope_parameter_get_value (knob->parameter)), error);
  return knob->kept > 0;
}

static void
ask (PagePart *self, PageKnob *knob, GVariant *value, GError **error)
{
  if (!keep (self, knob, error))
    {
      g_prefix_error (error, _ ("%s (process %u): "), knob->group->process, knob->group->pid);
      return;
    }
  knob->deadline = g_get_monotonic_time () + ANSWER_TIMEOUT;
  pthread_mutex_lock (&self->mutex);
  page_scan_ask (self->scan, knob->group, knob->cell, page_knob_get_number (knob, value), error);
  pthread_mutex_unlock (&self->mutex);
}

gboolean
page_part_apply (PagePart *self, GscopeParameter *parameter, GVariant *value,
                 GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  PageKnob *knob = find_knob (self, parameter);
  g_autoptr (GError) error = NULL;

  if (!knob)
    return FALSE;
  knob->task = g_task_new (self->source, cancellable, callback, user_data);
  ask (self, knob, value, &error);
  if (error)
    return_error (knob, error);
  else
    await_answers (self);
  return TRUE;
}
