/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "firm-timer", FIRM_TIMER_TYPE_SOURCE, _ ("Firm timers"),
      _ ("Accuracy and cost of timers: rates of hard timers, soft timers and check points of "
         "programs that use libtsl, timer interrupts, and the overshoot of any process."),
      "firm-timer", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
