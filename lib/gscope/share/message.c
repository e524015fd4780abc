/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/message.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <math.h>
#include <string.h>

enum
{
  SAMPLES = 1,
  SAMPLES_HEADER = 8,
  BLOCK_HEADER = 8,
};

G_STATIC_ASSERT (sizeof (GscopeSample) == 16);

static const char *const kinds[GSCOPE_MESSAGE_N_KINDS + 1] = {
  "hello",  "pace",   "source", "signals", "parameters", "call",  "answer",
  "cancel", "notice", "marker", "losses",  "beat",       "error",
};

static const char *const verbs[GSCOPE_N_VERBS + 1] = {
  "configure", "start", "stop", "check", "apply", "refresh",
};

/* Names by value of GscopeError; the last name is for other errors. */
static const char *const codes[] = {
  "invalid",   "not-found",   "exists", "refused",   "superseded",
  "privilege", "unsupported", "limit",  "cancelled", NULL,
};

enum
{
  CODE_CANCELLED = GSCOPE_ERROR_LIMIT + 1,
};

GBytes *
gscope_message_new (GscopeMessageKind kind, JsonObject *object)
{
  g_autoptr (JsonObject) outer = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), outer);
  char *text;

  json_object_set_object_member (outer, kinds[kind], object);
  text = json_to_string (node, FALSE);
  return g_bytes_new_take (text, strlen (text));
}

gboolean
gscope_message_is_samples (GBytes *message)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);

  return size > 0 && data[0] == SAMPLES;
}

JsonObject *
gscope_message_parse (GBytes *message, GscopeMessageKind *kind, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);
  g_autoptr (JsonNode) root = size > 0 ? gscope_json_parse (data, size, error) : NULL;
  g_autoptr (GList) members = NULL;
  JsonNode *node;
  guint found;

  if (size == 0)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("the message is empty"));
      return NULL;
    }
  if (!root)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (root))
    members = json_object_get_members (json_node_get_object (root));
  if (g_list_length (members) != 1 || !gscope_json_find (members->data, kinds, &found))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("the message is not an object with one member of a known name"));
      return NULL;
    }
  *kind = found;
  node = json_object_get_member (json_node_get_object (root), members->data);
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return gscope_json_refuse (error, members->data, _ ("this is not an object")), NULL;
  return json_object_ref (json_node_get_object (node));
}

/* Samples. */

static void
append_word (GByteArray *message, guint32 word)
{
  guint32 bytes = GUINT32_TO_LE (word);

  g_byte_array_append (message, (const guint8 *) &bytes, sizeof bytes);
}

/* Converts from or to the machine's byte order. */
static void
swap (GscopeSample *samples, gsize n)
{
#if G_BYTE_ORDER == G_BIG_ENDIAN
  guint64 *words = (guint64 *) samples;

  for (gsize i = 0; i < 2 * n; i++)
    words[i] = GUINT64_SWAP_LE_BE (words[i]);
#endif
}

void
gscope_message_append_block (GByteArray *message, guint32 signal, const GscopeSample *samples,
                             gsize n)
{
  const guint8 header[SAMPLES_HEADER] = { SAMPLES, GSCOPE_MESSAGE_VERSION };
  guint begin;

  if (message->len == 0)
    g_byte_array_append (message, header, sizeof header);
  append_word (message, signal);
  append_word (message, n);
  begin = message->len;
  g_byte_array_append (message, (const guint8 *) samples, n * sizeof *samples);
  swap ((GscopeSample *) (message->data + begin), n);
}

static guint32
read_word (const guint8 *data)
{
  guint32 bytes;

  memcpy (&bytes, data, sizeof bytes);
  return GUINT32_FROM_LE (bytes);
}

static gboolean
check_samples (const guint8 *data, gsize size, GError **error)
{
  gsize at = SAMPLES_HEADER;

  if (size < SAMPLES_HEADER || data[0] != SAMPLES || data[1] != GSCOPE_MESSAGE_VERSION)
    return gscope_json_refuse (error, "samples", _ ("this is not a message of a known version"));
  while (size - at >= BLOCK_HEADER)
    {
      guint64 n = read_word (data + at + 4);

      at += BLOCK_HEADER;
      if (n > (size - at) / sizeof (GscopeSample))
        break;
      at += n * sizeof (GscopeSample);
      if (at == size)
        return TRUE;
    }
  return gscope_json_refuse (error, "samples", _ ("this is not a sequence of whole blocks"));
}

gboolean
gscope_message_read_blocks (GBytes *message, GscopeBlockFunc func, gpointer user_data,
                            GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (message, &size);
  g_autofree GscopeSample *samples = NULL;

  if (!check_samples (data, size, error))
    return FALSE;
  samples = g_malloc (size);
  for (gsize at = SAMPLES_HEADER; at < size;)
    {
      gsize n = read_word (data + at + 4);

      memcpy (samples, data + at + BLOCK_HEADER, n * sizeof *samples);
      swap (samples, n);
      if (!func (read_word (data + at), samples, n, user_data, error))
        return FALSE;
      at += BLOCK_HEADER + n * sizeof *samples;
    }
  return TRUE;
}

