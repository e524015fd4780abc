/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/formula.h>

#include <glib/gi18n-lib.h>
#include <gscope/math/derived.h>
#include <gscope/math/parse.h>
#include <gscope/math/source-private.h>
#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <math.h>
#include <string.h>

/**
 * GscopeMathFormula:
 *
 * An expression of a math signal while it is typed: whether it is valid, its unit, and its present value. It changes nothing in
 * the scope.
 *
 * It finds the signals that [class@MathSource] would find for the same signal.
 *
 * Since: 1.0
 */
struct _GscopeMathFormula
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopeMathSource *source;
  char *name;

  gsize place;
  char *unit;
  char *mismatch;
  /* the computation of the present value; NULL while the text is invalid */
  GscopeMathDerived *preview;
};

G_DEFINE_FINAL_TYPE (GscopeMathFormula, gscope_math_formula, G_TYPE_OBJECT)

static void
forget (GscopeMathFormula *self)
{
  g_clear_pointer (&self->preview, gscope_math_derived_free);
  g_clear_pointer (&self->unit, g_free);
  g_clear_pointer (&self->mismatch, g_free);
  self->place = 0;
}

static void
gscope_math_formula_finalize (GObject *object)
{
  GscopeMathFormula *self = GSCOPE_MATH_FORMULA (object);

  forget (self);
  g_clear_object (&self->scope);
  g_clear_object (&self->source);
  g_free (self->name);
  G_OBJECT_CLASS (gscope_math_formula_parent_class)->finalize (object);
}

static void
gscope_math_formula_class_init (GscopeMathFormulaClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_math_formula_finalize;
}

static void
gscope_math_formula_init (GscopeMathFormula *self)
{
}

/**
 * gscope_math_formula_new:
 * @scope: the scope of the signals and parameters
 * @source: (nullable): the source that the math signal is of; %NULL if there will be a new one
 * @name: (nullable): the name of its signal that is edited; %NULL for a new signal
 *
 * Creates a formula without a text.
 *
 * Returns: (transfer full): a formula
 *
 * Since: 1.0
 */
GscopeMathFormula *
gscope_math_formula_new (GscopeScope *scope, GscopeMathSource *source, const char *name)
{
  GscopeMathFormula *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (!source || GSCOPE_IS_MATH_SOURCE (source), NULL);

  self = g_object_new (GSCOPE_TYPE_MATH_FORMULA, NULL);
  self->scope = g_object_ref (scope);
  g_set_object (&self->source, source);
  self->name = g_strdup (name);
  return self;
}

static GscopeMathSearch
get_search (GscopeMathFormula *self)
{
  GscopeMathSearch search = { .clock = gscope_scope_get_clock (self->scope),
                              .signals = gscope_scope_get_members (self->scope),
                              .sources = gscope_scope_get_sources (self->scope) };

  if (self->source)
    gscope_math_source_fill_search (self->source, self->name, &search);
  return search;
}

/**
 * gscope_math_formula_set_text:
 * @self: a formula
 * @text: an expression
 * @error: what is wrong with the expression
 *
 * Sets the expression, and looks for the signals and parameters that it names now.
 *
 * Returns: %TRUE if the expression is valid
 *
 * Since: 1.0
 */
gboolean
gscope_math_formula_set_text (GscopeMathFormula *self, const char *text, GError **error)
{
  g_autoptr (GscopeMathProgram) program = NULL;
  g_autoptr (GscopeSignal) signal = NULL;
  GscopeMathSearch search;

  g_return_val_if_fail (GSCOPE_IS_MATH_FORMULA (self) && self->scope, FALSE);
  g_return_val_if_fail (text, FALSE);

  forget (self);
  search = get_search (self);
  program = gscope_math_search_compile (&search, text, &self->place, error);
  if (!program)
    return FALSE;
  self->mismatch = g_strdup (gscope_math_program_get_mismatch (program, &self->place));
  self->unit = g_strdup (gscope_math_program_get_unit (program));
  signal = gscope_signal_new_buffered ("preview");
  self->preview = gscope_math_derived_new (signal, text);
  gscope_math_derived_bind (self->preview, &search);
  gscope_math_derived_skip (self->preview);
  return TRUE;
}

