/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/search.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/math/parse.h>
#include <gscope/signal/private.h>
#include <gscope/source/contents.h>

typedef struct
{
  const GscopeMathSearch *search;
  guint n_signals;
} Resolution;

gboolean
gscope_math_search_can_read (const GscopeMathSearch *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  guint position;

  if (!gscope_signal_get_intake (signal)->is_computed)
    return TRUE;
  if (self->own && g_ptr_array_find (self->own, signal, &position))
    return position < self->n_before;
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);

      if (source == self->source)
        return FALSE;
      if (g_hash_table_lookup (gscope_source_get_contents (source)->signals.names, name) == signal)
        return TRUE;
    }
  return FALSE;
}

GscopeSignal *
gscope_math_search_find_signal (const GscopeMathSearch *self, const char *name)
{
  guint n = g_list_model_get_n_items (self->signals);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (self->signals, i);

      if (g_str_equal (gscope_signal_get_full_name (signal), name))
        return gscope_math_search_can_read (self, signal) ? signal : NULL;
    }
  return NULL;
}

static gboolean
has_numbers (GscopeParameter *parameter)
{
  return gscope_parameter_get_parameter_type (parameter) != GSCOPE_PARAMETER_TYPE_STRING;
}

GscopeParameter *
gscope_math_search_find_parameter (const GscopeMathSearch *self, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);
      GscopeParameter *parameter =
          g_hash_table_lookup (gscope_source_get_contents (source)->parameters.names, name);

      if (parameter)
        return has_numbers (parameter) ? parameter : NULL;
    }
  return NULL;
}

static const char *
resolve (const char *name, gpointer data)
{
  Resolution *self = data;
  GscopeSignal *signal = gscope_math_search_find_signal (self->search, name);
  GscopeParameter *parameter =
      signal ? NULL : gscope_math_search_find_parameter (self->search, name);
  const char *unit = NULL;

  if (!signal && !parameter)
    return NULL;
  self->n_signals += signal != NULL;
  unit = signal ? gscope_signal_get_unit (signal) : gscope_parameter_get_unit (parameter);
  return unit ? unit : "";
}

GscopeMathProgram *
gscope_math_search_compile (const GscopeMathSearch *self, const char *text, gsize *place,
                            GError **error)
{
  Resolution resolution = { self, 0 };
  g_autoptr (GscopeMathProgram) program =
      gscope_math_program_new (text, resolve, &resolution, place, error);

  if (program && resolution.n_signals == 0)
    {
      gscope_math_fail (text, 0, GSCOPE_ERROR_INVALID,
                        g_strdup (_ ("The expression reads no signal, so that it has no samples.")),
                        place, error);
      return NULL;
    }
  return g_steal_pointer (&program);
}
