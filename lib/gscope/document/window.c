/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/window.h>

G_DEFINE_BOXED_TYPE (GscopeWorkspacePane, gscope_workspace_pane, gscope_workspace_pane_ref,
                     gscope_workspace_pane_unref)
G_DEFINE_BOXED_TYPE (GscopeWorkspaceWindow, gscope_workspace_window, gscope_workspace_window_ref,
                     gscope_workspace_window_unref)

static GscopeWorkspacePane *
new_pane (void)
{
  GscopeWorkspacePane *self = g_new0 (GscopeWorkspacePane, 1);

  g_atomic_ref_count_init (&self->n_references);
  return self;
}

/**
 * gscope_workspace_pane_new:
 * @view: the position of a view in the workspace
 *
 * Makes a pane that is a view.
 *
 * Returns: (transfer full): a pane
 *
 * Since: 1.0
 */
GscopeWorkspacePane *
gscope_workspace_pane_new (guint view)
{
  GscopeWorkspacePane *self = new_pane ();

  self->view = view;
  return self;
}

/**
 * gscope_workspace_pane_new_divided:
 * @split: how it is split
 * @share: the first part's share of the room, from 0 to 1
 * @first: (transfer full): the left or the upper part
 * @second: (transfer full): the right or the lower part
 *
 * Makes a pane of two.
 *
 * Returns: (transfer full): a pane
 *
 * Since: 1.0
 */
GscopeWorkspacePane *
gscope_workspace_pane_new_divided (GscopePaneSplit split, double share, GscopeWorkspacePane *first,
                                   GscopeWorkspacePane *second)
{
  GscopeWorkspacePane *self;

  g_return_val_if_fail (first && second, NULL);

  self = new_pane ();
  self->split = split;
  self->share = share;
  self->first = first;
  self->second = second;
  return self;
}

/**
 * gscope_workspace_pane_ref:
 * @self: a pane
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeWorkspacePane *
gscope_workspace_pane_ref (GscopeWorkspacePane *self)
{
  /* a structure that another language allocated has none */
  g_return_val_if_fail (self && g_atomic_int_get (&self->n_references) > 0, NULL);

  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

static void
free_pane (GscopeWorkspacePane *self)
{
  g_clear_pointer (&self->first, gscope_workspace_pane_unref);
  g_clear_pointer (&self->second, gscope_workspace_pane_unref);
  g_free (self);
}

/**
 * gscope_workspace_pane_unref:
 * @self: (transfer full): a pane
 *
 * Releases a reference.
 *
 * Since: 1.0
 */
void
gscope_workspace_pane_unref (GscopeWorkspacePane *self)
{
  g_return_if_fail (self && g_atomic_int_get (&self->n_references) > 0);

  if (g_atomic_ref_count_dec (&self->n_references))
    free_pane (self);
}

static GscopeWorkspaceWindow *
new_window (void)
{
  GscopeWorkspaceWindow *self = g_new0 (GscopeWorkspaceWindow, 1);

  g_atomic_ref_count_init (&self->n_references);
  return self;
}

/**
 * gscope_workspace_window_new:
 * @width: its width, pixels; 0 if not set
 * @height: its height, pixels; 0 if not set
 * @pane: (transfer full): what is in it
 *
 * Makes a window.
 *
 * Returns: (transfer full): a window
 *
 * Since: 1.0
 */
GscopeWorkspaceWindow *
gscope_workspace_window_new (int width, int height, GscopeWorkspacePane *pane)
{
  GscopeWorkspaceWindow *self = new_window ();

  self->width = width;
  self->height = height;
  self->pane = pane;
  return self;
}

/**
 * gscope_workspace_window_ref:
 * @self: a window
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeWorkspaceWindow *
gscope_workspace_window_ref (GscopeWorkspaceWindow *self)
{
  /* a structure that another language allocated has none */
  g_return_val_if_fail (self && g_atomic_int_get (&self->n_references) > 0, NULL);

  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

static void
free_window (GscopeWorkspaceWindow *self)
{
  g_clear_pointer (&self->pane, gscope_workspace_pane_unref);
  g_free (self);
}

/**
 * gscope_workspace_window_unref:
 * @self: (transfer full): a window
 *
 * Releases a reference.
 *
 * Since: 1.0
 */
void
gscope_workspace_window_unref (GscopeWorkspaceWindow *self)
{
  g_return_if_fail (self && g_atomic_int_get (&self->n_references) > 0);

  if (g_atomic_ref_count_dec (&self->n_references))
    free_window (self);
}
