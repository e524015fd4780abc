/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/compare/comparison.h>

G_BEGIN_DECLS

/**
 * GSCOPE_COMPARISON_LIST_MAX:
 *
 * The most runs that are compared at a time.
 *
 * Since: 1.0
 */
#define GSCOPE_COMPARISON_LIST_MAX 8

#define GSCOPE_TYPE_COMPARISON_LIST (gscope_comparison_list_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeComparisonList, gscope_comparison_list, GSCOPE, COMPARISON_LIST,
                      GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeComparisonList *gscope_comparison_list_new (GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
GscopeComparison *
gscope_comparison_list_add (GscopeComparisonList *self, guint number, GFile *file);
GSCOPE_AVAILABLE_IN_1_0
void gscope_comparison_list_remove (GscopeComparisonList *self, GscopeComparison *comparison);
GSCOPE_AVAILABLE_IN_1_0
GscopeComparison *gscope_comparison_list_find (GscopeComparisonList *self, guint number);

G_END_DECLS
