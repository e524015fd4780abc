/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/vt.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEVICE "/dev/tty0"

/* A program may take some time to release its console: interval of the checks in milliseconds, and
 * their maximum number. */
#define LOOK_INTERVAL 10
#define N_LOOKS 100

typedef struct
{
  int fd;
  int home;
  int other;
} Console;

/* Returns another open console; bit i of v_state is console i. */
static int
find_other (const struct vt_stat *state)
{
  for (int i = 1; i < 16; i++)
    if (i != state->v_active && state->v_state & (1 << i))
      return i;
  return 0;
}

static gpointer
console_new (int fd, GError **error)
{
  struct vt_stat state;
  Console *self;

  if (ioctl (fd, VT_GETSTATE, &state) != 0 || find_other (&state) == 0)
    {
      g_set_error_literal (
          error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
          _ ("cannot switch virtual consoles: there is no second one; open one (openvt)"));
      return NULL;
    }
  if (ioctl (fd, VT_ACTIVATE, (int) state.v_active) != 0)
    {
      g_set_error_literal (
          error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
          _ ("cannot switch virtual consoles: this needs CAP_SYS_TTY_CONFIG; run as root"));
      return NULL;
    }
  self = g_new (Console, 1);
  *self = (Console){ fd, state.v_active, find_other (&state) };
  return self;
}

static gpointer
open_console (GError **error)
{
  int fd = open (DEVICE, O_RDWR | O_NOCTTY | O_CLOEXEC);
  int code = errno;
  gpointer self = fd >= 0 ? console_new (fd, error) : NULL;

  if (fd < 0 && code == EACCES)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                 _ ("cannot switch virtual consoles: no permission for %s; run as root"), DEVICE);
  else if (fd < 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                 _ ("cannot switch virtual consoles: this machine has none (%s: %s)"), DEVICE,
                 g_strerror (code));
  if (fd >= 0 && !self)
    close (fd);
  return self;
}

static gboolean
switch_to (WorkloadLoad *load, const Console *self, int console)
{
  struct vt_stat state;

  if (ioctl (self->fd, VT_ACTIVATE, console) != 0)
    return FALSE;
  for (guint i = 0; i < N_LOOKS; i++)
    {
      if (ioctl (self->fd, VT_GETSTATE, &state) == 0 && state.v_active == console)
        return TRUE;
      if (!workload_load_pause (load, LOOK_INTERVAL))
        return FALSE;
    }
  return FALSE;
}

/* Switches to the other console and directly back, so that the user can continue to work. */
static gboolean
work_console (WorkloadLoad *load, gpointer state)
{
  Console *self = state;
  gboolean is_there = switch_to (load, self, self->other);

  return switch_to (load, self, self->home) && is_there && workload_load_pause (load, 1000);
}

static void
close_console (gpointer state)
{
  Console *self = state;

  ioctl (self->fd, VT_ACTIVATE, self->home);
  close (self->fd);
  g_free (self);
}

const WorkloadLoadKind workload_load_console = {
  .name = "console",
  .title = N_ ("Console switch"),
  .description = N_ ("Switches to another virtual console and back, about once a second"),
  .open = open_console,
  .work = work_console,
  .close = close_console,
};
