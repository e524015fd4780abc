/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <tsl-bpf/expiries.h>
#include <tsl-bpf/kernel-loader.h>
#include <tsl-bpf/wakeups.h>
#include <tsl/error.h>
#include <unistd.h>

typedef struct
{
  GThread *thread;
  GMainContext *context;
  guint n_answers;
  gpointer program;
  GError *error;
} Answer;

static void
on_loaded (gpointer program, const GError *error, gpointer data)
{
  Answer *self = data;

  g_assert_true (g_thread_self () == self->thread);
  g_assert_true (!program == !!error);
  self->program = program;
  self->error = error ? g_error_copy (error) : NULL;
  self->n_answers++;
}

static void
await (Answer *self, KernelLoad load)
{
  *self = (Answer){ .thread = g_thread_self (), .context = g_main_context_get_thread_default () };
  kernel_loader_begin (load, on_loaded, self);
  /* never from within the call */
  g_assert_cmpuint (self->n_answers, ==, 0);
  while (self->n_answers == 0)
    g_main_context_iteration (self->context, TRUE);
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_assert_cmpuint (self->n_answers, ==, 1);
}

/* The thread that loads is none of the caller's. */
static gpointer
load_thread (GError **error)
{
  return g_thread_self ();
}

static void
test_thread (void)
{
  Answer answer;

  await (&answer, load_thread);
  g_assert_no_error (answer.error);
  g_assert_true (answer.program != g_thread_self ());
}

static gpointer
refuse (GError **error)
{
  g_set_error_literal (error, TSL_ERROR, TSL_ERROR_PRIVILEGE, "this user may not");
  return NULL;
}

static void
test_refusal (void)
{
  Answer answer;

  await (&answer, refuse);
  g_assert_error (answer.error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
  g_assert_cmpstr (answer.error->message, ==, "this user may not");
  g_clear_error (&answer.error);
}

/* In the context in which it was begun, whatever runs elsewhere. */
static gpointer
load_elsewhere (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  Answer answer;

  g_main_context_push_thread_default (context);
  await (&answer, refuse);
  g_clear_error (&answer.error);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static void
test_context (void)
{
  g_thread_join (g_thread_new ("elsewhere", load_elsewhere, NULL));
}

static gpointer
load_expiries (GError **error)
{
  return expiries_new (error);
}

static gpointer
load_wakeups (GError **error)
{
  return wakeups_new (error);
}

static gboolean
is_loaded (Answer *answer)
{
  if (answer->program)
    return TRUE;
  g_test_message ("%s", answer->error->message);
  g_assert_nonnull (strstr (answer->error->message, HAS_BPF ? "BPF" : "built without BPF"));
  g_clear_error (&answer->error);
  return FALSE;
}

/* The result, or the reason for its absence. */
static void
test_programs (void)
{
  Answer answer;

  await (&answer, load_expiries);
  if (is_loaded (&answer))
    expiries_free (answer.program);
  await (&answer, load_wakeups);
  if (is_loaded (&answer))
    wakeups_free (answer.program);
}

#if HAS_BPF
/* The exit status of a process in another PID namespace: 0 if the namespace is reported. */
static int
load_in_namespace (void)
{
  g_autoptr (GError) error = NULL;
  int status = -1;
  pid_t child;

  if (unshare (geteuid () == 0 ? CLONE_NEWPID : CLONE_NEWUSER | CLONE_NEWPID) != 0)
    return 77;
  child = fork ();
  if (child == 0)
    _exit (!wakeups_new (&error) && strstr (error->message, "in a PID namespace") ? 0 : 1);
  if (child < 0 || waitpid (child, &status, 0) != child || !WIFEXITED (status))
    return 2;
  return WEXITSTATUS (status);
}

/* BPF would compare numbers that mean other threads, and see nothing. */
static void
test_namespace (void)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    _exit (load_in_namespace ());
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == 77)
    g_test_skip ("no PID namespaces here");
  else
    g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}
#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#if HAS_BPF
  /* before there are threads */
  g_test_add_func ("/tsl-kernel-loader/namespace", test_namespace);
#endif
  g_test_add_func ("/tsl-kernel-loader/thread", test_thread);
  g_test_add_func ("/tsl-kernel-loader/refusal", test_refusal);
  g_test_add_func ("/tsl-kernel-loader/context", test_context);
  g_test_add_func ("/tsl-kernel-loader/programs", test_programs);
  return g_test_run ();
}
