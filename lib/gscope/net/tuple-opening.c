/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-opening.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

#define TOKEN_WORD "#token "

/* The methods that a browser sends without asking the server first, and the usual others (RFC 9110). */
static const char *const methods[] = {
  "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "CONNECT ", "OPTIONS ", "TRACE ", "PATCH ", "PRI ",
};

/* A handshake record of any version (RFC 8446, section 5.1). */
static const char tls[] = "\x16\x03";

/* Compares the beginning of a text with a prefix; the result is unclear if the text is shorter and
 * equal so far. */
static GscopeTupleOpening
compare (const char *text, gsize length, const char *prefix, GscopeTupleOpening verdict)
{
  gsize n = strlen (prefix);

  if (memcmp (text, prefix, MIN (n, length)) != 0)
    return GSCOPE_TUPLE_OPENING_TUPLES;
  return length >= n ? verdict : GSCOPE_TUPLE_OPENING_UNCLEAR;
}

static GscopeTupleOpening
identify_protocol (const char *text, gsize length)
{
  GscopeTupleOpening verdict = compare (text, length, tls, GSCOPE_TUPLE_OPENING_TLS);

  for (gsize i = 0; i < G_N_ELEMENTS (methods) && verdict == GSCOPE_TUPLE_OPENING_TUPLES; i++)
    verdict = compare (text, length, methods[i], GSCOPE_TUPLE_OPENING_HTTP);
  return verdict;
}

/* Compares in a time that depends only on the length of the received text. */
static gboolean
is_same (const char *sent, gsize length, const char *token)
{
  char expected[GSCOPE_TUPLE_MAX_TOKEN + 1] = "";
  char given[GSCOPE_TUPLE_MAX_TOKEN + 1] = "";
  guint8 difference = length > GSCOPE_TUPLE_MAX_TOKEN;

  g_strlcpy (expected, token, sizeof expected);
  memcpy (given, sent, MIN (length, GSCOPE_TUPLE_MAX_TOKEN));
  for (gsize i = 0; i < sizeof given; i++)
    difference |= (guint8) expected[i] ^ (guint8) given[i];
  return difference == 0;
}

static GscopeTupleOpening
find_token (const char *text, gsize length, const char *token)
{
  GscopeTupleOpening verdict = compare (text, length, TOKEN_WORD, GSCOPE_TUPLE_OPENING_UNCLEAR);
  const char *begin = text + strlen (TOKEN_WORD);
  const char *end;

  if (verdict == GSCOPE_TUPLE_OPENING_TUPLES)
    return GSCOPE_TUPLE_OPENING_NO_TOKEN;
  end = memchr (text, '\n', length);
  if (!end)
    return length < GSCOPE_TUPLE_MAX_OPENING ? GSCOPE_TUPLE_OPENING_UNCLEAR
                                             : GSCOPE_TUPLE_OPENING_NO_TOKEN;
  if (end > begin && end[-1] == '\r')
    end--;
  return is_same (begin, end - begin, token) ? GSCOPE_TUPLE_OPENING_TUPLES
                                             : GSCOPE_TUPLE_OPENING_NO_TOKEN;
}

GscopeTupleOpening
gscope_tuple_opening_identify (const char *text, gsize length, const char *token)
{
  GscopeTupleOpening verdict = identify_protocol (text, length);

  if (verdict != GSCOPE_TUPLE_OPENING_TUPLES || !token || !token[0])
    return verdict;
  return find_token (text, length, token);
}

gboolean
gscope_tuple_opening_check_token (const char *token, GError **error)
{
  gsize length = strlen (token);

  if (length <= GSCOPE_TUPLE_MAX_TOKEN && !strpbrk (token, "\r\n")
      && g_utf8_validate (token, -1, NULL))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("A token is one line of UTF-8, of at most %d bytes. Choose another."),
               GSCOPE_TUPLE_MAX_TOKEN);
  return FALSE;
}
