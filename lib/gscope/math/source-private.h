/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/derived.h>
#include <gscope/math/source.h>

/* Says which signals of the source come before one of its signals; before a new one, if the name is NULL. */
void
gscope_math_source_fill_search (GscopeMathSource *self, const char *name, GscopeMathSearch *search);
/* Finds the computation of one of its signals, and fills the search for its inputs. Returns NULL if the source is stopped, or has not
 * seen the scope. */
GscopeMathDerived *
gscope_math_source_find (GscopeMathSource *self, GscopeSignal *signal, GscopeMathSearch *search);
