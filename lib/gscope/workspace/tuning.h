/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/workspace/workspace.h>

/* How single signals of a scope are acquired: their own periods, and triggers that watch them. The
 * document's settings take effect whenever a signal of that name appears; later settings are noted.
 * */
#define GSCOPE_TYPE_WORKSPACE_TUNING (gscope_workspace_tuning_get_type ())
G_DECLARE_FINAL_TYPE (GscopeWorkspaceTuning, gscope_workspace_tuning, GSCOPE, WORKSPACE_TUNING,
                      GObject)

typedef struct
{
  char *name;
  /* 0 for the scope's */
  gint64 period;
  gboolean has_trigger;
  GscopeTriggerSettings settings;
  GscopeTriggerScope captures;
  GscopeTrigger *trigger;
} GscopeTuned;

GscopeWorkspaceTuning *gscope_workspace_tuning_new (void);
/* The entry of a full name, which is made where there is none. */
GscopeTuned *gscope_workspace_tuning_get (GscopeWorkspaceTuning *self, const char *name);
/* Those that say something, by name. */
GPtrArray *gscope_workspace_tuning_list (GscopeWorkspaceTuning *self);
/* Settings of signals whose names have this prefix move to another document. */
void gscope_workspace_tuning_move (GscopeWorkspaceTuning *self, GscopeWorkspaceTuning *to,
                                   const char *prefix);
void gscope_workspace_tuning_adopt (GscopeWorkspaceTuning *self, GscopeScope *scope);
/* Makes the trigger, or takes it away, as the entry says now. */
void gscope_workspace_tuning_apply (GscopeWorkspaceTuning *self, GscopeTuned *tuned,
                                    GscopeSignal *signal);
