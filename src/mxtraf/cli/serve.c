/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/serve.h"

#include "engine/source.h"

#include <gscope/share/serve.h>

/* The scope's delay: the maximum time from the read of a block of the measured flow until its
 * sample arrives. */
#define DELAY (50 * GSCOPE_MSEC)

int
mxtraf_serve (const MxtrafOptions *options)
{
  g_autoptr (MxtrafSource) source = mxtraf_source_new ("mxtraf", NULL, &options->settings);
  g_autoptr (GError) error = NULL;

  if (gscope_serve (GSCOPE_SOURCE (source), options->share_fd, DELAY, &error))
    return 0;
  g_printerr ("mxtraf: --share-fd: %s\n", error->message);
  return 1;
}
