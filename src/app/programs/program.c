/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "programs/program.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* The time that it has to end, s. */
#define KILL_SEC 2
#define SIGNAL_STATUS 128

struct _AppProgram
{
  GObject parent_instance;

  GSubprocess *process;
  char *name;
  char *pid;
  gboolean has_ended;
  gboolean is_asked;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (AppProgram, app_program, G_TYPE_OBJECT)

enum
{
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
app_program_finalize (GObject *object)
{
  AppProgram *self = APP_PROGRAM (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->process);
  g_free (self->name);
  g_free (self->pid);
  G_OBJECT_CLASS (app_program_parent_class)->finalize (object);
}

static void
app_program_class_init (AppProgramClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_program_finalize;
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_program_init (AppProgram *self)
{
}

static void
on_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppProgram) self = data;

  g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL);
  self->has_ended = TRUE;
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->is_asked && g_application_get_default ())
    g_application_release (g_application_get_default ());
  g_signal_emit (self, signals[ENDED], 0);
}

/* Starts it with the writing end of a pipe, and takes the reading end as standard input. */
static GSubprocess *
spawn (const char *const *argv, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_INHERIT);
  g_autoptr (GSubprocess) process = NULL;
  int ends[2];

  if (!g_unix_open_pipe (ends, FD_CLOEXEC, error))
    return NULL;
  g_subprocess_launcher_take_stdout_fd (launcher, ends[1]);
  process = g_subprocess_launcher_spawnv (launcher, argv, error);
  /* The launcher has the other writing end: while that is open, the pipe does not end. */
  g_subprocess_launcher_close (launcher);
  if (process && dup2 (ends[0], STDIN_FILENO) < 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   _ ("Cannot read the output of “%s”: %s"), argv[0], g_strerror (errno));
      g_subprocess_force_exit (process);
      g_clear_object (&process);
    }
  close (ends[0]);
  return g_steal_pointer (&process);
}

AppProgram *
app_program_new (const char *const *argv, GError **error)
{
  g_autoptr (GSubprocess) process = spawn (argv, error);
  const char *pid;
  AppProgram *self;

  if (!process)
    return NULL;
  self = g_object_new (APP_TYPE_PROGRAM, NULL);
  self->process = g_steal_pointer (&process);
  self->name = g_path_get_basename (argv[0]);
  pid = g_subprocess_get_identifier (self->process);
  /* a program that has ended already has none, and no process has the number 0 */
  self->pid = g_strdup (pid ? pid : "0");
  g_subprocess_wait_async (self->process, NULL, on_ended, g_object_ref (self));
  return self;
}

const char *
app_program_get_name (AppProgram *self)
{
  return self->name;
}

gboolean
app_program_get_running (AppProgram *self)
{
  return !self->has_ended && !self->is_asked;
}

int
app_program_get_status (AppProgram *self)
{
  if (!self->has_ended || self->is_asked)
    return 0;
  return g_subprocess_get_if_signaled (self->process)
             ? SIGNAL_STATUS + g_subprocess_get_term_sig (self->process)
             : g_subprocess_get_exit_status (self->process);
}

char *
app_program_describe_end (AppProgram *self)
{
  int number;

  if (g_subprocess_get_if_signaled (self->process))
    {
      number = g_subprocess_get_term_sig (self->process);
      return g_strdup_printf (_ ("“%s” was ended by signal %d (%s)"), self->name, number,
                              strsignal (number));
    }
  number = g_subprocess_get_exit_status (self->process);
  if (number == 0)
    return g_strdup_printf (_ ("“%s” has ended"), self->name);
  return g_strdup_printf (_ ("“%s” has ended with status %d"), self->name, number);
}

/* One scope has the tuples, another one with a longer period the values that the kernel has of the process. The times on the
 * processor are the 14th and 15th field of the file “stat”, in which the name of the program is in parentheses. */
char *
app_program_describe_workspace (AppProgram *self)
{
  static const char format[] =
      "{ \"gscope-workspace\": 1, \"scopes\": ["
      "  { \"name\": \"A\", \"period-ms\": 10, \"delay-ms\": 100, \"sources\": ["
      "    { \"type\": \"tuples\", \"name\": \"" APP_PROGRAM_OUTPUT "\","
      "      \"options\": { \"listen\": [ \"stdin\" ] } } ] },"
      "  { \"name\": \"B\", \"period-ms\": 250, \"sources\": ["
      "    { \"type\": \"proc\", \"name\": \"" APP_PROGRAM_PROCESS "\", \"options\": {"
      "      \"root\": \"/proc/%s\", \"entries\": [ ], \"signals\": ["
      "        { \"name\": \"user\", \"file\": \"stat\", \"rate\": true, \"scale\": %s, \"unit\": "
      "\"%%\","
      "          \"pattern\": \"^\\\\d+ \\\\(.*\\\\) \\\\S(?: \\\\S+){10} (\\\\d+)\" },"
      "        { \"name\": \"system\", \"file\": \"stat\", \"rate\": true, \"scale\": %s, "
      "\"unit\": \"%%\","
      "          \"pattern\": \"^\\\\d+ \\\\(.*\\\\) \\\\S(?: \\\\S+){11} (\\\\d+)\" },"
      "        { \"name\": \"memory\", \"file\": \"status\", \"line\": \"VmRSS:\", \"field\": 1,"
      "          \"scale\": 1024, \"unit\": \"B\" },"
      "        { \"name\": \"threads\", \"file\": \"status\", \"line\": \"Threads:\", \"field\": 1 "
      "} ] } },"
      "    { \"type\": \"tcp\", \"name\": \"" APP_PROGRAM_TCP "\","
      "      \"parameters\": { \"process\": \"%s\" } } ] } ],"
      "  \"views\": [ { \"signals\": [ { \"match\": \"" APP_PROGRAM_OUTPUT "/*\" },"
      "    { \"match\": \"" APP_PROGRAM_PROCESS "/user\" }, { \"match\": \"" APP_PROGRAM_PROCESS
      "/memory\" } ] } ] }";
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (percent, sizeof percent, 100.0 / (double) sysconf (_SC_CLK_TCK));
  return g_strdup_printf (format, self->pid, percent, percent, self->pid);
}

gboolean
app_program_is_shown_by (AppProgram *self, GscopeSource *source, const char *description)
{
  GscopeParameter *process = gscope_source_find_parameter (source, "process");
  g_autofree char *folder = g_strdup_printf ("\"/proc/%s\"", self->pid);

  if (process && gscope_parameter_get_parameter_type (process) == GSCOPE_PARAMETER_TYPE_STRING)
    return g_str_equal (g_variant_get_string (gscope_parameter_get_value (process), NULL),
                        self->pid);
  return strstr (description, folder) != NULL;
}

static gboolean
on_timeout (gpointer data)
{
  AppProgram *self = data;

  self->timeout = 0;
  g_subprocess_force_exit (self->process);
  return G_SOURCE_REMOVE;
}

void
app_program_end (AppProgram *self)
{
  if (!app_program_get_running (self))
    return;
  self->is_asked = TRUE;
  if (g_application_get_default ())
    g_application_hold (g_application_get_default ());
  g_subprocess_send_signal (self->process, SIGTERM);
  self->timeout = g_timeout_add_seconds (KILL_SEC, on_timeout, self);
}
