/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/source.h>
#include <gscope/measure/measurement.h>
#include <gscope/scope/scope.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_MATH_FORMULA (gscope_math_formula_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeMathFormula, gscope_math_formula, GSCOPE, MATH_FORMULA,
                                    GObject)

GSCOPE_EXPORT GscopeMathFormula *
gscope_math_formula_new (GscopeScope *scope, GscopeMathSource *source, const char *name);
GSCOPE_EXPORT gboolean gscope_math_formula_set_text (GscopeMathFormula *self, const char *text,
                                                     GError **error);
GSCOPE_EXPORT gsize gscope_math_formula_get_place (GscopeMathFormula *self);
GSCOPE_EXPORT const char *gscope_math_formula_get_unit (GscopeMathFormula *self);
GSCOPE_EXPORT const char *gscope_math_formula_get_mismatch (GscopeMathFormula *self);
GSCOPE_EXPORT gboolean gscope_math_formula_compute (GscopeMathFormula *self, double *value);
GSCOPE_EXPORT GStrv gscope_math_formula_list_names (GscopeMathFormula *self);

GSCOPE_EXPORT char *gscope_math_quote_name (const char *full_name);
GSCOPE_EXPORT char *
gscope_math_write_measurement (GscopeMeasurement measurement, const char *signal, const char *other,
                               double percentile, gint64 time);
GSCOPE_EXPORT gsize gscope_math_find_word (const char *text, gsize place);
GSCOPE_EXPORT GStrv gscope_math_list_functions (void);
GSCOPE_EXPORT const char *gscope_math_get_signature (const char *function);
GSCOPE_EXPORT const char *gscope_math_get_description (const char *function);

G_END_DECLS
