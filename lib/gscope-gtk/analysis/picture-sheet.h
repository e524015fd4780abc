/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pictures of one HTML page. Each SVG document of cairo has the outlines of its letters, which are most of it; on the page the
 * pictures share them. */
typedef struct _GscopeGtkPictureSheet GscopeGtkPictureSheet;

GscopeGtkPictureSheet *gscope_gtk_picture_sheet_new (void);
void gscope_gtk_picture_sheet_free (GscopeGtkPictureSheet *self);

/* Returns the element of a picture for the page; the title is for those who do not see it. */
char *
gscope_gtk_picture_sheet_add (GscopeGtkPictureSheet *self, GBytes *document, const char *title);
/* Returns the element with the outlines of all pictures that were added. */
char *gscope_gtk_picture_sheet_get_outlines (GscopeGtkPictureSheet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeGtkPictureSheet, gscope_gtk_picture_sheet_free)

G_END_DECLS
