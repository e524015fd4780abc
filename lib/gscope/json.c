/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* No document of ours nests deeper than about ten. */
#define MAX_DEPTH 64
/* Longer than any number that a program writes. */
#define MAX_NUMBER 63
/* Bytes of an escaped code unit of UTF-16, as in \u2192. */
#define UNIT 6
#define SURROGATE 0xfc00u
#define HIGH_SURROGATE 0xd800u
#define LOW_SURROGATE 0xdc00u

typedef struct
{
  const char *data;
  const char *at;
  const char *end;
  guint depth;
  /* how many values and, of them, objects and lists may still come */
  gsize n_values;
  gsize n_containers;
  gboolean is_complete;
} Scan;

static gboolean
refuse (const Scan *scan, const char *reason, GError **error)
{
  guint line = 1;
  const char *start = scan->data;

  for (const char *c = scan->data; c < scan->at; c++)
    if (*c == '\n')
      {
        line++;
        start = c + 1;
      }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("line %u, column %ld: %s"), line,
               g_utf8_strlen (start, scan->at - start) + 1, reason);
  return FALSE;
}

static gboolean
read_unit (const char *at, const char *end, guint *unit)
{
  if (end - at < UNIT || at[0] != '\\' || at[1] != 'u')
    return FALSE;
  *unit = 0;
  for (guint i = 2; i < UNIT; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);

      if (digit < 0)
        return FALSE;
      *unit = *unit * 16 + (guint) digit;
    }
  return TRUE;
}

/* How many bytes the escape of a character has (RFC 8259, section 7), of two or more that are left; 0 if it is
 * none. json-glib takes halves of surrogate pairs and octal numbers too, and makes of them what is no UTF-8; of U+0000 it makes an end. */
static gsize
measure_escape (const char *at, const char *end)
{
  guint unit, second;

  if (at[1] && strchr ("\"\\/bfnrt", at[1]))
    return 2;
  if (!read_unit (at, end, &unit) || unit == 0 || (unit & SURROGATE) == LOW_SURROGATE)
    return 0;
  if ((unit & SURROGATE) != HIGH_SURROGATE)
    return UNIT;
  return read_unit (at + UNIT, end, &second) && (second & SURROGATE) == LOW_SURROGATE ? 2 * UNIT
                                                                                      : 0;
}

static gboolean
scan_string (Scan *scan, GError **error)
{
  const char *c = scan->at + 1;

  while (c < scan->end && *c != '"')
    {
      gsize length = *c == '\\' && scan->end - c > 1 ? measure_escape (c, scan->end) : 1;

      if (length == 0)
        {
          scan->at = c;
          return refuse (scan, _ ("this escape does not encode a character"), error);
        }
      c += length;
    }
  if (c >= scan->end)
    return refuse (scan, _ ("this text has no closing quote"), error);
  scan->at = c + 1;
  return TRUE;
}

/* Digits, sign, point and exponent in any order: json-glib knows the grammar. */
static gboolean
scan_number (Scan *scan, GError **error)
{
  char text[MAX_NUMBER + 1];
  const char *digits = text;
  gsize length = 0;
  gboolean whole;

  while (scan->at + length < scan->end && strchr ("+-.0123456789eE", scan->at[length]))
    if (++length > MAX_NUMBER)
      return refuse (scan, _ ("this number is too long"), error);
  memcpy (text, scan->at, length);
  text[length] = 0;
  digits += text[0] == '-';

  whole = !strpbrk (text, ".eE");
  errno = 0;
  if (whole ? (g_ascii_strtoll (text, NULL, 10), errno == ERANGE)
            : !isfinite (g_ascii_strtod (text, NULL)))
    return refuse (scan, _ ("this number is too large"), error);
  if (digits[0] == '0' && g_ascii_isdigit (digits[1]))
    return refuse (scan, _ ("a number does not begin with 0"), error);
  scan->at += length;
  return TRUE;
}

static gboolean
scan_word (Scan *scan, GError **error)
{
  static const char *const words[] = { "true", "false", "null" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if ((gsize) (scan->end - scan->at) >= length && memcmp (scan->at, words[i], length) == 0)
        {
          scan->at += length;
          return TRUE;
        }
    }
  return refuse (scan, _ ("this is not JSON"), error);
}

/* Each value but the first one of a list or an object comes after a comma. */
static gboolean
count (Scan *scan, char c, GError **error)
{
  gboolean is_container = c == '[' || c == '{';

  if (!is_container && c != ',')
    return TRUE;
  if (scan->n_values == 0 || (is_container && scan->n_containers == 0))
    return refuse (scan, _ ("this has too many values"), error);
  scan->n_values--;
  scan->n_containers -= is_container ? 1 : 0;
  return TRUE;
}

