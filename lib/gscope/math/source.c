/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/source.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/transport-private.h>
#include <gscope/error.h>
#include <gscope/full-name.h>
#include <gscope/math/derived.h>
#include <gscope/math/parse.h>
#include <gscope/math/recorded.h>
#include <gscope/math/source-private.h>
#include <gscope/source/options.h>
#include <gscope/source/waker.h>
#include <main-source.h>
#include <property.h>
#include <string.h>

enum
{
  MAX_SIGNALS = 256,
};

/* The name of the signal of the option “expression”. */
#define RESULT "result"

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
 * the result follows the signals with the delay of the scope. A parameter that an expression names has the value that it had at the
 * time of each sample, from the start of the source on.
 *
 * If a recording is larger than memory, the traces of its math signals have the same parts as the traces of the recording: an
 * overview, and more of the interval that is shown. Searches, captures and triggers get all samples, which are computed again
 * from the samples of the recording, or of several recordings that are compared.
 *
 * The options can change while the source is started. A signal keeps its samples if its expression and unit stay the same, and if the
 * math signals that it reads keep theirs. Options that are refused change nothing.
 *
 * ```json
 * { "type": "math", "options": { "signals": [
 *   { "name": "backlog", "expression": "mxtraf/throughput - tcp/delivery-rate" } ] } }
 * ```
 *
 * Since: 1.0
 */
struct _GscopeMathSource
{
  GscopeSource parent_instance;

  /* the signal RESULT, which the dialog of sources can edit; empty for none */
  char *expression;
  /* of Row, from the options */
  GPtrArray *rows;
  /* while it is started: of GscopeMathDerived, the row that each was made from, and its signal */
  GPtrArray *derived;
  GPtrArray *made;
  GPtrArray *own;
  /* the signals and the sources of the scope, whose list has a reference to this one; of GListModel: the parameters of these
   * sources */
  GListModel *signals;
  GListModel *sources;
  GPtrArray *parameters;
  /* in playback, where the scope derives only when the pen moves; NULL otherwise */
  GSource *waker;
  gboolean is_started;
  /* whether one of the lists has changed */
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

static Row *
row_copy (const Row *self)
{
  Row *copy = g_new0 (Row, 1);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    G_STRUCT_MEMBER (char *, copy, fields[i].offset) =
        g_strdup (G_STRUCT_MEMBER (char *, self, fields[i].offset));
  return copy;
}

/* Returns whether two rows compute the same. */
static gboolean
row_is_same (const Row *a, const Row *b)
{
  return g_str_equal (a->name, b->name) && g_str_equal (a->expression, b->expression)
         && g_strcmp0 (a->unit, b->unit) == 0;
}

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

static char *
make_full_name (GscopeMathSource *self, const Row *row)
{
  return gscope_full_name_new (gscope_source_get_name (GSCOPE_SOURCE (self)), NULL, row->name);
}

/* Checks the name of the last row. */
static gboolean
check_name (GscopeMathSource *self, GPtrArray *rows, GError **error)
{
  const Row *last = rows->pdata[rows->len - 1];
  g_autofree char *full_name = make_full_name (self, last);

  if (!gscope_full_name_check (last->name, error) || !gscope_full_name_check (full_name, error))
    return FALSE;
  for (guint i = 0; i + 1 < rows->len; i++)
    if (g_str_equal (((Row *) rows->pdata[i])->name, last->name))
      {
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                     _ ("there is already a “%s”; names are unique within a source"), last->name);
        return FALSE;
      }
  return TRUE;
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
      if (!check_name (self, rows, error))
        {
          g_prefix_error (error, "signals[%zu]: ", i);
          return FALSE;
        }
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
  { "signals", "av", .initial = "[]", .take = take_signals },
  { .name = NULL },
};

/* The lists of what expressions can read. */

/* The scope is to derive, though the pen does not move. */
static void
wake (GscopeMathSource *self)
{
  if (self->waker)
    g_source_set_ready_time (self->waker, 0);
}

static void
on_list_changed (GscopeMathSource *self)
{
  self->is_changed = TRUE;
  wake (self);
}

static void
on_sources_changed (GscopeMathSource *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    g_signal_handlers_disconnect_by_data (self->parameters->pdata[i], self);
  g_ptr_array_set_size (self->parameters, 0);
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);
      GListModel *parameters = gscope_source_get_parameters (source);

      g_signal_connect_swapped (parameters, "items-changed", G_CALLBACK (on_list_changed), self);
      g_ptr_array_add (self->parameters, g_object_ref (parameters));
    }
  on_list_changed (self);
}

static gboolean
on_wake (gpointer data)
{
  gscope_transport_refresh (GSCOPE_TRANSPORT (gscope_source_get_clock (data)));
  return G_SOURCE_CONTINUE;
}

