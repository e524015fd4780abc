/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <gscope/text/usual-lines.h>
#include <locale.h>
#include <math.h>
#include <string.h>

typedef struct
{
  GArray *tuples;
  GString *errors;
  GString *objects;
  GscopeTupleParser *parser;
} Fixture;

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Fixture *f = user_data;

  g_array_append_vals (f->tuples, tuples, n);
}

static void
take_error (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
            gpointer user_data)
{
  Fixture *f = user_data;

  g_string_append_printf (f->errors, "%" G_GUINT64_FORMAT " %s: %s\n", line,
                          cause == GSCOPE_LOSS_LIMIT ? "limit" : "malformed", reason);
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer user_data)
{
  Fixture *f = user_data;

  g_string_append_printf (
      f->objects, "%u:%" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT "\n", f->tuples->len, line,
      json_object_get_int_member (gscope_annotation_get_object (annotation), "a"));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->tuples = g_array_new (FALSE, FALSE, sizeof (GscopeTuple));
  f->errors = g_string_new (NULL);
  f->objects = g_string_new (NULL);
  f->parser = gscope_tuple_parser_new (take_tuples, f, NULL);
  gscope_tuple_parser_set_error_func (f->parser, take_error, f, NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_tuple_parser_unref (f->parser);
  g_array_unref (f->tuples);
  g_string_free (f->errors, TRUE);
  g_string_free (f->objects, TRUE);
}

static void
feed (Fixture *f, const char *text)
{
  /* A copy of its own size, so that a read behind it is seen by the sanitizer. */
  g_autofree char *block = g_memdup2 (text, strlen (text));

  gscope_tuple_parser_feed (f->parser, block, strlen (text));
}

static void
assert_tuple (Fixture *f, guint i, gint64 time, double value, const char *name)
{
  const GscopeTuple *tuple = &g_array_index (f->tuples, GscopeTuple, i);

  g_assert_cmpuint (i, <, f->tuples->len);
  g_assert_cmpint (tuple->time, ==, time);
  if (isnan (value))
    g_assert_true (isnan (tuple->value));
  else
    g_assert_cmpfloat (tuple->value, ==, value);
  g_assert_cmpstr (gscope_tuple_parser_get_name (f->parser, tuple->name), ==, name);
}

static void
test_lines (Fixture *f, gconstpointer data)
{
  feed (f, "1000.125 1.5 cpu0\n"
           "\t 1001  -2e3\tnet in \r\n"
           "\n"
           "  \r\n"
           "# a comment\n"
           "#gscope {\"a\": 1}\n"
           "1002 nan cpu0\n"
           "1003 -Infinity cpu0\n"
           "1004 +.5\n"
           "-1005. 7 # \xc3\xa9\n");

  g_assert_cmpuint (f->tuples->len, ==, 6);
  assert_tuple (f, 0, 1000125000, 1.5, "cpu0");
  assert_tuple (f, 1, 1001000000, -2000, "net in");
  assert_tuple (f, 2, 1002000000, NAN, "cpu0");
  assert_tuple (f, 3, 1003000000, -INFINITY, "cpu0");
  assert_tuple (f, 4, 1004000000, 0.5, "");
  assert_tuple (f, 5, -1005000000, 7, "# \xc3\xa9");
  g_assert_cmpuint (gscope_tuple_parser_get_n_names (f->parser), ==, 4);
  g_assert_cmpuint (gscope_tuple_parser_get_lines (f->parser), ==, 10);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (f->parser), ==, 0);
  g_assert_cmpstr (f->errors->str, ==, "");
}

static void
test_last_line (Fixture *f, gconstpointer data)
{
  feed (f, "1 2 a\n3 4 b");
  g_assert_cmpuint (f->tuples->len, ==, 1);
  gscope_tuple_parser_finish (f->parser);
  gscope_tuple_parser_finish (f->parser);
  g_assert_cmpuint (f->tuples->len, ==, 2);
  assert_tuple (f, 1, 3000000, 4, "b");
  g_assert_cmpuint (gscope_tuple_parser_get_lines (f->parser), ==, 2);
}

