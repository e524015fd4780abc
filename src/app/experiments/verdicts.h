/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* Fills a list with the verdicts of an experiment's claims: a shape, the claim, the verdict in a word, and the figures behind it. */
void app_experiment_verdicts_fill (GtkListBox *list, GscopeExperimentResults *results);