static gboolean
scan_token (Scan *scan, GError **error)
{
  char c = *scan->at;

  if (c == '"')
    return scan_string (scan, error);
  if (c == '-' || g_ascii_isdigit (c))
    return scan_number (scan, error);
  if (!c || !strchr ("[]{}:,", c))
    return scan_word (scan, error);

  if ((c == '[' || c == '{') && ++scan->depth > MAX_DEPTH)
    return refuse (scan, _ ("this nests too deep"), error);
  if ((c == ']' || c == '}') && scan->depth-- == 0)
    return refuse (scan, _ ("this bracket closes nothing"), error);
  if (!count (scan, c, error))
    return FALSE;
  scan->at++;
  return TRUE;
}

/* json-glib takes several values for one, and loses the memory of all but the last. */
static gboolean
scan_next (Scan *scan, GError **error)
{
  if (*scan->at && strchr (" \t\r\n", *scan->at))
    {
      scan->at++;
      return TRUE;
    }
  if (scan->is_complete)
    return refuse (scan, _ ("there is more after the end of the value"), error);
  if (!scan_token (scan, error))
    return FALSE;
  scan->is_complete = scan->depth == 0;
  return TRUE;
}

/* json-glib's message, with the place in our words. It may cut what it quotes within a character. */
static void
take_parser_error (JsonParser *parser, GError *parser_error, GError **error)
{
  guint line, column;
  g_autofree char *message = g_utf8_make_valid (parser_error->message, -1);
  const char *rest = strstr (message, "error: ");

  if (rest && sscanf (message, "<data>:%u:%u:", &line, &column) == 2)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("line %u, column %u: %s"), line,
                 column, rest + strlen ("error: "));
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("line %u, column %u: %s"),
                 json_parser_get_current_line (parser), json_parser_get_current_pos (parser),
                 message);
  g_error_free (parser_error);
}

JsonNode *
gscope_json_parse (const char *data, gsize length, GError **error)
{
  return gscope_json_parse_bounded (data, length, G_MAXSIZE, G_MAXSIZE, error);
}

JsonNode *
gscope_json_parse_bounded (const char *data, gsize length, gsize max_values, gsize max_containers,
                           GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  const char *text = data ? data : "";
  Scan scan = { text, text, text + length, 0, max_values, max_containers, FALSE };
  GError *parser_error = NULL;
  JsonNode *root;

  if (!g_utf8_validate (text, length, &scan.at))
    {
      refuse (&scan, _ ("this is not UTF-8"), error);
      return NULL;
    }
  for (scan.at = text; scan.at < scan.end;)
    if (!scan_next (&scan, error))
      return NULL;
  if (!json_parser_load_from_data (parser, text, length, &parser_error))
    {
      take_parser_error (parser, parser_error, error);
      return NULL;
    }
  root = json_parser_steal_root (parser);
  if (!root)
    refuse (&scan, _ ("there is nothing here"), error);
  return root;
}

gboolean
gscope_json_refuse (GError **error, const char *member, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("“%s”: %s"), member, reason);
  return FALSE;
}

gboolean
gscope_json_find (const char *text, const char *const *choices, guint *choice)
{
  for (*choice = 0; choices[*choice]; (*choice)++)
    if (g_str_equal (text, choices[*choice]))
      return TRUE;
  return FALSE;
}

gboolean
gscope_json_get_text (JsonObject *object, const char *member, gsize max, const char **text,
                      GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  *text = "";
  if (!node)
    return TRUE;
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return gscope_json_refuse (error, member, _ ("this is not a text"));
  *text = json_node_get_string (node);
  if (strlen (*text) <= max)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("“%s” has %zu bytes; %zu are allowed"),
               member, strlen (*text), max);
  return FALSE;
}

gboolean
gscope_json_get_integer (JsonObject *object, const char *member, gint64 min, gint64 max,
                         gint64 *number, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  if (!node || json_node_get_value_type (node) != G_TYPE_INT64)
    return gscope_json_refuse (error, member, _ ("this is not a whole number"));
  *number = json_node_get_int (node);
  return (*number >= min && *number <= max)
         || gscope_json_refuse (error, member, _ ("this is outside its range"));
}

gboolean
gscope_json_get_double (JsonObject *object, const char *member, double *number, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);
  GType type = node ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return gscope_json_refuse (error, member, _ ("this is not a number"));
  *number = json_node_get_double (node);
  return TRUE;
}

