/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Runs the main loop until a condition holds: the test's own timeout is the limit. */
#define AWAIT(condition)                                                                           \
  do                                                                                               \
    while (!(condition))                                                                           \
      g_main_context_iteration (NULL, TRUE);                                                       \
  while (FALSE)
