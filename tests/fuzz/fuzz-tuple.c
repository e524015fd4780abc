/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/text/annotation-private.h>
#include <gscope/text/tuple.h>
#include <math.h>
#include <string.h>

/* The first byte of an input says how the rest, a text, is split into blocks. */

typedef struct
{
  GString *log;
  GString *text;
  guint n_errors;
} Result;

/* Bit by bit, so that -0 and 0 differ, but all not-a-numbers are one. */
static guint64
to_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return isnan (value) ? G_MAXUINT64 : bits;
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Result *result = user_data;

  for (gsize i = 0; i < n; i++)
    {
      const char *name = gscope_tuple_parser_get_name (parser, tuples[i].name);

      g_assert_true (gscope_tuple_check_name (name, NULL));
      g_string_append_printf (result->log, "%" G_GINT64_FORMAT " %" G_GINT64_MODIFIER "x %u %s\n",
                              tuples[i].time, to_bits (tuples[i].value), tuples[i].name, name);
      gscope_tuple_append (result->text, tuples[i].time, tuples[i].value, name);
    }
}

static void
take_error (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
            gpointer user_data)
{
  Result *result = user_data;

  result->n_errors++;
  g_string_append_printf (result->log, "error %" G_GUINT64_FORMAT " %d %s\n", line, cause, reason);
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer user_data)
{
  Result *result = user_data;

  g_string_append_printf (result->log, "object %" G_GUINT64_FORMAT " %u\n", line,
                          json_object_get_size (gscope_annotation_get_object (annotation)));
}

static Result
parse (const char *text, gsize length, gsize block_size)
{
  Result result = { g_string_new (NULL), g_string_new (NULL), 0 };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &result, NULL);

  gscope_tuple_parser_set_max_names (parser, 20);
  gscope_tuple_parser_set_error_func (parser, take_error, &result, NULL);
  gscope_tuple_parser_set_annotation_func (parser, take_annotation, &result, NULL);
  for (gsize i = 0; i < length; i += block_size)
    {
      gsize n = MIN (block_size, length - i);
      g_autofree char *block = g_memdup2 (text + i, n);

      gscope_tuple_parser_feed (parser, block, n);
    }
  gscope_tuple_parser_finish (parser);
  return result;
}

static void
clear (Result *result)
{
  g_string_free (result->log, TRUE);
  g_string_free (result->text, TRUE);
}

static void
check_blocks (const Result *whole, const char *text, gsize length, gsize block_size)
{
  Result split = parse (text, length, block_size);

  g_assert_cmpstr (split.log->str, ==, whole->log->str);
  clear (&split);
}

static void
check_format (const Result *first)
{
  Result again = parse (first->text->str, first->text->len, first->text->len);

  g_assert_cmpuint (again.n_errors, ==, 0);
  g_assert_cmpstr (again.text->str, ==, first->text->str);
  clear (&again);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data + 1;
  Result whole;

  if (size < 2)
    return 0;
  whole = parse (text, size - 1, size - 1);
  check_blocks (&whole, text, size - 1, data[0] + 1);
  if (size < 1000)
    check_blocks (&whole, text, size - 1, 1);
  check_format (&whole);
  clear (&whole);
  return 0;
}
