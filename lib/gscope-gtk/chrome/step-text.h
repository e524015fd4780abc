/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Formats figures of step responses for users. Unknown figures are a dash. */

/* Returns whether rise, overshoot and settling are known. */
gboolean gscope_gtk_step_has_times (const GscopeStepFigures *figures);

/* Formats a level with the digits that its change and its confidence need. */
char *
gscope_gtk_step_format_level (const GscopeStepFigures *figures, double level, const char *unit);
/* Formats the level before, with the unit only if the level after has another prefix. */
char *gscope_gtk_step_format_before (const GscopeStepFigures *figures, const char *unit);
/* Formats the change of the level: "−43 %", or the difference if the level before is about zero. */
char *gscope_gtk_step_format_change (const GscopeStepFigures *figures, const char *unit);

/* Formats a summary for markers and cards: "14 → 8 (−43 %)", "oscillates ±45 %, period 0.2 s". */
char *gscope_gtk_step_summarize (const GscopeStepFigures *figures, const char *unit);
/* The state and all times, in words: "fall 0.9 s, overshoot 12 %, settling 1.2 s, delay 0.3 s". */
char *gscope_gtk_step_describe (const GscopeStepFigures *figures, const char *unit);
/* A sentence on the confidence: "Means of 10 s before and 8 s after, 95 % sure to ±4 %." */
char *gscope_gtk_step_explain (const GscopeStepFigures *figures, const char *unit);
/* Names a step as its write is named or, without one, by the levels of its reference. */
char *gscope_gtk_step_name (GscopeStep *step);
