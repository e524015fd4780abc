/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/skip-waits.h"

#include "support/shift-clock.h"

#include <glib.h>

/* How long other processes, such as the X server, may take to answer, in milliseconds. */
#define PATIENCE 1

static int
poll_briefly (GPollFD *fds, guint n, int timeout)
{
  int n_ready = g_poll (fds, n, timeout > 0 ? PATIENCE : timeout);

  if (n_ready == 0 && timeout > PATIENCE)
    shift_clock_step ((gint64) (timeout - PATIENCE) * 1000000);
  return n_ready;
}

void
skip_waits (void)
{
  g_main_context_set_poll_func (NULL, poll_briefly);
}
