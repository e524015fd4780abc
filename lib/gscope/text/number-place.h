/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>
#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeNumberFault:
 * @GSCOPE_NUMBER_FAULT_NONE: no fault: the number was found
 * @GSCOPE_NUMBER_FAULT_NO_SECTION: no line contains the text after which the search begins
 * @GSCOPE_NUMBER_FAULT_NO_LINE: no line, or too few, match
 * @GSCOPE_NUMBER_FAULT_NO_FIELD: the line has fewer words
 * @GSCOPE_NUMBER_FAULT_NOT_A_NUMBER: the text at the place is no number
 * @GSCOPE_NUMBER_FAULT_COMPLEX: the pattern takes too many steps for a line
 * @GSCOPE_NUMBER_FAULT_SLOW: the pattern took too much time for the text
 *
 * Why [method@NumberPlace.find] found no number.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_NUMBER_FAULT_NONE,
  GSCOPE_NUMBER_FAULT_NO_SECTION,
  GSCOPE_NUMBER_FAULT_NO_LINE,
  GSCOPE_NUMBER_FAULT_NO_FIELD,
  GSCOPE_NUMBER_FAULT_NOT_A_NUMBER,
  GSCOPE_NUMBER_FAULT_COMPLEX,
  GSCOPE_NUMBER_FAULT_SLOW,
} GscopeNumberFault;

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_number_fault_get_title (GscopeNumberFault self);

#define GSCOPE_TYPE_NUMBER_PLACE (gscope_number_place_get_type ())

/**
 * GscopeNumberPlace:
 *
 * A place in a text, such as a file in /proc, whose number is read again and again. It is found by the words before it in its
 * line, the name that the line begins with, the heading above, or its position, so that it stays when other numbers
 * of the text change.
 *
 * It does not change, and any thread may use it.
 *
 * Since: 1.0
 */
typedef struct _GscopeNumberPlace GscopeNumberPlace;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_number_place_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeNumberPlace *gscope_number_place_new (GVariant *options, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeNumberPlace *gscope_number_place_new_at (const char *text, gsize offset, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeNumberPlace *gscope_number_place_ref (GscopeNumberPlace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_number_place_unref (GscopeNumberPlace *self);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_number_place_describe (GscopeNumberPlace *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeNumberFault
gscope_number_place_find (GscopeNumberPlace *self, const char *text, double *number, gsize *begin);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_number_place_next (const char *text, gsize offset, gsize *begin, gsize *end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeNumberPlace, gscope_number_place_unref)

G_END_DECLS
