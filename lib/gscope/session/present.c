/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/present.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/session/offer.h>
#include <string.h>

static JsonObject *
describe (const char *full_name, const char *unit)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "full-name", full_name);
  gscope_json_set_text (object, "unit", unit, GSCOPE_MESSAGE_MAX_WORD);
  return object;
}

static gboolean
add_parameter (JsonArray *array, GscopeSource *source, const char *full_name, GError **error)
{
  GscopeParameter *parameter =
      source ? gscope_source_find_parameter (source, strchr (full_name, '/') + 1) : NULL;
  JsonObject *object;

  if (!parameter)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("There is no parameter “%s”. List the parameters to see which there are."),
                   full_name);
      return FALSE;
    }
  object = describe (full_name, gscope_parameter_get_unit (parameter));
  gscope_json_set_value (object, "value", gscope_parameter_get_value (parameter));
  json_object_set_int_member (object, "revision",
                              (gint64) gscope_parameter_get_revision (parameter));
  json_array_add_object_element (array, object);
  return TRUE;
}

/* A signal without a sample has neither time nor value, and a gap has no value. */
static gboolean
add_signal (JsonArray *array, GscopeSignal *signal, const char *full_name, GError **error)
{
  JsonObject *object;
  GscopeSample latest;

  if (!signal)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("There is no signal “%s”. List the signals to see which there are."),
                   full_name);
      return FALSE;
    }
  object = describe (full_name, gscope_signal_get_unit (signal));
  if (gscope_signal_get_latest (signal, &latest))
    {
      json_object_set_int_member (object, "time_ns", latest.time);
      gscope_json_set_finite (object, "value", latest.value);
    }
  json_array_add_object_element (array, object);
  return TRUE;
}

/* The names that are asked for in a list of a call, and the values. */
typedef struct
{
  const GscopeSessionHost *host;
  const GscopePrincipal *principal;
  gboolean are_signals;
  JsonArray *values;
} Reading;

static gboolean
read_value (Reading *self, const char *full_name, GError **error)
{
  GscopeScope *scope;
  GscopeSource *source = gscope_offer_find_owner (self->host->scopes, self->host->rights,
                                                  self->principal, full_name, &scope);

  if (!self->are_signals)
    return add_parameter (self->values, source, full_name, error);
  if (source)
    gscope_scope_drain (scope);
  return add_signal (self->values,
                     source ? gscope_offer_find_signal (scope, source, full_name) : NULL, full_name,
                     error);
}

/* Returns the values; NULL if something is wrong. */
static JsonArray *
read_list (const Reading *reading, JsonObject *call, GError **error)
{
  g_auto (GStrv) names = NULL;
  g_autoptr (JsonArray) values = json_array_new ();
  Reading self = *reading;

  self.values = values;
  names = gscope_json_get_names (call, self.are_signals ? "signals" : "parameters",
                                 GSCOPE_PRESENT_MAX_NAMES, error);
  for (guint i = 0; names && names[i]; i++)
    if (!read_value (&self, names[i], error))
      return NULL;
  return names ? g_steal_pointer (&values) : NULL;
}

gboolean
gscope_present_read (const GscopeSessionHost *host, const GscopePrincipal *principal,
                     JsonObject *call, GscopeAnswer *answer, GError **error)
{
  g_autoptr (JsonArray) parameters =
      read_list (&(Reading){ host, principal, FALSE, NULL }, call, error);
  g_autoptr (JsonArray) signals =
      parameters ? read_list (&(Reading){ host, principal, TRUE, NULL }, call, error) : NULL;
  guint n;

  if (!signals)
    return FALSE;
  n = json_array_get_length (parameters) + json_array_get_length (signals);
  if (n == 0 || n > GSCOPE_PRESENT_MAX_NAMES)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          g_dngettext (GETTEXT_PACKAGE,
                       "%u parameter or signal is named. Name 1 to %d by their full names.",
                       "%u parameters and signals are named. Name 1 to %d by their full names.", n),
          n, GSCOPE_PRESENT_MAX_NAMES);
      return FALSE;
    }
  answer->parameters = g_steal_pointer (&parameters);
  answer->signals = g_steal_pointer (&signals);
  return TRUE;
}
