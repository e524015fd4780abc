/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Questions to a polkit of our own, on a bus of our own, about this process as the other end of a socket. */

#include "support/await.h"
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <gscope/access/authority.h>
#include <gscope/access/permits.h>
#include <gscope/access/user.h>
#include <gscope/agent/private.h>
#include <gscope/error.h>
#include <gscope/gscope.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ACTION "org.gscope.Gscope.reserve-time"
#define OTHER_ACTION "org.gscope.Gscope.steer-threads"

static const char interface_xml[] =
    "<node><interface name='org.freedesktop.PolicyKit1.Authority'>"
    "<method name='CheckAuthorization'><arg type='(sa{sv})' direction='in'/><arg type='s' "
    "direction='in'/>"
    "<arg type='a{ss}' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='(bba{ss})' direction='out'/></method>"
    "<method name='CancelCheckAuthorization'><arg type='s' direction='in'/></method>"
    "</interface></node>";

typedef enum
{
  YES,
  NO,
  NO_AGENT,
  DISMISSED,
  ERROR,
  LATE,
  SILENT,
} Answer;

typedef struct
{
  GTestDBus *daemon;
  GDBusConnection *bus;
  guint name;
  guint object;
  GscopePrincipal *principal;

  Answer answer;
  /* the action that is asked for */
  const char *action;
  guint n_asked;
  guint n_cancelled;
  char *id;
  /* the question that is not answered */
  GDBusMethodInvocation *held;
} Fixture;

static void
check_question (Fixture *f, GVariant *arguments)
{
  g_autoptr (GVariant) subject = NULL, details = NULL;
  const char *kind, *action, *source;
  guint32 pid, flags;
  gint32 uid;

  g_variant_get (arguments, "((&s@a{sv})&s@a{ss}us)", &kind, &subject, &action, &details, &flags,
                 &f->id);
  g_assert_cmpstr (kind, ==, "unix-process");
  g_assert_true (g_variant_lookup (subject, "pid", "u", &pid));
  g_assert_cmpuint (pid, ==, getpid ());
  g_assert_true (g_variant_lookup (subject, "uid", "i", &uid));
  g_assert_cmpint (uid, ==, getuid ());
  g_assert_true (g_variant_lookup (subject, "start-time", "t", NULL));
  g_assert_cmpstr (action, ==, f->action);
  g_assert_true (g_variant_lookup (details, "source", "&s", &source));
  g_assert_cmpstr (source, ==, "reserves");
  g_assert_cmpuint (flags, ==, 1);
}

static void
answer (Fixture *f, GDBusMethodInvocation *invocation)
{
  GVariantBuilder details;

  g_variant_builder_init (&details, G_VARIANT_TYPE ("a{ss}"));
  if (f->answer == DISMISSED)
    g_variant_builder_add (&details, "{ss}", "polkit.dismissed", "true");
  g_dbus_method_invocation_return_value (
      invocation, g_variant_new ("((bba{ss}))", f->answer == YES, f->answer == NO_AGENT, &details));
}

static void
on_call (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
         const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data)
{
  Fixture *f = data;
  const char *id;

  if (g_str_equal (method, "CancelCheckAuthorization"))
    {
      g_variant_get (arguments, "(&s)", &id);
      f->n_cancelled += g_str_equal (id, f->id);
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }
  g_clear_pointer (&f->id, g_free);
  check_question (f, arguments);
  f->n_asked++;
  if (f->answer == SILENT)
    f->held = invocation;
  else if (f->answer == ERROR)
    g_dbus_method_invocation_return_dbus_error (
        invocation, "org.freedesktop.PolicyKit1.Error.Failed", "Action is not registered");
  /* the bus answers so if polkit ends, and GDBus if it takes too long */
  else if (f->answer == LATE)
    g_dbus_method_invocation_return_dbus_error (invocation, "org.freedesktop.DBus.Error.NoReply",
                                                "Message recipient disconnected");
  else
    answer (f, invocation);
}

static const GDBusInterfaceVTable vtable = { on_call, NULL, NULL, { 0 } };

static void
on_acquired (GDBusConnection *bus, const char *name, gpointer data)
{
  *(gboolean *) data = TRUE;
}

