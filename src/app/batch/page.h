/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A report of experiments for a browser, which needs no other file: verdicts, pictures, tables, conditions. */
GString *app_page_new (void);
void app_page_add (GString *page, GscopeExperimentResults *results);
