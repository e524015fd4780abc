/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>
#include <schedule-source/choice.h>
#include <schedule-source/model.h>
#include <string.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)

/* The transitions of a thread. */
static void
test_transitions (void)
{
  g_assert_cmpint (thread_state_leave (FALSE, FALSE, FALSE), ==, THREAD_STATE_ASLEEP);
  g_assert_cmpint (thread_state_leave (TRUE, FALSE, FALSE), ==, THREAD_STATE_READY);
  g_assert_cmpint (thread_state_leave (TRUE, TRUE, FALSE), ==, THREAD_STATE_NO_BUDGET);
  /* one that sleeps needs no budget */
  g_assert_cmpint (thread_state_leave (FALSE, TRUE, FALSE), ==, THREAD_STATE_ASLEEP);
  g_assert_cmpint (thread_state_leave (TRUE, TRUE, TRUE), ==, THREAD_STATE_ENDED);

  g_assert_cmpint (thread_state_wake (THREAD_STATE_ASLEEP, FALSE), ==, THREAD_STATE_READY);
  g_assert_cmpint (thread_state_wake (THREAD_STATE_UNKNOWN, FALSE), ==, THREAD_STATE_READY);
  g_assert_cmpint (thread_state_wake (THREAD_STATE_ASLEEP, TRUE), ==, THREAD_STATE_NO_BUDGET);
  g_assert_cmpint (thread_state_wake (thread_state_run (3), FALSE), ==, thread_state_run (3));
  g_assert_cmpint (thread_state_wake (THREAD_STATE_NO_BUDGET, FALSE), ==, THREAD_STATE_NO_BUDGET);

  g_assert_cmpint (thread_state_renew (THREAD_STATE_NO_BUDGET), ==, THREAD_STATE_READY);
  g_assert_cmpint (thread_state_renew (THREAD_STATE_ASLEEP), ==, THREAD_STATE_ASLEEP);
  g_assert_cmpint (thread_state_renew (thread_state_run (0)), ==, thread_state_run (0));

  /* running, asleep, preempted, a zombie */
  g_assert_true (thread_state_is_ready (0));
  g_assert_false (thread_state_is_ready (1));
  g_assert_true (thread_state_is_ready (0x100));
  g_assert_false (thread_state_is_dead (0x100));
  g_assert_true (thread_state_is_dead (0x20));
}

/* The output of a model as text. */

static void
on_thread (gpointer data, const ScheduleThread *thread, gint64 time)
{
  g_string_append_printf (data, "%d:%s=%d ", (int) (time / MSEC), thread->name, thread->state);
}

static void
on_budget (gpointer data, const ScheduleThread *thread, gint64 time, gint64 left)
{
  g_string_append_printf (data, "%d:%s~%d ", (int) (time / MSEC), thread->name,
                          (int) (left / MSEC));
}

static void
on_processor (gpointer data, guint cpu, gint64 time, const ScheduleThread *thread)
{
  g_string_append_printf (data, "%d:cpu%u=%s ", (int) (time / MSEC), cpu,
                          thread ? thread->name : "-");
}

static const ScheduleSink sink = { on_thread, on_budget, on_processor };

static const char *
get_name (guint thread)
{
  return thread == 1 ? "one" : thread == 2 ? "two" : "";
}

static void
take (ScheduleModel *model, guint kind, gint64 time, guint cpu, guint before, guint flags,
      guint thread)
{
  SwitchesEvent event = {
    .time = (guint64) (time * MSEC),
    .budget = SWITCHES_NO_BUDGET,
    .budget_before = SWITCHES_NO_BUDGET,
    .thread = thread,
    .process = thread,
    .before = before,
    .cpu = (guint16) cpu,
    .kind = (guint8) kind,
    .flags = (guint8) flags,
  };

  g_strlcpy (event.name, get_name (thread), sizeof event.name);
  schedule_model_take (model, &event);
}

static void
assert_said (GString *said, const char *expected)
{
  g_assert_cmpstr (said->str, ==, expected);
  g_string_truncate (said, 0);
}

