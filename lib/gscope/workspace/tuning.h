/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/document/document.h>
#include <gscope/limit/limit.h>
#include <gscope/scope/scope.h>

/* Acquires single signals of a scope as the document says: with periods of their own, with triggers that watch
 * them, and with limits. The entries of the document take effect whenever a signal of that name appears; later periods are noted in the
 * document. */
#define GSCOPE_TYPE_WORKSPACE_TUNING (gscope_workspace_tuning_get_type ())
G_DECLARE_FINAL_TYPE (GscopeWorkspaceTuning, gscope_workspace_tuning, GSCOPE, WORKSPACE_TUNING,
                      GObject)

/* The part of the document outlives it. Its limits are in a list, which may have others. */
GscopeWorkspaceTuning *
gscope_workspace_tuning_new (GscopeDocumentScope *document, GscopeScope *scope, GListStore *limits);
/* NULL if no trigger watches a signal of that name. */
GscopeTrigger *gscope_workspace_tuning_get_trigger (GscopeWorkspaceTuning *self, const char *name);
/* Makes the trigger of a signal, or removes it, as the document says now. */
void gscope_workspace_tuning_apply (GscopeWorkspaceTuning *self, GscopeSignal *signal);
/* NULL if a signal of that name has no limit. */
GscopeLimit *gscope_workspace_tuning_get_limit (GscopeWorkspaceTuning *self, const char *name);
/* Makes the limit of a signal, or removes it, as the document says now. */
void gscope_workspace_tuning_apply_limit (GscopeWorkspaceTuning *self, GscopeSignal *signal);
/* Removes the triggers and limits of signals whose names have this prefix. */
void gscope_workspace_tuning_remove_triggers (GscopeWorkspaceTuning *self, const char *prefix);
