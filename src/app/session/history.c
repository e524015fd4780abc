/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/history.h"

#include <glib/gi18n.h>

#define MAX_STEPS 1000

/* Who writes where a write is no step of its own. */
#define UNDO "undo"
#define REDO "redo"
#define RESTORE "restore"

typedef struct
{
  guint id;
  char *title;
  AppHistoryFunc undo;
  AppHistoryFunc redo;
  gpointer data;
  GDestroyNotify destroy;
} Step;

/* A value that was written. A source may go and come back: its parameter is known by its name. */
typedef struct
{
  char *name;
  GVariant *old;
  GVariant *value;
} Change;

/* The data of a step that changes parameters; a step of one parameter has its gesture, others have 0. */
typedef struct
{
  AppHistory *history;
  GPtrArray *changes;
  guint gesture;
} Writes;

struct _AppHistory
{
  GObject parent_instance;

  GListModel *sources;
  GPtrArray *steps;
  guint n_done;
  guint last_id;
  /* the value before the first write, by full name */
  GHashTable *initial;
};

G_DEFINE_FINAL_TYPE (AppHistory, app_history, G_TYPE_OBJECT)

enum
{
  CHANGED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
step_free (gpointer data)
{
  Step *step = data;

  if (step->destroy)
    step->destroy (step->data);
  g_free (step->title);
  g_free (step);
}

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->name);
  g_variant_unref (change->old);
  g_variant_unref (change->value);
  g_free (change);
}

static void
writes_free (gpointer data)
{
  Writes *writes = data;

  g_ptr_array_unref (writes->changes);
  g_free (writes);
}

static Writes *
writes_new (AppHistory *self)
{
  Writes *writes = g_new0 (Writes, 1);

  writes->history = self;
  writes->changes = g_ptr_array_new_with_free_func (change_free);
  return writes;
}

static void
writes_add (Writes *self, const char *name, GVariant *old, GVariant *value)
{
  Change *change = g_new0 (Change, 1);

  change->name = g_strdup (name);
  change->old = g_variant_ref (old);
  change->value = g_variant_ref (value);
  g_ptr_array_add (self->changes, change);
}

static GscopeParameter *
find_parameter (AppHistory *self, const char *full_name)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);
      const char *name = gscope_source_get_name (source);
      gsize length = strlen (name);

      if (g_str_has_prefix (full_name, name) && full_name[length] == '/')
        return gscope_source_find_parameter (source, full_name + length + 1);
    }
  return NULL;
}

static void
write_value (AppHistory *self, const char *name, GVariant *value, const char *writer)
{
  GscopeParameter *parameter = find_parameter (self, name);

  if (parameter)
    gscope_parameter_write_async (parameter, value, writer, NULL, NULL, NULL);
  else
    app_history_fail (self, _ ("“%s” was not set: no source has it now"), name);
}

static void
undo_writes (gpointer data)
{
  Writes *writes = data;

  for (guint i = writes->changes->len; i > 0; i--)
    {
      const Change *change = writes->changes->pdata[i - 1];

      write_value (writes->history, change->name, change->old, UNDO);
    }
}

static void
redo_writes (gpointer data)
{
  Writes *writes = data;

  for (guint i = 0; i < writes->changes->len; i++)
    {
      const Change *change = writes->changes->pdata[i];

      write_value (writes->history, change->name, change->value, REDO);
    }
}

static gboolean
is_step (GscopeParameter *parameter, GVariant *old, GVariant *value, const char *writer)
{
  static const char *const others[] = { "workspace", UNDO, REDO, RESTORE, NULL };

  return value && gscope_parameter_get_asked (parameter) && !g_variant_equal (old, value)
         && !(writer && g_strv_contains (others, writer));
}

/* Returns the newest step if it is of the same gesture. */
static Step *
find_gesture (AppHistory *self, const char *name, guint gesture)
{
  Step *step = self->n_done > 0 && self->n_done == self->steps->len
                   ? self->steps->pdata[self->n_done - 1]
                   : NULL;
  Writes *writes = step && step->undo == undo_writes ? step->data : NULL;

  if (!writes || writes->gesture != gesture || gesture == 0)
    return NULL;
  return g_str_equal (((Change *) writes->changes->pdata[0])->name, name) ? step : NULL;
}

static void
continue_gesture (AppHistory *self, GscopeParameter *parameter, Step *step, GVariant *value)
{
  Change *change = ((Writes *) step->data)->changes->pdata[0];
  GVariant *last = change->value;

  change->value = g_variant_ref (value);
  g_variant_unref (last);
  g_free (step->title);
  step->title = gscope_parameter_describe_change (parameter, change->old, value);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, AppHistory *self)
{
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  guint gesture = gscope_parameter_get_gesture (parameter);
  Writes *writes;
  Step *step;

  if (!is_step (parameter, old, value, writer))
    return;
  name = gscope_parameter_dup_full_name (parameter);
  step = find_gesture (self, name, gesture);
  if (step)
    {
      continue_gesture (self, parameter, step, value);
      return;
    }
  if (!g_hash_table_contains (self->initial, name))
    g_hash_table_insert (self->initial, g_strdup (name), g_variant_ref (old));
  title = gscope_parameter_describe_change (parameter, old, value);
  writes = writes_new (self);
  writes->gesture = gesture;
  writes_add (writes, name, old, value);
  app_history_add (self, title, undo_writes, redo_writes, writes, writes_free);
}

