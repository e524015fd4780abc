/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoder.h"
#include "instance.h"
#include "source.h"
#include <gscope-test/gscope-test.h>

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOLDER "/sys/kernel/tracing"
#define MS GSCOPE_MSEC

/* As a kernel describes events; the fields of all, and the rest of each. */
static const char common[] =
    "format:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
    "\n";

enum
{
  IRQ = 135,
  SWITCH = 316,
  WAKE_UP = 318,
};

static const struct
{
  const char *name;
  int id;
  const char *rest;
} formats[] = {
  { "irq_handler_entry", IRQ,
    "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
    "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n"
    "\n"
    "print fmt: \"irq=%d name=%s\", REC->irq, __get_str(name)\n" },
  { "sched_switch", SWITCH,
    "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
    "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
    "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
    "\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
    "\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n"
    "\n"
    "print fmt: \"next_comm=%s next_pid=%d\", REC->next_comm, REC->next_pid\n" },
  { "sched_wakeup", WAKE_UP,
    "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n"
    "\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;\n"
    "\tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;\n"
    "\n"
    "print fmt: \"comm=%s pid=%d\", REC->comm, REC->pid\n" },
};

/* Choices. */

static void
test_choice (void)
{
  static const struct
  {
    const char *text;
    const char *fields;
    const char *filter;
  } rows[] = {
    { "irq:irq_handler_entry", "", "" },
    { " irq:irq_handler_entry  irq,common_pid ", "irq,common_pid", "" },
    { "irq:irq_handler_entry irq if irq == 9 && name ~ \"eth*\"", "irq",
      "irq == 9 && name ~ \"eth*\"" },
    { "irq:irq_handler_entry if irq > 1 if x", "", "irq > 1 if x" },
    { "", NULL, NULL },
    { "irq", NULL, NULL },
    { "irq/irq_handler_entry", NULL, NULL },
    { "../events:x", NULL, NULL },
    { "a:b:c", NULL, NULL },
    { "a:", NULL, NULL },
    { "a:b c d", NULL, NULL },
    { "a:b c,", NULL, NULL },
    { "a:b c,c", NULL, NULL },
    { "a:b rate", NULL, NULL },
    { "a:b 1,2,3,4,5,6,7,8,9", NULL, NULL },
    { "a:b if x\ny", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TraceChoice) choice = trace_choice_parse (rows[i].text, &error);
      g_autofree char *fields = choice ? g_strjoinv (",", choice->fields) : NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_true ((choice != NULL) != (error != NULL));
      g_assert_cmpstr (fields, ==, rows[i].fields);
      if (!choice)
        continue;
      g_assert_cmpstr (choice->system, ==, "irq");
      g_assert_cmpstr (choice->name, ==, "irq_handler_entry");
      g_assert_cmpstr (choice->filter, ==, rows[i].filter);
    }
}

/* Pages of a kernel that a test writes, on the clock of the scope. */

typedef struct
{
  pthread_mutex_t mutex;
  /* pages of each processor */
  GQueue pages[2];
  guint64 n_lost;
  char *filter;
  TraceFeed feed;
  GscopeHarness harness;
} Bed;

static char *
read_format (gpointer data, const TraceChoice *choice, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (choice->name, formats[i].name))
      return g_strdup_printf ("name: %s\nID: %d\n%s%s", formats[i].name, formats[i].id, common,
                              formats[i].rest);
  return NULL;
}

static gboolean
set_filter (gpointer data, const TraceChoice *choice, const char *filter, GError **error)
{
  Bed *self = data;

  if (g_str_equal (filter, "wrong"))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "parse error");
      return FALSE;
    }
  g_free (self->filter);
  self->filter = g_strdup (filter);
  return TRUE;
}

static gboolean
read_page (gpointer data, guint processor, guint8 *page)
{
  Bed *self = data;
  g_autoptr (GByteArray) next = NULL;

  pthread_mutex_lock (&self->mutex);
  next = g_queue_pop_head (&self->pages[processor]);
  pthread_mutex_unlock (&self->mutex);
  if (next)
    memcpy (page, next->data, next->len);
  return next != NULL;
}