static void
test_malformed (Fixture *f, gconstpointer data)
{
  g_autofree char *name = g_strnfill (GSCOPE_TUPLE_MAX_NAME, 'n');
  g_autofree char *text = NULL;

  text = g_strdup_printf ("1 1 good\n"
                          "x 1 a\n"
                          "nan 1 a\n"
                          "1\n"
                          "1 \r\n"
                          "1 x a\n"
                          "1 1.2.3 a\n"
                          "1 0x10 a\n"
                          "1 1e a\n"
                          "1 1,5 a\n"
                          "9223372036855 1 a\n"
                          "1 1 \xff\n"
                          "1 1 a\rb\n"
                          "1 1 %s\n"
                          "1 1 %sx\n"
                          " # no comment\n"
                          "2 2 good\n",
                          name, name);
  feed (f, text);
  g_assert_cmpstr (f->errors->str, ==,
                   "2 malformed: the time is not a decimal number\n"
                   "3 malformed: the time is not a decimal number\n"
                   "4 malformed: there is no value after the time\n"
                   "5 malformed: there is no value after the time\n"
                   "6 malformed: the value is not a decimal number\n"
                   "7 malformed: the value is not a decimal number\n"
                   "8 malformed: the value is not a decimal number\n"
                   "9 malformed: the value is not a decimal number\n"
                   "10 malformed: the value is not a decimal number\n"
                   "11 malformed: the time is out of range\n"
                   "12 malformed: the name is not UTF-8\n"
                   "13 malformed: the name has a line break in it\n"
                   "15 malformed: the name is longer than 255 bytes\n"
                   "16 malformed: the time is not a decimal number\n");
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (f->parser), ==, 14);
  g_assert_cmpuint (f->tuples->len, ==, 3);
  assert_tuple (f, 1, 1000000, 1, name);
  assert_tuple (f, 2, 2000000, 2, "good");
}

static void
test_zero_byte (Fixture *f, gconstpointer data)
{
  static const char text[] = "1 1 a\0b\n\0\n1 1\0 a\n2 2 a\n";

  gscope_tuple_parser_feed (f->parser, text, sizeof text - 1);
  g_assert_cmpuint (f->tuples->len, ==, 1);
  assert_tuple (f, 0, 2000000, 2, "a");
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (f->parser), ==, 3);
}

static void
test_long_lines (Fixture *f, gconstpointer data)
{
  for (gsize length = GSCOPE_TUPLE_MAX_LINE - 1; length <= GSCOPE_TUPLE_MAX_LINE + 2; length++)
    {
      g_autoptr (GString) text = g_string_new ("1 2");

      while (text->len < length - 1)
        g_string_append_c (text, ' ');
      g_string_append (text, "n\n3 4 a line that follows\n");
      feed (f, text->str);
      for (gsize i = 0; i < text->len; i += 1000)
        gscope_tuple_parser_feed (f->parser, text->str + i, MIN (1000, text->len - i));
    }

  g_assert_cmpuint (f->tuples->len, ==, 8 + 4);
  g_assert_cmpstr (f->errors->str, ==,
                   "9 malformed: the line is longer than 4096 bytes\n"
                   "11 malformed: the line is longer than 4096 bytes\n"
                   "13 malformed: the line is longer than 4096 bytes\n"
                   "15 malformed: the line is longer than 4096 bytes\n");
}

static void
test_endless_line (Fixture *f, gconstpointer data)
{
  g_autofree char *block = g_strnfill (100000, '1');

  for (guint i = 0; i < 10; i++)
    feed (f, block);
  feed (f, "\n1 2 a\n");
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (f->parser), ==, 1);
  g_assert_cmpuint (f->tuples->len, ==, 1);
}

static void
test_splits (Fixture *f, gconstpointer data)
{
  static const char text[] = "#gscope {\"a\": 1}\r\n1000.125 17.25 cpu0\r\n1 nan a long name\n\n"
                             "bad\n2 -1e-3 cpu0\n#gscope {\"a\": 2}\n3 12345678901234567890 b";
  Fixture whole;

  set_up (&whole, NULL);
  gscope_tuple_parser_set_annotation_func (whole.parser, take_annotation, &whole, NULL);
  feed (&whole, text);
  gscope_tuple_parser_finish (whole.parser);
  for (gsize size = 1; size < sizeof text; size++)
    {
      Fixture split;

      set_up (&split, NULL);
      gscope_tuple_parser_set_annotation_func (split.parser, take_annotation, &split, NULL);
      for (gsize i = 0; i < sizeof text - 1; i += size)
        {
          gsize n = MIN (size, sizeof text - 1 - i);
          g_autofree char *block = g_memdup2 (text + i, n);

          gscope_tuple_parser_feed (split.parser, block, n);
        }
      gscope_tuple_parser_finish (split.parser);
      g_assert_cmpstr (split.errors->str, ==, "5 malformed: the time is not a decimal number\n");
      g_assert_cmpstr (split.objects->str, ==, whole.objects->str);
      g_assert_cmpuint (split.tuples->len, ==, 4);
      for (guint i = 0; i < split.tuples->len; i++)
        {
          const GscopeTuple *tuple = &g_array_index (whole.tuples, GscopeTuple, i);

          assert_tuple (&split, i, tuple->time, tuple->value,
                        gscope_tuple_parser_get_name (whole.parser, tuple->name));
        }
      tear_down (&split, NULL);
    }
  tear_down (&whole, NULL);
}

