/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/authority.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

#define NAME "org.freedesktop.PolicyKit1"
#define PATH "/org/freedesktop/PolicyKit1/Authority"
#define INTERFACE "org.freedesktop.PolicyKit1.Authority"

enum
{
  /* How long somebody may take to authenticate, in milliseconds. */
  TIMEOUT = 5 * 60 * 1000,

  ALLOW_USER_INTERACTION = 1,
};

typedef struct
{
  GDBusConnection *bus;
  GVariant *subject;
  GVariant *details;
  char *name;
  char *action;
  guint pid;
  /* by which polkit knows the question, for its end */
  char *id;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_object (&self->bus);
  g_variant_unref (self->subject);
  g_variant_unref (self->details);
  g_free (self->name);
  g_free (self->action);
  g_free (self->id);
  g_free (self);
}

static GVariant *
describe_subject (const GscopeProcess *peer)
{
  GVariantBuilder details;

  g_variant_builder_init (&details, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&details, "{sv}", "pid", g_variant_new_uint32 ((guint32) peer->pid));
  g_variant_builder_add (&details, "{sv}", "start-time", g_variant_new_uint64 (peer->start_time));
  g_variant_builder_add (&details, "{sv}", "uid", g_variant_new_int32 ((gint32) peer->uid));
  return g_variant_ref_sink (g_variant_new ("(sa{sv})", "unix-process", &details));
}

static void
fail_to_ask (GTask *task, const char *reason)
{
  const Question *self = g_task_get_task_data (task);

  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                           _ ("The agent cannot ask polkit whether %s may do this (%s): %s. "
                              "Install polkit (polkitd) and "
                              "the policy of Gscope."),
                           self->name, self->action, reason);
}

/* Closes the dialog of a question that nobody waits for. */
static void
withdraw (const Question *self)
{
  g_dbus_connection_call (self->bus, NAME, PATH, INTERFACE, "CancelCheckAuthorization",
                          g_variant_new ("(s)", self->id), NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START,
                          -1, NULL, NULL, NULL);
}

/* Returns whether a question ended without an answer: in time, or before polkit ended. */
static gboolean
is_silence (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)
         || g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY);
}

static void
fail_to_hear (GTask *task, GError *error)
{
  const Question *self = g_task_get_task_data (task);

  if (is_silence (error))
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                               _ ("Nobody authenticated for %s in time. Unlock it again to "
                                  "authenticate."),
                               self->action);
      return;
    }
  g_dbus_error_strip_remote_error (error);
  fail_to_ask (task, error->message);
}

static void
refuse (GTask *task, gboolean needs_agent, GVariant *details)
{
  const Question *self = g_task_get_task_data (task);

  if (g_variant_lookup (details, "polkit.dismissed", "&s", NULL))
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                             _ ("The authentication for %s was dismissed. Unlock it again to "
                                "authenticate."),
                             self->action);
  else if (needs_agent)
    g_task_return_new_error (
        task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
        _ ("%s has to authenticate for %s, but no program asks for the "
           "password. Run “pkttyagent --process %u” in a terminal, and unlock again."),
        self->name, self->action, self->pid);
  else
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                             _ ("polkit does not let %s do this (%s). An administrator can allow "
                                "it with a rule for this action."),
                             self->name, self->action);
}

static void
on_answered (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);
  g_autoptr (GVariant) details = NULL;
  gboolean is_authorized, needs_agent;

  if (!reply)
    {
      withdraw (g_task_get_task_data (task));
      if (!g_task_return_error_if_cancelled (task))
        fail_to_hear (task, error);
      return;
    }
  g_variant_get (reply, "((bb@a{ss}))", &is_authorized, &needs_agent, &details);
  if (is_authorized)
    g_task_return_boolean (task, TRUE);
  else
    refuse (task, needs_agent, details);
}

static void
on_bus (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Question *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  self->bus = g_bus_get_finish (result, &error);
  if (!self->bus)
    {
      if (!g_task_return_error_if_cancelled (task))
        fail_to_ask (task, error->message);
      return;
    }
  g_dbus_connection_call (self->bus, NAME, PATH, INTERFACE, "CheckAuthorization",
                          g_variant_new ("(@(sa{sv})s@a{ss}us)", self->subject, self->action,
                                         self->details, ALLOW_USER_INTERACTION, self->id),
                          G_VARIANT_TYPE ("((bba{ss}))"), G_DBUS_CALL_FLAGS_NONE, TIMEOUT,
                          g_task_get_cancellable (task), on_answered, g_object_ref (task));
}

void
gscope_authority_ask_async (const GscopeProcess *peer, const char *name, const char *action,
                            GVariant *details, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Question *self = g_new0 (Question, 1);

  self->subject = describe_subject (peer);
  self->details = g_variant_ref_sink (details);
  self->name = g_strdup (name);
  self->action = g_strdup (action);
  self->pid = (guint) peer->pid;
  self->id = g_uuid_string_random ();
  g_task_set_task_data (task, self, question_free);
  g_task_set_source_tag (task, gscope_authority_ask_async);
  if (gscope_process_is_there (peer))
    {
      g_bus_get (G_BUS_TYPE_SYSTEM, cancellable, on_bus, task);
      return;
    }
  fail_to_ask (task, _ ("the program has ended, or it is in another PID namespace"));
  g_object_unref (task);
}

gboolean
gscope_authority_ask_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