/**
 * gscope_math_formula_get_place:
 * @self: a formula
 *
 * Gets the place of the error, or of the operator whose units do not fit.
 *
 * Returns: the byte of the text
 *
 * Since: 1.0
 */
gsize
gscope_math_formula_get_place (GscopeMathFormula *self)
{
  g_return_val_if_fail (GSCOPE_IS_MATH_FORMULA (self), 0);

  return self->place;
}

/**
 * gscope_math_formula_get_unit:
 * @self: a formula
 *
 * Gets the unit of the result.
 *
 * Returns: (nullable): the unit, an empty text for a pure number; %NULL while the text is invalid
 *
 * Since: 1.0
 */
const char *
gscope_math_formula_get_unit (GscopeMathFormula *self)
{
  g_return_val_if_fail (GSCOPE_IS_MATH_FORMULA (self), NULL);

  return self->unit;
}

/**
 * gscope_math_formula_get_mismatch:
 * @self: a formula
 *
 * Gets which units do not fit. The values are computed nevertheless, and have no unit.
 *
 * Returns: (nullable): a sentence; %NULL if all units fit
 *
 * Since: 1.0
 */
const char *
gscope_math_formula_get_mismatch (GscopeMathFormula *self)
{
  g_return_val_if_fail (GSCOPE_IS_MATH_FORMULA (self), NULL);

  return self->mismatch;
}

/**
 * gscope_math_formula_compute:
 * @self: a formula
 * @value: (out): the value
 *
 * Computes the present value. Windows and integrals begin at most a hundred thousand samples ago.
 *
 * Returns: %TRUE if there is one: not while the text is invalid, and not in a gap
 *
 * Since: 1.0
 */
gboolean
gscope_math_formula_compute (GscopeMathFormula *self, double *value)
{
  GscopeTrace *trace;
  guint64 end;

  g_return_val_if_fail (GSCOPE_IS_MATH_FORMULA (self), FALSE);
  g_return_val_if_fail (value, FALSE);

  if (!self->preview)
    return FALSE;
  gscope_math_derived_run (self->preview, gscope_scope_get_clock (self->scope));
  trace = gscope_signal_get_trace (gscope_math_derived_get_signal (self->preview));
  while (gscope_trace_evict (trace))
    continue;
  end = gscope_trace_get_end (trace);
  if (gscope_trace_get_first (trace) == end)
    return FALSE;
  *value = gscope_trace_get_value (trace, end - 1);
  return !isnan (*value);
}

static void
list_signals (const GscopeMathSearch *search, GStrvBuilder *names)
{
  for (guint i = 0; i < g_list_model_get_n_items (search->signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (search->signals, i);

      if (gscope_math_search_can_read (search, signal) && !gscope_signal_get_diagnostic (signal))
        g_strv_builder_add (names, gscope_signal_get_full_name (signal));
    }
}

static void
list_parameters (const GscopeMathSearch *search, GStrvBuilder *names)
{
  for (guint i = 0; i < g_list_model_get_n_items (search->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (search->sources, i);
      GListModel *parameters = gscope_source_get_parameters (source);

      for (guint k = 0; k < g_list_model_get_n_items (parameters); k++)
        {
          g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, k);
          g_autofree char *name = gscope_parameter_dup_full_name (parameter);

          if (gscope_math_search_find_parameter (search, name))
            g_strv_builder_add (names, name);
        }
    }
}

/**
 * gscope_math_formula_list_names:
 * @self: a formula
 *
 * Lists the signals that the expression can read, then the parameters. Diagnostic signals are left out.
 *
 * Returns: (transfer full): full names
 *
 * Since: 1.0
 */
GStrv
gscope_math_formula_list_names (GscopeMathFormula *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  GscopeMathSearch search;

  g_return_val_if_fail (GSCOPE_IS_MATH_FORMULA (self) && self->scope, NULL);

  search = get_search (self);
  list_signals (&search, names);
  list_parameters (&search, names);
  return g_strv_builder_end (names);
}

static gboolean
is_plain (const char *name)
{
  return gscope_math_measure_name (name) == strlen (name) && !g_str_equal (name, "time")
         && !g_str_equal (name, "pi");
}

/**
 * gscope_math_quote_name:
 * @full_name: a full name of a signal or parameter
 *
 * Writes a name as expressions have it: in quotation marks if it has other characters than names without them.
 *
 * Returns: (transfer full): the name
 *
 * Since: 1.0
 */
char *
gscope_math_quote_name (const char *full_name)
{
  g_autoptr (GString) quoted = NULL;

  g_return_val_if_fail (full_name, NULL);

  if (is_plain (full_name))
    return g_strdup (full_name);
  quoted = g_string_new ("\"");
  for (const char *c = full_name; *c; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *c);
    }
  g_string_append_c (quoted, '"');
  return g_strdup (quoted->str);
}