static void
make_waker (GscopeMathSource *self)
{
  if (!self->waker && GSCOPE_IS_TRANSPORT (gscope_source_get_clock (GSCOPE_SOURCE (self))))
    self->waker = gscope_waker_new ("[gscope] math", G_PRIORITY_DEFAULT, on_wake, self);
}

static void
watch_lists (GscopeMathSource *self, GListModel *signals, GListModel *sources)
{
  self->signals = g_object_ref (signals);
  g_set_weak_pointer (&self->sources, sources);
  g_signal_connect_swapped (signals, "items-changed", G_CALLBACK (on_list_changed), self);
  g_signal_connect_swapped (sources, "items-changed", G_CALLBACK (on_sources_changed), self);
  on_sources_changed (self);
  make_waker (self);
}

static void
forget_lists (GscopeMathSource *self)
{
  g_clear_pointer (&self->waker, main_source_drop);
  for (guint i = 0; i < self->parameters->len; i++)
    g_signal_handlers_disconnect_by_data (self->parameters->pdata[i], self);
  g_ptr_array_set_size (self->parameters, 0);
  if (self->signals)
    g_signal_handlers_disconnect_by_data (self->signals, self);
  if (self->sources)
    g_signal_handlers_disconnect_by_data (self->sources, self);
  g_clear_object (&self->signals);
  g_clear_weak_pointer (&self->sources);
}

/* Adds the signal of a row, or takes one that is kept. */
static gboolean
add_signal (GscopeMathSource *self, const Row *row, GscopeMathDerived *kept, GError **error)
{
  g_autoptr (GscopeSignal) signal = kept ? g_object_ref (gscope_math_derived_get_signal (kept))
                                         : gscope_signal_new_buffered (row->name);

  gscope_signal_set_title (signal, row->title ? row->title : row->name);
  if (!kept && row->unit)
    gscope_signal_set_unit (signal, row->unit);
  if (!kept && !gscope_source_add_signal (GSCOPE_SOURCE (self), signal, error))
    return FALSE;
  gscope_signal_set_archive (signal, G_OBJECT (self), &gscope_math_archive);
  g_ptr_array_add (self->derived, kept ? kept : gscope_math_derived_new (signal, row->expression));
  g_ptr_array_add (self->made, row_copy (row));
  g_ptr_array_add (self->own, g_steal_pointer (&signal));
  return TRUE;
}

/* Returns the rows of all signals. The signal of the option “expression” is the first one. */
static GPtrArray *
list_rows (GscopeMathSource *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  const Row result = { .name = (char *) RESULT, .expression = self->expression };

  if (*self->expression)
    g_ptr_array_add (rows, row_copy (&result));
  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (rows, row_copy (self->rows->pdata[i]));
  return rows;
}

static void
forget_all (GscopeMathSource *self)
{
  g_ptr_array_set_size (self->derived, 0);
  g_ptr_array_set_size (self->made, 0);
  g_ptr_array_set_size (self->own, 0);
}

/* Returns the position of the signal that computes what a row says; G_MAXUINT if there is none. */
static guint
find_made (GscopeMathSource *self, const Row *row)
{
  for (guint i = 0; i < self->made->len; i++)
    if (row_is_same (self->made->pdata[i], row))
      return i;
  return G_MAXUINT;
}

/* Takes out the signals that stay: those of rows that are there already and read no signal that changes.
 * Returns one for each row, or NULL. */
static GPtrArray *
keep_signals (GscopeMathSource *self, GPtrArray *rows)
{
  g_autoptr (GHashTable) changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *kept = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = rows->pdata[i];
      guint position = find_made (self, row);
      GscopeMathDerived *derived = position < G_MAXUINT ? self->derived->pdata[position] : NULL;

      if (derived && gscope_math_derived_names_any (derived, changed))
        derived = NULL;
      if (derived)
        {
          g_ptr_array_steal_index (self->derived, position);
          row_free (g_ptr_array_steal_index (self->made, position));
        }
      else
        g_hash_table_add (changed, make_full_name (self, row));
      g_ptr_array_add (kept, derived);
    }
  return kept;
}

/* Makes the signals of the present options out of those that are there. */
static gboolean
update (GscopeMathSource *self, GError **error)
{
  g_autoptr (GPtrArray) rows = list_rows (self);
  g_autoptr (GPtrArray) kept = keep_signals (self, rows);
  gboolean is_done = TRUE;

  for (guint i = 0; i < self->derived->len; i++)
    gscope_source_remove_signal (GSCOPE_SOURCE (self),
                                 gscope_math_derived_get_signal (self->derived->pdata[i]));
  forget_all (self);
  for (guint i = 0; i < rows->len; i++)
    if (!add_signal (self, rows->pdata[i], kept->pdata[i], is_done ? error : NULL))
      is_done = FALSE;
  on_list_changed (self);
  return is_done;
}

