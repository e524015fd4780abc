/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Figures of step responses for people; what is not-a-number is a dash. */

typedef enum
{
  GSCOPE_GTK_STEP_RISE,
  GSCOPE_GTK_STEP_OVERSHOOT,
  GSCOPE_GTK_STEP_SETTLING,
  GSCOPE_GTK_STEP_DELAY,
} GscopeGtkStepColumn;

#define GSCOPE_GTK_STEP_N_COLUMNS (GSCOPE_GTK_STEP_DELAY + 1)

const char *
gscope_gtk_step_get_title (GscopeGtkStepColumn column, const GscopeStepFigures *figures);
/* What a column says, in a sentence. */
const char *gscope_gtk_step_get_definition (GscopeGtkStepColumn column);
char *gscope_gtk_step_format (GscopeGtkStepColumn column, const GscopeStepFigures *figures);

/* A few words for a marker: "fall 0.9 s, over 12 %". */
char *gscope_gtk_step_summarize (const GscopeStepFigures *figures);
