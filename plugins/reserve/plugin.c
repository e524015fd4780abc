/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "reserve", RESERVE_TYPE_SOURCE, _ ("Reserves"),
      _ ("Reserves of processor time: budget, period and usage of every thread with a reserve, and "
         "the usage of all other threads."),
      "reserve", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