static void
test_annotations (Fixture *f, gconstpointer data)
{
  gscope_tuple_parser_set_annotation_func (f->parser, take_annotation, f, NULL);
  feed (f, "#gscope {\"a\": 1}\n"
           "1 1 x\n"
           "#gscope\t{\"a\": 9007199254740993}\n"
           "#gscopes are fine\n"
           "#gscope [1]\n"
           "#gscope {\n"
           "#gscope\n"
           "2 2 x\n");
  g_assert_cmpstr (f->objects->str, ==, "0:1:1\n1:3:9007199254740993\n");
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (f->parser), ==, 3);
  g_assert_nonnull (strstr (f->errors->str, "5 malformed: "));
  g_assert_cmpuint (f->tuples->len, ==, 2);
}

static void
test_many_names (Fixture *f, gconstpointer data)
{
  gscope_tuple_parser_set_max_names (f->parser, 1000);
  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < 1010; i++)
        {
          g_autofree char *line = g_strdup_printf ("%u %u signal %u\n", i, i, i * (round + 1));

          feed (f, line);
        }
    }
  g_assert_cmpuint (gscope_tuple_parser_get_n_names (f->parser), ==, 1000);
  g_assert_cmpuint (gscope_tuple_parser_get_over_limit (f->parser), ==, 10 + 510 + 676);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (f->parser), ==, 0);
  g_assert_cmpstr (f->errors->str, ==, "1001 limit: there are more than 1000 different names\n");
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %u", i);

      assert_tuple (f, i, i * 1000000, i, name);
    }
}

static void
test_similar_names (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "12345678",         "1234567", "123456789", "12345678 ",
                                       "1234567812345678", "",        "1",         "12345678X" };
  const guint n = G_N_ELEMENTS (names);

  for (guint i = 0; i < 20 * n; i++)
    {
      g_autofree char *line = g_strdup_printf ("1 2 %s\n", names[i * i % 13 % n]);

      feed (f, line);
    }
  for (guint i = 0; i < 20 * n; i++)
    {
      g_autofree char *name = g_strdup (names[i * i % 13 % n]);

      assert_tuple (f, i, 1000000, 2, g_strchomp (name));
    }
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64 time;
  } rows[] = {
    { "0 ", 0 },
    { "-0 ", 0 },
    { "0.000001 ", 1 },
    { "0.0000004 ", 0 },
    { "0.0000005 ", 1 },
    { "-0.0000005 ", -1 },
    { "0.0000014999999999999999999999 ", 1 },
    { "0.00000049999999999999999999999999 ", 0 },
    { "9007199254.740993 ", 9007199254740993 },
    { "1763719200123.456789 ", 1763719200123456789 },
    { "1763719200123.4567885 ", 1763719200123456789 },
    { "0000000000000000000000001.5 ", 1500000 },
    { "1e3 ", 1000000000 },
    { "1.5E-3 ", 1500 },
    { "15e-7 ", 2 },
    { "1e-99999999999999999999 ", 0 },
    { "0e99999999999999999999 ", 0 },
    { "9223372036854.775807 ", G_MAXINT64 },
    { "9223372036854.7758074999 ", G_MAXINT64 },
    { "-9223372036854.775808 ", G_MININT64 },
    { "4611686018427.3879035 ", 4611686018427387904 },
  };
  static const char *const bad[] = {
    "9223372036854.775808 ",
    "9223372036854.7758075 ",
    "-9223372036854.775809 ",
    "1e13 ",
    "1e99999999999999999999 ",
    "18446744073709.551617 ",
    "nan ",
    "- ",
    ". ",
    "e5 ",
    "1e ",
    "",
  };
  char text[64 + GSCOPE_DECIMAL_SLACK] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint64 time;
      const char *end;

      g_strlcpy (text, rows[i].text, sizeof text);
      end = gscope_decimal_read_time (text, &time);
      g_assert_true (end == strchr (text, ' '));
      g_assert_cmpint (time, ==, rows[i].time);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gint64 time;

      g_strlcpy (text, bad[i], sizeof text);
      g_assert_null (gscope_decimal_read_time (text, &time));
    }
}