static void
own_name (Fixture *f)
{
  gboolean is_acquired = FALSE;

  f->name = g_bus_own_name_on_connection (f->bus, "org.freedesktop.PolicyKit1",
                                          G_BUS_NAME_OWNER_FLAGS_NONE, on_acquired, NULL,
                                          &is_acquired, NULL);
  AWAIT (is_acquired);
}

static void
set_up (Fixture *f)
{
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (interface_xml, NULL);
  g_autoptr (GError) error = NULL;
  int fds[2];

  f->daemon = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (f->daemon);
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_test_dbus_get_bus_address (f->daemon), TRUE);
  f->bus = g_bus_get_sync (G_BUS_TYPE_SYSTEM, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_set_exit_on_close (f->bus, FALSE);
  f->object = g_dbus_connection_register_object (f->bus, "/org/freedesktop/PolicyKit1/Authority",
                                                 info->interfaces[0], &vtable, f, NULL, &error);
  g_assert_no_error (error);
  own_name (f);

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  f->principal = gscope_principal_new ("user:test", "pid");
  f->principal->peer = gscope_process_new (fds[0]);
  g_assert_nonnull (f->principal->peer);
  close (fds[0]);
  close (fds[1]);
}

static void
tear_down (Fixture *f)
{
  g_dbus_connection_unregister_object (f->bus, f->object);
  g_dbus_connection_close_sync (f->bus, NULL, NULL);
  g_clear_object (&f->bus);
  g_test_dbus_down (f->daemon);
  g_object_unref (f->daemon);
  gscope_principal_unref (f->principal);
  g_free (f->id);
}

static void
keep_result (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GVariant *
describe (void)
{
  GVariantBuilder details;

  g_variant_builder_init (&details, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&details, "{ss}", "source", "reserves");
  return g_variant_builder_end (&details);
}

static void
begin (GscopePermits *permits, GAsyncResult **result)
{
  const char *const actions[] = { ACTION, NULL };

  gscope_permits_ask (permits, actions, describe (), g_task_new (NULL, NULL, keep_result, result));
}

/* Returns the reason for a refusal; NULL if it was granted. */
static char *
ask (GscopePermits *permits)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  begin (permits, &result);
  AWAIT (result);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    return NULL;
  return g_strdup (error->message);
}

static Fixture *
begin_test (gconstpointer data)
{
  Fixture *f = (gpointer) data;

  f->action = ACTION;
  f->n_asked = 0;
  f->n_cancelled = 0;
  return f;
}

/* A grant is for the connection: polkit is asked once. */
static void
test_granted (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autoptr (GscopePermits) permits = gscope_permits_new (f->principal);

  f->answer = YES;
  g_assert_null (ask (permits));
  g_assert_null (ask (permits));
  g_assert_cmpuint (f->n_asked, ==, 1);
}

/* A refusal is for one time. */
static void
test_refused (gconstpointer data)
{
  Fixture *f = begin_test (data);
  static const struct
  {
    Answer answer;
    const char *words;
  } cases[] = {
    { NO, "polkit does not let user:test do this" },
    { NO_AGENT, "pkttyagent" },
    { DISMISSED, "was dismissed" },
    { ERROR, "Action is not registered" },
    { LATE, "Nobody authenticated" },
  };
  g_autoptr (GscopePermits) permits = gscope_permits_new (f->principal);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *reason = NULL;

      f->answer = cases[i].answer;
      reason = ask (permits);
      g_assert_nonnull (reason);
      g_assert_nonnull (strstr (reason, cases[i].words));
      g_assert_nonnull (strstr (reason, ACTION));
    }
  f->answer = YES;
  g_assert_null (ask (permits));
}

static void
test_away (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autoptr (GscopePermits) permits = gscope_permits_new (f->principal);
  g_autofree char *reason = NULL;

  g_bus_unown_name (f->name);
  reason = ask (permits);
  g_assert_nonnull (strstr (reason, "Install polkit"));
  own_name (f);
}

