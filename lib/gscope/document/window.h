/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopePaneSplit:
 * @GSCOPE_PANE_SPLIT_COLUMNS: two panes side by side
 * @GSCOPE_PANE_SPLIT_ROWS: two panes, one above the other
 *
 * How a pane is split.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_PANE_SPLIT_COLUMNS,
  GSCOPE_PANE_SPLIT_ROWS,
} GscopePaneSplit;

typedef struct _GscopeWorkspacePane GscopeWorkspacePane;

/**
 * GscopeWorkspacePane:
 * @split: how it is split; where it is split
 * @view: the position of the view in the workspace, unless the pane is split
 * @share: the first part's share of the room, from 0 to 1; where it is split
 * @first: (nullable): the left or the upper part; %NULL for a pane that is a view
 * @second: (nullable): the right or the lower part; %NULL for a pane that is a view
 *
 * A part of a window, as data.
 *
 * Since: 1.0
 */
struct _GscopeWorkspacePane
{
  GscopePaneSplit split;
  guint view;
  double share;
  GscopeWorkspacePane *first;
  GscopeWorkspacePane *second;
  /*< private >*/
  gatomicrefcount n_references;
};

/**
 * GscopeWorkspaceWindow:
 * @width: its width, pixels; 0 if not set
 * @height: its height, pixels; 0 if not set
 * @pane: what is in it
 *
 * A window, as data.
 *
 * Since: 1.0
 */
typedef struct
{
  int width;
  int height;
  GscopeWorkspacePane *pane;
  /*< private >*/
  gatomicrefcount n_references;
} GscopeWorkspaceWindow;

#define GSCOPE_TYPE_WORKSPACE_PANE (gscope_workspace_pane_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_pane_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspacePane *gscope_workspace_pane_new (guint view);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspacePane *
gscope_workspace_pane_new_divided (GscopePaneSplit split, double share, GscopeWorkspacePane *first,
                                   GscopeWorkspacePane *second);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspacePane *gscope_workspace_pane_ref (GscopeWorkspacePane *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_pane_unref (GscopeWorkspacePane *self);

#define GSCOPE_TYPE_WORKSPACE_WINDOW (gscope_workspace_window_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_window_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceWindow *
gscope_workspace_window_new (int width, int height, GscopeWorkspacePane *pane);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceWindow *gscope_workspace_window_ref (GscopeWorkspaceWindow *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_window_unref (GscopeWorkspaceWindow *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspacePane, gscope_workspace_pane_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspaceWindow, gscope_workspace_window_unref)

G_END_DECLS
