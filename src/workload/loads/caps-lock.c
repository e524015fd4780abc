/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>
#include <tsl/guard/guard.h>
#include <unistd.h>

#define DIRECTORY "/sys/class/leds"

typedef struct
{
  int fd;
  TslGuard *guard;
} CapsLock;

/* Returns the first input*::capslock. */
static char *
find_light (void)
{
  g_autoptr (GDir) dir = g_dir_open (DIRECTORY, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, "::capslock"))
      return g_build_filename (DIRECTORY, name, "brightness", NULL);
  return NULL;
}

static gpointer
open_light (const char *path, GError **error)
{
  g_autoptr (TslGuard) guard = tsl_guard_new (error);
  g_autofree char *before = NULL;
  CapsLock *self;
  int fd;

  if (!guard || !g_file_get_contents (path, &before, NULL, error))
    return NULL;
  fd = open (path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                   _ ("cannot switch the caps-lock light: no permission to write %s; run as root"),
                   path);
      return NULL;
    }
  if (!tsl_guard_keep_file (guard, path, g_strchomp (before), error))
    {
      close (fd);
      return NULL;
    }
  self = g_new (CapsLock, 1);
  self->fd = fd;
  self->guard = g_steal_pointer (&guard);
  return self;
}

static gpointer
open_caps_lock (GError **error)
{
  g_autofree char *path = find_light ();

  if (path)
    return open_light (path, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("cannot switch a caps-lock light: no keyboard has one (%s); attach one"),
               DIRECTORY "/*::capslock");
  return NULL;
}

static gboolean
work_caps_lock (WorkloadLoad *load, gpointer state)
{
  CapsLock *self = state;

  return pwrite (self->fd, "1", 1, 0) == 1 && workload_load_pause (load, 50)
         && pwrite (self->fd, "0", 1, 0) == 1;
}

/* Freeing the guard restores the light. */
static void
close_caps_lock (gpointer state)
{
  CapsLock *self = state;

  close (self->fd);
  tsl_guard_free (self->guard);
  g_free (self);
}

const WorkloadLoadKind workload_load_caps_lock = {
  .name = "caps-lock",
  .title = N_ ("Caps lock"),
  .description = N_ ("Switches the keyboard's caps-lock light on and off"),
  .open = open_caps_lock,
  .work = work_caps_lock,
  .close = close_caps_lock,
};