static guint64
to_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static void
assert_same_as_strtod (const char *number)
{
  g_autofree char *text = g_strdup_printf ("%s%*s", number, GSCOPE_DECIMAL_SLACK + 1, "");
  double value;
  const char *end = gscope_decimal_read_double (text, &value);

  g_assert_true (end == text + strlen (number));
  if (to_bits (value) != to_bits (g_ascii_strtod (number, NULL)))
    g_error ("%s is read as %.17g", number, value);
}

static void
test_hard_values (void)
{
  static const char *const numbers[] = {
    "0",
    "-0",
    "0.0",
    "1",
    "5.",
    ".5",
    "+3",
    "1e22",
    "1e23",
    "1e-22",
    "1e-23",
    "123456789012345678",
    "9007199254740992",
    "9007199254740993",
    "9007199254740994",
    "9007199254740995",
    "9007199254740993.00000000000000000000000000000001",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "-1.8e308",
    "1e400",
    "1e-400",
    "1e999999999999999",
    "1e-999999999999999",
    "0e999999999999999",
    "9999999999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "18446744073709551617",
    "6.631236846766476e-316",
    "3.237883913302901e-319",
    "7.2057594037927933e16",
    "1448997445238699",
    "5e-324",
    "1e-5",
    "0.1",
    "0.30000000000000004",
    "2.2204460492503130808472633361816e-16",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000123456",
    "100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    "89255.0e-22",
    "104110013277974872254e-225",
    "12345e23",
    "8.988465674311579e+307",
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    assert_same_as_strtod (numbers[i]);
}

/* Halves between two neighbouring doubles, written out in full, and a little beside. */
static void
test_halfway_values (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < 2000; i++)
    {
      guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
      double low, high;
      char text[1200];

      bits &= G_GUINT64_CONSTANT (0x7FEFFFFFFFFFFFFF);
      if (i % 4 == 0)
        bits &= G_GUINT64_CONSTANT (0x000FFFFFFFFFFFFF);
      memcpy (&low, &bits, sizeof low);
      bits++;
      memcpy (&high, &bits, sizeof high);
      g_snprintf (text, sizeof text, "%.1100Lg", ((long double) low + high) / 2);
      assert_same_as_strtod (text);
      g_snprintf (text, sizeof text, "%.19Lg", ((long double) low + high) / 2);
      assert_same_as_strtod (text);
      g_snprintf (text, sizeof text, "%.30Lg", ((long double) low + high) / 2);
      assert_same_as_strtod (text);
    }
}

/* The two ways to read a line must agree: the usual one, and the general one that a second blank
 * leads to. */
static void
test_two_ways (Fixture *f, gconstpointer data)
{
  const guint n_lines = g_test_slow () ? 50000 : 15000;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) spread = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    {
      guint digits = g_rand_int_range (random, 0, 20), decimals = g_rand_int_range (random, 0, 20);
      gint64 time = (gint64) ((guint64) g_rand_int (random) << 32 | g_rand_int (random))
                    >> g_rand_int_range (random, 0, 64);
      g_autofree char *value =
          g_strdup_printf ("%s%.*s%s%.*s", i % 3 == 0 ? "-" : "", digits, "98765432109876543210",
                           decimals > 0 ? "." : "", decimals, "12345678901234567890");

      g_autofree char *stamp =
          g_strdup_printf ("%" G_GINT64_FORMAT "%s%.*s", time / 1000000, i % 4 == 0 ? "" : ".",
                           i % 4 == 0 ? 0 : i % 23, "1234567890123456789012345");

      g_string_append_printf (text, "%s %s n\n", stamp, value);
      g_string_append_printf (spread, "%s  %s  n\n", stamp, value);
    }
  feed (f, text->str);
  feed (f, spread->str);
  g_assert_cmpuint (f->tuples->len, >, 2 * n_lines / 10 * 9);
  g_assert_cmpuint (f->tuples->len % 2, ==, 0);
  for (guint i = 0; i < f->tuples->len / 2; i++)
    {
      const GscopeTuple *tuple = &g_array_index (f->tuples, GscopeTuple, i);

      assert_tuple (f, f->tuples->len / 2 + i, tuple->time, tuple->value, "n");
    }
}

