/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The values of the class's options. */
void gscope_source_options_init (GscopeSource *self);
void gscope_source_options_clear (GscopeSource *self);
/* The value as one of the type of an option, or why it is none. */
GVariant *
gscope_source_option_read (const GscopeSourceOption *option, GVariant *value, GError **error);
/* values is `a{sv}`. Stops at the first one that is wrong. */
gboolean gscope_source_options_take (GscopeSource *self, GVariant *values, GError **error);