gboolean
gscope_json_get_choice (JsonObject *object, const char *member, const char *const *choices,
                        guint *choice, GError **error)
{
  const char *text;

  if (!gscope_json_get_text (object, member, G_MAXSIZE, &text, error))
    return FALSE;
  return gscope_json_find (text, choices, choice)
         || gscope_json_refuse (error, member, _ ("this is not a known word"));
}

static gboolean
read_enum (JsonObject *object, const char *member, GType type, int *value, gboolean *is_known,
           GError **error)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);
  const GEnumValue *choice;
  const char *nick;

  if (!gscope_json_get_text (object, member, G_MAXSIZE, &nick, error))
    return FALSE;
  choice = g_enum_get_value_by_nick (choices, nick);
  *is_known = choice != NULL;
  if (choice)
    *value = choice->value;
  return TRUE;
}

gboolean
gscope_json_get_enum (JsonObject *object, const char *member, GType type, int *value,
                      GError **error)
{
  gboolean is_known;

  if (!read_enum (object, member, type, value, &is_known, error))
    return FALSE;
  return is_known || gscope_json_refuse (error, member, _ ("this is not a known word"));
}

gboolean
gscope_json_get_known (JsonObject *object, const char *member, GType type, int *value,
                       GError **error)
{
  gboolean is_known;

  return read_enum (object, member, type, value, &is_known, error);
}

gboolean
gscope_json_get_array (JsonObject *object, const char *member, guint max, JsonArray **array,
                       GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  *array = NULL;
  if (!node)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return gscope_json_refuse (error, member, _ ("this is not a list"));
  *array = json_node_get_array (node);
  if (json_array_get_length (*array) <= max)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               g_dngettext (GETTEXT_PACKAGE, "“%s” has %u element; %u are allowed",
                            "“%s” has %u elements; %u are allowed", json_array_get_length (*array)),
               member, json_array_get_length (*array), max);
  return FALSE;
}

GStrv
gscope_json_get_names (JsonObject *object, const char *member, guint max, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonArray *array;

  if (!gscope_json_get_array (object, member, max, &array, error))
    return NULL;
  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (json_node_get_value_type (node) != G_TYPE_STRING)
        return gscope_json_refuse (error, member, _ ("this is not a list of names")), NULL;
      g_strv_builder_add (builder, json_node_get_string (node));
    }
  return g_strv_builder_end (builder);
}

GVariant *
gscope_json_get_value (JsonObject *object, const char *member, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);
  GType type = node ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type == G_TYPE_BOOLEAN)
    return g_variant_ref_sink (g_variant_new_boolean (json_node_get_boolean (node)));
  if (type == G_TYPE_INT64)
    return g_variant_ref_sink (g_variant_new_int64 (json_node_get_int (node)));
  if (type == G_TYPE_DOUBLE)
    return g_variant_ref_sink (g_variant_new_double (json_node_get_double (node)));
  if (type == G_TYPE_STRING)
    return g_variant_ref_sink (g_variant_new_string (json_node_get_string (node)));
  gscope_json_refuse (error, member, _ ("this is not a boolean, a number or a text"));
  return NULL;
}

gboolean
gscope_json_get_flag (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node && json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node);
}

void
gscope_json_set_text (JsonObject *object, const char *member, const char *text, gsize max)
{
  g_autofree char *valid = NULL;

  if (!text || !*text)
    return;
  valid = g_utf8_make_valid (text, -1);
  if (strlen (valid) > max)
    {
      while ((valid[max] & 0xC0) == 0x80)
        max--;
      valid[max] = '\0';
    }
  json_object_set_string_member (object, member, valid);
}

void
gscope_json_set_value (JsonObject *object, const char *member, GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    json_object_set_boolean_member (object, member, g_variant_get_boolean (value));
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    json_object_set_int_member (object, member, g_variant_get_int64 (value));
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    json_object_set_double_member (object, member, g_variant_get_double (value));
  else
    json_object_set_string_member (object, member, g_variant_get_string (value, NULL));
}

char *
gscope_json_quote (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  return json_to_string (node, FALSE);
}

void
gscope_json_set_enum (JsonObject *object, const char *member, GType type, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);

  json_object_set_string_member (object, member, g_enum_get_value (choices, value)->value_nick);
}

void
gscope_json_set_finite (JsonObject *object, const char *member, double number)
{
  if (isfinite (number))
    json_object_set_double_member (object, member, number);
}
