/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/source.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/math/derived.h>
#include <gscope/math/parse.h>
#include <gscope/source/options.h>
#include <property.h>
#include <string.h>

enum
{
  MAX_SIGNALS = 256,
};

/**
 * GscopeMathSource:
 *
 * A source of signals that expressions compute from other signals of the scope.
 *
 * Options of [method@Source.configure]: `expression`, of the signal `result`; `signals`, an array of
 * objects with `name` and `expression`, and optionally `title` and `unit`. Without `unit`, the unit
 * is computed.
 *
 * An expression names signals by their full names; a name with other characters than letters,
 * digits and `_ . : # @ / -` is in quotation marks. Operators between names need spaces around
 * them. A value holds until the next sample of its signal, and the result has a sample at each time
 * at which one of them has. A gap of a signal is a gap of the result. A math signal may read those
 * that are before it. Samples that are in the traces when the source starts are computed, too; then
 * the result follows the signals with the delay of the scope.
 *
 * ```json
 * { "type": "math", "options": { "signals": [
 *   { "name": "backlog", "expression": "mxtraf/throughput - tcp/delivery-rate" } ] } }
 * ```
 */
struct _GscopeMathSource
{
  GscopeSource parent_instance;

  /* the signal "result", which the dialog of sources can edit; empty for none */
  char *expression;
  /* of Row, from the options */
  GPtrArray *rows;
  /* of GscopeMathDerived, while it is started */
  GPtrArray *derived;
  GListModel *signals;
  gboolean is_changed;
};

typedef struct
{
  char *name;
  char *expression;
  char *title;
  char *unit;
} Row;

G_DEFINE_FINAL_TYPE (GscopeMathSource, gscope_math_source, GSCOPE_TYPE_SOURCE)

static const struct
{
  const char *name;
  gsize offset;
  gboolean is_needed;
} fields[] = {
  { "name", G_STRUCT_OFFSET (Row, name), TRUE },
  { "expression", G_STRUCT_OFFSET (Row, expression), TRUE },
  { "title", G_STRUCT_OFFSET (Row, title), FALSE },
  { "unit", G_STRUCT_OFFSET (Row, unit), FALSE },
};

static void
row_free (Row *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    g_free (G_STRUCT_MEMBER (char *, self, fields[i].offset));
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Row, row_free)

static gboolean
take_field (Row *self, const char *name, GVariant *value, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      char **field = &G_STRUCT_MEMBER (char *, self, fields[i].offset);

      if (!g_str_equal (fields[i].name, name))
        continue;
      if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("%s: it is not a text"), name);
          return FALSE;
        }
      g_free (*field);
      *field = g_variant_dup_string (value, NULL);
      return TRUE;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("%s: there is no such member; a signal has name, expression, title and unit"),
               name);
  return FALSE;
}

static gboolean
check_row (const Row *self, GError **error)
{
  g_autoptr (GscopeMathNode) node = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].is_needed && !G_STRUCT_MEMBER (char *, self, fields[i].offset))
      {
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("%s: it is missing"),
                     fields[i].name);
        return FALSE;
      }
  node = gscope_math_parse (self->expression, NULL, error);
  return node != NULL;
}

static Row *
read_row (GVariant *element, GError **error)
{
  g_autoptr (Row) row = g_new0 (Row, 1);
  GVariantIter iter;
  const char *name;
  GVariant *value;

  if (!g_variant_is_of_type (element, G_VARIANT_TYPE_VARDICT))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("it is not an object; write { \"name\": …, \"expression\": … }"));
      return NULL;
    }
  g_variant_iter_init (&iter, element);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    {
      g_autoptr (GVariant) owned = value;

      if (!take_field (row, name, owned, error))
        return NULL;
    }
  return check_row (row, error) ? g_steal_pointer (&row) : NULL;
}

static gboolean
take_signals (gpointer data, GVariant *array, GError **error)
{
  GscopeMathSource *self = data;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  gsize n = g_variant_n_children (array);

  if (n > MAX_SIGNALS)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
          _ ("signals: %zu are more than the maximum of %d; split them among several sources"), n,
          MAX_SIGNALS);
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) element = gscope_source_option_get_element (array, i);
      Row *row = read_row (element, error);

      if (!row)
        {
          g_prefix_error (error, "signals[%zu]: ", i);
          return FALSE;
        }
      g_ptr_array_add (rows, row);
    }
  g_ptr_array_unref (self->rows);
  self->rows = g_steal_pointer (&rows);
  return TRUE;
}

static gboolean
check_expression (gpointer self, GVariant *value, GError **error)
{
  const char *text = g_variant_get_string (value, NULL);
  g_autoptr (GscopeMathNode) node = *text ? gscope_math_parse (text, NULL, error) : NULL;

  return node || !*text;
}

static const GscopeSourceOption options[] = {
  { "expression", "s", N_ ("Expression"),
    N_ ("Formula of the signal “result”, such as mean(x, 10s) * 100"), .initial = "''",
    .offset = G_STRUCT_OFFSET (GscopeMathSource, expression), .take = check_expression },
  /* without a title: too complex for a dialog */
  { "signals", "av", .take = take_signals },
  { .name = NULL },
};

