/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/message.h>

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
  "hello",  "pace",   "source",  "signals", "parameters", "call",        "answer", "cancel",
  "notice", "marker", "losses",  "beat",    "subscribe",  "unsubscribe", "credit", "reduced",
  "time",   "step",   "sources", "query",   "broadcast",  "tune",        "error",
};

static const char *const verbs[GSCOPE_N_VERBS + 1] = {
  "configure", "start", "stop", "check", "apply", "apply-all", "refresh", "mark", "picture", "get",
};

/* Names by value of GscopeError; the last name is for other errors. */
static const char *const codes[] = {
  "invalid",     "not-found", "exists", "refused",     "superseded", "privilege",
  "unsupported", "limit",     "token",  "certificate", "cancelled",  NULL,
};

enum
{
  CODE_CANCELLED = GSCOPE_ERROR_CERTIFICATE + 1,
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

void
gscope_message_send (GscopeCarrier *carrier, GscopeMessageKind kind, JsonObject *object)
{
  g_autoptr (GBytes) message = gscope_message_new (kind, object);

  gscope_carrier_send (carrier, message);
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
  g_autoptr (JsonNode) root =
      size > 0 ? gscope_json_parse_bounded (data, size, GSCOPE_MESSAGE_MAX_VALUES,
                                            GSCOPE_MESSAGE_MAX_CONTAINERS, error)
               : NULL;
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

/* The identity of what an end cannot read, for example in a sandbox. */
#define UNKNOWN "unknown"

static char *
read_boot_id (void)
{
  char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return g_strdup (UNKNOWN);
  return g_strstrip (text);
}

/* The kernel's clock is another one in each time namespace; other clocks are only known to this process. */
static char *
identify_in_boot (GscopeClock *clock)
{
  static const char key[] = "gscope-clock-identity";
  char *text;

  if (GSCOPE_CLOCK_GET_CLASS (clock)->monotonic)
    {
      text = g_file_read_link ("/proc/self/ns/time", NULL);
      return text ? text : g_strdup (UNKNOWN);
    }
  text = g_object_get_data (G_OBJECT (clock), key);
  if (!text)
    {
      text = g_uuid_string_random ();
      g_object_set_data_full (G_OBJECT (clock), key, text, g_free);
    }
  return g_strdup (text);
}

static char *
identify (const char *boot, const char *clock)
{
  return g_strdup_printf ("%s %s", boot, clock);
}

char *
gscope_message_identify_clock (GscopeClock *clock)
{
  g_autofree char *boot = read_boot_id ();
  g_autofree char *name = identify_in_boot (clock);

  return identify (boot, name);
}

char *
gscope_message_read_clock (JsonObject *hello, GError **error)
{
  const char *boot, *clock;

  if (!gscope_json_get_text (hello, "boot", GSCOPE_MESSAGE_MAX_WORD, &boot, error)
      || !gscope_json_get_text (hello, "clock", GSCOPE_MESSAGE_MAX_WORD, &clock, error))
    return NULL;
  return identify (boot, clock);
}

gboolean
gscope_message_is_one_clock (const char *a, const char *b)
{
  return g_str_equal (a, b) && !g_str_has_prefix (a, UNKNOWN " ");
}

JsonObject *
gscope_message_create_hello (GscopeClock *clock)
{
  g_autofree char *boot = read_boot_id ();
  g_autofree char *name = identify_in_boot (clock);
  gint64 now = gscope_clock_get_time (clock);
  JsonObject *hello = json_object_new ();

  json_object_set_int_member (hello, "version", GSCOPE_MESSAGE_VERSION);
  json_object_set_string_member (hello, "boot", boot);
  json_object_set_string_member (hello, "clock", name);
  json_object_set_int_member (hello, "wall_ns", gscope_clock_to_unix (clock, now) - now);
  return hello;
}

gboolean
gscope_message_check_hello (JsonObject *hello, GError **error)
{
  gint64 version;

  if (!gscope_json_get_integer (hello, "version", 1, G_MAXINT, &version, error))
    return FALSE;
  if (version == GSCOPE_MESSAGE_VERSION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("one end uses version %d of the protocol, the other version %d; use programs "
                  "of the same release"),
               GSCOPE_MESSAGE_VERSION, (int) version);
  return FALSE;
}

/* Names by GscopeClockStepKind. */
static const char *const step_kinds[GSCOPE_N_CLOCK_STEP_KINDS + 1] = { "monotonic", "wall" };

GBytes *
gscope_message_new_step (GscopeClockStepKind kind, gint64 time, gint64 size)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "clock", step_kinds[kind]);
  json_object_set_int_member (object, "time_ns", time);
  json_object_set_int_member (object, "size_ns", size);
  return gscope_message_new (GSCOPE_MESSAGE_STEP, object);
}