/* Several wishes for one action are one question, which ends with the connection. */
static void
test_gone (gconstpointer data)
{
  Fixture *f = begin_test (data);
  GscopePermits *permits = gscope_permits_new (f->principal);
  GAsyncResult *results[2] = { NULL, NULL };

  f->answer = SILENT;
  for (guint i = 0; i < 2; i++)
    begin (permits, &results[i]);
  AWAIT (f->held);
  g_assert_cmpuint (f->n_asked, ==, 1);
  gscope_permits_free (permits);
  AWAIT (results[0] && results[1] && f->n_cancelled == 1);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (g_task_propagate_boolean (G_TASK (results[i]), &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_object_unref (results[i]);
    }
  f->answer = NO;
  answer (f, f->held);
}

/* The number of a process that has ended is not asked about: another process may have it. */
static void
test_ended (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autoptr (GscopePermits) permits = NULL;
  g_autofree char *reason = NULL;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    _exit (0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  f->principal->peer->pid = child;
  permits = gscope_permits_new (f->principal);
  reason = ask (permits);
  g_assert_nonnull (strstr (reason, "has ended"));
  f->principal->peer->pid = getpid ();
  f->principal->peer->start_time++;
  g_free (reason);
  reason = ask (permits);
  g_assert_nonnull (strstr (reason, "has ended"));
  g_assert_cmpuint (f->n_asked, ==, 0);
}

/* A source that needs permission, at an agent where nobody has a right. */

typedef GscopeSource GuardedSource;
typedef GscopeSourceClass GuardedSourceClass;

static GType guarded_source_get_type (void);

G_DEFINE_TYPE (GuardedSource, guarded_source, GSCOPE_TYPE_SOURCE)

static const GscopeSourceParameter parameters[] = {
  { "free", "", NULL, "", GSCOPE_PARAMETER_TYPE_DOUBLE, .max = 10 },
  { "guarded", "", NULL, "", GSCOPE_PARAMETER_TYPE_DOUBLE, .max = 10 },
  { .name = NULL },
};

static gboolean
take_file (gpointer self, GVariant *value, GError **error)
{
  g_assert_not_reached ();
}

static const GscopeSourceOption options[] = {
  { "file", "s", NULL, "", "''", .take = take_file },
  { .name = NULL },
};

static void
list_demands (GVariant *given, GVariant *written, GPtrArray *demands)
{
  static const char *const names[] = { "guarded", NULL };
  const char *file;

  if (given && g_variant_lookup (given, "file", "&s", &file))
    g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_OPEN, file, NULL));
  gscope_demand_add_steering (demands, written, names, OTHER_ACTION);
}

static void
guarded_source_class_init (GuardedSourceClass *klass)
{
  klass->parameters = parameters;
  klass->options = options;
  klass->action = ACTION;
  klass->list_demands = list_demands;
}

static void
guarded_source_init (GuardedSource *self)
{
}

typedef struct
{
  char *directory;
  char *address;
  char *journal;
  GscopeScope *far;
  GscopeAgent *agent;
  GscopeScope *near;
  GscopeSource *source;
} Bed;

static void
configure (GscopeSource *source, const char *name, const char *text)
{
  GVariantDict dict;
  g_autoptr (GError) error = NULL;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, name, "s", text);
  gscope_source_configure (source, g_variant_dict_end (&dict), &error);
  g_assert_no_error (error);
}

static void
open_bed (Bed *bed, const char *type)
{
  g_autoptr (GError) error = NULL;

  bed->directory = g_dir_make_tmp ("gscope-authority-XXXXXX", NULL);
  bed->address = g_strdup_printf ("unix:%s/agent", bed->directory);
  bed->far = gscope_scope_new ();
  bed->agent = gscope_agent_new (bed->far, NULL, NULL);
  gscope_agent_set_asks_polkit (bed->agent, TRUE);
  gscope_agent_set_journal_socket (bed->agent, NULL);
  bed->journal = g_build_filename (bed->directory, "writes", NULL);
  g_assert_true (gscope_agent_set_journal_file (bed->agent, bed->journal, 1 << 20, &error));
  gscope_rights_clear (gscope_agent_get_host (bed->agent)->rights);
  g_assert_true (gscope_agent_listen (bed->agent, bed->address, &error));
  g_assert_no_error (error);
  bed->near = gscope_scope_new ();
  bed->source =
      gscope_registry_create (gscope_registry_get_default (), "agent", "reserves", NULL, &error);
  g_assert_no_error (error);
  configure (bed->source, "address", bed->address);
  configure (bed->source, "type", type);
  gscope_scope_add_source (bed->near, bed->source);
}

