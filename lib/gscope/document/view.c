/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>
#include <gscope/enums.h>
#include <gscope/trace/sample.h>
#include <math.h>
#include <string.h>

#define ANY .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE
#define LONGEST_SPAN (366 * 86400)

/* Documents, copies and comparisons read these tables. */
static const GscopeField signal_fields[] = {
  { "match", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, match),
    .is_name = TRUE },
  { "excluded", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, excluded),
    .is_brief = TRUE },
  { "title", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, title) },
  { "unit", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, unit) },
  { "color", GSCOPE_FIELD_TYPE_COLOR, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, color) },
  { "min", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, min), ANY,
    .initial = NAN },
  { "max", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, max), ANY,
    .initial = NAN },
  { "auto-range", GSCOPE_FIELD_TYPE_FLAG,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, auto_range), .initial = -1 },
  { "value-axis", GSCOPE_FIELD_TYPE_CHOICE,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, value_axis),
    .get_type = gscope_value_axis_get_type, .is_brief = TRUE },
  { "own-axis", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, own_axis),
    .is_brief = TRUE },
  { "offset", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, offset),
    .min = -GSCOPE_MAX_TRACE_OFFSET, .max = GSCOPE_MAX_TRACE_OFFSET, .is_brief = TRUE },
  { "magnification", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, magnification),
    .min = 1 / GSCOPE_MAX_MAGNIFICATION, .max = GSCOPE_MAX_MAGNIFICATION, .initial = 1,
    .is_brief = TRUE },
  { "filter", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, filter),
    .max = 1, .initial = NAN },
  { "line", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, line),
    .get_type = gscope_line_mode_get_type, .initial = -1 },
  { "aggregation", GSCOPE_FIELD_TYPE_CHOICE,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, aggregation),
    .get_type = gscope_aggregation_get_type, .initial = -1 },
  { "hidden", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeWorkspaceSignal, hidden),
    .initial = -1 },
  { .key = NULL },
};

const GscopeField gscope_workspace_view_fields[] = {
  { "title", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspaceView, title),
    .text = "" },
  { "kind", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeWorkspaceView, kind),
    .get_type = gscope_view_kind_get_type, .is_brief = TRUE },
  { "layout", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeWorkspaceView, layout),
    .get_type = gscope_view_layout_get_type },
  { "mode", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeWorkspaceView, mode),
    .get_type = gscope_view_mode_get_type },
  { "span-s", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeWorkspaceView, span),
    .scale = GSCOPE_SEC, .min = 1e-6, .max = LONGEST_SPAN, .initial = 20 },
  { .key = NULL },
};

G_DEFINE_BOXED_TYPE (GscopeWorkspaceSignal, gscope_workspace_signal, gscope_workspace_signal_ref,
                     gscope_workspace_signal_unref)
G_DEFINE_BOXED_TYPE (GscopeWorkspaceView, gscope_workspace_view, gscope_workspace_view_ref,
                     gscope_workspace_view_unref)

static GscopeWorkspaceSignal *
new_signal (void)
{
  GscopeWorkspaceSignal *self = g_new0 (GscopeWorkspaceSignal, 1);

  g_atomic_ref_count_init (&self->n_references);
  return self;
}

/**
 * gscope_workspace_signal_new:
 * @match: a pattern for full names
 *
 * Makes an entry that overrides nothing.
 *
 * Returns: (transfer full): an entry
 *
 * Since: 1.0
 */
GscopeWorkspaceSignal *
gscope_workspace_signal_new (const char *match)
{
  GscopeWorkspaceSignal *self = new_signal ();

  gscope_fields_init (signal_fields, self);
  self->match = g_strdup (match);
  return self;
}

/**
 * gscope_workspace_signal_copy:
 * @self: an entry
 *
 * Makes an entry of its own that says the same.
 *
 * Returns: (transfer full): an entry
 *
 * Since: 1.0
 */
GscopeWorkspaceSignal *
gscope_workspace_signal_copy (const GscopeWorkspaceSignal *self)
{
  GscopeWorkspaceSignal *copy = new_signal ();

  gscope_fields_copy (signal_fields, self, copy);
  return copy;
}

/**
 * gscope_workspace_signal_get_fields: (skip)
 *
 * Gets the table of the fields of a #GscopeWorkspaceSignal.
 *
 * Returns: (transfer none): the fields, ended by one without a key
 *
 * Since: 1.0
 */
const GscopeField *
gscope_workspace_signal_get_fields (void)
{
  return signal_fields;
}

/**
 * gscope_workspace_signal_equal:
 * @self: an entry
 * @other: another entry
 *
 * Compares what two entries say about signals. Their patterns may differ.
 *
 * Returns: %TRUE if they say the same
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_signal_equal (const GscopeWorkspaceSignal *self,
                               const GscopeWorkspaceSignal *other)
{
  return gscope_fields_equal (signal_fields, self, other);
}

/**
 * gscope_workspace_signal_is_pattern:
 * @self: an entry
 *
 * Gets whether the entry may be for more than one signal.
 *
 * Returns: %TRUE if it has a `*` or a `?`
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_signal_is_pattern (const GscopeWorkspaceSignal *self)
{
  return self->match && strpbrk (self->match, "*?") != NULL;
}

/**
 * gscope_workspace_signal_ref:
 * @self: an entry
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeWorkspaceSignal *
gscope_workspace_signal_ref (GscopeWorkspaceSignal *self)
{
  /* a structure that another language allocated has none */
  g_return_val_if_fail (self && g_atomic_int_get (&self->n_references) > 0, NULL);

  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

