/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <string.h>

/* A write that was begun. It does not need the agent's other structures. */
typedef struct
{
  SoupServerMessage *message;
  GscopeSource *source;
  GscopeParameter *parameter;
  guint32 run;
  GscopeJournalEntry *entry;
} Write;

static void
write_free (Write *write)
{
  g_object_unref (write->message);
  g_object_unref (write->source);
  g_object_unref (write->parameter);
  g_free (write);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Write, write_free)

/* A tag names the run of the agent and the revision, because each run counts revisions from 1. */
static char *
get_tag (GscopeParameter *parameter, guint32 run)
{
  return g_strdup_printf ("\"%08x-%" G_GUINT64_FORMAT "\"", run,
                          gscope_parameter_get_revision (parameter));
}

static void
set_tag (SoupServerMessage *message, GscopeParameter *parameter, guint32 run)
{
  g_autofree char *tag = get_tag (parameter, run);

  soup_message_headers_replace (soup_server_message_get_response_headers (message), "ETag", tag);
}

/* Returns whether a condition such as If-Match names the value's tag, or any value. */
static gboolean
has_tag (GscopeRequest *request, const char *condition, GscopeParameter *parameter)
{
  g_autofree char *tag = get_tag (parameter, request->run);
  GSList *tags = soup_header_parse_list (condition);
  gboolean found = FALSE;

  for (GSList *l = tags; l; l = l->next)
    found = found || g_str_equal (l->data, tag) || g_str_equal (l->data, "*");
  soup_header_free_list (tags);
  return found;
}

static const char *
get_condition (GscopeRequest *request, const char *header)
{
  return soup_message_headers_get_list (soup_server_message_get_request_headers (request->message),
                                        header);
}

/* Finds the parameter of the path; a source that the client may not read is as one that is not there. */
static GscopeParameter *
find_parameter (GscopeRequest *request, GscopeSource **source, GError **error)
{
  const GscopeSessionHost *agent = request->agent;
  GscopeParameter *parameter = NULL;

  *source = gscope_offer_find_owner (agent->scopes, agent->rights, request->principal,
                                     request->name, NULL);
  if (*source)
    parameter = gscope_source_find_parameter (*source, strchr (request->name, '/') + 1);
  if (!parameter)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("There is no parameter “%s”. Read /v1/parameters to see which there are."),
                 request->name);
  return parameter;
}

void
gscope_rest_get_parameter (GscopeRequest *request)
{
  const char *condition = get_condition (request, "If-None-Match");
  g_autoptr (GError) error = NULL;
  GscopeSource *source;
  GscopeParameter *parameter = find_parameter (request, &source, &error);

  if (!parameter)
    {
      gscope_request_refuse (request, 0, error);
      return;
    }
  set_tag (request->message, parameter, request->run);
  if (condition && has_tag (request, condition, parameter))
    soup_server_message_set_status (request->message, SOUP_STATUS_NOT_MODIFIED, NULL);
  else
    gscope_request_answer_json (request, SOUP_STATUS_OK,
                                gscope_request_describe_parameter (request, source, parameter));
}

/* Writing. */

static JsonObject *
describe_written (const Write *write, GVariant *value)
{
  g_autofree char *name = gscope_offer_name_parameter (write->source, write->parameter);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "full-name", name);
  gscope_json_set_value (object, "value", value);
  json_object_set_int_member (object, "revision",
                              (gint64) gscope_parameter_get_revision (write->parameter));
  json_object_set_int_member (object, "time_ns",
                              gscope_clock_get_time (gscope_source_get_clock (write->source)));
  return object;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Write) write = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value = gscope_parameter_write_finish (write->parameter, result, &error);
  GscopeRequest answer = { .message = write->message };

  gscope_journal_entry_end (g_steal_pointer (&write->entry), value, error);
  set_tag (write->message, write->parameter, write->run);
  if (value)
    gscope_request_answer_json (&answer, SOUP_STATUS_OK, describe_written (write, value));
  else
    gscope_request_refuse (&answer, 0, error);
  soup_server_message_unpause (write->message);
}

static gboolean
check_revision (GscopeRequest *request, GscopeParameter *parameter, guint *status, GError **error)
{
  const char *condition = get_condition (request, "If-Match");
  g_autofree char *value = NULL;

  if (!condition || has_tag (request, condition, parameter))
    return TRUE;
  value = gscope_parameter_format (parameter, gscope_parameter_get_value (parameter));
  *status = SOUP_STATUS_PRECONDITION_FAILED;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED,
               _ ("Somebody else has changed the value to %s. Read it again, and write if you "
                  "still want to."),
               value);
  return FALSE;
}

static gboolean
may_write (GscopeRequest *request, GError **error)
{
  return gscope_rights_check (request->agent->rights, request->principal, GSCOPE_ACCESS_WRITE,
                              request->name, error);
}

static char *
name_writer (GscopeRequest *request, JsonObject *body, GError **error)
{
  const char *writer;

  if (!gscope_json_get_text (body, "writer", GSCOPE_MESSAGE_MAX_WORD, &writer, error))
    return NULL;
  return *writer ? g_strdup_printf ("%s, %s", request->principal->name, writer)
                 : g_strdup (request->principal->name);
}

static void
begin_write (GscopeRequest *request, GscopeSource *source, GscopeParameter *parameter,
             GVariant *value, const char *writer, GscopeJournalEntry *entry)
{
  Write *write = g_new0 (Write, 1);

  write->message = g_object_ref (request->message);
  write->source = g_object_ref (source);
  write->parameter = g_object_ref (parameter);
  write->run = request->run;
  write->entry = entry;
  soup_server_message_pause (request->message);
  gscope_parameter_write_async (parameter, value, writer, NULL, on_written, write);
}

void
gscope_rest_put_parameter (GscopeRequest *request)
{
  g_autoptr (GError) error = NULL;
  GscopeJournalEntry *entry;
  guint status = 0;
  GscopeSource *source;
  GscopeParameter *parameter = find_parameter (request, &source, &error);
  GError **flaw = parameter ? &error : NULL;
  g_autoptr (JsonObject) body = gscope_request_read_json (request, flaw);
  g_autoptr (GVariant) value = body ? gscope_json_get_value (body, "value", flaw) : NULL;
  g_autofree char *writer = value ? name_writer (request, body, flaw) : NULL;

  entry = gscope_journal_entry_begin (request->agent->journal, request->principal, request->name,
                                      parameter ? gscope_parameter_get_value (parameter) : NULL,
                                      value, writer);
  if (!error && may_write (request, &error) && check_revision (request, parameter, &status, &error))
    {
      begin_write (request, source, parameter, value, writer, entry);
      return;
    }
  gscope_journal_entry_end (entry, NULL, error);
  if (parameter)
    set_tag (request->message, parameter, request->run);
  gscope_request_refuse (request, status, error);
}
