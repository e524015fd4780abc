/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_MMV (gscope_mmv_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeMmv, gscope_mmv, GSCOPE, MMV, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeMmv *gscope_mmv_new (const char *path, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_mmv_add_scope (GscopeMmv *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_mmv_get_problem (GscopeMmv *self);

G_END_DECLS