static guint64
count_lost (gpointer data)
{
  return __atomic_load_n (&((Bed *) data)->n_lost, __ATOMIC_RELAXED);
}

static gint64
get_time (gpointer data)
{
  return gscope_clock_get_time (((Bed *) data)->harness.clock);
}

static void
bed_init (Bed *self, const char *options)
{
  GscopeHarness *harness = &self->harness;
  g_autoptr (GError) error = NULL;

  *self =
      (Bed){ .feed = { 2, read_format, set_filter, read_page, count_lost, get_time, NULL, self } };
  pthread_mutex_init (&self->mutex, NULL);
  harness->clock = gscope_test_clock_new (GSCOPE_SEC);
  harness->scope = gscope_scope_new_with_clock (harness->clock);
  gscope_scope_set_period (harness->scope, 100 * MS);
  harness->source = g_object_new (TRACEFS_TYPE_SOURCE, "name", "x", NULL);
  gscope_source_configure (harness->source, gscope_harness_parse (options), &error);
  g_assert_no_error (error);
  tracefs_source_set_feed (TRACEFS_SOURCE (harness->source), &self->feed);
  gscope_scope_add_source (harness->scope, harness->source);
  gscope_harness_start (harness);
}

static void
bed_clear (Bed *self)
{
  gscope_harness_clear (&self->harness);
  for (guint i = 0; i < G_N_ELEMENTS (self->pages); i++)
    g_queue_clear_full (&self->pages[i], (GDestroyNotify) g_byte_array_unref);
  pthread_mutex_destroy (&self->mutex);
  g_free (self->filter);
}

static void
put (GByteArray *page, guint64 value, guint size)
{
  g_byte_array_append (page, (const guint8 *) &value, size);
}

/* Takes the page. */
static void
push_page (Bed *self, guint processor, GByteArray *page)
{
  pthread_mutex_lock (&self->mutex);
  g_queue_push_tail (&self->pages[processor], page);
  pthread_mutex_unlock (&self->mutex);
}

/* Adds a page with events of interrupts, one at a time each, a millisecond apart. */
static void
add_page (Bed *self, guint processor, gint64 time, const gint32 *irqs, guint n, gboolean has_lost)
{
  GByteArray *page = g_byte_array_new ();

  put (page, (guint64) time, 8);
  put (page, n * 28 | (has_lost ? 1u << 31 : 0), 8);
  for (guint i = 0; i < n; i++)
    {
      /* the number of words, and the time since the event before */
      put (page, 6 | (i > 0 ? (guint64) MS << 5 : 0), 4);
      put (page, IRQ, 4);
      put (page, 1, 4);
      put (page, (guint32) irqs[i], 4);
      put (page, 16 | 5 << 16, 4);
      g_byte_array_append (page, (const guint8 *) "eth0\0\0\0\0", 8);
    }
  push_page (self, processor, page);
}

static GscopeTrace *
get_trace (Bed *self)
{
  return gscope_signal_get_trace (
      gscope_scope_find_signal (self->harness.scope, "x/irq_handler_entry/irq"));
}

static void
await_samples (Bed *self, guint64 n)
{
  while (gscope_trace_get_end (get_trace (self)) < n)
    gscope_harness_advance (&self->harness, 100);
}

static GscopeMarker *
get_marker (Bed *self, guint i)
{
  return g_list_model_get_item (G_LIST_MODEL (gscope_scope_get_markers (self->harness.scope)), i);
}

#define IRQS "{ \"events\": [\"irq:irq_handler_entry irq\"] }"

