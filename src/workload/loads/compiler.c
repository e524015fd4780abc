/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glob.h>
#include <gscope/error.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Functions of the program that is compiled, which takes some tenths of a second. */
#define N_FUNCTIONS 40

/* How often the load looks whether the compiler has ended, in milliseconds. */
#define LOOK 5

/* Where GCC has the compiler proper, which has no processes of its own. */
static const char *const places[] = { "/usr/lib/gcc/*/*/cc1", "/usr/libexec/gcc/*/*/cc1",
                                      "/usr/lib64/gcc/*/*/cc1" };

typedef struct
{
  char *compiler;
  /* the program */
  int fd;
} Compiler;

/* Returns NULL if there is no compiler. */
static char *
find_compiler (void)
{
  char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (places) && !found; i++)
    {
      glob_t matches;

      if (glob (places[i], 0, NULL, &matches) != 0)
        continue;
      found = g_strdup (matches.gl_pathv[matches.gl_pathc - 1]);
      globfree (&matches);
    }
  return found;
}

static char *
write_program (void)
{
  g_autoptr (GString) text = g_string_new ("int f0 (int *a, int n) { return a[n]; }\n");

  for (guint i = 1; i < N_FUNCTIONS; i++)
    g_string_append_printf (text,
                            "int f%u (int *a, int n) { int s = %u; for (int k = 0; k < n; k++) "
                            "{ a[k] = a[n - k] * s + f%u (a, k / 2); s ^= a[k] >> (k %% 7); } "
                            "return s; }\n",
                            i, i, i - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns a file that exists in memory alone; -1 with errno on failure. */
static int
keep_program (void)
{
  g_autofree char *text = write_program ();
  gssize size = strlen (text);
  int fd = memfd_create ("program", MFD_CLOEXEC);

  if (fd < 0 || write (fd, text, size) == size)
    return fd;
  close (fd);
  return -1;
}

static void
close_compiler (gpointer state)
{
  Compiler *self = state;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->compiler);
  g_free (self);
}

static gpointer
open_compiler (GError **error)
{
  Compiler *self = g_new0 (Compiler, 1);

  self->compiler = find_compiler ();
  self->fd = self->compiler ? keep_program () : -1;
  if (self->fd >= 0)
    return self;
  if (!self->compiler)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                         _ ("cannot compile: there is no C compiler; install gcc"));
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("cannot keep the program to compile in memory: %s; close other files"),
                 g_strerror (errno));
  close_compiler (self);
  return NULL;
}

/* Runs in the child of a program with threads, so it may only make system calls. The compiler ends with the thread that
 * forked it, and reads the program from its standard input. */
static void
run_child (char **arguments, int fd, pid_t parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () == parent && dup2 (fd, STDIN_FILENO) >= 0)
    execv (arguments[0], arguments);
  _exit (1);
}

/* Returns whether the compiler succeeded. */
static gboolean
await_child (WorkloadLoad *load, pid_t child)
{
  int status;

  while (waitpid (child, &status, WNOHANG) == 0)
    if (!workload_load_pause (load, LOOK))
      kill (child, SIGKILL);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static gboolean
work_compiler (WorkloadLoad *load, gpointer state)
{
  Compiler *self = state;
  char *arguments[] = { self->compiler, (char *) "-quiet", (char *) "-w",        (char *) "-O2",
                        (char *) "-",   (char *) "-o",     (char *) "/dev/null", NULL };
  pid_t parent = getpid (), child;

  if (lseek (self->fd, 0, SEEK_SET) != 0)
    return FALSE;
  child = fork ();
  if (child == 0)
    run_child (arguments, self->fd, parent);
  return child > 0 && await_child (load, child);
}

const WorkloadLoadKind workload_load_compiler = {
  .name = "compiler",
  .title = N_ ("Compiler"),
  .description = N_ ("Compiles a program of 40 functions with GCC, again and again"),
  .open = open_compiler,
  .work = work_compiler,
  .close = close_compiler,
};
