/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define APP_TYPE_DOCUMENT (app_document_get_type ())
G_DECLARE_FINAL_TYPE (AppDocument, app_document, APP, DOCUMENT, GObject)

/* The handlers of “collect” add their views and windows, as they are saved to the file, or to none. exact
 * asks for sizes and spans. */
typedef struct
{
  GPtrArray *views;
  GPtrArray *windows;
  GFile *file;
  gboolean exact;
} AppCollection;

/* A workspace as the user saves it. It emits “collect” with an #AppCollection where it needs the present
 * state. Without a file it has not been saved yet. */
AppDocument *app_document_new (GscopeWorkspace *workspace, GFile *file);

/* Returns the file that the document is saved to; NULL where the user has to say, as for a ready-made
 * workspace. */
GFile *app_document_get_file (AppDocument *self);
const char *app_document_get_title (AppDocument *self);
void app_document_set_title (AppDocument *self, const char *title);
/* Returns the views that no window shows. They are added to what is collected. */
GPtrArray *app_document_get_spare_views (AppDocument *self);

/* Returns whether there are unsaved changes. Sizes and spans are saved, but a change of them alone
 * is not an unsaved change. */
gboolean app_document_is_modified (AppDocument *self);
/* From now on this is how it was opened. */
void app_document_set_unmodified (AppDocument *self);
/* From now on no change is unsaved. */
void app_document_close (AppDocument *self);

/* A handler of “collect” that writes a file of its own lets the save wait for it. */
void app_document_hold (AppDocument *self);
/* Takes the error, which may be NULL: the save then fails, although the workspace may be written. */
void app_document_release (AppDocument *self, GError *error);

void app_document_save_async (AppDocument *self, GFile *file, GAsyncReadyCallback callback,
                              gpointer user_data);
gboolean app_document_save_finish (AppDocument *self, GAsyncResult *result, GError **error);