/* Events of two processors come in the order of their times; one that is newer than the reading waits. */
static void
test_order (void)
{
  static const gint32 first[] = { 5, -6 }, second[] = { 7 }, future[] = { 8 };
  static const double expected[] = { 5, 7, -6, 8 };
  g_autoptr (GscopeMarker) marker = NULL;
  Bed bed;

  bed_init (&bed, IRQS);
  add_page (&bed, 0, GSCOPE_SEC + 10 * MS, first, 2, FALSE);
  add_page (&bed, 0, 2 * GSCOPE_SEC, future, 1, FALSE);
  add_page (&bed, 1, GSCOPE_SEC + 10 * MS + MS / 2, second, 1, FALSE);
  await_samples (&bed, 3);
  g_assert_cmpint (gscope_clock_get_time (bed.harness.clock), <, 2 * GSCOPE_SEC);
  await_samples (&bed, 4);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (gscope_trace_get_value (get_trace (&bed), i), ==, expected[i]);
  g_assert_cmpint (gscope_trace_get_time (get_trace (&bed), 1), ==, GSCOPE_SEC + 10 * MS + MS / 2);
  while (g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (bed.harness.scope))) < 4)
    gscope_harness_advance (&bed.harness, 100);
  marker = get_marker (&bed, 1);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, GSCOPE_SEC + 10 * MS + MS / 2);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "irq_handler_entry");
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, "irq=7 name=eth0");
  bed_clear (&bed);
}

/* Events that the kernel lost are counted, and there is a gap. */
static void
test_lost (void)
{
  static const gint32 irqs[] = { 5 };
  GscopeTally tally = { 0 };
  Bed bed;

  bed_init (&bed, IRQS);
  add_page (&bed, 0, GSCOPE_SEC + 10 * MS, irqs, 1, FALSE);
  add_page (&bed, 0, GSCOPE_SEC + 20 * MS, irqs, 1, TRUE);
  __atomic_store_n (&bed.n_lost, 12, __ATOMIC_RELAXED);
  while (gscope_trace_get_n_gaps (get_trace (&bed)) == 0)
    gscope_harness_advance (&bed.harness, 100);
  while (tally.counts[GSCOPE_LOSS_RING_FULL] == 0)
    {
      gscope_harness_advance (&bed.harness, 100);
      gscope_source_get_tally (bed.harness.source, &tally);
    }
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_RING_FULL], ==, 12);
  bed_clear (&bed);
}

/* Events that find no room are counted, and there are gaps at the first and after the last of them. */
static void
test_crowded (void)
{
  static const gint32 irqs[2000] = { 0 };
  const gint64 begin = GSCOPE_SEC + 300 * MS;
  GscopeTally tally = { 0 };
  Bed bed;

  bed_init (&bed, IRQS);
  g_assert_null (gscope_harness_write (&bed.harness, "markers", g_variant_new_boolean (FALSE)));
  /* events that stay to the end, and leave room for 1536 */
  for (guint i = 0; i < 32; i++)
    add_page (&bed, 0, begin + 1000 * GSCOPE_SEC, irqs, G_N_ELEMENTS (irqs), FALSE);
  add_page (&bed, 0, begin, irqs, G_N_ELEMENTS (irqs), FALSE);
  for (guint i = 4; i <= 10; i++)
    add_page (&bed, 0, begin + i * GSCOPE_SEC / 2, irqs, G_N_ELEMENTS (irqs), FALSE);
  await_samples (&bed, 1536);
  gscope_source_get_tally (bed.harness.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_LIMIT], ==, 40 * G_N_ELEMENTS (irqs) - 65536);
  g_assert_cmpuint (gscope_trace_get_n_gaps (get_trace (&bed)), ==, 0);
  for (guint i = 1; i <= 2; i++)
    {
      add_page (&bed, 1, get_time (&bed), irqs, 1, FALSE);
      while (get_time (&bed) < begin + (6 + i) * GSCOPE_SEC)
        gscope_harness_advance (&bed.harness, 100);
      g_assert_cmpuint (gscope_trace_get_n_gaps (get_trace (&bed)), ==, i);
    }
  bed_clear (&bed);
}

