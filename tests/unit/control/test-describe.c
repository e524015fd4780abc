/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/message.h>
#include <gscope/control/describe.h>
#include <gscope/gscope.h>
#include <math.h>

static void
assert_round_trip (GscopeParameter *parameter)
{
  g_autoptr (JsonObject) object = gscope_describe_parameter (parameter);
  g_autoptr (GBytes) bytes = gscope_message_new (GSCOPE_MESSAGE_CALL, json_object_ref (object));
  g_autoptr (GError) error = NULL;
  GscopeMessageKind kind;
  g_autoptr (JsonObject) parsed = gscope_message_parse (bytes, &kind, &error);
  g_autoptr (GscopeParameter) other = gscope_describe_read_parameter (parsed, &error);

  g_assert_no_error (error);
  g_assert_true (gscope_describe_is_same_parameter (parameter, other));
  g_assert_true (g_strv_equal (gscope_parameter_get_steered (parameter),
                               gscope_parameter_get_steered (other)));
  g_assert_true (
      g_variant_equal (gscope_parameter_get_value (parameter), gscope_parameter_get_value (other)));
  g_assert_true (g_variant_equal (gscope_parameter_get_default (parameter),
                                  gscope_parameter_get_default (other)));
  g_assert_finalize_object (g_steal_pointer (&other));
}

static void
test_signal (void)
{
  static const char *const followers[] = { "decoder/level", "*/busiest/cwnd", NULL };
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("need");
  g_autoptr (JsonObject) object = NULL;
  g_autoptr (GscopeSignal) again = NULL;
  guint32 id;

  gscope_signal_set_followers (signal, followers);
  object = gscope_describe_signal (signal, 7);
  again = gscope_describe_read_signal (object, &id, NULL);
  g_assert_cmpuint (id, ==, 7);
  g_assert_true (g_strv_equal (gscope_signal_get_followers (again), followers));
  json_object_set_int_member (object, "followers", 1);
  g_assert_null (gscope_describe_read_signal (object, &id, NULL));
}

/* States come back as they were; another description of the signal replaces them. */
static void
test_states (void)
{
  static const GscopeState states[] = {
    { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
    { 63, GSCOPE_STATE_STYLE_DIGIT, 0xff00ff00, "CPU 63", "63" },
    { 7, GSCOPE_STATE_STYLE_HATCHED, 3, "no \"budget\"", "–" },
  };
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("decoder");
  g_autoptr (GscopeSignal) shown = gscope_signal_new_buffered ("decoder");
  g_autoptr (GscopeSignal) again = NULL;
  g_autoptr (JsonObject) object = NULL;
  const GscopeState *read;
  guint32 id;
  gsize n;

  gscope_signal_set_states (signal, states, G_N_ELEMENTS (states));
  object = gscope_describe_signal (signal, 7);
  again = gscope_describe_read_signal (object, &id, NULL);
  read = gscope_signal_get_states (again, &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (states));
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (read[i].value, ==, states[i].value);
      g_assert_cmpint (read[i].style, ==, states[i].style);
      g_assert_cmpuint (read[i].color, ==, states[i].color);
      g_assert_cmpstr (read[i].name, ==, states[i].name);
      g_assert_cmpstr (read[i].label, ==, states[i].label);
    }
  gscope_describe_update_signal (shown, shown, again);
  g_assert_cmpstr (gscope_signal_find_state (shown, 63)->label, ==, "63");
  json_object_remove_member (object, "states");
  g_clear_object (&signal);
  signal = gscope_describe_read_signal (object, &id, NULL);
  gscope_describe_update_signal (shown, again, signal);
  g_assert_null (gscope_signal_find_state (shown, 63));
}

static void
test_parameters (void)
{
  static const char *const nicks[] = { "reno", "cubic", NULL };
  static const char *const titles[] = { "Reno", "Cubic", NULL };
  static const char *const steered[] = { "queue", "*/busiest/cwnd", NULL };
  g_autoptr (GscopeParameter) flag = gscope_parameter_new_boolean ("flag", TRUE);
  g_autoptr (GscopeParameter) whole =
      gscope_parameter_new_integer ("whole", G_MININT64, G_MAXINT64, G_MAXINT64 - 1);
  g_autoptr (GscopeParameter) number =
      gscope_parameter_new_double ("number", -INFINITY, INFINITY, 5);
  g_autoptr (GscopeParameter) choice =
      gscope_parameter_new_enumeration ("choice", nicks, titles, "cubic");
  g_autoptr (GscopeParameter) rate = gscope_parameter_new_double ("rate", 1, 1e9, 1e6);
  g_autoptr (GscopeParameter) text = gscope_parameter_new_string ("text", "a\tb\"ü");

  gscope_parameter_set_group (number, "group");
  gscope_parameter_set_role (number, "limit");
  gscope_parameter_set_title (number, "Number");
  gscope_parameter_set_description (number, "Any number.");
  gscope_parameter_set_unit (number, "s");
  gscope_parameter_set_step (number, 0.1);
  gscope_parameter_set_steered (number, steered);
  gscope_parameter_notice (number, g_variant_new_double (0.1 + 0.2), NULL);
  gscope_parameter_set_step (whole, 4);
  assert_round_trip (flag);
  assert_round_trip (whole);
  assert_round_trip (number);
  assert_round_trip (choice);
  gscope_parameter_set_logarithmic (rate, TRUE);
  assert_round_trip (rate);
  assert_round_trip (text);
}

static JsonObject *
parse (const char *text)
{
  g_autoptr (JsonNode) node = json_from_string (text, NULL);

  return json_node_dup_object (node);
}

/* A later release may show things in more ways: this one then shows them as by default. */
static void
test_later_words (void)
{
  static const char text[] = "{ \"id\": 7, \"name\": \"need\", \"color\": 0, \"line\": \"loops\","
                             "  \"states\": [ { \"value\": 1, \"name\": \"b\","
                             "                  \"style\": \"thick\" } ] }";
  static const char omen[] = "{ \"time_ns\": 5, \"kind\": \"omen\", \"label\": \"storm\" }";
  g_autoptr (JsonObject) object = parse (text);
  g_autoptr (JsonObject) other = parse (omen);
  g_autoptr (GscopeSignal) plain = gscope_signal_new_buffered ("plain");
  g_autoptr (GError) error = NULL;
  guint32 id;
  g_autoptr (GscopeSignal) signal = gscope_describe_read_signal (object, &id, &error);
  g_autoptr (GscopeMarker) marker =
      gscope_describe_read_marker (other, &gscope_describe_message_limits, &error);
  const GscopeState *states;
  gsize n;

  g_assert_no_error (error);
  g_assert_cmpint (gscope_signal_get_line_mode (signal), ==, gscope_signal_get_line_mode (plain));
  states = gscope_signal_get_states (signal, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (states[0].style, ==, GSCOPE_STATE_STYLE_THIN);
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, GSCOPE_MARKER_KIND_EVENT);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "storm");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/describe/signal", test_signal);
  g_test_add_func ("/describe/states", test_states);
  g_test_add_func ("/describe/parameters", test_parameters);
  g_test_add_func ("/describe/later-words", test_later_words);
  return g_test_run ();
}