static void
on_signals_changed (GscopeMathSource *self)
{
  self->is_changed = TRUE;
}

static void
forget_signals (GscopeMathSource *self)
{
  if (self->signals)
    g_signal_handlers_disconnect_by_data (self->signals, self);
  g_clear_object (&self->signals);
}

static gboolean
add_signal (GscopeMathSource *self, const Row *row, GError **error)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (row->name);

  if (row->title)
    gscope_signal_set_title (signal, row->title);
  if (row->unit)
    gscope_signal_set_unit (signal, row->unit);
  if (!gscope_source_add_signal (GSCOPE_SOURCE (self), signal, error))
    return FALSE;
  g_ptr_array_add (self->derived, gscope_math_derived_new (signal, row->expression));
  return TRUE;
}

static gboolean
add_all (GscopeMathSource *self, GError **error)
{
  const Row result = { .name = (char *) "result", .expression = self->expression };

  if (*self->expression && !add_signal (self, &result, error))
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    if (!add_signal (self, self->rows->pdata[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
gscope_math_source_start (GscopeSource *source, GError **error)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);

  gscope_source_clear_signals (source);
  if (!add_all (self, error))
    {
      g_ptr_array_set_size (self->derived, 0);
      gscope_source_clear_signals (source);
      return FALSE;
    }
  self->is_changed = TRUE;
  gscope_source_set_status (source, GSCOPE_SOURCE_RUNNING, "");
  return TRUE;
}

static void
gscope_math_source_stop (GscopeSource *source)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);

  g_ptr_array_set_size (self->derived, 0);
  forget_signals (self);
}

static void
show_problems (GscopeMathSource *self)
{
  g_autoptr (GString) status = g_string_new (NULL);

  for (guint i = 0; i < self->derived->len; i++)
    {
      const char *problem = gscope_math_derived_get_problem (self->derived->pdata[i]);
      const char *name = gscope_math_derived_get_name (self->derived->pdata[i]);

      if (problem)
        g_string_append_printf (status, "%s%s: %s", status->len > 0 ? " " : "", name, problem);
    }
  gscope_source_set_status (GSCOPE_SOURCE (self),
                            status->len > 0 ? GSCOPE_SOURCE_TROUBLE : GSCOPE_SOURCE_RUNNING,
                            status->str);
}

static void
bind_all (GscopeMathSource *self)
{
  self->is_changed = FALSE;
  for (guint i = 0; i < self->derived->len; i++)
    gscope_math_derived_bind (self->derived->pdata[i], self->signals);
  show_problems (self);
}

static void
gscope_math_source_derive (GscopeSource *source, GListModel *signals)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);

  if (self->derived->len == 0)
    return;
  if (self->signals != signals)
    {
      forget_signals (self);
      self->signals = g_object_ref (signals);
      g_signal_connect_swapped (signals, "items-changed", G_CALLBACK (on_signals_changed), self);
      self->is_changed = TRUE;
    }
  if (self->is_changed)
    bind_all (self);
  for (guint i = 0; i < self->derived->len; i++)
    gscope_math_derived_run (self->derived->pdata[i], gscope_source_get_clock (source));
}

static void
gscope_math_source_dispose (GObject *object)
{
  gscope_math_source_stop (GSCOPE_SOURCE (object));
  G_OBJECT_CLASS (gscope_math_source_parent_class)->dispose (object);
}

static void
gscope_math_source_finalize (GObject *object)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (object);

  g_ptr_array_unref (self->derived);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (gscope_math_source_parent_class)->finalize (object);
}

static void
gscope_math_source_class_init (GscopeMathSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->dispose = gscope_math_source_dispose;
  object_class->finalize = gscope_math_source_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->start = gscope_math_source_start;
  source_class->stop = gscope_math_source_stop;
  source_class->derive = gscope_math_source_derive;
}

static void
gscope_math_source_init (GscopeMathSource *self)
{
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  self->derived = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_math_derived_free);
}

/**
 * gscope_math_source_new:
 * @name: the instance's name; empty if the full names of its signals begin without one
 *
 * Creates a source that is not started.
 *
 * Returns: (transfer full): a source
 */
GscopeMathSource *
gscope_math_source_new (const char *name)
{
  g_return_val_if_fail (name, NULL);

  return g_object_new (GSCOPE_TYPE_MATH_SOURCE, "name", name, NULL);
}

/**
 * gscope_math_source_register:
 * @registry: a registry
 * @error: why it was not added
 *
 * Adds the type of sources `math`, so that workspaces can have math signals.
 *
 * Returns: %TRUE if it was added
 */
gboolean
gscope_math_source_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "math", GSCOPE_TYPE_MATH_SOURCE, _ ("Math signals"),
                                   _ ("Signals that expressions compute from other signals."),
                                   "math", error);
}
