/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Sets the class's options to their initial values. */
void gscope_source_options_init (GscopeSource *self);
void gscope_source_options_clear (GscopeSource *self);
/* Converts a value to the type of an option. Returns NULL with an error if that is not possible. */
GVariant *
gscope_source_option_read (const GscopeSourceOption *option, GVariant *value, GError **error);
/* Returns an element of an array: a workspace gives an array of variants, a program may give an array of one type. */
GVariant *gscope_source_option_get_element (GVariant *array, gsize i);
/* Sets options by name; `values` is `a{sv}`. Stops at the first invalid one. */
gboolean gscope_source_options_take (GscopeSource *self, GVariant *values, GError **error);