static void
close_bed (Bed *bed)
{
  gscope_scope_remove_source (bed->near, bed->source);
  g_assert_finalize_object (bed->source);
  AWAIT (gscope_agent_get_n_clients (bed->agent) == 0);
  g_assert_finalize_object (bed->agent);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (bed->near);
  g_object_unref (bed->far);
  g_unlink (bed->journal);
  g_assert_cmpint (g_rmdir (bed->directory), ==, 0);
  g_free (bed->journal);
  g_free (bed->directory);
  g_free (bed->address);
}

/* Returns the reason why it does not start; NULL if it does. */
static char *
start (Bed *bed)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (bed->source, NULL, keep_result, &result);
  AWAIT (result);
  return gscope_source_start_finish (bed->source, result, &error) ? NULL
                                                                  : g_strdup (error->message);
}

static char *
write_value (Bed *bed, const char *name)
{
  GscopeParameter *parameter = gscope_source_find_parameter (bed->source, name);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GError) error = NULL;

  gscope_parameter_write_async (parameter, g_variant_new_double (5), "slider", NULL, keep_result,
                                &result);
  AWAIT (result);
  value = gscope_parameter_write_finish (parameter, result, &error);
  return value ? NULL : g_strdup (error->message);
}

/* Polkit is asked about the type before the source is made, and once about a write. */
static void
test_source (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autofree char *refusal = NULL;
  Bed bed;

  open_bed (&bed, "guarded");
  f->answer = YES;
  g_assert_null (start (&bed));
  g_assert_cmpuint (f->n_asked, ==, 1);
  g_assert_null (write_value (&bed, "free"));
  g_assert_cmpuint (f->n_asked, ==, 1);
  f->action = OTHER_ACTION;
  f->answer = NO;
  refusal = write_value (&bed, "guarded");
  g_assert_nonnull (strstr (refusal, OTHER_ACTION));
  f->answer = YES;
  g_assert_null (write_value (&bed, "guarded"));
  g_assert_null (write_value (&bed, "guarded"));
  g_assert_cmpuint (f->n_asked, ==, 3);
  close_bed (&bed);
}

/* The journal says who was refused. */
static void
check_journal (Bed *bed)
{
  g_autofree char *user = gscope_user_get_principal (getuid ());
  g_autofree char *process = g_strdup_printf ("\"pid %d\"", (int) getpid ());
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (bed->journal, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, user));
  g_assert_nonnull (strstr (text, process));
  g_assert_nonnull (strstr (text, "\"guarded\""));
  g_assert_nonnull (strstr (text, ACTION));
}

/* A refused source is not tried again by itself: the user would be asked each time. */
static void
test_source_refused (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autofree char *refusal = NULL;
  Bed bed;

  open_bed (&bed, "guarded");
  f->answer = NO;
  refusal = start (&bed);
  g_assert_nonnull (strstr (refusal, ACTION));
  g_assert_true (gscope_source_get_locked (bed.source));
  g_assert_cmpint (gscope_agent_source_get_next_try (GSCOPE_AGENT_SOURCE (bed.source)), ==, 0);
  check_journal (&bed);
  close_bed (&bed);
}

/* Files are not opened for others, whatever polkit says. */
static void
test_source_file (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autofree char *refusal = NULL;
  Bed bed;

  open_bed (&bed, "guarded");
  configure (bed.source, "file", "/etc/shadow");
  f->answer = YES;
  refusal = start (&bed);
  g_assert_nonnull (strstr (refusal, "does not use “/etc/shadow”"));
  close_bed (&bed);
}

/* Polkit is not asked about types that name no action, nor by an agent that is read-only. */
static void
test_source_without_action (gconstpointer data)
{
  Fixture *f = begin_test (data);
  g_autofree char *refusal = NULL;
  g_autofree char *read_only = NULL;
  Bed bed;

  open_bed (&bed, "agent");
  f->answer = YES;
  refusal = start (&bed);
  g_assert_nonnull (strstr (refusal, "does not run “agent” for other users"));
  gscope_agent_set_read_only (bed.agent, TRUE);
  configure (bed.source, "type", "guarded");
  read_only = start (&bed);
  g_assert_nonnull (strstr (read_only, "read-only"));
  g_assert_cmpuint (f->n_asked, ==, 0);
  close_bed (&bed);
}

