/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/engine.h"
#include "process/control.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <main-source.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <tsl/page/page.h>
#include <unistd.h>

enum
{
  /* Time for the processes to end before they are killed, in milliseconds. */
  END_TIMEOUT = 1000,

  /* The order of requests, as bits of processes: the server gets a new configuration first. Only the
   * server may refuse it, so no other process has to revert it. */
  FIRST = 1 << MXTRAF_SERVER,
  THEN = 1 << MXTRAF_ROUTER | 1 << MXTRAF_CLIENT,
};

struct _MxtrafEngine
{
  const MxtrafEngineFuncs *funcs;
  gpointer data;
  GMainContext *context;
  GSubprocess *subprocess;
  GCancellable *wait;
  GSource *patience;
  gboolean told;
  gboolean forced;
  MxtrafCounters *counters;
  gsize counters_size;

  int sockets[MXTRAF_N_PROCESSES];
  GSource *sources[MXTRAF_N_PROCESSES];
  pid_t pids[MXTRAF_N_PROCESSES];
  char *farewells[MXTRAF_N_PROCESSES];

  /* the last request: bits of the processes that were asked and of those that have not answered, and
   * the reason of a refusal */
  guint64 sequence;
  MxtrafConfig config;
  guint asked;
  guint waiting;
  char *refusal;
};

static void
close_socket (MxtrafEngine *self, MxtrafProcess process)
{
  g_clear_pointer (&self->sources[process], main_source_drop);
  if (self->sockets[process] >= 0)
    close (self->sockets[process]);
  self->sockets[process] = -1;
}

static void
close_sockets (MxtrafEngine *self)
{
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    close_socket (self, i);
}

static void
clear (gpointer data)
{
  MxtrafEngine *self = data;

  close_sockets (self);
  if (self->counters)
    munmap (self->counters, self->counters_size);
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    g_free (self->farewells[i]);
  g_free (self->refusal);
  g_object_unref (self->wait);
  g_main_context_unref (self->context);
}

static void
release (MxtrafEngine *self)
{
  g_rc_box_release_full (self, clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MxtrafEngine, release)

static void
ask (MxtrafEngine *self, guint processes)
{
  MxtrafRequest message = { .sequence = ++self->sequence, .config = self->config };

  self->asked = self->waiting = processes;
  /* sending fails only if the process has ended, which its socket reports */
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    if (processes & 1 << i)
      send (self->sockets[i], &message, sizeof message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

void
mxtraf_engine_apply (MxtrafEngine *self, const MxtrafConfig *config)
{
  self->config = *config;
  ask (self, FIRST);
}

static void
keep_text (char **kept, const MxtrafAnswer *answer)
{
  g_free (*kept);
  *kept = g_utf8_make_valid (answer->error, strnlen (answer->error, MXTRAF_MAX_ERROR));
}

static void
on_answer (MxtrafEngine *self, MxtrafProcess process, const MxtrafAnswer *answer)
{
  g_autofree char *refusal = NULL;
  g_autoptr (GError) error = NULL;

  if (answer->sequence == 0)
    keep_text (&self->farewells[process], answer);
  if (answer->sequence != self->sequence || !(self->waiting & 1 << process))
    return;
  self->pids[process] = answer->pid;
  self->waiting &= ~(1 << process);
  if (answer->error[0])
    keep_text (&self->refusal, answer);
  if (self->waiting)
    return;
  refusal = g_steal_pointer (&self->refusal);
  if (refusal)
    error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, refusal);
  else if (self->asked == FIRST)
    {
      ask (self, THEN);
      return;
    }
  self->funcs->applied (self->data, error);
}

/* Returns %FALSE at the end of file. A read error comes before it if the process has left a request
 * unread. */
static gboolean
read_answers (MxtrafEngine *self, MxtrafProcess process)
{
  MxtrafAnswer answer;
  ssize_t n;

  while (self->sockets[process] >= 0)
    {
      n = recv (self->sockets[process], &answer, sizeof answer, MSG_DONTWAIT);
      if (n == 0)
        return FALSE;
      if (n == sizeof answer)
        on_answer (self, process, &answer);
      else if (n < 0 && errno != ECONNRESET)
        return TRUE;
    }
  return FALSE;
}

static gboolean
on_patience_over (gpointer data)
{
  MxtrafEngine *self = data;

  self->forced = TRUE;
  g_subprocess_force_exit (self->subprocess);
  return G_SOURCE_REMOVE;
}

/* When a process ends, the router ends, and with it all other processes. */
static void
expect_end (MxtrafEngine *self)
{
  if (self->patience || !self->subprocess)
    return;
  self->patience = g_timeout_source_new (END_TIMEOUT);
  g_source_set_callback (self->patience, on_patience_over, self, NULL);
  g_source_attach (self->patience, self->context);
}

static gboolean
on_socket (int fd, GIOCondition condition, gpointer data)
{
  g_autoptr (MxtrafEngine) self = g_rc_box_acquire (data);

  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    if (self->sockets[i] == fd && !read_answers (self, i))
      {
        close_socket (self, i);
        expect_end (self);
      }
  return G_SOURCE_CONTINUE;
}

/* The best explanation is a host's, then the router's, then the exit status. */
static GError *
explain_end (MxtrafEngine *self)
{
  static const MxtrafProcess order[] = { MXTRAF_SERVER, MXTRAF_CLIENT, MXTRAF_ROUTER };
  pid_t router = self->pids[MXTRAF_ROUTER];
  int signal;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (self->farewells[order[i]])
      return g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                                  self->farewells[order[i]]);
  if (self->forced)
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                        _ ("mxtraf-router (%d) did not respond and was killed; start mxtraf again"),
                        router);
  if (!g_subprocess_get_if_signaled (self->subprocess))
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                        _ ("mxtraf-router (%d) ended with status %d"), router,
                        g_subprocess_get_exit_status (self->subprocess));
  signal = g_subprocess_get_term_sig (self->subprocess);
  return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                      _ ("mxtraf-router (%d) was killed by signal %d (%s)"), router, signal,
                      g_strsignal (signal));
}

