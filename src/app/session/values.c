/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/values.h"

#include <glib/gi18n.h>

struct _AppValues
{
  GObject parent_instance;

  GListModel *sources;
  AppHistory *history;
  /* the value before the first write, by full name */
  GHashTable *initial;
  /* the writes that the history makes and that are not answered yet */
  GPtrArray *restored;
  /* the number of the writes to many parameters */
  guint n_begun;
};

G_DEFINE_FINAL_TYPE (AppValues, app_values, G_TYPE_OBJECT)

/* A write that the history makes. */
typedef struct
{
  AppValues *values;
  GscopeParameter *parameter;
  GVariant *asked;
} Write;

static void
write_free (Write *write)
{
  g_object_unref (write->values);
  g_object_unref (write->parameter);
  g_clear_pointer (&write->asked, g_variant_unref);
  g_free (write);
}

static void
on_answered (GObject *object, GAsyncResult *result, gpointer data)
{
  Write *write = data;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, NULL);

  g_ptr_array_remove (write->values->restored, write);
  write_free (write);
}

/* A source may go and come back: its parameter is known by its name. */
static GscopeParameter *
find_parameter (AppValues *self, const char *full_name)
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

/* The name of the writer in the marker of a write. */
static const char *
get_writer (AppValues *self)
{
  switch (app_history_get_activity (self->history))
    {
    case APP_HISTORY_UNDOING:
      return "undo";
    case APP_HISTORY_REDOING:
      return "redo";
    case APP_HISTORY_IDLE:
    case APP_HISTORY_DOING:
    default:
      return "restore";
    }
}

static void
write_value (AppValues *self, GscopeParameter *parameter, GVariant *value)
{
  Write *write = g_new0 (Write, 1);

  write->values = g_object_ref (self);
  write->parameter = g_object_ref (parameter);
  g_ptr_array_add (self->restored, write);
  gscope_parameter_write_async (parameter, value, get_writer (self), NULL, on_answered, write);
  write->asked = g_variant_ref (gscope_parameter_get_asked (parameter));
}

/* The states: values by full name. */

static gboolean
restore_values (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  AppValues *self = subject;
  g_autoptr (GString) missing = g_string_new (NULL);
  guint n_missing = 0;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, (GVariant *) to);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      GscopeParameter *parameter = find_parameter (self, name);

      if (parameter)
        write_value (self, parameter, value);
      else
        g_string_append_printf (missing, "%s“%s”", n_missing++ > 0 ? ", " : "", name);
    }
  if (n_missing > 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 /* Translators: full names of parameters. */
                 ngettext ("%s was not set: no source has it now",
                           "%s were not set: no source has them now", n_missing),
                 missing->str);
  return n_missing == 0;
}

static char *
describe_write (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const char *name;
  g_autoptr (GVariant) old = NULL;
  g_autoptr (GVariant) value = NULL;
  guint n = (guint) g_variant_n_children ((GVariant *) after);

  if (n > 1)
    /* Translators: a change in the list of those that can be undone. */
    return g_strdup_printf (ngettext ("Value of %u parameter", "Values of %u parameters", n), n);
  g_variant_get_child ((GVariant *) before, 0, "{&sv}", &name, &old);
  g_variant_get_child ((GVariant *) after, 0, "{&sv}", NULL, &value);
  return gscope_parameter_describe_change (find_parameter ((AppValues *) subject, name), old,
                                           value);
}

static char *
describe_opening (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup (_ ("Values at opening"));
}

static gpointer
join_states (gconstpointer first, gconstpointer second)
{
  GVariantDict dict;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_dict_init (&dict, (GVariant *) second);
  g_variant_iter_init (&iter, (GVariant *) first);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (&dict, name, value);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static void
leave (gpointer subject)
{
}

static const AppMementoKind write_kind = {
  .restore = restore_values,
  .describe = describe_write,
  .join = join_states,
  .free_state = (GDestroyNotify) g_variant_unref,
  .free_subject = leave,
};

static const AppMementoKind opening_kind = {
  .restore = restore_values,
  .describe = describe_opening,
  .is_same = g_variant_equal,
  .free_state = (GDestroyNotify) g_variant_unref,
  .free_subject = leave,
};

static GVariant *
make_state (const char *name, GVariant *value)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, name, value);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

