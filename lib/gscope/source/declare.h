/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Makes the signals and parameters of the class's tables, and sets its options to their initial values. */
void gscope_source_declare_all (GscopeSource *self);
/* Takes a parameter from its source, and its word, if a table gave it one, from the parameter. */
void gscope_source_release_parameter (GscopeParameter *parameter);

/* The rows of parameters. A value is returned as GscopeSourceJudgeFunc does. */
GVariant *gscope_source_judge_by_row (GscopeSource *self, GscopeParameter *parameter,
                                      GVariant *value, GError **error);
GVariant *gscope_source_apply_by_row (GscopeSource *self, GscopeParameter *parameter,
                                      GVariant *value, GError **error);
