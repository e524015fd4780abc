/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/compare/comparison.h>

/* For the list of comparisons. The source is called “ref”, from the second run on “ref-2” and so on. */
GscopeComparison *gscope_comparison_new (GscopeScope *scope, guint number, GFile *file);
/* Returns the values of the parameters of the recording, as in facts.h, until its anchor if that is a marker. */
GHashTable *gscope_comparison_collect_facts (GscopeComparison *self);
gboolean gscope_comparison_is_read (GscopeComparison *self);
void gscope_comparison_set_label (GscopeComparison *self, const char *label);