static void
free_signal (GscopeWorkspaceSignal *self)
{
  gscope_fields_clear (signal_fields, self);
  g_free (self);
}

/**
 * gscope_workspace_signal_unref:
 * @self: (transfer full): an entry
 *
 * Releases a reference.
 *
 * Since: 1.0
 */
void
gscope_workspace_signal_unref (GscopeWorkspaceSignal *self)
{
  g_return_if_fail (self && g_atomic_int_get (&self->n_references) > 0);

  if (g_atomic_ref_count_dec (&self->n_references))
    free_signal (self);
}

/**
 * gscope_workspace_signal_matches:
 * @self: an entry
 * @full_name: a signal's full name
 *
 * Gets whether the entry is for a signal. It takes at most as many steps as pattern and name are
 * long, multiplied.
 *
 * Returns: %TRUE if it is
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_signal_matches (const GscopeWorkspaceSignal *self, const char *full_name)
{
  const char *pattern = self->match;
  const char *name = full_name;
  const char *star = NULL;
  const char *retry = NULL;

  g_return_val_if_fail (pattern && name, FALSE);

  while (*name)
    if (*pattern == '*')
      {
        star = pattern++;
        retry = name;
      }
    else if (*pattern == '?' || (*pattern && g_utf8_get_char (pattern) == g_utf8_get_char (name)))
      {
        pattern = g_utf8_next_char (pattern);
        name = g_utf8_next_char (name);
      }
    else if (star)
      {
        pattern = star + 1;
        name = retry = g_utf8_next_char (retry);
      }
    else
      return FALSE;
  while (*pattern == '*')
    pattern++;
  return *pattern == 0;
}

static GscopeWorkspaceView *
new_view (void)
{
  GscopeWorkspaceView *self = g_new0 (GscopeWorkspaceView, 1);

  g_atomic_ref_count_init (&self->n_references);
  return self;
}

/**
 * gscope_workspace_view_new:
 *
 * Makes a view of no signals.
 *
 * Returns: (transfer full): a view
 *
 * Since: 1.0
 */
GscopeWorkspaceView *
gscope_workspace_view_new (void)
{
  GscopeWorkspaceView *self = new_view ();

  gscope_fields_init (gscope_workspace_view_fields, self);
  self->settings = gscope_view_settings_new ();
  self->signals = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_signal_unref);
  self->measurements =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_measurement_unref);
  return self;
}

/**
 * gscope_workspace_view_copy:
 * @self: a view
 *
 * Makes a view of its own that says the same.
 *
 * Returns: (transfer full): a view
 *
 * Since: 1.0
 */
GscopeWorkspaceView *
gscope_workspace_view_copy (const GscopeWorkspaceView *self)
{
  GscopeWorkspaceView *copy = gscope_workspace_view_new ();

  gscope_fields_copy (gscope_workspace_view_fields, self, copy);
  gscope_view_settings_assign (copy->settings, self->settings);
  for (guint i = 0; i < self->signals->len; i++)
    g_ptr_array_add (copy->signals, gscope_workspace_signal_copy (self->signals->pdata[i]));
  for (guint i = 0; i < self->measurements->len; i++)
    g_ptr_array_add (copy->measurements,
                     gscope_workspace_measurement_copy (self->measurements->pdata[i]));
  return copy;
}

/**
 * gscope_workspace_view_ref:
 * @self: a view
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeWorkspaceView *
gscope_workspace_view_ref (GscopeWorkspaceView *self)
{
  /* a structure that another language allocated has none */
  g_return_val_if_fail (self && g_atomic_int_get (&self->n_references) > 0, NULL);

  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

static void
free_view (GscopeWorkspaceView *self)
{
  gscope_fields_clear (gscope_workspace_view_fields, self);
  g_object_unref (self->settings);
  g_ptr_array_unref (self->signals);
  g_ptr_array_unref (self->measurements);
  g_free (self);
}

/**
 * gscope_workspace_view_unref:
 * @self: (transfer full): a view
 *
 * Releases a reference.
 *
 * Since: 1.0
 */
void
gscope_workspace_view_unref (GscopeWorkspaceView *self)
{
  g_return_if_fail (self && g_atomic_int_get (&self->n_references) > 0);

  if (g_atomic_ref_count_dec (&self->n_references))
    free_view (self);
}

/**
 * gscope_workspace_view_find:
 * @self: a view
 * @full_name: a signal's full name
 *
 * Finds the first entry for a signal.
 *
 * Returns: (nullable) (transfer none): the entry; %NULL if the view does not show the signal
 *
 * Since: 1.0
 */
const GscopeWorkspaceSignal *
gscope_workspace_view_find (const GscopeWorkspaceView *self, const char *full_name)
{
  for (guint i = 0; i < self->signals->len; i++)
    if (gscope_workspace_signal_matches (self->signals->pdata[i], full_name))
      return self->signals->pdata[i];
  return NULL;
}
