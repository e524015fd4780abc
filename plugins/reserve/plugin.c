/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "reserve", RESERVE_TYPE_SOURCE, _ ("Reserves"),
      _ ("Every thread that has a reserve of processor time: what it gets, what it uses, in which "
         "period; and what the others use."),
      "reserve", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
