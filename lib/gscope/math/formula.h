/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/source.h>
#include <gscope/measure/measurement.h>
#include <gscope/scope/scope.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_MATH_FORMULA (gscope_math_formula_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeMathFormula, gscope_math_formula, GSCOPE, MATH_FORMULA, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeMathFormula *
gscope_math_formula_new (GscopeScope *scope, GscopeMathSource *source, const char *name);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_math_formula_set_text (GscopeMathFormula *self, const char *text, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_math_formula_get_place (GscopeMathFormula *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_math_formula_get_unit (GscopeMathFormula *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_math_formula_get_mismatch (GscopeMathFormula *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_math_formula_compute (GscopeMathFormula *self, double *value);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_math_formula_list_names (GscopeMathFormula *self);

GSCOPE_AVAILABLE_IN_1_0
char *gscope_math_quote_name (const char *full_name);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_math_write_measurement (GscopeMeasurement measurement, const char *signal,
                                     const char *other, double percentile, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_math_find_word (const char *text, gsize place);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_math_list_functions (void);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_math_get_signature (const char *function);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_math_get_description (const char *function);

G_END_DECLS
