/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/document/measurement.h>
#include <gscope/document/view-settings.h>
#include <gscope/field.h>

G_BEGIN_DECLS

/**
 * GscopeViewLayout:
 * @GSCOPE_VIEW_LAYOUT_LANES: a lane for the signals of each unit
 * @GSCOPE_VIEW_LAYOUT_OVERLAY: one lane in which each signal has its own range
 *
 * How a view arranges its signals.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_VIEW_LAYOUT_LANES,
  GSCOPE_VIEW_LAYOUT_OVERLAY,
} GscopeViewLayout;

/**
 * GscopeViewMode:
 * @GSCOPE_VIEW_MODE_SWEEP: the pen moves over the picture
 * @GSCOPE_VIEW_MODE_ROLL: the picture moves under the pen
 *
 * How a view shows the time that passes.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_VIEW_MODE_SWEEP,
  GSCOPE_VIEW_MODE_ROLL,
} GscopeViewMode;

/**
 * GscopeViewKind:
 * @GSCOPE_VIEW_KIND_TRACES: signals over time
 * @GSCOPE_VIEW_KIND_TABLE: a table of the groups that its signals belong to, by the roles of their signals and
 *   parameters, over a view of them
 *
 * What a view shows of its signals.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_VIEW_KIND_TRACES,
  GSCOPE_VIEW_KIND_TABLE,
} GscopeViewKind;

/**
 * GSCOPE_MAX_TRACE_OFFSET:
 *
 * How far a signal can be moved up or down in its lane, as a part of the height.
 *
 * Since: 1.0
 */
#define GSCOPE_MAX_TRACE_OFFSET 10.0

/**
 * GSCOPE_MAX_MAGNIFICATION:
 *
 * How many times a signal can be magnified or made smaller in its lane.
 *
 * Since: 1.0
 */
#define GSCOPE_MAX_MAGNIFICATION 1000.0

/**
 * GscopeValueAxis:
 * @GSCOPE_VALUE_AXIS_AS_VIEW: as [property@ViewSettings:logarithmic-axes] says
 * @GSCOPE_VALUE_AXIS_LINEAR: linear
 * @GSCOPE_VALUE_AXIS_LOGARITHMIC: logarithmic; values from 0 down are missing
 *
 * The kinds of value axes of a signal.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_VALUE_AXIS_AS_VIEW,
  GSCOPE_VALUE_AXIS_LINEAR,
  GSCOPE_VALUE_AXIS_LOGARITHMIC,
} GscopeValueAxis;

/**
 * GscopeWorkspaceSignal:
 * @match: a pattern for full names, in which `*` matches any characters and `?` a single one
 * @title: (nullable): the title; %NULL if not set
 * @unit: (nullable): the unit; %NULL if not set
 * @color: the colour as of [method@Signal.set_color]; 0 if not set
 * @min: the value at the bottom, in the signal's unit; not-a-number if not set
 * @max: the value at the top, in the signal's unit; not-a-number if not set
 * @filter: the factor of the low-pass filter, from 0 to 1; not-a-number if not set
 * @line: a #GscopeLineMode; -1 if not set
 * @aggregation: a #GscopeAggregation; -1 if not set
 * @hidden: whether it is hidden; -1 if not set
 * @auto_range: whether its range follows the values, and includes that from @min to @max if they are set; -1 if not set
 * @value_axis: the kind of its value axis
 * @own_axis: whether it has an axis of its own
 * @offset: how far it is moved up in its lane, as a part of the height
 * @magnification: how many times it is magnified about the middle of its lane
 * @excluded: whether the view does not show them at all
 *
 * What a view shows of the signals that a pattern matches, and which of their properties it
 * overrides.
 *
 * Since: 1.0
 */
typedef struct
{
  char *match;
  char *title;
  char *unit;
  guint color;
  double min;
  double max;
  double filter;
  int line;
  int aggregation;
  int hidden;
  int auto_range;
  GscopeValueAxis value_axis;
  gboolean own_axis;
  double offset;
  double magnification;
  gboolean excluded;
  /*< private >*/
  gatomicrefcount n_references;
} GscopeWorkspaceSignal;

/**
 * GscopeWorkspaceView:
 * @title: the title; empty if it has none
 * @kind: the kind of view
 * @layout: how it arranges its signals
 * @mode: how it shows the time that passes
 * @span: how much time it shows, nanoseconds
 * @settings: the measurements shown beside the signals, and how
 * @signals: (element-type GscopeWorkspaceSignal): its signals, in their order
 * @measurements: (element-type GscopeWorkspaceMeasurement): the measurements of its signals, in their order
 *
 * A view, as data.
 *
 * Since: 1.0
 */
typedef struct
{
  char *title;
  GscopeViewKind kind;
  GscopeViewLayout layout;
  GscopeViewMode mode;
  gint64 span;
  GscopeViewSettings *settings;
  GPtrArray *signals;
  GPtrArray *measurements;
  /*< private >*/
  gatomicrefcount n_references;
} GscopeWorkspaceView;

#define GSCOPE_TYPE_WORKSPACE_SIGNAL (gscope_workspace_signal_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_signal_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceSignal *gscope_workspace_signal_new (const char *match);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceSignal *gscope_workspace_signal_ref (GscopeWorkspaceSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_signal_unref (GscopeWorkspaceSignal *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceSignal *gscope_workspace_signal_copy (const GscopeWorkspaceSignal *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_signal_equal (const GscopeWorkspaceSignal *self,
                                        const GscopeWorkspaceSignal *other);
GSCOPE_AVAILABLE_IN_1_0
const GscopeField *gscope_workspace_signal_get_fields (void);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_signal_is_pattern (const GscopeWorkspaceSignal *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_signal_matches (const GscopeWorkspaceSignal *self, const char *full_name);

#define GSCOPE_TYPE_WORKSPACE_VIEW (gscope_workspace_view_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_view_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceView *gscope_workspace_view_new (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceView *gscope_workspace_view_ref (GscopeWorkspaceView *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_view_unref (GscopeWorkspaceView *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceView *gscope_workspace_view_copy (const GscopeWorkspaceView *self);
GSCOPE_AVAILABLE_IN_1_0
const GscopeWorkspaceSignal *
gscope_workspace_view_find (const GscopeWorkspaceView *self, const char *full_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspaceSignal, gscope_workspace_signal_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspaceView, gscope_workspace_view_unref)

G_END_DECLS