/* At most 100 markers of a second; without markers, none is lost. */
static void
test_marks (void)
{
  gint32 irqs[140] = { 0 };
  GscopeTally tally;
  Bed bed;

  bed_init (&bed, IRQS);
  add_page (&bed, 0, GSCOPE_SEC + 10 * MS, irqs, G_N_ELEMENTS (irqs), FALSE);
  /* older events of another processor, which is read later */
  add_page (&bed, 1, GSCOPE_SEC + 5 * MS, irqs, 10, FALSE);
  await_samples (&bed, G_N_ELEMENTS (irqs) + 10);
  gscope_source_get_tally (bed.harness.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_LIMIT], ==, 50);
  g_assert_null (gscope_harness_write (&bed.harness, "markers", g_variant_new_boolean (FALSE)));
  add_page (&bed, 0, 4 * GSCOPE_SEC, irqs, G_N_ELEMENTS (irqs), FALSE);
  await_samples (&bed, 2 * G_N_ELEMENTS (irqs) + 10);
  gscope_source_get_tally (bed.harness.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_LIMIT], ==, 50);
  g_assert_false (isnan (gscope_harness_get (&bed.harness, "x/irq_handler_entry/rate")));
  bed_clear (&bed);
}

/* A filter goes to the kernel, whose refusal is the reason. */
static void
test_filter (void)
{
  g_autofree char *wrong = NULL, *lines = NULL;
  Bed bed;

  bed_init (&bed, "{ \"events\": [\"irq:irq_handler_entry irq if irq > 3\"] }");
  g_assert_null (gscope_harness_write (&bed.harness, "irq_handler_entry/filter",
                                       g_variant_new_string ("irq == 9")));
  g_assert_cmpstr (bed.filter, ==, "irq == 9");
  wrong = gscope_harness_write (&bed.harness, "irq_handler_entry/filter",
                                g_variant_new_string ("wrong"));
  g_assert_nonnull (strstr (wrong, "parse error"));
  lines = gscope_harness_write (&bed.harness, "irq_handler_entry/filter",
                                g_variant_new_string ("a\nb"));
  g_assert_nonnull (strstr (lines, "one line"));
  g_assert_cmpstr (bed.filter, ==, "irq == 9");
  bed_clear (&bed);
}

/* The schedule. */

static void
put_name (GByteArray *page, const char *name)
{
  char bytes[16] = { 0 };

  g_strlcpy (bytes, name, sizeof bytes);
  g_byte_array_append (page, (const guint8 *) bytes, sizeof bytes);
}

/* Begins a page with one event, now. */
static GByteArray *
begin_page (Bed *self, guint id, guint n_words, gboolean has_lost)
{
  GByteArray *page = g_byte_array_new ();

  put (page, (guint64) gscope_clock_get_time (self->harness.clock), 8);
  put (page, (4 + n_words * 4) | (has_lost ? 1u << 31 : 0), 8);
  put (page, n_words, 4);
  put (page, id, 4);
  put (page, 1, 4);
  return page;
}

/* The first processor leaves a thread, which has a state then, for another one. */
static void
add_switch (Bed *self, guint before, guint state, guint next, const char *name, gboolean has_lost)
{
  GByteArray *page = begin_page (self, SWITCH, 16, has_lost);

  put_name (page, "");
  put (page, before, 4);
  put (page, 120, 4);
  put (page, state, 8);
  put_name (page, name);
  put (page, next, 4);
  put (page, 120, 4);
  push_page (self, 0, page);
}

static void
add_wake_up (Bed *self, guint thread, const char *name)
{
  GByteArray *page = begin_page (self, WAKE_UP, 9, FALSE);

  put_name (page, name);
  put (page, thread, 4);
  put (page, 120, 4);
  put (page, 0, 4);
  push_page (self, 1, page);
}