/* Both threads have rows, so that all they do is said. */
static ScheduleModel *
make (GString *said)
{
  ScheduleModel *model = schedule_model_new (&sink, said);
  GPtrArray *ranking;

  take (model, SWITCHES_WAKE, 1, 0, 0, 0, 1);
  take (model, SWITCHES_WAKE, 1, 0, 0, 0, 2);
  assert_said (said, "");
  ranking = schedule_model_rank (model, MSEC);
  g_assert_cmpuint (ranking->len, ==, 2);
  for (guint i = 0; i < ranking->len; i++)
    ((ScheduleThread *) ranking->pdata[i])->row = said;
  return model;
}

static void
test_switches (void)
{
  g_autoptr (GString) said = g_string_new (NULL);
  ScheduleModel *model = make (said);

  take (model, SWITCHES_SWITCH, 2, 0, 0, SWITCHES_IS_READY, 1);
  assert_said (said, "2:one=3 2:cpu0=one ");
  take (model, SWITCHES_SWITCH, 3, 1, 0, SWITCHES_IS_READY, 2);
  assert_said (said, "3:two=4 3:cpu1=two ");
  /* the second takes the place of the first */
  take (model, SWITCHES_SWITCH, 4, 1, 2, 0, 0);
  take (model, SWITCHES_WAKE, 5, 1, 0, 0, 2);
  take (model, SWITCHES_SWITCH, 6, 0, 1, SWITCHES_IS_READY, 2);
  assert_said (said, "4:two=0 4:cpu1=- 5:two=1 6:one=1 6:two=3 6:cpu0=two ");
  /* a wake-up while it runs is none */
  take (model, SWITCHES_WAKE, 7, 0, 0, 0, 2);
  assert_said (said, "");
  take (model, SWITCHES_SWITCH, 8, 0, 2, SWITCHES_IS_DEAD, 0);
  assert_said (said, "8:two=-2 8:cpu0=- ");
  g_assert_cmpuint (schedule_model_count (model), ==, 5);
  g_assert_cmpuint (schedule_model_count_unseen (model), ==, 0);
  schedule_model_free (model);
}

static void
test_budget (void)
{
  g_autoptr (GString) said = g_string_new (NULL);
  ScheduleModel *model = make (said);
  SwitchesEvent event = { .time = 2 * MSEC,
                          .budget = 9 * MSEC,
                          .budget_before = SWITCHES_NO_BUDGET,
                          .thread = 1,
                          .name = "one" };

  schedule_model_take (model, &event);
  assert_said (said, "2:one~9 2:one=3 2:cpu0=one ");
  /* it overran, which is no budget and not less than none */
  event = (SwitchesEvent){ .time = 11 * MSEC,
                           .budget = SWITCHES_NO_BUDGET,
                           .budget_before = -1000,
                           .before = 1,
                           .flags = SWITCHES_IS_READY | SWITCHES_IS_THROTTLED };
  schedule_model_take (model, &event);
  assert_said (said, "11:one~0 11:one=2 11:cpu0=- ");
  take (model, SWITCHES_RENEW, 20, 0, 0, 0, 1);
  assert_said (said, "20:one=1 ");
  take (model, SWITCHES_RENEW, 21, 0, 0, 0, 1);
  take (model, SWITCHES_RENEW, 21, 0, 0, 0, 77);
  assert_said (said, "");
  schedule_model_free (model);
}

/* An event that the kernel did not report leaves a thread whose state nobody knows, and is counted. */
static void
test_unseen (void)
{
  g_autoptr (GString) said = g_string_new (NULL);
  ScheduleModel *model = make (said);

  take (model, SWITCHES_SWITCH, 2, 0, 0, 0, 1);
  g_string_truncate (said, 0);
  take (model, SWITCHES_SWITCH, 3, 0, 2, 0, 0);
  assert_said (said, "3:one=-1 3:two=0 3:cpu0=- ");
  g_assert_cmpuint (schedule_model_count_unseen (model), ==, 1);
  /* after a loss nothing is known, so that nothing is unseen */
  schedule_model_forget (model);
  take (model, SWITCHES_SWITCH, 5, 0, 1, 0, 2);
  g_assert_cmpuint (schedule_model_count_unseen (model), ==, 1);
  assert_said (said, "5:one=0 5:two=3 5:cpu0=two ");
  schedule_model_free (model);
}

