/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/document.h"

#include <glib/gi18n.h>

#include "session/consent.h"

struct _AppDocument
{
  GObject parent_instance;

  GscopeWorkspace *workspace;
  char *title;
  GFile *file;
  /* opened from a workspace of the installation; it has no file until it is saved */
  gboolean is_ready_made;
  char *saved;
  /* asked for, the first of them under way */
  GQueue saves;
  GPtrArray *spare_views;
};

G_DEFINE_FINAL_TYPE (AppDocument, app_document, G_TYPE_OBJECT)

enum
{
  COLLECT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
app_document_finalize (GObject *object)
{
  AppDocument *self = APP_DOCUMENT (object);

  g_object_unref (self->workspace);
  g_clear_object (&self->file);
  g_ptr_array_unref (self->spare_views);
  g_free (self->saved);
  g_free (self->title);
  G_OBJECT_CLASS (app_document_parent_class)->finalize (object);
}

static void
app_document_class_init (AppDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_document_finalize;
  signals[COLLECT] = g_signal_new ("collect", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
app_document_init (AppDocument *self)
{
  g_queue_init (&self->saves);
  self->spare_views = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_view_unref);
}

static char *
make_title (GscopeWorkspace *workspace, GFile *file)
{
  const char *title = gscope_workspace_get_title (workspace);
  g_autofree char *name = NULL;

  if (title[0])
    return g_strdup (title);
  if (!file)
    return g_strdup (_ ("New Workspace"));
  name = g_file_get_basename (file);
  if (g_str_has_suffix (name, ".json"))
    name[strlen (name) - strlen (".json")] = '\0';
  return g_steal_pointer (&name);
}

static void
mark_used (const GscopeWorkspacePane *pane, gboolean *used)
{
  if (!pane->first)
    {
      used[pane->view] = TRUE;
      return;
    }
  mark_used (pane->first, used);
  mark_used (pane->second, used);
}

static void
find_spare_views (AppDocument *self)
{
  GPtrArray *views = gscope_workspace_get_views (self->workspace);
  GPtrArray *windows = gscope_workspace_get_windows (self->workspace);
  g_autofree gboolean *used = g_new0 (gboolean, views->len + 1);

  used[0] = windows->len == 0;
  for (guint i = 0; i < windows->len; i++)
    mark_used (((GscopeWorkspaceWindow *) windows->pdata[i])->pane, used);
  for (guint i = 0; i < views->len; i++)
    if (!used[i])
      g_ptr_array_add (self->spare_views, gscope_workspace_view_ref (views->pdata[i]));
}

AppDocument *
app_document_new (GscopeWorkspace *workspace, GFile *file)
{
  AppDocument *self = g_object_new (APP_TYPE_DOCUMENT, NULL);

  self->workspace = g_object_ref (workspace);
  self->title = make_title (workspace, file);
  self->is_ready_made = file && gscope_workspace_is_ready_made (file);
  if (file && !self->is_ready_made)
    self->file = g_object_ref (file);
  find_spare_views (self);
  return self;
}

GFile *
app_document_get_file (AppDocument *self)
{
  return self->file;
}

const char *
app_document_get_title (AppDocument *self)
{
  return self->title;
}

void
app_document_set_title (AppDocument *self, const char *title)
{
  g_free (self->title);
  self->title = g_strdup (title);
}

GPtrArray *
app_document_get_spare_views (AppDocument *self)
{
  return self->spare_views;
}

/* Takes the views and windows as they are now into the document, as it is saved to a file. */
static void
collect (AppDocument *self, gboolean exact, GFile *file)
{
  g_autoptr (GPtrArray) views =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_view_unref);
  g_autoptr (GPtrArray) windows =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_window_unref);
  const AppCollection collection = { views, windows, file, exact };

  g_signal_emit (self, signals[COLLECT], 0, &collection);
  for (guint i = 0; i < self->spare_views->len; i++)
    g_ptr_array_add (views, gscope_workspace_view_ref (self->spare_views->pdata[i]));
  gscope_workspace_set_views (self->workspace, views, windows);
}