/* Time passes until the worker has read all pages. */
static void
pass (Bed *self)
{
  guint n = 1;

  while (n > 0)
    {
      gscope_harness_advance (&self->harness, 100);
      pthread_mutex_lock (&self->mutex);
      n = self->pages[0].length + self->pages[1].length;
      pthread_mutex_unlock (&self->mutex);
    }
}

static GscopeSignal *
find_row (Bed *self, const char *name)
{
  return gscope_scope_find_signal (self->harness.scope, name);
}

static void
await_state (Bed *self, const char *name, const char *state)
{
  const GscopeState *found = NULL;

  while (!found || !g_str_equal (found->name, state))
    {
      pass (self);
      found = gscope_signal_find_state (find_row (self, name),
                                        gscope_harness_get (&self->harness, name));
    }
}

static void
run_thread (Bed *self, guint thread, const char *name)
{
  add_switch (self, 0, 0, thread, name, FALSE);
  pass (self);
  add_switch (self, thread, 1, 0, "", FALSE);
  pass (self);
}

/* A thread has a row once it has run for a while. */
static void
await_row (Bed *self, guint thread, const char *name)
{
  g_autofree char *row = g_strdup_printf ("x/threads/%s", name);

  while (!find_row (self, row))
    run_thread (self, thread, name);
}

#define SWITCHES "{ \"events\": [\"sched:sched_switch\", \"sched:sched_wakeup\"] }"

/* Events of the scheduler are states of threads and processors, and no markers. */
static void
test_schedule (void)
{
  GscopeTally tally = { 0 };
  GListModel *markers;
  Bed bed;

  bed_init (&bed, SWITCHES);
  g_assert_nonnull (find_row (&bed, "x/processors/cpu1"));
  await_row (&bed, 7, "decoder");
  add_switch (&bed, 0, 0, 7, "decoder", FALSE);
  await_state (&bed, "x/threads/decoder", "CPU 0");
  await_state (&bed, "x/processors/cpu0", "decoder");
  /* another one takes its place */
  add_switch (&bed, 7, 0x100, 8, "hog", FALSE);
  await_state (&bed, "x/threads/decoder", "ready");
  add_switch (&bed, 8, 1, 7, "decoder", FALSE);
  await_state (&bed, "x/threads/decoder", "CPU 0");
  add_switch (&bed, 7, 1, 0, "", FALSE);
  await_state (&bed, "x/threads/decoder", "asleep");
  await_state (&bed, "x/processors/cpu0", "idle");
  add_wake_up (&bed, 7, "decoder");
  await_state (&bed, "x/threads/decoder", "ready");
  markers = G_LIST_MODEL (gscope_scope_get_markers (bed.harness.scope));
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 0);
  gscope_source_get_tally (bed.harness.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_LIMIT], ==, 0);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_UNSEEN], ==, 0);
  bed_clear (&bed);
}

/* A loss breaks the rows until the next event; a switch that nobody reported is counted. */
static void
test_schedule_lost (void)
{
  GscopeTally tally = { 0 };
  Bed bed;

  bed_init (&bed, SWITCHES);
  await_row (&bed, 7, "decoder");
  add_switch (&bed, 0, 0, 7, "decoder", FALSE);
  await_state (&bed, "x/threads/decoder", "CPU 0");
  add_switch (&bed, 3, 1, 4, "other", TRUE);
  while (!isnan (gscope_harness_get (&bed.harness, "x/threads/decoder")))
    pass (&bed);
  gscope_source_get_tally (bed.harness.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_UNSEEN], ==, 0);
  add_switch (&bed, 3, 1, 7, "decoder", FALSE);
  await_state (&bed, "x/threads/decoder", "CPU 0");
  while (tally.counts[GSCOPE_LOSS_UNSEEN] == 0)
    {
      pass (&bed);
      gscope_source_get_tally (bed.harness.source, &tally);
    }
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_UNSEEN], ==, 1);
  bed_clear (&bed);
}

