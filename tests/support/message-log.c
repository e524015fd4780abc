/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* If GSCOPE_TEST_MESSAGES names a file, adds a line with each text message that this program sends and receives, for
 * tests/schema/test-messages.py: “>” or “<” and the message. The first line, after “=”, has the words that the protocol knows. Programs that are
 * compiled with this file need nothing else. */

#include <glib/gstdio.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/enums.h>
#include <gscope/nats/carrier.h>
#include <string.h>

#define LOG "GSCOPE_TEST_MESSAGES"

typedef void (*Send) (GscopeCarrier *carrier, GBytes *message);

static void
append_line (char mark, GBytes *message)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);
  FILE *file = g_fopen (g_getenv (LOG), "ae");

  g_assert_nonnull (file);
  fprintf (file, "%c%.*s\n", mark, (int) size, data);
  fclose (file);
}

static void
log_message (char mark, GBytes *message)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);

  if (size > 0 && data[0] == '{' && !memchr (data, '\n', size))
    append_line (mark, message);
}

static GQuark
get_key (void)
{
  return g_quark_from_static_string (LOG);
}

static void
log_and_send (GscopeCarrier *carrier, GBytes *message)
{
  Send send = (Send) g_type_get_qdata (G_OBJECT_TYPE (carrier), get_key ());

  log_message ('>', message);
  send (carrier, message);
}

/* Logs the messages that carriers of a type send. The type keeps its own function. */
static void
watch (GType type)
{
  GscopeCarrierClass *klass = g_type_class_ref (type);

  g_type_set_qdata (type, get_key (), (gpointer) klass->send);
  klass->send = log_and_send;
}

static gboolean
log_received (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  log_message ('<', g_value_get_boxed (&values[1]));
  return TRUE;
}

static JsonArray *
list_nicks (GType type)
{
  g_autoptr (GEnumClass) values = g_type_class_ref (type);
  JsonArray *nicks = json_array_new ();

  for (guint i = 0; i < values->n_values; i++)
    json_array_add_string_element (nicks, values->values[i].value_nick);
  return nicks;
}

static JsonArray *
list_kinds (void)
{
  JsonArray *kinds = json_array_new ();

  for (guint i = 0; i < GSCOPE_MESSAGE_N_KINDS; i++)
    {
      g_autoptr (GBytes) message = gscope_message_new (i, json_object_new ());
      g_auto (GStrv) parts = g_strsplit (g_bytes_get_data (message, NULL), "\"", 3);

      json_array_add_string_element (kinds, parts[1]);
    }
  return kinds;
}

static JsonArray *
list_verbs (void)
{
  JsonArray *verbs = json_array_new ();

  for (guint i = 0; i < GSCOPE_N_VERBS; i++)
    json_array_add_string_element (verbs, gscope_verb_get_nick (i));
  return verbs;
}

/* Adds a line with the words that the protocol knows. */
static void
log_words (void)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), json_object_new ());
  JsonObject *words = json_node_get_object (node);
  JsonArray *codes = list_nicks (GSCOPE_TYPE_ERROR);
  g_autoptr (GBytes) line = NULL;
  char *text;

  json_array_add_string_element (codes, "cancelled");
  json_object_set_array_member (words, "kind", list_kinds ());
  json_object_set_array_member (words, "verb", list_verbs ());
  json_object_set_array_member (words, "error-code", codes);
  json_object_set_array_member (words, "loss-cause", list_nicks (GSCOPE_TYPE_LOSS));
  json_object_set_array_member (words, "source-state", list_nicks (GSCOPE_TYPE_SOURCE_STATE));
  json_object_set_array_member (words, "state-style", list_nicks (GSCOPE_TYPE_STATE_STYLE));
  json_object_set_array_member (words, "line-mode", list_nicks (GSCOPE_TYPE_LINE_MODE));
  json_object_set_array_member (words, "marker-kind", list_nicks (GSCOPE_TYPE_MARKER_KIND));
  json_object_set_array_member (words, "parameter-type", list_nicks (GSCOPE_TYPE_PARAMETER_TYPE));
  text = json_to_string (node, FALSE);
  line = g_bytes_new_take (text, strlen (text));
  append_line ('=', line);
  json_object_unref (words);
}

__attribute__ ((constructor)) static void
begin_log (void)
{
  if (!g_getenv (LOG))
    return;
  log_words ();
  watch (GSCOPE_TYPE_STREAM_CARRIER);
  watch (GSCOPE_TYPE_NATS_CARRIER);
  g_signal_add_emission_hook (g_signal_lookup ("received", GSCOPE_TYPE_CARRIER), 0, log_received,
                              NULL, NULL);
}
