/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Units are texts such as "Mb/s", "packets" or "V·A": factors with "·", "*" or a space between them, "/" before each
 * that divides, and powers as "²", "³" or "^4". An empty text is the unit of pure numbers. A plain constant has the
 * unit NULL, which fits any unit. Units with more than 16 factors or 64 bytes are not computed: the result is empty.
 * */

/* Returns the unit of a product; NULL if both are NULL. */
char *gscope_math_unit_multiply (const char *a, const char *b);
/* Returns the unit of a quotient; NULL if both are NULL. */
char *gscope_math_unit_divide (const char *a, const char *b);
/* Returns the unit of a power with a whole exponent. */
char *gscope_math_unit_raise (const char *unit, int power);
/* Returns the unit of a square root; NULL if a power is odd. */
char *gscope_math_unit_root (const char *unit);
/* Returns whether values of two units can be compared, and by which factor values in b are multiplied to be in a: ms fit
 * s, and B/s fit kb/s. */
gboolean gscope_math_unit_fits (const char *a, const char *b, double *factor);