/* The client waits while somebody authenticates, however long that takes; a client that leaves ends the question. */
static void
test_source_gone (gconstpointer data)
{
  Fixture *f = begin_test (data);
  Bed bed;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  open_bed (&bed, "guarded");
  f->answer = SILENT;
  gscope_source_start_async (bed.source, cancellable, keep_result, &result);
  AWAIT (f->n_asked == 1);
  g_cancellable_cancel (cancellable);
  AWAIT (result && f->n_cancelled == 1);
  g_assert_false (gscope_source_start_finish (bed.source, result, NULL));
  g_clear_object (&result);
  f->answer = NO;
  answer (f, f->held);
  close_bed (&bed);
}

/* Sends a message n times in one write, for which the socket has room: the agent does not read meanwhile. */
static void
send_frames (GIOStream *stream, const char *text, guint n)
{
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  guint32 length = GUINT32_TO_LE ((guint32) strlen (text));

  for (guint i = 0; i < n; i++)
    {
      g_byte_array_append (frames, (const guint8 *) &length, sizeof length);
      g_byte_array_append (frames, (const guint8 *) text, (guint) strlen (text));
    }
  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (stream), frames->data,
                                            frames->len, NULL, NULL, NULL));
}

/* Returns all that comes until the agent closes the connection. */
static char *
read_to_end (GSocket *socket)
{
  GString *text = g_string_new (NULL);
  char buffer[4096];
  gssize n = -1;

  g_socket_set_blocking (socket, FALSE);
  while (n != 0)
    {
      g_main_context_iteration (NULL, FALSE);
      n = g_socket_receive (socket, buffer, sizeof buffer, NULL, NULL);
      for (gssize i = 0; i < n; i++)
        g_string_append_c (text, buffer[i] ? buffer[i] : ' ');
    }
  return g_string_free (text, FALSE);
}

/* Sends a message again and again while polkit is asked, until the agent refuses more. */
static void
flood (gconstpointer data, const char *part, guint n)
{
  static const char hello[] =
      "{\"hello\":{\"version\":2,\"boot\":\"b\",\"clock\":\"c\",\"credit\":1,"
      "\"period_ns\":10000000,\"type\":\"guarded\",\"name\":\"reserves\"}}";
  Fixture *f = begin_test (data);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) place = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  Bed bed;

  open_bed (&bed, "guarded");
  f->answer = SILENT;
  path = g_build_filename (bed.directory, "agent", NULL);
  place = g_unix_socket_address_new (path);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (place), NULL, NULL);
  send_frames (G_IO_STREAM (connection), hello, 1);
  AWAIT (f->n_asked == 1);
  send_frames (G_IO_STREAM (connection), part, n);
  text = read_to_end (g_socket_connection_get_socket (connection));
  g_assert_nonnull (g_strrstr (text, "more than 65536 bytes"));
  AWAIT (f->n_cancelled == 1);
  f->answer = NO;
  answer (f, f->held);
  close_bed (&bed);
}

/* Messages that come while polkit is asked are kept, but not without end. */
static void
test_source_flood (gconstpointer data)
{
  g_autofree char *part = g_strnfill (16 * 1024, ' ');

  flood (data, part, 5);
}

/* So are empty ones. */
static void
test_source_flood_of_nothing (gconstpointer data)
{
  flood (data, "", 4096);
}

int
main (int argc, char **argv)
{
  Fixture f = { 0 };
  int status;

  g_test_init (&argc, &argv, NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  gscope_registry_add_type (gscope_registry_get_default (), "guarded", guarded_source_get_type (),
                            "Guarded", "", "guarded", NULL);
  set_up (&f);
  g_test_add_data_func ("/authority/granted", &f, test_granted);
  g_test_add_data_func ("/authority/refused", &f, test_refused);
  g_test_add_data_func ("/authority/gone", &f, test_gone);
  g_test_add_data_func ("/authority/ended", &f, test_ended);
  g_test_add_data_func ("/authority/source", &f, test_source);
  g_test_add_data_func ("/authority/source/refused", &f, test_source_refused);
  g_test_add_data_func ("/authority/source/file", &f, test_source_file);
  g_test_add_data_func ("/authority/source/without-action", &f, test_source_without_action);
  g_test_add_data_func ("/authority/source/gone", &f, test_source_gone);
  g_test_add_data_func ("/authority/source/flood", &f, test_source_flood);
  g_test_add_data_func ("/authority/source/flood-of-nothing", &f, test_source_flood_of_nothing);
  g_test_add_data_func ("/authority/away", &f, test_away);
  status = g_test_run ();
  tear_down (&f);
  return status;
}
