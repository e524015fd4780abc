/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "remote.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/loader.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "mxtraf", MXTRAF_TYPE_REMOTE, _ ("Traffic generator"),
                                   _ ("TCP and UDP traffic over an emulated wide-area link: "
                                      "long-lived flows, short transfers, constant bit rate."),
                                   "mxtraf", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
