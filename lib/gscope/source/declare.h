/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Creates the signals and parameters of the class's tables, and sets the options to their initial
 * values. */
void gscope_source_declare_all (GscopeSource *self);
/* Detaches a parameter from its source, and from its word if a table gave it one. */
void gscope_source_release_parameter (GscopeParameter *parameter);

/* Check and apply a value by the parameter's row. The returned value is as in
 * GscopeSourceValueFunc. */
GVariant *gscope_source_check_by_row (GscopeSource *self, GscopeParameter *parameter,
                                      GVariant *value, GError **error);
GVariant *gscope_source_apply_by_row (GscopeSource *self, GscopeParameter *parameter,
                                      GVariant *value, GError **error);
