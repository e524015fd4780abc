/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/search.h>
#include <gscope/math/source.h>

/* Says which signals of the source come before one of its signals; before a new one, if the name is NULL. */
void
gscope_math_source_fill_search (GscopeMathSource *self, const char *name, GscopeMathSearch *search);
