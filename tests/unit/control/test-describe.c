/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/describe.h>
#include <gscope/gscope.h>
#include <gscope/share/message.h>
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/describe/signal", test_signal);
  g_test_add_func ("/describe/parameters", test_parameters);
  return g_test_run ();
}