/* Reads the usual lines of a text and skips the rest. */
static GArray *
read_usual (const GString *text,
            gsize (*read) (GscopeLineState *, const char **, const char *, GscopeTuple *, gsize))
{
  GArray *tuples = g_array_new (FALSE, FALSE, sizeof (GscopeTuple));
  const char *p = text->str, *end = text->str + text->len - GSCOPE_DECIMAL_SLACK;
  GscopeLineState state = { .earliest = G_MININT64 };

  gscope_name_table_init (&state.names);
  for (guint i = 0; i < 3; i++)
    state.last_name = gscope_name_table_add (&state.names, &"abc"[i], 1);
  while (p < end)
    {
      GscopeTuple some[7];
      gsize n = read (&state, &p, end, some, G_N_ELEMENTS (some));

      g_array_append_vals (tuples, some, n);
      if (n < G_N_ELEMENTS (some) && p < end)
        p = strchr (p, '\n') + 1;
    }
  gscope_name_table_clear (&state.names);
  return tuples;
}

/* With this processor's vectors and without any. */
static void
test_portable (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) fast = NULL, portable = NULL;

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (
        text, "%s%.*s%s%.*s %s%.*s%s%.*s %c\n", i % 3 == 0 ? "-" : "",
        g_rand_int_range (random, 0, 14), "1234567890123456789", i % 4 == 0 ? "" : ".",
        i % 4 == 0 ? 0 : g_rand_int_range (random, 0, 8), "2345678901234567890",
        i % 5 == 0 ? "-" : "", g_rand_int_range (random, 0, 20), "9876543210987654321",
        i % 7 == 0 ? "" : ".", i % 7 == 0 ? 0 : g_rand_int_range (random, 0, 20),
        "8765432109876543210", "abcd"[g_rand_int_range (random, 0, 4)]);
  g_string_append_len (text, (const char[GSCOPE_DECIMAL_SLACK]){ 0 }, GSCOPE_DECIMAL_SLACK);
  fast = read_usual (text, gscope_usual_lines_read);
  portable = read_usual (text, gscope_usual_lines_read_portably);
  g_assert_cmpuint (fast->len, >, 2000);
  g_assert_cmpuint (fast->len, ==, portable->len);
  for (guint i = 0; i < fast->len; i++)
    {
      const GscopeTuple *a = &g_array_index (fast, GscopeTuple, i);
      const GscopeTuple *b = &g_array_index (portable, GscopeTuple, i);

      g_assert_cmpint (a->time, ==, b->time);
      g_assert_cmpmem (&a->value, sizeof a->value, &b->value, sizeof b->value);
      g_assert_cmpuint (a->name, ==, b->name);
    }
}

static void
test_random_values (void)
{
  static const char *const formats[] = { "%.17g", "%.16g", "%.6g", "%.3f", "%.18e", "%.25g" };
  const guint n_values = g_test_slow () ? 100000 : 20000;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < n_values; i++)
    {
      guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
      double value;
      char text[400];

      memcpy (&value, &bits, sizeof value);
      if (i % 2 == 0)
        value = g_rand_double_range (random, -1e4, 1e4);
      if (!isfinite (value))
        continue;
      g_snprintf (text, sizeof text, formats[i % G_N_ELEMENTS (formats)], value);
      assert_same_as_strtod (text);
      g_snprintf (text, sizeof text, "%ue%d", (guint) bits, (int) (bits >> 32) % 350);
      assert_same_as_strtod (text);
    }
}

static void
assert_written (double value, const char *expected)
{
  char text[GSCOPE_DECIMAL_DOUBLE_SIZE];

  *gscope_decimal_write_double (text, value) = '\0';
  g_assert_cmpstr (text, ==, expected);
}