/* The values are compared too: the user may write before the history's write is answered. */
static gboolean
is_restored (AppValues *self, GscopeParameter *parameter, GVariant *asked)
{
  for (guint i = 0; i < self->restored->len; i++)
    {
      const Write *write = self->restored->pdata[i];

      if (write->parameter == parameter && g_variant_equal (write->asked, asked))
        return TRUE;
    }
  return FALSE;
}

/* Other programs ask for nothing here, the initial value of a workspace is part of no gesture, and an identification
 * puts the former value back. */
static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, AppValues *self)
{
  guint gesture = gscope_parameter_get_gesture (parameter);
  gboolean is_one = g_strcmp0 (writer, APP_VALUES_WRITER) == 0;
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);

  if (!value || !gscope_parameter_get_asked (parameter) || g_variant_equal (old, value)
      || gesture == 0 || g_strcmp0 (writer, GSCOPE_IDENTIFY_WRITER) == 0
      || is_restored (self, parameter, asked))
    return;
  if (!g_hash_table_contains (self->initial, name))
    g_hash_table_insert (self->initial, g_strdup (name), g_variant_ref (old));
  app_history_push (self->history,
                    &(AppMemento){ .kind = &write_kind,
                                   .subject = self,
                                   .before = make_state (name, old),
                                   .after = make_state (name, value),
                                   .gesture = { is_one ? G_OBJECT (self) : G_OBJECT (parameter),
                                                is_one ? self->n_begun : gesture } });
}

static void
on_parameters_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                       AppValues *self)
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
                    AppValues *self)
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
app_values_finalize (GObject *object)
{
  AppValues *self = APP_VALUES (object);

  g_object_unref (self->sources);
  g_object_unref (self->history);
  g_hash_table_unref (self->initial);
  g_ptr_array_unref (self->restored);
  G_OBJECT_CLASS (app_values_parent_class)->finalize (object);
}

static void
app_values_class_init (AppValuesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_values_finalize;
}

static void
app_values_init (AppValues *self)
{
  self->restored = g_ptr_array_new ();
  self->initial =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
}

AppValues *
app_values_new (GListModel *sources, AppHistory *history)
{
  AppValues *self = g_object_new (APP_TYPE_VALUES, NULL);

  self->sources = g_object_ref (sources);
  self->history = g_object_ref (history);
  g_signal_connect_object (sources, "items-changed", G_CALLBACK (on_sources_changed), self, 0);
  on_sources_changed (sources, 0, 0, g_list_model_get_n_items (sources), self);
  return self;
}

void
app_values_begin_writes (AppValues *self)
{
  self->n_begun++;
}

gboolean
app_values_can_restore (AppValues *self)
{
  return g_hash_table_size (self->initial) > 0;
}

/* Parameters of sources that are gone keep their values. */
void
app_values_restore (AppValues *self)
{
  GVariantDict before, after;
  GHashTableIter iter;
  gpointer name, value;

  g_variant_dict_init (&before, NULL);
  g_variant_dict_init (&after, NULL);
  g_hash_table_iter_init (&iter, self->initial);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      GscopeParameter *parameter = find_parameter (self, name);

      if (!parameter || g_variant_equal (gscope_parameter_get_value (parameter), value))
        continue;
      g_variant_dict_insert_value (&before, name, gscope_parameter_get_value (parameter));
      g_variant_dict_insert_value (&after, name, value);
    }
  app_history_do (self->history,
                  &(AppMemento){ .kind = &opening_kind,
                                 .subject = self,
                                 .before = g_variant_ref_sink (g_variant_dict_end (&before)),
                                 .after = g_variant_ref_sink (g_variant_dict_end (&after)) });
}