/* Returns whether a byte of a text continues the name before it. */
static gboolean
continues_name (const char *text, gsize at)
{
  return gscope_math_is_name_byte (text[at])
         || ((text[at] == '/' || text[at] == '-') && at > 0
             && gscope_math_is_name_byte (text[at - 1]));
}

/**
 * gscope_math_find_word:
 * @text: an expression that is being typed
 * @place: the byte of the text at which the cursor is, at most its length
 *
 * Finds the name or function that is being typed.
 *
 * Returns: the byte at which it begins, a quotation mark included; @place if there is none
 *
 * Since: 1.0
 */
gsize
gscope_math_find_word (const char *text, gsize place)
{
  gboolean is_quoted = FALSE;
  gsize begin = place;

  g_return_val_if_fail (text, 0);

  for (gsize i = 0; i < place; i++)
    if (text[i] == '"')
      {
        is_quoted = !is_quoted;
        begin = is_quoted ? i : place;
      }
    else if (is_quoted && text[i] == '\\')
      i++;
  while (!is_quoted && begin > 0 && continues_name (text, begin - 1))
    begin--;
  return g_ascii_isdigit (text[begin]) || text[begin] == '.' ? place : begin;
}

/* The functions of a table, without the operators, which have no signature. */
static void
list_table (const GscopeMathFunction *table, GStrvBuilder *names)
{
  for (; table->name; table++)
    if (table->signature)
      g_strv_builder_add (names, table->name);
}

/**
 * gscope_math_list_functions:
 *
 * Lists the functions that expressions can have.
 *
 * Returns: (transfer full): their names
 *
 * Since: 1.0
 */
GStrv
gscope_math_list_functions (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  list_table (gscope_math_plain_functions, names);
  list_table (gscope_math_window_functions, names);
  list_table (gscope_math_measured_functions, names);
  return g_strv_builder_end (names);
}

/**
 * gscope_math_get_signature:
 * @function: the name of a function
 *
 * Gets how a function is written, such as `mean(x, time)`.
 *
 * Returns: (nullable): the text; %NULL if there is no such function
 *
 * Since: 1.0
 */
const char *
gscope_math_get_signature (const char *function)
{
  const GscopeMathFunction *row;

  g_return_val_if_fail (function, NULL);

  row = gscope_math_find_function (function);
  return row ? row->signature : NULL;
}

/**
 * gscope_math_get_description:
 * @function: the name of a function
 *
 * Gets what a function computes.
 *
 * Returns: (nullable): a translated sentence; %NULL if there is no such function
 *
 * Since: 1.0
 */
const char *
gscope_math_get_description (const char *function)
{
  const GscopeMathFunction *row;

  g_return_val_if_fail (function, NULL);

  row = gscope_math_find_function (function);
  return row && row->description ? _ (row->description) : NULL;
}