static void
test_write_values (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);

  assert_written (0, "0");
  assert_written (-0.0, "-0");
  assert_written (1, "1");
  assert_written (-17.25, "-17.25");
  assert_written (0.1, "0.1");
  assert_written (100.001, "100.001");
  assert_written (0.1 + 0.2, "0.30000000000000004");
  assert_written (1e-7, "1e-07");
  assert_written (1e20, "1e+20");
  assert_written (9007199254740991, "9007199254740991");
  assert_written (5e-324, "4.94065645841247e-324");
  assert_written (NAN, "nan");
  assert_written (-INFINITY, "-inf");
  for (guint i = 0; i < 100000; i++)
    {
      guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
      char text[GSCOPE_DECIMAL_DOUBLE_SIZE + GSCOPE_DECIMAL_SLACK] = { 0 };
      double value, again;

      memcpy (&value, &bits, sizeof value);
      if (i % 2 == 0)
        value = g_rand_int_range (random, -1000000, 1000000) / 1000.0;
      if (isnan (value))
        continue;
      *gscope_decimal_write_double (text, value) = '\n';
      gscope_decimal_read_double (text, &again);
      g_assert_cmpuint (to_bits (value), ==, to_bits (again));
      if (i % 2 == 0)
        g_assert_cmpuint (strlen (text), <=, strlen ("-1000.000\n"));
    }
}

static void
test_append (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  gscope_tuple_append (text, 1000125000, 1.5, "cpu 0");
  gscope_tuple_append (text, 1, 2, NULL);
  gscope_tuple_append (text, -1500000, NAN, "");
  gscope_tuple_append (text, G_MAXINT64, INFINITY, "#");
  gscope_tuple_append (text, G_MININT64, -0.5, "b");
  g_assert_cmpstr (text->str, ==,
                   "1000.125 1.5 cpu 0\n"
                   "0.000001 2\n"
                   "-1.5 nan\n"
                   "9223372036854.775807 inf #\n"
                   "-9223372036854.775808 -0.5 b\n");
}

static void
test_check_name (void)
{
  static const char *const bad[] = { "a\nb", "a\rb", " a", "a\t", "\xff", " " };
  g_autofree char *longest = g_strnfill (GSCOPE_TUPLE_MAX_NAME, 'n');
  g_autofree char *longer = g_strnfill (GSCOPE_TUPLE_MAX_NAME + 1, 'n');

  g_assert_true (gscope_tuple_check_name ("# \xc3\xa9 1 2", NULL));
  g_assert_true (gscope_tuple_check_name ("", NULL));
  g_assert_true (gscope_tuple_check_name (longest, NULL));
  g_assert_false (gscope_tuple_check_name (longer, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (gscope_tuple_check_name (bad[i], &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (strchr (error->message, '\n'));
    }
}

static void
test_locale (Fixture *f, gconstpointer data)
{
  g_autofree char *old = g_strdup (setlocale (LC_ALL, NULL));

  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("there is no de_DE.UTF-8 on this machine");
      return;
    }
  feed (f, "1.5 0.5 a\n1.5 1.00000000000000011102230246251565404236316680908203125 a\n");
  assert_written (0.1 + 0.2, "0.30000000000000004");
  setlocale (LC_ALL, old);
  assert_tuple (f, 0, 1500000, 0.5, "a");
  assert_tuple (f, 1, 1500000, 1, "a");
}

static void
unref_parser (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  gscope_tuple_parser_unref (parser);
}

static void
test_unref_within (void)
{
  GscopeTupleParser *parser = gscope_tuple_parser_new (unref_parser, NULL, NULL);

  gscope_tuple_parser_feed (parser, "1 2 a\n", 6);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tuple/lines", test_lines);
  ADD ("/tuple/last-line", test_last_line);
  ADD ("/tuple/malformed", test_malformed);
  ADD ("/tuple/zero-byte", test_zero_byte);
  ADD ("/tuple/long-lines", test_long_lines);
  ADD ("/tuple/endless-line", test_endless_line);
  ADD ("/tuple/splits", test_splits);
  ADD ("/tuple/annotations", test_annotations);
  ADD ("/tuple/many-names", test_many_names);
  ADD ("/tuple/similar-names", test_similar_names);
  ADD ("/tuple/locale", test_locale);
  ADD ("/tuple/two-ways", test_two_ways);
  g_test_add_func ("/tuple/unref-within", test_unref_within);
  g_test_add_func ("/tuple/times", test_times);
  g_test_add_func ("/tuple/values/hard", test_hard_values);
  g_test_add_func ("/tuple/values/halfway", test_halfway_values);
  g_test_add_func ("/tuple/portable", test_portable);
  g_test_add_func ("/tuple/values/random", test_random_values);
  g_test_add_func ("/tuple/values/write", test_write_values);
  g_test_add_func ("/tuple/append", test_append);
  g_test_add_func ("/tuple/check-name", test_check_name);
  return g_test_run ();
}
