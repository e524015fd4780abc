/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard.h>

int
main (int argc, char *argv[])
{
  return tsl_guard_serve (argc > 1 ? argv[1] : NULL);
}