/* The rows follow the parameters; the row of a thread that is not chosen ends. */
static void
test_schedule_choice (void)
{
  g_autofree char *refusal = NULL;
  GscopeSignal *signal;
  Bed bed;

  bed_init (&bed, SWITCHES);
  await_row (&bed, 7, "decoder");
  signal = find_row (&bed, "x/threads/decoder");
  g_assert_null (gscope_harness_write (&bed.harness, "threads", g_variant_new_string ("cc*")));
  while (!gscope_signal_get_ended (signal))
    run_thread (&bed, 7, "decoder");
  await_row (&bed, 9, "cc1");
  signal = find_row (&bed, "x/threads/cc1");
  g_assert_null (gscope_harness_write (&bed.harness, "most", g_variant_new_int64 (0)));
  while (!gscope_signal_get_ended (signal))
    run_thread (&bed, 9, "cc1");
  refusal = gscope_harness_write (&bed.harness, "threads",
                                  g_variant_new_take_string (g_strnfill (300, 'x')));
  g_assert_nonnull (refusal);
  bed_clear (&bed);
}

/* Options that are refused, and events and fields that the kernel does not have. */
static void
test_options (void)
{
  static const char *const refused[] = {
    "{ \"events\": [\"irq\"] }",
    "{ \"events\": [\"a:x\", \"b:x\"] }",
    "{ \"buffer\": 1 }",
  };
  Bed bed;

  bed_init (&bed, "{ \"events\": [\"irq:irq_handler_entry name,none\", \"no:such\"] }");
  g_assert_cmpint (gscope_source_get_state (bed.harness.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (bed.harness.source), "no number “name”"));
  gscope_harness_stop (&bed.harness);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (
          gscope_source_configure (bed.harness.source, gscope_harness_parse (refused[i]), &error));
      g_assert_nonnull (error);
    }
  gscope_harness_start (&bed.harness);
  bed_clear (&bed);
}

/* The real kernel, where there is one that lets root in. */

static gboolean
has_tracefs (void)
{
  return access (FOLDER "/instances", W_OK) == 0;
}