static void
on_gone (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (MxtrafEngine) self = NULL;

  /* cancelled, because self was freed */
  if (!g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL))
    return;
  /* a killed process leaves its page */
  tsl_page_remove_dead ();
  self = g_rc_box_acquire (data);
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    read_answers (self, i);
  if (!self->subprocess)
    return;
  close_sockets (self);
  why = self->told ? NULL : explain_end (self);
  memset (self->pids, 0, sizeof self->pids);
  g_clear_pointer (&self->patience, main_source_drop);
  g_clear_object (&self->subprocess);
  self->funcs->ended (self->data, why);
}

void
mxtraf_engine_end (MxtrafEngine *self)
{
  self->told = TRUE;
  close_sockets (self);
  expect_end (self);
}

static gboolean
fail (const char *failure, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("%s: %s; free memory, or close files"),
               failure, g_strerror (errno));
  return FALSE;
}

/* Creates the page of counters that all processes share; the launcher takes its descriptor. The trace
 * is written before others can read it. */
static gboolean
make_counters (MxtrafEngine *self, GSubprocessLauncher *launcher, const GArray *trace,
               GError **error)
{
  int fd = memfd_create ("mxtraf-counters", MFD_CLOEXEC);
  gsize n_sends = trace ? trace->len : 0;
  MxtrafCounters *counters;

  if (fd < 0)
    return fail (_ ("mxtraf cannot create its counters"), error);
  g_subprocess_launcher_take_fd (launcher, fd, MXTRAF_FD_COUNTERS);
  self->counters_size = sizeof *counters + n_sends * sizeof (MxtrafSend);
  if (ftruncate (fd, self->counters_size) != 0)
    return fail (_ ("mxtraf cannot create its counters"), error);
  counters = mmap (NULL, self->counters_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (counters == MAP_FAILED)
    return fail (_ ("mxtraf cannot create its counters"), error);
  counters->n_sends = n_sends;
  for (gsize i = 0; i < n_sends; i++)
    counters->sends[i] = g_array_index (trace, MxtrafSend, i);
  mprotect (counters, self->counters_size, PROT_READ);
  self->counters = counters;
  return TRUE;
}

static gboolean
make_socket (MxtrafEngine *self, GSubprocessLauncher *launcher, MxtrafProcess process,
             GError **error)
{
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail (_ ("mxtraf cannot create its control sockets"), error);
  g_subprocess_launcher_take_fd (launcher, ends[1], MXTRAF_FD_CONTROL + process);
  self->sockets[process] = ends[0];
  self->sources[process] = g_unix_fd_source_new (ends[0], G_IO_IN | G_IO_HUP | G_IO_ERR);
  g_source_set_callback (self->sources[process], G_SOURCE_FUNC (on_socket), self, NULL);
  g_source_attach (self->sources[process], self->context);
  return TRUE;
}

static gboolean
spawn (MxtrafEngine *self, const char *program, const GArray *trace, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  const char *identifier;

  if (!make_counters (self, launcher, trace, error))
    return FALSE;
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    if (!make_socket (self, launcher, i, error))
      return FALSE;
  self->subprocess =
      g_subprocess_launcher_spawn (launcher, error, program, MXTRAF_PROCESSES_ARGUMENT, NULL);
  if (!self->subprocess)
    return FALSE;
  /* NULL if the process has ended already */
  identifier = g_subprocess_get_identifier (self->subprocess);
  self->pids[MXTRAF_ROUTER] = identifier ? atoi (identifier) : 0;
  g_subprocess_wait_async (self->subprocess, self->wait, on_gone, self);
  return TRUE;
}

MxtrafEngine *
mxtraf_engine_new (const char *program, const GArray *trace, const MxtrafEngineFuncs *funcs,
                   gpointer data, GError **error)
{
  g_autoptr (MxtrafEngine) self = g_rc_box_new0 (MxtrafEngine);

  self->funcs = funcs;
  self->data = data;
  self->context = g_main_context_ref_thread_default ();
  self->wait = g_cancellable_new ();
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    self->sockets[i] = -1;
  return spawn (self, program, trace, error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
force_exit (gpointer subprocess)
{
  g_subprocess_force_exit (subprocess);
  return G_SOURCE_REMOVE;
}

/* When its sockets are closed, the router ends the hosts and itself. It is killed only if it does
 * not. */
void
mxtraf_engine_free (MxtrafEngine *self)
{
  g_autoptr (GSource) source = g_timeout_source_new (END_TIMEOUT);

  g_cancellable_cancel (self->wait);
  close_sockets (self);
  g_clear_pointer (&self->patience, main_source_drop);
  if (self->subprocess)
    {
      g_source_set_callback (source, force_exit, g_steal_pointer (&self->subprocess),
                             g_object_unref);
      g_source_attach (source, self->context);
    }
  release (self);
}

const MxtrafCounters *
mxtraf_engine_get_counters (MxtrafEngine *self)
{
  return self->counters;
}

pid_t
mxtraf_engine_get_pid (MxtrafEngine *self, MxtrafProcess process)
{
  return self->pids[process];
}