static void
on_parameters_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                       AppHistory *self)
{
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, position + i);

      g_signal_handlers_disconnect_by_func (parameter, on_written, self);
      g_signal_connect_object (parameter, "written", G_CALLBACK (on_written), self, 0);
    }
}

static void
on_sources_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    AppHistory *self)
{
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (model, position + i);
      GListModel *parameters = gscope_source_get_parameters (source);

      g_signal_handlers_disconnect_by_func (parameters, on_parameters_changed, self);
      g_signal_connect_object (parameters, "items-changed", G_CALLBACK (on_parameters_changed),
                               self, 0);
      on_parameters_changed (parameters, 0, 0, g_list_model_get_n_items (parameters), self);
    }
}

static void
app_history_finalize (GObject *object)
{
  AppHistory *self = APP_HISTORY (object);

  g_object_unref (self->sources);
  g_ptr_array_unref (self->steps);
  g_hash_table_unref (self->initial);
  G_OBJECT_CLASS (app_history_parent_class)->finalize (object);
}

static void
app_history_class_init (AppHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_history_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
app_history_init (AppHistory *self)
{
  /* so that a number of another history is none of this one */
  self->last_id = g_random_int ();
  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->initial =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
}

AppHistory *
app_history_new (GListModel *sources)
{
  AppHistory *self = g_object_new (APP_TYPE_HISTORY, NULL);

  self->sources = g_object_ref (sources);
  g_signal_connect_object (sources, "items-changed", G_CALLBACK (on_sources_changed), self, 0);
  on_sources_changed (sources, 0, 0, g_list_model_get_n_items (sources), self);
  return self;
}

guint
app_history_add (AppHistory *self, const char *title, AppHistoryFunc undo, AppHistoryFunc redo,
                 gpointer data, GDestroyNotify destroy)
{
  Step *step = g_new0 (Step, 1);

  step->id = ++self->last_id;
  step->title = g_strdup (title);
  step->undo = undo;
  step->redo = redo;
  step->data = data;
  step->destroy = destroy;
  g_ptr_array_set_size (self->steps, (int) self->n_done);
  if (self->steps->len == MAX_STEPS)
    g_ptr_array_remove_index (self->steps, 0);
  g_ptr_array_add (self->steps, step);
  self->n_done = self->steps->len;
  g_signal_emit (self, signals[CHANGED], 0);
  return step->id;
}

void
app_history_undo (AppHistory *self)
{
  const Step *step;

  if (self->n_done == 0)
    return;
  step = self->steps->pdata[--self->n_done];
  step->undo (step->data);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
app_history_has_done (AppHistory *self, guint id)
{
  for (guint i = 0; i < self->n_done; i++)
    if (((Step *) self->steps->pdata[i])->id == id)
      return TRUE;
  return FALSE;
}

/* Later changes stay; then this entry cannot be redone. */
void
app_history_undo_step (AppHistory *self, guint id)
{
  for (guint i = 0; i + 1 < self->n_done; i++)
    {
      const Step *step = self->steps->pdata[i];

      if (step->id != id)
        continue;
      step->undo (step->data);
      self->n_done--;
      g_ptr_array_remove_index (self->steps, i);
      g_signal_emit (self, signals[CHANGED], 0);
      return;
    }
  if (self->n_done > 0 && ((Step *) self->steps->pdata[self->n_done - 1])->id == id)
    app_history_undo (self);
}

void
app_history_redo (AppHistory *self)
{
  const Step *step;

  if (self->n_done == self->steps->len)
    return;
  step = self->steps->pdata[self->n_done++];
  step->redo (step->data);
  g_signal_emit (self, signals[CHANGED], 0);
}

const char *
app_history_get_undo_title (AppHistory *self)
{
  return self->n_done > 0 ? ((Step *) self->steps->pdata[self->n_done - 1])->title : NULL;
}

const char *
app_history_get_redo_title (AppHistory *self)
{
  return self->n_done < self->steps->len ? ((Step *) self->steps->pdata[self->n_done])->title
                                         : NULL;
}

void
app_history_fail (AppHistory *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_signal_emit (self, signals[FAILED], 0, text);
}

gboolean
app_history_can_restore (AppHistory *self)
{
  return g_hash_table_size (self->initial) > 0;
}

void
app_history_restore (AppHistory *self)
{
  Writes *writes = writes_new (self);
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, self->initial);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      GscopeParameter *parameter = find_parameter (self, name);

      if (!parameter || g_variant_equal (gscope_parameter_get_value (parameter), value))
        continue;
      writes_add (writes, name, gscope_parameter_get_value (parameter), value);
      gscope_parameter_write_async (parameter, value, RESTORE, NULL, NULL, NULL);
    }
  if (writes->changes->len > 0)
    app_history_add (self, _ ("Values at opening"), undo_writes, redo_writes, writes, writes_free);
  else
    writes_free (writes);
}
