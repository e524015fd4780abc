/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/realtime-kit.h>

#include <sys/resource.h>
#include <unistd.h>

/* A RealtimeKit of our own on a bus of our own. */
static const char interface_xml[] = "<node><interface name='org.freedesktop.RealtimeKit1'>"
                                    "<property name='RTTimeUSecMax' type='x' access='read'/>"
                                    "<method name='MakeThreadRealtimeWithPID'>"
                                    "<arg type='t' direction='in'/><arg type='t' direction='in'/>"
                                    "<arg type='u' direction='in'/></method>"
                                    "<method name='MakeThreadHighPriorityWithPID'>"
                                    "<arg type='t' direction='in'/><arg type='t' direction='in'/>"
                                    "<arg type='i' direction='in'/></method>"
                                    "</interface></node>";

typedef struct
{
  gboolean grants_fifo;
  gboolean grants_nice;
  guint64 thread;
} Kit;

static void
on_call (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
         const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data)
{
  Kit *kit = data;
  gboolean granted =
      g_str_equal (method, "MakeThreadRealtimeWithPID") ? kit->grants_fifo : kit->grants_nice;
  guint64 pid;

  g_variant_get_child (arguments, 0, "t", &pid);
  g_variant_get_child (arguments, 1, "t", &kit->thread);
  g_assert_cmpuint (pid, ==, getpid ());
  if (granted)
    g_dbus_method_invocation_return_value (invocation, NULL);
  else
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED,
                                           "no");
}

static GVariant *
get_property (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
              const char *property, GError **error, gpointer data)
{
  return g_variant_new_int64 (200000);
}

static const GDBusInterfaceVTable vtable = { on_call, get_property, NULL, { 0 } };

static void
keep_result (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GscopeRealtimeKitAnswer
ask (guint64 thread, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_realtime_kit_ask_async (thread, 10, -10, NULL, keep_result, &result);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  return gscope_realtime_kit_ask_finish (result, error);
}

static void
on_acquired (GDBusConnection *bus, const char *name, gpointer data)
{
  *(gboolean *) data = TRUE;
}

static guint
own_name (GDBusConnection *bus)
{
  gboolean acquired = FALSE;
  guint id = g_bus_own_name_on_connection (bus, "org.freedesktop.RealtimeKit1",
                                           G_BUS_NAME_OWNER_FLAGS_NONE, on_acquired, NULL,
                                           &acquired, NULL);

  while (!acquired)
    g_main_context_iteration (NULL, TRUE);
  return id;
}

static void
test_answers (void)
{
  g_autoptr (GTestDBus) daemon = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (interface_xml, NULL);
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (GError) error = NULL;
  struct rlimit limit;
  Kit kit = { TRUE, TRUE, 0 };
  guint name, object;

  g_test_dbus_up (daemon);
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_test_dbus_get_bus_address (daemon), TRUE);
  bus = g_bus_get_sync (G_BUS_TYPE_SYSTEM, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_set_exit_on_close (bus, FALSE);
  g_assert_cmpint (ask (1, NULL), ==, GSCOPE_REALTIME_KIT_REFUSED);

  name = own_name (bus);
  object = g_dbus_connection_register_object (bus, "/org/freedesktop/RealtimeKit1",
                                              info->interfaces[0], &vtable, &kit, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask (42, &error), ==, GSCOPE_REALTIME_KIT_FIFO);
  g_assert_no_error (error);
  g_assert_cmpuint (kit.thread, ==, 42);
  g_assert_cmpint (getrlimit (RLIMIT_RTTIME, &limit), ==, 0);
  g_assert_cmpuint (limit.rlim_cur, <=, 200000);

  kit.grants_fifo = FALSE;
  g_assert_cmpint (ask (43, &error), ==, GSCOPE_REALTIME_KIT_NICE);
  g_assert_no_error (error);
  kit.grants_nice = FALSE;
  g_assert_cmpint (ask (44, &error), ==, GSCOPE_REALTIME_KIT_REFUSED);
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED);

  g_dbus_connection_unregister_object (bus, object);
  g_bus_unown_name (name);
  g_dbus_connection_close_sync (bus, NULL, NULL);
  g_clear_object (&bus);
  g_test_dbus_down (daemon);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/realtime-kit/answers", test_answers);
  return g_test_run ();
}
