/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "display.h"

#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void
run_server (int fd)
{
  g_autofree char *number = g_strdup_printf ("%d", fd);

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  execlp ("Xvfb", "Xvfb", "-displayfd", number, "-screen", "0", "1920x1080x24", "-nolisten", "tcp",
          NULL);
  _exit (127);
}

pid_t
display_start (void)
{
  int fds[2];
  char text[32] = "";
  g_autofree char *display = NULL;
  pid_t pid = pipe (fds) == 0 ? fork () : -1;

  if (pid == 0)
    run_server (fds[1]);
  if (pid > 0)
    close (fds[1]);
  /* the server writes the display's number */
  if (pid < 0 || read (fds[0], text, sizeof text - 1) <= 0)
    {
      g_printerr ("cannot start Xvfb: please install it\n");
      exit (1);
    }
  close (fds[0]);
  display = g_strdup_printf (":%s", g_strstrip (text));
  g_setenv ("DISPLAY", display, TRUE);
  g_setenv ("GDK_BACKEND", "x11", TRUE);
  g_setenv ("GSK_RENDERER", "cairo", TRUE);
  g_setenv ("GTK_A11Y", "none", TRUE);
  return pid;
}

void
display_stop (pid_t server)
{
  kill (server, SIGTERM);
  waitpid (server, NULL, 0);
}

double
display_read_cpu (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir) tasks = g_dir_open (path, 0, NULL);
  const char *task;
  double sum = 0;

  while (tasks && (task = g_dir_read_name (tasks)))
    {
      g_autofree char *file = g_build_filename (path, task, "schedstat", NULL);
      g_autofree char *text = NULL;

      if (g_file_get_contents (file, &text, NULL, NULL))
        sum += g_ascii_strtod (text, NULL);
    }
  return sum / 1e9;
}