/* The most active come first; the share of one that still runs counts, too. */
static void
test_rank (void)
{
  g_autoptr (GString) said = g_string_new (NULL);
  ScheduleModel *model = schedule_model_new (&sink, said);
  GPtrArray *ranking;

  take (model, SWITCHES_SWITCH, 1, 0, 0, 0, 1);
  take (model, SWITCHES_SWITCH, 1, 1, 0, 0, 2);
  schedule_model_rank (model, 1 * MSEC);
  take (model, SWITCHES_SWITCH, 26, 0, 1, 0, 0);
  ranking = schedule_model_rank (model, 101 * MSEC);
  g_assert_cmpstr (((ScheduleThread *) ranking->pdata[0])->name, ==, "two");
  g_assert_cmpfloat (((ScheduleThread *) ranking->pdata[0])->activity, ==, 0.5);
  g_assert_cmpfloat (((ScheduleThread *) ranking->pdata[1])->activity, ==, 0.125);
  /* one that has slept for long is forgotten, one that runs is not */
  ranking = schedule_model_rank (model, 20000 * MSEC);
  g_assert_cmpuint (ranking->len, ==, 1);
  schedule_model_free (model);
}

/* Neither threads nor processors grow without bound. */
static void
test_bounds (void)
{
  g_autoptr (GString) said = g_string_new (NULL);
  ScheduleModel *model = schedule_model_new (&sink, said);

  for (guint i = 1; i <= SCHEDULE_MAX_THREADS + 5; i++)
    take (model, SWITCHES_WAKE, 1, 0, 0, 0, i);
  g_assert_cmpuint (schedule_model_count_excess (model), ==, 5);
  take (model, SWITCHES_SWITCH, 2, SCHEDULE_MAX_PROCESSORS, 1, 0, 2);
  g_assert_cmpuint (schedule_model_count_excess (model), ==, 6);
  schedule_model_free (model);
}

/* Patterns of names, of processes, and numbers. */
static void
test_choice (void)
{
  ScheduleThread thread = { .tid = 12, .process = 11, .name = "cc1plus" };
  static const struct
  {
    const char *text;
    gboolean matches;
  } rows[] = {
    { "", TRUE },   { " , ", TRUE },    { "cc1*", TRUE }, { "cc1", FALSE },
    { "11", TRUE }, { "ld, 12", TRUE }, { "13", FALSE },  { "ld make*", TRUE },
  };

  thread.process_name = g_strdup ("make");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (ScheduleChoice) choice = schedule_choice_parse (rows[i].text, NULL);

      g_assert_cmpint (schedule_choice_matches (choice, &thread), ==, rows[i].matches);
    }
  g_free (thread.process_name);
}

static void
assert_refused (const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (schedule_choice_parse (text, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

static void
test_choice_bounds (void)
{
  g_autofree char *parts = g_strnfill (34, ',');
  g_autofree char *bytes = g_strnfill (300, 'x');

  for (guint i = 0; i < 34; i += 2)
    parts[i] = 'x';
  assert_refused (parts);
  assert_refused (bytes);
}

static char *
list (const char *text)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) numbers = schedule_processors_parse (text, 8, &error);

  if (!numbers)
    {
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
      return g_strdup ("refused");
    }
  for (guint i = 0; i < numbers->len; i++)
    g_string_append_printf (all, "%u ", g_array_index (numbers, guint, i));
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
test_processors (void)
{
  static const char *const rows[][2] = {
    { "", "0 1 2 3 4 5 6 7 " }, { "3", "3 " },       { "5,0-2,1", "0 1 2 5 " }, { "8", "refused" },
    { "2-1", "refused" },       { "-1", "refused" }, { "0-", "refused" },       { "x", "refused" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = list (rows[i][0]);

      g_assert_cmpstr (found, ==, rows[i][1]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/transitions", test_transitions);
  g_test_add_func ("/schedule/model/switches", test_switches);
  g_test_add_func ("/schedule/model/budget", test_budget);
  g_test_add_func ("/schedule/model/unseen", test_unseen);
  g_test_add_func ("/schedule/model/rank", test_rank);
  g_test_add_func ("/schedule/model/bounds", test_bounds);
  g_test_add_func ("/schedule/choice/matches", test_choice);
  g_test_add_func ("/schedule/choice/bounds", test_choice_bounds);
  g_test_add_func ("/schedule/choice/processors", test_processors);
  return g_test_run ();
}
