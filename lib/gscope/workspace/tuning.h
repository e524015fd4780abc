/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/document/document.h>
#include <gscope/scope/scope.h>

/* Acquires single signals of a scope as the document says: with periods of their own, and with triggers that watch
 * them. The entries of the document take effect whenever a signal of that name appears; later periods are noted in the
 * document. */
#define GSCOPE_TYPE_WORKSPACE_TUNING (gscope_workspace_tuning_get_type ())
G_DECLARE_FINAL_TYPE (GscopeWorkspaceTuning, gscope_workspace_tuning, GSCOPE, WORKSPACE_TUNING,
                      GObject)

/* The part of the document outlives it. */
GscopeWorkspaceTuning *
gscope_workspace_tuning_new (GscopeDocumentScope *document, GscopeScope *scope);
/* NULL if no trigger watches a signal of that name. */
GscopeTrigger *gscope_workspace_tuning_get_trigger (GscopeWorkspaceTuning *self, const char *name);
/* Makes the trigger of a signal, or removes it, as the document says now. */
void gscope_workspace_tuning_apply (GscopeWorkspaceTuning *self, GscopeSignal *signal);
/* Removes the triggers of signals whose names have this prefix. */
void gscope_workspace_tuning_remove_triggers (GscopeWorkspaceTuning *self, const char *prefix);
