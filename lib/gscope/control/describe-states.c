/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/describe.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/json-private.h>
#include <gscope/signal/private.h>

/* The states of a signal as JSON. */

JsonObject *
gscope_describe_state (const GscopeState *state, const GscopeDescribeLimits *limits)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "value", state->value);
  gscope_json_set_text (object, "name", state->name, limits->word);
  gscope_json_set_text (object, "label", state->label, limits->word);
  gscope_json_set_enum (object, "style", GSCOPE_TYPE_STATE_STYLE, state->style);
  if (state->color != 0)
    json_object_set_int_member (object, "color", state->color);
  return object;
}

void
gscope_describe_states (JsonObject *object, GscopeSignal *signal,
                        const GscopeDescribeLimits *limits)
{
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);
  JsonArray *array;

  if (n == 0)
    return;
  array = json_array_new ();
  for (gsize i = 0; i < n; i++)
    json_array_add_object_element (array, gscope_describe_state (&states[i], limits));
  json_object_set_array_member (object, "states", array);
}

/* The texts stay with the object. */
static gboolean
read_state (JsonObject *object, const GscopeDescribeLimits *limits, GscopeState *state,
            GError **error)
{
  gint64 value, color = 0;
  int style = GSCOPE_STATE_STYLE_THIN;

  if (!gscope_json_get_integer (object, "value", 0, GSCOPE_MAX_STATES - 1, &value, error)
      || !gscope_json_get_text (object, "name", limits->word, &state->name, error)
      || !gscope_json_get_text (object, "label", limits->word, &state->label, error)
      || !gscope_json_get_known (object, "style", GSCOPE_TYPE_STATE_STYLE, &style, error))
    return FALSE;
  if (json_object_has_member (object, "color")
      && !gscope_json_get_integer (object, "color", 0, G_MAXUINT32, &color, error))
    return FALSE;
  state->value = value;
  state->style = style;
  state->color = color;
  if (!*state->label)
    state->label = NULL;
  return TRUE;
}

gboolean
gscope_describe_read_states (JsonObject *object, GscopeSignal *signal,
                             const GscopeDescribeLimits *limits, GError **error)
{
  GscopeState states[GSCOPE_MAX_STATES];
  guint64 seen = 0;
  JsonArray *array;
  guint n;

  if (!gscope_json_get_array (object, "states", GSCOPE_MAX_STATES, &array, error))
    return FALSE;
  n = array ? json_array_get_length (array) : 0;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_OBJECT (node))
        return gscope_json_refuse (error, "states", _ ("this is not a list of objects"));
      if (!read_state (json_node_get_object (node), limits, &states[i], error))
        return FALSE;
      if (seen & G_GUINT64_CONSTANT (1) << states[i].value)
        return gscope_json_refuse (error, "states", _ ("two states have the same value"));
      seen |= G_GUINT64_CONSTANT (1) << states[i].value;
    }
  gscope_signal_add_states (signal, states, n);
  return TRUE;
}
