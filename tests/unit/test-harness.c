/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The test kit for plugins. */

#include <gio/gio.h>
#include <gscope-test/gscope-test.h>
#include <string.h>

static void
hang (void)
{
  for (;;)
    g_usleep (G_USEC_PER_SEC);
}

static void
test_watchdog (void)
{
  g_setenv ("GSCOPE_TEST_TIMEOUT", "0.1", TRUE);
  g_test_trap_subprocess ("/harness/watchdog/subprocess", 0, G_TEST_SUBPROCESS_DEFAULT);
  g_unsetenv ("GSCOPE_TEST_TIMEOUT");
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*/harness/watchdog/subprocess has not ended within 0.1 s*");
}

/* Programs that a test starts find the directories in their environment, too. */
static void
test_directories (void)
{
  const char *directory = g_getenv ("TSL_PAGE_DIR");

  g_assert_true (g_str_has_prefix (g_get_tmp_dir (), directory));
  g_assert_true (g_str_has_prefix (g_get_user_runtime_dir (), directory));
  g_assert_true (g_str_has_prefix (g_get_user_state_dir (), directory));
  g_assert_true (g_str_has_prefix (g_getenv ("XDG_CONFIG_HOME"), directory));
}

static void
test_bus (void)
{
  static const GBusType types[] = { G_BUS_TYPE_SESSION, G_BUS_TYPE_SYSTEM };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *address = g_dbus_address_get_for_bus_sync (types[i], NULL, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GDBusConnection) connection = g_dbus_connection_new_for_address_sync (
          address,
          G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
              | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
          NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (address, ==, g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
      g_assert_true (g_dbus_connection_close_sync (connection, NULL, &error));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/harness/watchdog", test_watchdog);
  /* a name that g_test_trap_subprocess () alone runs */
  gscope_test_add ("/harness/watchdog/subprocess", hang);
  gscope_test_add ("/harness/directories", test_directories);
  gscope_test_add ("/harness/bus", test_bus);
  return gscope_test_run (GSCOPE_TEST_BUS);
}
