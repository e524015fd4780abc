/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/sample.h>
#include <gscope/document/view.h>
#include <math.h>
#include <string.h>

#define DEFAULT_SPAN (20 * GSCOPE_SEC)

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
 */
GscopeWorkspaceSignal *
gscope_workspace_signal_new (const char *match)
{
  GscopeWorkspaceSignal *self = new_signal ();

  self->match = g_strdup (match);
  self->min = self->max = self->filter = NAN;
  self->line = self->aggregation = self->hidden = self->auto_range = -1;
  return self;
}

/**
 * gscope_workspace_signal_copy:
 * @self: an entry
 *
 * Makes an entry of its own that says the same.
 *
 * Returns: (transfer full): an entry
 */
GscopeWorkspaceSignal *
gscope_workspace_signal_copy (const GscopeWorkspaceSignal *self)
{
  GscopeWorkspaceSignal *copy = new_signal ();

  *copy = *self;
  g_atomic_ref_count_init (&copy->n_references);
  copy->match = g_strdup (self->match);
  copy->title = g_strdup (self->title);
  copy->unit = g_strdup (self->unit);
  return copy;
}

/**
 * gscope_workspace_signal_is_pattern:
 * @self: an entry
 *
 * Gets whether the entry may be for more than one signal.
 *
 * Returns: %TRUE if it has a `*` or a `?`
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
  g_free (self->match);
  g_free (self->title);
  g_free (self->unit);
  g_free (self);
}

/**
 * gscope_workspace_signal_unref:
 * @self: (transfer full): an entry
 *
 * Releases a reference.
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
 */
GscopeWorkspaceView *
gscope_workspace_view_new (void)
{
  GscopeWorkspaceView *self = new_view ();

  self->title = g_strdup ("");
  self->span = DEFAULT_SPAN;
  self->settings = gscope_view_settings_new ();
  self->signals = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_signal_unref);
  return self;
}

/**
 * gscope_workspace_view_copy:
 * @self: a view
 *
 * Makes a view of its own that says the same.
 *
 * Returns: (transfer full): a view
 */
GscopeWorkspaceView *
gscope_workspace_view_copy (const GscopeWorkspaceView *self)
{
  GscopeWorkspaceView *copy = gscope_workspace_view_new ();

  g_free (copy->title);
  copy->title = g_strdup (self->title);
  copy->kind = self->kind;
  copy->layout = self->layout;
  copy->mode = self->mode;
  copy->span = self->span;
  gscope_view_settings_assign (copy->settings, self->settings);
  for (guint i = 0; i < self->signals->len; i++)
    g_ptr_array_add (copy->signals, gscope_workspace_signal_copy (self->signals->pdata[i]));
  return copy;
}

/**
 * gscope_workspace_view_ref:
 * @self: a view
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
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
  g_free (self->title);
  g_object_unref (self->settings);
  g_ptr_array_unref (self->signals);
  g_free (self);
}

/**
 * gscope_workspace_view_unref:
 * @self: (transfer full): a view
 *
 * Releases a reference.
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
 */
const GscopeWorkspaceSignal *
gscope_workspace_view_find (const GscopeWorkspaceView *self, const char *full_name)
{
  for (guint i = 0; i < self->signals->len; i++)
    if (gscope_workspace_signal_matches (self->signals->pdata[i], full_name))
      return self->signals->pdata[i];
  return NULL;
}