/* Returns whether the two options make no signal of the same name. */
static gboolean
check_result (GscopeMathSource *self, GError **error)
{
  for (guint i = 0; i < self->rows->len && *self->expression; i++)
    if (g_str_equal (((Row *) self->rows->pdata[i])->name, RESULT))
      {
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                     _ ("signals[%u]: “%s” is the signal of the option “expression”; choose "
                        "another name"),
                     i, RESULT);
        return FALSE;
      }
  return TRUE;
}

static gboolean
gscope_math_source_configure (GscopeSource *source, GVariant *values, GError **error)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);
  g_autofree char *expression = g_strdup (self->expression);
  g_autoptr (GPtrArray) rows = g_ptr_array_ref (self->rows);

  if (!GSCOPE_SOURCE_CLASS (gscope_math_source_parent_class)->configure (source, values, error)
      || !check_result (self, error))
    {
      g_free (self->expression);
      self->expression = g_steal_pointer (&expression);
      g_ptr_array_unref (self->rows);
      self->rows = g_steal_pointer (&rows);
      return FALSE;
    }
  return !self->is_started || update (self, error);
}

static gboolean
gscope_math_source_start (GscopeSource *source, GError **error)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);

  gscope_source_clear_signals (source);
  if (!update (self, error))
    {
      forget_all (self);
      gscope_source_clear_signals (source);
      return FALSE;
    }
  self->is_started = TRUE;
  make_waker (self);
  wake (self);
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_RUNNING, "");
  return TRUE;
}

static void
gscope_math_source_stop (GscopeSource *source)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);

  self->is_started = FALSE;
  forget_all (self);
  forget_lists (self);
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
  gscope_source_set_status (
      GSCOPE_SOURCE (self),
      status->len > 0 ? GSCOPE_SOURCE_STATE_TROUBLE : GSCOPE_SOURCE_STATE_RUNNING, status->str);
}

void
gscope_math_source_fill_search (GscopeMathSource *self, const char *name, GscopeMathSearch *search)
{
  search->source = GSCOPE_SOURCE (self);
  search->own = self->own;
  search->n_before = 0;
  while (search->n_before < self->own->len
         && g_strcmp0 (gscope_signal_get_name (self->own->pdata[search->n_before]), name) != 0)
    search->n_before++;
}

static GscopeMathSearch
make_search (GscopeMathSource *self)
{
  return (GscopeMathSearch){ .clock = gscope_source_get_clock (GSCOPE_SOURCE (self)),
                             .signals = self->signals,
                             .sources = self->sources,
                             .source = GSCOPE_SOURCE (self),
                             .own = self->own };
}

GscopeMathDerived *
gscope_math_source_find (GscopeMathSource *self, GscopeSignal *signal, GscopeMathSearch *search)
{
  *search = make_search (self);
  if (!self->signals || !self->sources || !g_ptr_array_find (self->own, signal, &search->n_before))
    return NULL;
  return self->derived->pdata[search->n_before];
}

static void
bind_all (GscopeMathSource *self)
{
  GscopeMathSearch search = make_search (self);

  self->is_changed = FALSE;
  for (guint i = 0; i < self->derived->len; i++)
    {
      search.n_before = i;
      gscope_math_derived_bind (self->derived->pdata[i], &search);
    }
  show_problems (self);
}

static void
gscope_math_source_derive (GscopeSource *source, GListModel *signals, GListModel *sources)
{
  GscopeMathSource *self = GSCOPE_MATH_SOURCE (source);
  GscopeClock *clock = gscope_source_get_clock (source);
  gboolean is_done = TRUE;

  if (!self->is_started)
    return;
  if (self->signals != signals)
    {
      forget_lists (self);
      watch_lists (self, signals, sources);
    }
  if (self->is_changed)
    bind_all (self);
  for (guint i = 0; i < self->derived->len; i++)
    is_done &= gscope_math_derived_run (self->derived->pdata[i], clock);
  if (!is_done)
    wake (self);
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
  g_ptr_array_unref (self->made);
  g_ptr_array_unref (self->own);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->parameters);
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
  source_class->has_live_options = TRUE;
  source_class->configure = gscope_math_source_configure;
  source_class->start = gscope_math_source_start;
  source_class->stop = gscope_math_source_stop;
  source_class->derive = gscope_math_source_derive;
}

static void
gscope_math_source_init (GscopeMathSource *self)
{
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  self->derived = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_math_derived_free);
  self->made = g_ptr_array_new_with_free_func ((GDestroyNotify) row_free);
  self->own = g_ptr_array_new_with_free_func (g_object_unref);
  self->parameters = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gscope_math_source_new:
 * @name: the instance's name; empty if the full names of its signals begin without one
 *
 * Creates a source that is not started.
 *
 * Returns: (transfer full): a source
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
gboolean
gscope_math_source_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "math", GSCOPE_TYPE_MATH_SOURCE, _ ("Math signals"),
                                   _ ("Signals that expressions compute from other signals."),
                                   "math", error);
}