/* Mounts tracefs for this process alone, before it has other threads. */
static void
mount_tracefs (void)
{
  if (!has_tracefs () && geteuid () == 0 && unshare (CLONE_NEWNS) == 0
      && mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
    mount ("tracefs", FOLDER, "tracefs", 0, NULL);
}

static guint
count_instances (pid_t pid)
{
  g_autofree char *prefix = g_strdup_printf ("gscope-%d-", (int) pid);
  g_autoptr (GDir) folder = g_dir_open (FOLDER "/instances", 0, NULL);
  const char *name;
  guint n = 0;

  while (folder && (name = g_dir_read_name (folder)))
    n += g_str_has_prefix (name, prefix);
  return n;
}

static void
run_true (void)
{
  char *arguments[] = { "true", NULL };

  g_assert_true (g_spawn_sync (NULL, arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                               NULL, NULL));
}

#define EXECS "{ \"events\": [\"sched:sched_process_exec pid\", \"no:such\"] }"

static void
init_real (GscopeHarness *harness, const char *options)
{
  g_autoptr (GError) error = NULL;

  *harness = (GscopeHarness){ 0 };
  harness->clock = g_object_ref (gscope_clock_get_system ());
  harness->scope = gscope_scope_new ();
  harness->source = g_object_new (TRACEFS_TYPE_SOURCE, "name", "x", NULL);
  gscope_source_configure (harness->source, gscope_harness_parse (options), &error);
  g_assert_no_error (error);
  gscope_scope_add_source (harness->scope, harness->source);
  gscope_harness_start (harness);
}

static void
clear_real (GscopeHarness *harness)
{
  gscope_harness_stop (harness);
  g_assert_cmpuint (count_instances (getpid ()), ==, 0);
  gscope_scope_remove_source (harness->scope, harness->source);
  g_object_unref (harness->source);
  g_object_unref (harness->scope);
  g_object_unref (harness->clock);
}

/* The kernel has events to report, and the scope takes them. */
static void
run_real (GscopeHarness *harness)
{
  run_true ();
  while (g_main_context_iteration (NULL, FALSE))
    ;
  gscope_scope_drain (harness->scope);
}

static void
test_kernel (void)
{
  g_autofree char *wrong = NULL;
  GscopeHarness harness;
  GListModel *markers;

  if (!has_tracefs ())
    {
      g_test_skip ("this machine has no instances of tracefs for this user");
      return;
    }
  init_real (&harness, EXECS);
  g_assert_nonnull (strstr (gscope_source_get_status (harness.source), "no:such"));
  g_assert_cmpuint (count_instances (getpid ()), ==, 1);
  markers = G_LIST_MODEL (gscope_scope_get_markers (harness.scope));
  while (g_list_model_get_n_items (markers) == 0
         || isnan (gscope_harness_get (&harness, "x/sched_process_exec/pid")))
    run_real (&harness);
  g_assert_cmpfloat (gscope_harness_get (&harness, "x/sched_process_exec/pid"), >, 0);
  wrong =
      gscope_harness_write (&harness, "sched_process_exec/filter", g_variant_new_string ("x =="));
  g_assert_nonnull (wrong);
  g_test_message ("%s", wrong);
  g_assert_null (gscope_harness_write (&harness, "sched_process_exec/filter",
                                       g_variant_new_string ("pid == 1")));
  clear_real (&harness);
}

static void
test_kernel_schedule (void)
{
  GscopeHarness harness;

  if (!has_tracefs ())
    {
      g_test_skip ("this machine has no instances of tracefs for this user");
      return;
    }
  init_real (&harness, SWITCHES);
  g_assert_cmpint (gscope_source_get_state (harness.source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  while (isnan (gscope_harness_get (&harness, "x/processors/cpu0")))
    run_real (&harness);
  clear_real (&harness);
}

/* A program that is killed leaves no instance. */
static void
test_killed (void)
{
  char *arguments[] = { "/proc/self/exe", "--own", NULL };
  g_autoptr (GError) error = NULL;
  char ready;
  GPid pid;
  int out;

  if (!has_tracefs ())
    {
      g_test_skip ("this machine has no instances of tracefs for this user");
      return;
    }
  arguments[0] = g_file_read_link ("/proc/self/exe", NULL);
  g_assert_true (g_spawn_async_with_pipes (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                                           NULL, &pid, NULL, &out, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (read (out, &ready, 1), ==, 1);
  g_assert_cmpuint (count_instances (pid), ==, 1);
  g_assert_cmpint (pid, >, 1);
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  while (count_instances (pid) > 0)
    g_usleep (1000);
  close (out);
  g_free (arguments[0]);
}

/* The program that is killed. */
static void
own (void)
{
  GscopeHarness harness;

  init_real (&harness, EXECS);
  g_assert_cmpint (write (STDOUT_FILENO, "r", 1), ==, 1);
  for (;;)
    pause ();
}

int
main (int argc, char *argv[])
{
  if (argc > 1 && g_str_equal (argv[1], "--own"))
    own ();
  mount_tracefs ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracefs/choice", test_choice);
  g_test_add_func ("/tracefs/order", test_order);
  g_test_add_func ("/tracefs/lost", test_lost);
  g_test_add_func ("/tracefs/crowded", test_crowded);
  g_test_add_func ("/tracefs/marks", test_marks);
  g_test_add_func ("/tracefs/filter", test_filter);
  g_test_add_func ("/tracefs/schedule", test_schedule);
  g_test_add_func ("/tracefs/schedule-lost", test_schedule_lost);
  g_test_add_func ("/tracefs/schedule-choice", test_schedule_choice);
  g_test_add_func ("/tracefs/options", test_options);
  g_test_add_func ("/tracefs/kernel", test_kernel);
  g_test_add_func ("/tracefs/kernel-schedule", test_kernel_schedule);
  g_test_add_func ("/tracefs/killed", test_killed);
  return g_test_run ();
}