/* Kinds that both sides need. */

/* The boot id of an end that cannot read it, for example in a sandbox: it may be on the same
 * machine. */
#define UNKNOWN_BOOT "unknown"

static char *
read_boot_id (void)
{
  char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return g_strdup (UNKNOWN_BOOT);
  return g_strstrip (text);
}

static gboolean
may_be_one_boot (const char *a, const char *b)
{
  return g_str_equal (a, b) || g_str_equal (a, UNKNOWN_BOOT) || g_str_equal (b, UNKNOWN_BOOT);
}

JsonObject *
gscope_message_create_hello (void)
{
  g_autofree char *boot = read_boot_id ();
  JsonObject *hello = json_object_new ();

  json_object_set_int_member (hello, "version", GSCOPE_MESSAGE_VERSION);
  json_object_set_string_member (hello, "boot", boot);
  return hello;
}

gboolean
gscope_message_check_hello (JsonObject *hello, GError **error)
{
  g_autofree char *own = read_boot_id ();
  const char *boot;
  gint64 version;

  if (!gscope_json_get_integer (hello, "version", 1, G_MAXINT, &version, error)
      || !gscope_json_get_text (hello, "boot", GSCOPE_MESSAGE_MAX_WORD, &boot, error))
    return FALSE;
  if (version != GSCOPE_MESSAGE_VERSION)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("one end uses version %d of the protocol, the other version %d; use programs "
                      "of the same release"),
                   GSCOPE_MESSAGE_VERSION, (int) version);
      return FALSE;
    }
  if (may_be_one_boot (boot, own))
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
      _ ("the clocks of both ends cannot be compared, because they run on different machines "
         "or the machine was rebooted; run both on one machine"));
  return FALSE;
}

static JsonObject *
new_with_id (guint32 id)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "id", id);
  return object;
}

GBytes *
gscope_message_new_cancel (guint32 id)
{
  return gscope_message_new (GSCOPE_MESSAGE_CANCEL, new_with_id (id));
}

GBytes *
gscope_message_new_error (const GError *error)
{
  JsonObject *object = json_object_new ();

  gscope_json_set_text (object, "message", error->message, GSCOPE_MESSAGE_MAX_TEXT);
  return gscope_message_new (GSCOPE_MESSAGE_ERROR, object);
}

static JsonObject *
describe_error (const GError *error)
{
  JsonObject *object = json_object_new ();
  guint code = GSCOPE_ERROR_REFUSED;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    code = CODE_CANCELLED;
  else if (error->domain == GSCOPE_ERROR)
    code = error->code;
  json_object_set_string_member (object, "code", codes[code]);
  gscope_json_set_text (object, "message", error->message, GSCOPE_MESSAGE_MAX_TEXT);
  return object;
}

GBytes *
gscope_message_new_answer (guint32 id, GVariant *value, const char *verdict, const GError *error)
{
  JsonObject *object = new_with_id (id);

  if (value)
    gscope_json_set_value (object, "value", value);
  gscope_json_set_text (object, "verdict", verdict, GSCOPE_MESSAGE_MAX_TEXT);
  if (error)
    json_object_set_object_member (object, "error", describe_error (error));
  return gscope_message_new (GSCOPE_MESSAGE_ANSWER, object);
}

static gboolean
read_refusal (JsonNode *node, GError **refusal, GError **error)
{
  JsonObject *object;
  const char *message;
  guint code;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return gscope_json_refuse (error, "error", _ ("this is not an object"));
  object = json_node_get_object (node);
  if (!gscope_json_get_choice (object, "code", codes, &code, error)
      || !gscope_json_get_text (object, "message", GSCOPE_MESSAGE_MAX_TEXT, &message, error))
    return FALSE;
  if (code == CODE_CANCELLED)
    g_set_error_literal (refusal, G_IO_ERROR, G_IO_ERROR_CANCELLED, message);
  else
    g_set_error_literal (refusal, GSCOPE_ERROR, (int) code, message);
  return FALSE;
}

gboolean
gscope_message_read_answer (JsonObject *answer, GVariant **value, const char **verdict,
                            GError **refusal, GError **error)
{
  *value = NULL;
  if (!gscope_json_get_text (answer, "verdict", GSCOPE_MESSAGE_MAX_TEXT, verdict, error))
    return FALSE;
  if (json_object_has_member (answer, "error"))
    return read_refusal (json_object_get_member (answer, "error"), refusal, error);
  if (!json_object_has_member (answer, "value"))
    return TRUE;
  *value = gscope_json_get_value (answer, "value", error);
  return *value != NULL;
}

const char *
gscope_verb_get_nick (GscopeVerb verb)
{
  return verbs[verb];
}

gboolean
gscope_message_get_verb (JsonObject *call, GscopeVerb *verb, GError **error)
{
  guint choice;

  if (!gscope_json_get_choice (call, "verb", verbs, &choice, error))
    return FALSE;
  *verb = choice;
  return TRUE;
}
