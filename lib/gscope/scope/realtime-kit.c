/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/realtime-kit.h>

#include <glib/gi18n-lib.h>
#include <gscope/scope/realtime.h>
#include <unistd.h>

#define NAME "org.freedesktop.RealtimeKit1"
#define PATH "/org/freedesktop/RealtimeKit1"

enum
{
  TIMEOUT_MS = 5000
};

typedef struct
{
  guint64 thread;
  guint32 priority;
  int nice_level;
} Request;

static void
call (GDBusConnection *bus, const char *interface, const char *method, GVariant *arguments,
      GTask *task, GAsyncReadyCallback callback)
{
  g_dbus_connection_call (bus, NAME, PATH, interface, method, arguments, NULL,
                          G_DBUS_CALL_FLAGS_NONE, TIMEOUT_MS, g_task_get_cancellable (task),
                          callback, g_object_ref (task));
}

static void
on_nice (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GVariant) reply = NULL;
  GError *error = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);
  if (reply)
    g_task_return_int (task, GSCOPE_REALTIME_KIT_NICE);
  else
    g_task_return_error (task, error);
}

static void
on_realtime (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Request *request = g_task_get_task_data (task);
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, NULL);

  if (reply)
    g_task_return_int (task, GSCOPE_REALTIME_KIT_FIFO);
  else
    call (G_DBUS_CONNECTION (object), NAME, "MakeThreadHighPriorityWithPID",
          g_variant_new ("(tti)", (guint64) getpid (), request->thread, request->nice_level), task,
          on_nice);
}

static void
on_limit (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Request *request = g_task_get_task_data (task);
  GDBusConnection *bus = G_DBUS_CONNECTION (object);
  GError *error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (bus, result, &error);
  g_autoptr (GVariant) value = NULL;

  if (!reply)
    {
      g_task_return_error (task, error);
      return;
    }
  g_variant_get (reply, "(v)", &value);
  /* RealtimeKit serves only processes that limit the time of their real-time threads
   * (RLIMIT_RTTIME). */
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    gscope_realtime_bound (g_variant_get_int64 (value));
  call (bus, NAME, "MakeThreadRealtimeWithPID",
        g_variant_new ("(ttu)", (guint64) getpid (), request->thread, request->priority), task,
        on_realtime);
}

static void
on_bus (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, &error);

  if (bus)
    call (bus, "org.freedesktop.DBus.Properties", "Get",
          g_variant_new ("(ss)", NAME, "RTTimeUSecMax"), task, on_limit);
  else
    g_task_return_error (task, error);
}

/* Containers and minimal systems have no system bus; a connection attempt would start a thread in
 * vain. */
static gboolean
has_bus (void)
{
  return g_getenv ("DBUS_SYSTEM_BUS_ADDRESS")
         || g_file_test ("/run/dbus/system_bus_socket", G_FILE_TEST_EXISTS);
}

void
gscope_realtime_kit_ask_async (guint64 thread, guint32 priority, int nice_level,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Request *request = g_new (Request, 1);

  *request = (Request){ thread, priority, nice_level };
  g_task_set_task_data (task, request, g_free);
  if (has_bus ())
    {
      g_bus_get (G_BUS_TYPE_SYSTEM, cancellable, on_bus, task);
      return;
    }
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("There is no system bus"));
  g_object_unref (task);
}

GscopeRealtimeKitAnswer
gscope_realtime_kit_ask_finish (GAsyncResult *result, GError **error)
{
  gssize answer = g_task_propagate_int (G_TASK (result), error);

  return answer < 0 ? GSCOPE_REALTIME_KIT_REFUSED : answer;
}
