/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Runs the tests with a directory of their own for pages of libtsl, TSL_PAGE_DIR, which goes with all that
 * is left in it. Returns what g_test_run() does. */
int page_directory_run (void);
