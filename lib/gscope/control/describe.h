/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/signal/states.h>
#include <json-glib/json-glib.h>

/* Signals, parameters and markers as JSON objects, for messages and recordings. Empty texts and defaults are left out:
 *
 *   a signal     {"id", "name", "group", "group-title", "description", "ended", "followers", "states"} and its
 *                display
 *   its display  {"title", "unit", "role", "color", "min", "max", "line", "hidden"}
 *   a parameter  {"type", "name", "group", "role", "title", "description", "unit", "step",
 *                 "logarithmic", "steered", "min", "max", "nicks", "titles", "default", "value"}
 *   a state      {"value", "name", "label", "style", "color"}
 *   a marker     {"time_ns", "kind", "subject", "label", "detail"} */

/* The most bytes of texts and of words. */
typedef struct
{
  gsize text;
  gsize word;
} GscopeDescribeLimits;

extern const GscopeDescribeLimits gscope_describe_message_limits;

void gscope_describe_display (JsonObject *object, GscopeSignal *signal,
                              const GscopeDescribeLimits *limits);
/* Sets all valid properties. Returns FALSE and sets an error if one is not valid. */
gboolean gscope_describe_read_display (JsonObject *object, GscopeSignal *signal,
                                       const GscopeDescribeLimits *limits, GError **error);

JsonObject *gscope_describe_state (const GscopeState *state, const GscopeDescribeLimits *limits);
/* The states of a signal, if it has any. */
void gscope_describe_states (JsonObject *object, GscopeSignal *signal,
                             const GscopeDescribeLimits *limits);
/* Adds the states in an object to a signal's states. */
gboolean gscope_describe_read_states (JsonObject *object, GscopeSignal *signal,
                                      const GscopeDescribeLimits *limits, GError **error);

JsonObject *gscope_describe_marker (GscopeMarker *marker, const GscopeDescribeLimits *limits);
GscopeMarker *gscope_describe_read_marker (JsonObject *object, const GscopeDescribeLimits *limits,
                                           GError **error);

JsonObject *gscope_describe_signal (GscopeSignal *signal, guint32 id);
/* Makes a buffered signal. */
GscopeSignal *gscope_describe_read_signal (JsonObject *object, guint32 *id, GError **error);
/* Sets the display properties that differ between two descriptions of a signal. */
void gscope_describe_update_signal (GscopeSignal *self, GscopeSignal *before, GscopeSignal *after);

JsonObject *gscope_describe_parameter (GscopeParameter *parameter);
GscopeParameter *gscope_describe_read_parameter (JsonObject *object, GError **error);
/* Returns whether parameters differ at most in their values and in the signals that they steer. */
gboolean gscope_describe_is_same_parameter (GscopeParameter *self, GscopeParameter *other);

/* `name` or `group/name`. */
char *gscope_describe_path (const char *group, const char *name);
