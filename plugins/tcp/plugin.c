/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/loader.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "tcp", TCP_TYPE_SOURCE, _ ("TCP flows"),
                                   _ ("TCP flows of this machine: congestion window, round-trip "
                                      "time, losses, unsent bytes, buffers and rates."),
                                   "tcp", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
