/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter.h>
#include <gscope/signal/signal.h>
#include <json-glib/json-glib.h>

/* Signals and parameters as objects of messages. Empty and default values are left out:
 *
 *   a signal     {"id", "name", "group", "role", "title", "description", "unit", "min", "max",
 *                 "color", "line", "hidden", "ended", "followers"}
 *   a parameter  {"type", "name", "group", "role", "title", "description", "unit", "step",
 *                 "logarithmic", "steered", "min", "max", "nicks", "titles", "default", "value"} */

JsonObject *gscope_describe_signal (GscopeSignal *signal, guint32 id);
/* Makes a buffered signal. */
GscopeSignal *gscope_describe_read_signal (JsonObject *object, guint32 *id, GError **error);
/* Sets the display properties that differ between two descriptions of a signal. */
void gscope_describe_update_signal (GscopeSignal *self, GscopeSignal *before, GscopeSignal *after);

JsonObject *gscope_describe_parameter (GscopeParameter *parameter);
GscopeParameter *gscope_describe_read_parameter (JsonObject *object, GError **error);
/* Returns whether one parameter can replace the other: they differ at most in their values and
 * steered signals. */
gboolean gscope_describe_is_same_parameter (GscopeParameter *self, GscopeParameter *other);

/* `name` or `group/name`. */
char *gscope_describe_path (const char *group, const char *name);