gboolean
gscope_message_read_step (JsonObject *step, GscopeClockStepKind *kind, gint64 *time, gint64 *size,
                          GError **error)
{
  guint choice;

  if (!gscope_json_get_choice (step, "clock", step_kinds, &choice, error)
      || !gscope_json_get_integer (step, "time_ns", G_MININT64, G_MAXINT64, time, error)
      || !gscope_json_get_integer (step, "size_ns", G_MININT64, G_MAXINT64, size, error))
    return FALSE;
  *kind = choice;
  return TRUE;
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
gscope_message_new_error (const GError *error)
{
  return gscope_message_new (GSCOPE_MESSAGE_ERROR, describe_error (error));
}

void
gscope_message_set_refusal (JsonObject *outer, const GError *error)
{
  json_object_set_object_member (outer, "error", describe_error (error));
}

GBytes *
gscope_message_new_answer (guint32 id, const GscopeAnswer *answer, const GError *error)
{
  JsonObject *object = new_with_id (id);

  if (answer->value)
    gscope_json_set_value (object, "value", answer->value);
  gscope_json_set_text (object, "verdict", answer->verdict, GSCOPE_MESSAGE_MAX_TEXT);
  if (answer->revision > 0)
    {
      json_object_set_int_member (object, "revision", answer->revision);
      json_object_set_int_member (object, "time_ns", answer->time);
    }
  if (answer->picture)
    json_object_set_string_member (object, "picture", answer->picture);
  if (answer->writes)
    json_object_set_array_member (object, "writes", answer->writes);
  if (answer->parameters)
    json_object_set_array_member (object, "parameters", answer->parameters);
  if (answer->signals)
    json_object_set_array_member (object, "signals", answer->signals);
  if (error)
    gscope_message_set_refusal (object, error);
  return gscope_message_new (GSCOPE_MESSAGE_ANSWER, object);
}

static gboolean
read_error (JsonObject *object, GError **told, GError **error)
{
  const char *message;
  guint code = GSCOPE_ERROR_REFUSED;

  if ((json_object_has_member (object, "code")
       && !gscope_json_get_choice (object, "code", codes, &code, error))
      || !gscope_json_get_text (object, "message", GSCOPE_MESSAGE_MAX_TEXT, &message, error))
    return FALSE;
  if (code == CODE_CANCELLED)
    g_set_error_literal (told, G_IO_ERROR, G_IO_ERROR_CANCELLED, message);
  else
    g_set_error_literal (told, GSCOPE_ERROR, (int) code, message);
  return TRUE;
}

void
gscope_message_read_error (JsonObject *object, GError **error)
{
  GError *told = NULL;

  if (read_error (object, &told, error))
    g_propagate_error (error, told);
}

gboolean
gscope_message_read_refusal (JsonObject *outer, GError **refusal, GError **error)
{
  JsonNode *node = json_object_get_member (outer, "error");

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return gscope_json_refuse (error, "error", _ ("this is not an object"));
  return read_error (json_node_get_object (node), refusal, error);
}

gboolean
gscope_message_read_answer (JsonObject *object, GscopeAnswer *answer, GError **refusal,
                            GError **error)
{
  *answer = (GscopeAnswer){ 0 };
  if (!gscope_json_get_text (object, "verdict", GSCOPE_MESSAGE_MAX_TEXT, &answer->verdict, error)
      || !gscope_json_get_text (object, "picture", G_MAXSIZE, &answer->picture, error))
    return FALSE;
  if (json_object_has_member (object, "revision")
      && (!gscope_json_get_integer (object, "revision", 1, G_MAXINT64, &answer->revision, error)
          || !gscope_json_get_integer (object, "time_ns", G_MININT64, G_MAXINT64, &answer->time,
                                       error)))
    return FALSE;
  if (json_object_has_member (object, "error"))
    {
      gscope_message_read_refusal (object, refusal, error);
      return FALSE;
    }
  if (!json_object_has_member (object, "value"))
    return TRUE;
  answer->value = gscope_json_get_value (object, "value", error);
  return answer->value != NULL;
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
