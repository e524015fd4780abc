/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A source whose verbs a test answers one by one once it holds them. It has an option "level"
 * (a number) and two parameters, "gain" (0 to 10 V, as is) and "knob" (0 to 100, group "panel"). */
#define SCRIPTED_TYPE_SOURCE (scripted_source_get_type ())
G_DECLARE_FINAL_TYPE (ScriptedSource, scripted_source, SCRIPTED, SOURCE, GscopeSource)

ScriptedSource *scripted_source_new (const char *name);
double scripted_source_get_level (ScriptedSource *self);
void scripted_source_hold (ScriptedSource *self);
guint scripted_source_count (ScriptedSource *self);
/* The oldest held verb: what it was asked, and answers to it. */
GVariant *scripted_source_peek (ScriptedSource *self);
void scripted_source_accept (ScriptedSource *self, GVariant *value);
/* Accepts a verb although it was cancelled. */
void scripted_source_accept_late (ScriptedSource *self, GVariant *value);
void scripted_source_accept_saying (ScriptedSource *self, GVariant *value, const char *verdict);
void scripted_source_refuse (ScriptedSource *self, const char *reason);

/* Runs what is ready in the main context, without waiting. */
void run_pending (void);
