/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/gscope.h>
#include <string.h>

/* An input is a pattern, a newline, a text after which the search begins, a newline, and a file. Each number of the file is chosen,
 * too, and its place has to find it. */

enum
{
  MAX_NUMBERS = 32,
};

static void
find (GscopeNumberPlace *place, const char *text)
{
  double number;
  gsize begin = 0;
  GscopeNumberFault fault = gscope_number_place_find (place, text, &number, &begin);

  g_assert_nonnull (gscope_number_fault_get_title (fault));
  g_assert_cmpuint (begin, <=, strlen (text));
}

static void
try_pattern (const char *pattern, const char *after, const char *text)
{
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GscopeNumberPlace) place = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_utf8_validate (pattern, -1, NULL) || !g_utf8_validate (after, -1, NULL))
    return;
  options =
      g_variant_ref_sink (g_variant_new_parsed ("{'pattern': <%s>, 'match': <int64 2>}", pattern));
  place = gscope_number_place_new (options, &error);
  g_assert_true (!place == !!error);
  if (place)
    find (place, text);
  g_clear_pointer (&place, gscope_number_place_unref);
  g_clear_error (&error);
  g_clear_pointer (&options, g_variant_unref);
  options = g_variant_ref_sink (
      g_variant_new_parsed ("{'line': <%s>, 'field': <int64 2>, 'after': <%s>}", pattern, after));
  place = gscope_number_place_new (options, &error);
  g_assert_true (!place == !!error);
  if (place)
    find (place, text);
}

static void
choose (const char *text, gsize offset, gsize expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeNumberPlace) place = gscope_number_place_new_at (text, offset, &error);
  g_autoptr (GscopeNumberPlace) copy = NULL;
  g_autoptr (GVariant) options = NULL;
  double number;
  gsize begin;
  GscopeNumberFault fault;

  g_assert_true (!place == !!error);
  if (!place)
    return;
  options = gscope_number_place_describe (place);
  copy = gscope_number_place_new (options, NULL);
  g_assert_nonnull (copy);
  fault = gscope_number_place_find (copy, text, &number, &begin);
  /* another thread may have had the processor for long */
  if (fault == GSCOPE_NUMBER_FAULT_SLOW)
    return;
  g_assert_cmpint (fault, ==, GSCOPE_NUMBER_FAULT_NONE);
  g_assert_cmpuint (begin, ==, expected);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *input = g_strndup ((const char *) data, size);
  g_auto (GStrv) parts = g_strsplit (input, "\n", 3);
  gsize begin, end, at = 0;

  if (g_strv_length (parts) < 3)
    return 0;
  try_pattern (parts[0], parts[1], parts[2]);
  for (guint i = 0; i < MAX_NUMBERS && gscope_number_place_next (parts[2], at, &begin, &end); i++)
    {
      g_assert_cmpuint (begin, <, end);
      g_assert_cmpuint (end, >, at);
      choose (parts[2], at, begin);
      at = end;
    }
  return 0;
}
