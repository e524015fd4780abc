/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/subject.h>

#include <string.h>

static gboolean
is_plain (const char *name, gsize i)
{
  return g_ascii_isalnum (name[i]) || name[i] == '-' || (name[i] == '_' && i > 0);
}

char *
gscope_nats_escape (const char *name)
{
  GString *token = g_string_new (*name ? NULL : "=");

  for (gsize i = 0; name[i]; i++)
    if (is_plain (name, i))
      g_string_append_c (token, name[i]);
    else
      g_string_append_printf (token, "=%02X", (guint8) name[i]);
  return g_string_free (token, FALSE);
}

static int
read_byte (const char *digits)
{
  int high = g_ascii_xdigit_value (digits[0]);
  int low = high >= 0 ? g_ascii_xdigit_value (digits[1]) : -1;

  return low >= 0 ? high * 16 + low : -1;
}

char *
gscope_nats_unescape (const char *token)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autofree char *again = NULL;

  for (const char *at = token; *at && !g_str_equal (token, "="); at++)
    {
      int byte = *at == '=' ? read_byte (at + 1) : *at;

      if (byte <= 0)
        return NULL;
      g_string_append_c (name, (char) byte);
      at += *at == '=' ? 2 : 0;
    }
  /* a name has one token */
  again = gscope_nats_escape (name->str);
  if (!g_str_equal (again, token) || !g_utf8_validate (name->str, (gssize) name->len, NULL))
    return NULL;
  return g_string_free (g_steal_pointer (&name), FALSE);
}

char *
gscope_nats_join (const char *host, const char *verb, const char *rest)
{
  g_autofree char *token = gscope_nats_escape (host);

  return g_strjoin (".", GSCOPE_NATS_ROOT, token, verb, rest, NULL);
}

/* libnats cuts long words. */
gboolean
gscope_nats_is_refusal_of (const char *text, const char *subject)
{
  const char *quoted = strchr (text, '"');
  gsize length = quoted ? strcspn (quoted + 1, "\"") : 0;

  return !quoted
         || (strncmp (subject, quoted + 1, length) == 0
             && (!quoted[1 + length] || !subject[length]));
}
