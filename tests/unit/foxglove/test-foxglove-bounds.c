/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/session-bed.h"

#include <gscope/foxglove/channel.h>
#include <gscope/foxglove/parameters.h>
#include <gscope/source/private.h>
#include <string.h>

/* What does not fit into a message. */

/* Signals for whose names there is no room are left out. */
static void
test_long_names (void)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  g_autofree char *word = g_strnfill (200, 'x');
  GscopeFoxgloveChannel *channel;
  SessionBed bed;

  session_bed_set_up (&bed);
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %u", word, i);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

      g_assert_true (gscope_source_add_signal (source, signal, NULL));
    }
  gscope_source_publish (source);
  channel = gscope_foxglove_channel_new (bed.scope, source, 1);
  g_assert_cmpuint (channel->fields->len, >, 500);
  g_assert_cmpuint (channel->fields->len + channel->n_left_out, ==, 2000);
  g_assert_cmpuint (2 * strlen (channel->schema), <, GSCOPE_CARRIER_MAX_MESSAGE - 256 * 1024);
  g_assert_true (g_str_has_suffix (channel->schema, "\"}}}"));
  gscope_foxglove_channel_unref (channel);
  session_bed_tear_down (&bed);
}

static guint
count_values (GBytes *message, gboolean has_id)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);
  g_autofree char *text = g_strndup (data, size);
  guint n = 0;

  g_assert_cmpuint (size, <=, GSCOPE_CARRIER_MAX_MESSAGE);
  g_assert_cmpint (g_str_has_suffix (text, "],\"id\":\"a\"}"), ==, has_id);
  for (const char *at = strstr (text, "\"value\":"); at; at = strstr (at + 1, "\"value\":"))
    n++;
  return n;
}

/* Further values follow, as if they were new. */
static void
test_many_values (void)
{
  g_autoptr (GscopePrincipal) principal = gscope_principal_new ("token:x", "192.0.2.7:5021");
  g_autoptr (JsonObject) request = json_object_new ();
  g_autoptr (GBytes) first = NULL, second = NULL;
  JsonArray *names = json_array_new ();
  GscopeFoxgloveParameters *parameters;
  GscopeSource *lab;
  SessionBed bed;

  session_bed_set_up (&bed);
  lab = session_bed_add_source (&bed, "lab");
  gscope_rights_allow (bed.host.rights, "token:x", GSCOPE_ACCESS_READ, "lab");
  parameters = gscope_foxglove_parameters_new (&bed.host, principal, GSCOPE_CARRIER (bed.carrier));
  for (guint i = 0; i < 4096; i++)
    json_array_add_string_element (names, "lab/panel/knob");
  json_object_set_array_member (request, "parameterNames", names);
  json_object_set_string_member (request, "id", "a");
  g_assert_true (gscope_foxglove_parameters_get (parameters, request, NULL));
  first = fake_carrier_take (bed.carrier);
  second = fake_carrier_take (bed.carrier);
  g_assert_cmpuint (count_values (first, TRUE) + count_values (second, FALSE), ==, 4096);
  g_assert_null (fake_carrier_take (bed.carrier));
  gscope_foxglove_parameters_free (parameters);
  run_pending ();
  gscope_scope_remove_source (bed.scope, lab);
  g_assert_finalize_object (lab);
  session_bed_tear_down (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/foxglove-bounds/long-names", test_long_names);
  g_test_add_func ("/foxglove-bounds/many-values", test_many_values);
  return g_test_run ();
}
