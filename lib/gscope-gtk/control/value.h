/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The text of a parameter's values, for all parts of a control. */

/* Returns the displayed value, borrowed: the requested value of a pending write, otherwise the
 * present one. */
GVariant *gscope_gtk_control_value_get_shown (GscopeParameter *parameter);

/* Formats a value, numbers in the locale's form, with or without the parameter's unit. */
char *gscope_gtk_control_value_format (GscopeParameter *parameter, GVariant *value, gboolean unit);

/* Returns the parameter's unit with the prefix of its displayed numbers. */
char *gscope_gtk_control_value_dup_unit (GscopeParameter *parameter);
double gscope_gtk_control_value_scale (GscopeParameter *parameter, double number);

/* Returns the typed text as a valid value; NULL with a reason that does not repeat the name. */
GVariant *
gscope_gtk_control_value_parse (GscopeParameter *parameter, const char *text, char **reason);

/* An error's message or a reason without the parameter's name before it. */
const char *gscope_gtk_control_value_trim (GscopeParameter *parameter, const char *reason);
