/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/keeper.h>

GObject *
gscope_keeper_get (void)
{
  static GObject *keeper;

  if (g_once_init_enter (&keeper))
    g_once_init_leave (&keeper, g_object_new (G_TYPE_OBJECT, NULL));
  return keeper;
}
