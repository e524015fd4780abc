/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* An application registers its levels in its page; a manager reads them there, and its offers are
 * taken or refused. */

#include "support/page-directory.h"

#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)

static const TslQosRange range = { 0.1, 0.5, 0.05, 40 * MSEC };

static int
find (TslPageReader *reader, const char *name)
{
  return tsl_page_reader_find (reader, TSL_QOS_MECHANISM, "player", name);
}

static double
get (TslPageReader *reader, const char *name)
{
  int cell = find (reader, name);

  g_assert_cmpint (cell, >=, 0);
  return tsl_page_reader_get_value (reader, cell);
}

static void
offer (TslPageReader *reader, double percent)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (tsl_page_reader_ask (reader, find (reader, "level"), percent, &error));
  g_assert_no_error (error);
}

static gboolean
is_answered (TslPageReader *reader)
{
  g_assert_true (tsl_page_reader_update (reader, NULL));
  return tsl_page_reader_is_answered (reader, find (reader, "level"));
}

static void
test_client (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslPage) page = tsl_page_new ("test", &error);
  TslQosClient *client;
  g_autoptr (TslPageReader) reader = NULL;
  double level = -1;

  g_assert_no_error (error);
  client = tsl_qos_client_new (page, "player", &range);
  reader = tsl_page_reader_new (getpid (), &error);
  g_assert_no_error (error);
  g_assert_true (tsl_page_reader_update (reader, NULL));
  g_assert_cmpfloat_with_epsilon (get (reader, "minimum"), 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (get (reader, "desired"), 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (get (reader, "increment"), 5, 1e-9);
  g_assert_cmpfloat_with_epsilon (get (reader, "period"), 40, 1e-9);
  g_assert_cmpfloat (get (reader, "level"), ==, 0);
  g_assert_false (tsl_qos_client_take (client, &level));

  offer (reader, 30);
  g_assert_false (is_answered (reader));
  g_assert_true (tsl_qos_client_take (client, &level));
  g_assert_cmpfloat_with_epsilon (level, 0.3, 1e-9);
  tsl_qos_client_answer (client, level);
  g_assert_true (is_answered (reader));
  g_assert_cmpfloat_with_epsilon (get (reader, "level"), 30, 1e-9);
  g_assert_false (tsl_qos_client_take (client, &level));

  /* a refusal answers with the level that the application keeps */
  offer (reader, 50);
  g_assert_true (tsl_qos_client_take (client, &level));
  tsl_qos_client_answer (client, 0.3);
  g_assert_true (is_answered (reader));
  g_assert_cmpfloat_with_epsilon (get (reader, "level"), 30, 1e-9);

  tsl_qos_client_free (client);
  g_assert_true (tsl_page_reader_update (reader, NULL));
  g_assert_cmpint (find (reader, "level"), <, 0);
}

static void
test_shapes (void)
{
  guint n;
  const TslUtilityShape *shapes = tsl_utility_get_shapes (&n);

  g_assert_null (tsl_utility_find_shape ("round"));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TslUtility) curve = tsl_utility_new_shaped (&shapes[i], 0.1, 0.6, 8);

      g_assert_true (tsl_utility_find_shape (shapes[i].name) == &shapes[i]);
      g_assert_nonnull (curve);
      g_assert_cmpfloat_with_epsilon (tsl_utility_get_minimum (curve), 0.1, 1e-9);
      g_assert_cmpfloat (tsl_utility_get (curve, 0.09), ==, 0);
      g_assert_cmpfloat (tsl_utility_get (curve, 0.1), >, 0);
      g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 0.6), 8, 1e-9);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/qos-client", test_client);
  g_test_add_func ("/tsl/utility/shapes", test_shapes);
  return page_directory_run ();
}
