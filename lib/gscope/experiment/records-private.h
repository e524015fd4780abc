/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/records.h>

void gscope_experiment_measure_free (gpointer data);
void gscope_experiment_point_free (gpointer data);
void gscope_experiment_step_free (gpointer data);
void gscope_experiment_paper_free (gpointer data);
void gscope_experiment_claim_free (gpointer data);
