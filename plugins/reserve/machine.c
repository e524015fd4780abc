/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "machine.h"

#include <string.h>
#include <unistd.h>

/* The window is long because the kernel counts idle time in hundredths of a second. */
#define WINDOW (500 * GSCOPE_MSEC)

void
reserve_machine_init (ReserveMachine *self)
{
  self->idle = reserve_task_new ("idle", "Idle");
  self->others = reserve_task_new ("default", "Default");
}

void
reserve_machine_clear (ReserveMachine *self)
{
  reserve_task_unref (self->idle);
  reserve_task_unref (self->others);
}

/* Returns the sum of idle and iowait: the fourth and fifth number in the first line of /proc/stat
 * (proc(5)). */
static gint64
read_idle (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;

  if (!g_file_get_contents ("/proc/stat", &text, NULL, NULL) || !g_str_has_prefix (text, "cpu "))
    return -1;
  fields = g_strsplit (text + strlen ("cpu  "), " ", 6);
  if (g_strv_length (fields) < 6)
    return -1;
  return (g_ascii_strtoll (fields[3], NULL, 10) + g_ascii_strtoll (fields[4], NULL, 10))
         * (GSCOPE_SEC / sysconf (_SC_CLK_TCK));
}

void
reserve_machine_read (ReserveMachine *self, gint64 time, gint64 reserved)
{
  gint64 idle;
  double n;

  if (self->idle->base_time > 0 && time - self->idle->base_time < WINDOW)
    return;
  idle = read_idle ();
  if (idle < 0)
    return;
  n = sysconf (_SC_NPROCESSORS_ONLN);
  reserve_task_take (self->idle, time, idle, n, WINDOW);
  reserve_task_take (self->others, time, (gint64) (n * time) - idle - reserved, n, WINDOW);
}

gint64
reserve_machine_get_next (const ReserveMachine *self)
{
  return self->idle->base_time + WINDOW;
}
