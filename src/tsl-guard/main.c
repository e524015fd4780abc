/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/guard.h>

int
main (int argc, char *argv[])
{
  if (argc != 2)
    {
      g_printerr ("tsl-guard: libtsl starts this program, with the name of a journal\n");
      return 2;
    }
  return tsl_guard_serve (argv[1]);
}
