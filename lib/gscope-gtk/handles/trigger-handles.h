/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/handles/level-handle.h>
#include <gscope-gtk/handles/place-handle.h>

/* The handles of the trigger in a view: its level, its upper level and its place. */
typedef struct
{
  GtkWidget *view;
  GscopeTrigger *trigger;
  GscopeGtkLevelHandle *levels[2];
  GscopeGtkPlaceHandle *place;
} GscopeGtkTriggerHandles;

/* Adds the handles to a view, hidden. */
void gscope_gtk_trigger_handles_init (GscopeGtkTriggerHandles *self, GtkWidget *view);
/* Removes the handles from the view. */
void gscope_gtk_trigger_handles_clear (GscopeGtkTriggerHandles *self);
/* NULL for none, which hides them. */
void gscope_gtk_trigger_handles_set_trigger (GscopeGtkTriggerHandles *self, GscopeTrigger *trigger);
/* Takes the places of a scene, and the share of the plot left of the trigger. */
void gscope_gtk_trigger_handles_follow (GscopeGtkTriggerHandles *self, const GscopeGtkScene *scene,
                                        double share);
void gscope_gtk_trigger_handles_allocate (GscopeGtkTriggerHandles *self);
void gscope_gtk_trigger_handles_snapshot (GscopeGtkTriggerHandles *self, GtkSnapshot *snapshot);