/* A ready-made workspace is there to move its sliders: their values are nothing that would be lost. */
static char *
dup_state (AppDocument *self)
{
  collect (self, FALSE, self->file);
  return self->is_ready_made && !self->file ? gscope_workspace_to_layout (self->workspace)
                                            : gscope_workspace_to_data (self->workspace);
}

/* A recording is no document, until it is saved as one. */
void
app_document_set_unmodified (AppDocument *self)
{
  if (gscope_workspace_get_playback (self->workspace) && !self->file)
    return;
  g_free (self->saved);
  self->saved = dup_state (self);
}

gboolean
app_document_is_modified (AppDocument *self)
{
  g_autofree char *text = NULL;

  if (!self->saved)
    return FALSE;
  text = dup_state (self);
  return !g_str_equal (text, self->saved);
}

void
app_document_close (AppDocument *self)
{
  g_clear_pointer (&self->saved, g_free);
}

/* A save under way: where to, and what the document was like. */
typedef struct
{
  GFile *file;
  char *text;
  /* the document as it is in the file, with the values of this moment */
  char *written;
  char *old_title;
  /* files that are not written yet, and the first error */
  guint n_held;
  GError *error;
} Save;

static void
save_free (gpointer data)
{
  Save *save = data;

  g_object_unref (save->file);
  g_free (save->text);
  g_free (save->written);
  g_free (save->old_title);
  g_clear_error (&save->error);
  g_free (save);
}

static void start_save (AppDocument *self, GTask *task);

static void
start_next_save (AppDocument *self)
{
  GTask *next = g_queue_peek_head (&self->saves);

  if (next)
    start_save (self, next);
}

void
app_document_hold (AppDocument *self)
{
  Save *save = g_task_get_task_data (g_queue_peek_head (&self->saves));

  save->n_held++;
}

void
app_document_release (AppDocument *self, GError *error)
{
  g_autoptr (GTask) task = NULL;
  Save *save = g_task_get_task_data (g_queue_peek_head (&self->saves));

  if (error && !save->error)
    save->error = error;
  else
    g_clear_error (&error);
  if (--save->n_held > 0)
    return;
  task = g_queue_pop_head (&self->saves);
  if (save->error)
    g_task_return_error (task, g_steal_pointer (&save->error));
  else
    g_task_return_boolean (task, TRUE);
  start_next_save (self);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  AppDocument *self = data;
  Save *save = g_task_get_task_data (g_queue_peek_head (&self->saves));
  GError *error = NULL;

  if (!gscope_workspace_save_finish (GSCOPE_WORKSPACE (object), result, &error))
    {
      gscope_workspace_set_title (self->workspace, save->old_title);
      app_document_release (self, error);
      return;
    }
  g_set_object (&self->file, save->file);
  g_free (self->title);
  self->title = make_title (self->workspace, self->file);
  g_free (self->saved);
  self->saved = g_steal_pointer (&save->text);
  app_consent_remember_text (save->written);
  app_document_release (self, NULL);
}

/* A document that gets another file is another one: it is called as its file. */
static void
start_save (AppDocument *self, GTask *task)
{
  Save *save = g_task_get_task_data (task);

  app_document_hold (self);
  save->old_title = g_strdup (gscope_workspace_get_title (self->workspace));
  if (!self->file || !g_file_equal (save->file, self->file))
    gscope_workspace_set_title (self->workspace, "");
  collect (self, FALSE, save->file);
  save->text = gscope_workspace_to_data (self->workspace);
  collect (self, TRUE, save->file);
  save->written = gscope_workspace_to_data (self->workspace);
  gscope_workspace_save_async (self->workspace, save->file, NULL, on_saved, self);
}

/* One after the other: the last one to be asked for is the one that stays. */
void
app_document_save_async (AppDocument *self, GFile *file, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);
  Save *save = g_new0 (Save, 1);

  save->file = g_object_ref (file);
  g_task_set_task_data (task, save, save_free);
  g_queue_push_tail (&self->saves, task);
  if (g_queue_get_length (&self->saves) == 1)
    start_save (self, task);
}

gboolean
app_document_save_finish (AppDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
