/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <string.h>

static const char meminfo[] =
    "MemTotal:       16384 kB\nDirty:             10 kB\nDirtyOld: 5 kB\n";
static const char snmp[] = "Tcp: RtoMin MaxConn InSegs\nTcp: 200 -1 5000\n";
static const char sockstat[] = "TCP: inuse 5 orphan 0 tw 7\nUDP: inuse 3 mem 2\n";
static const char pressure[] = "some avg10=0.25 avg60=1.50\nfull avg10=0.75 avg60=2.50\n";
static const char diskstats[] = " 8  0 sda 10 20\n 8  1 sda1 30 40\n";
static const char zones[] = "Node 0, zone      DMA\n  pages free     1\n        low      2\n"
                            "Node 0, zone   Normal\n  pages free     3\n        low      4\n";
static const char processors[] = "processor\t: 0\ncpu MHz\t\t: 2000.5\n\n"
                                 "processor\t: 1\ncpu MHz\t\t: 3000.5\n\n";
static const char buddies[] = "Node 0, zone Normal 1 2 3\nNode 1, zone Normal 4 5 6\n";
static const char states[] = "1200 5\n1400 6\n";
static const char rows[] = "7\n8\n9\n";
static const char process[] = "412 (cat) R 1 412 300\n";
static const char load[] = "0.50 1.25 2.00 3/412 5678\n";

/* The number that is chosen is the last text of a kind in the file. Afterwards other numbers have changed. */
static const struct
{
  const char *text;
  const char *chosen;
  double number;
  const char *later;
  double later_number;
} cases[] = {
  { meminfo, "10 kB", 10, "New: 1 kB\nMemTotal: 1 kB\nDirty: 1234 kB\n", 1234 },
  { snmp, "5000", 5000, "Tcp: RtoMin MaxConn InSegs\nTcp: 1 20000 6000\n", 6000 },
  { snmp, "-1", -1, "Tcp: RtoMin MaxConn InSegs\nTcp: 1 20000 6000\n", 20000 },
  { sockstat, "7", 7, "TCP: inuse 100 orphan 22 tw 8\nUDP: inuse 0 mem 0\n", 8 },
  { pressure, "2.50", 2.5, "some avg10=9.00 avg60=9.00\nfull avg10=8.00 avg60=7.00\n", 7 },
  { diskstats, "40", 40, " 8  0 sda 1 1\n 259  17 sda1 50 60\n", 60 },
  { zones, "4", 4,
    "Node 0, zone      DMA\n        low      8\nNode 0, zone   Normal\n        low      9\n", 9 },
  { processors, "3000.5", 3000.5,
    "processor\t: 0\ncpu MHz\t\t: 1.5\n\nprocessor\t: 1\ncpu MHz\t\t: 2.5\n\n", 2.5 },
  { buddies, "6", 6, "Node 0, zone Normal 9 9 9\nNode 1, zone Normal 10 11 12\n", 12 },
  { states, "6", 6, "1200 50\n1400 60\n", 60 },
  { rows, "8", 8, "70\n80\n90\n", 80 },
  { process, "300", 300, "412 (cat) S 1 413 301\n", 301 },
  { "a 1\nb 2\n", "2", 2, "b 3\na 4\n", 3 },
  { load, "412", 412, "9.50 9.25 9.00 10/500 9999\n", 500 },
  { load, "5678", 5678, "9.50 9.25 9.00 10/500 9999\n", 9999 },
};

static double
find (GscopeNumberPlace *place, const char *text)
{
  double number = 0;

  g_assert_cmpint (gscope_number_place_find (place, text, &number, NULL), ==,
                   GSCOPE_NUMBER_FAULT_NONE);
  return number;
}

static void
test_found_again (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize offset = g_strrstr (cases[i].text, cases[i].chosen) - cases[i].text;
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeNumberPlace) place =
          gscope_number_place_new_at (cases[i].text, offset, &error);
      g_autoptr (GVariant) options = NULL;
      g_autoptr (GscopeNumberPlace) copy = NULL;
      g_autofree char *printed = NULL;

      g_assert_no_error (error);
      options = gscope_number_place_describe (place);
      printed = g_variant_print (options, FALSE);
      g_test_message ("%s: %s", cases[i].chosen, printed);
      copy = gscope_number_place_new (options, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (find (copy, cases[i].text), ==, cases[i].number);
      g_assert_cmpfloat (find (copy, cases[i].later), ==, cases[i].later_number);
    }
}

static char *
list_numbers (const char *text)
{
  GString *list = g_string_new (NULL);
  gsize begin, end;

  for (gsize at = 0; gscope_number_place_next (text, at, &begin, &end); at = end)
    g_string_append_printf (list, "%.*s|", (int) (end - begin), text + begin);
  return g_string_free (list, FALSE);
}

static void
test_numbers (void)
{
  static const char *const texts[][2] = {
    { "eth0: 12 sda1 -5", "12|-5|" },
    { "a=-2.5e3 b:0x1f (7)", "-2.5e3|0x1f|7|" },
    { "123kB 0-3 6.1.2 7f00", "123|0|3|6.1|" },
    { "none here_1", "" },
    { "", "" },
  };
  gsize begin, end;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *list = list_numbers (texts[i][0]);

      g_assert_cmpstr (list, ==, texts[i][1]);
    }
  /* a place within a number, and one after the text */
  g_assert_true (gscope_number_place_next ("a 1234 5", 4, &begin, &end));
  g_assert_cmpuint (begin, ==, 2);
  g_assert_cmpuint (end, ==, 6);
  g_assert_false (gscope_number_place_next ("a 1", 100, &begin, &end));
}

static GscopeNumberPlace *
parse (const char *text)
{
  g_autoptr (GVariant) options = g_variant_ref_sink (g_variant_new_parsed (text));
  g_autoptr (GError) error = NULL;
  GscopeNumberPlace *place = gscope_number_place_new (options, &error);

  g_assert_no_error (error);
  return place;
}

static void
test_faults (void)
{
  static const struct
  {
    const char *options;
    GscopeNumberFault fault;
  } faults[] = {
    { "{'pattern': <'^c (.*)'>}", GSCOPE_NUMBER_FAULT_NO_LINE },
    { "{'pattern': <'(x)'>}", GSCOPE_NUMBER_FAULT_NOT_A_NUMBER },
    { "{'pattern': <'b(\\\\d)?'>}", GSCOPE_NUMBER_FAULT_NOT_A_NUMBER },
    { "{'pattern': <'^. (\\\\d)'>, 'match': <int64 3>}", GSCOPE_NUMBER_FAULT_NO_LINE },
    { "{'pattern': <'(\\\\d)'>, 'after': <'c'>}", GSCOPE_NUMBER_FAULT_NO_SECTION },
    { "{'line': <'a'>, 'field': <int64 2>}", GSCOPE_NUMBER_FAULT_NO_FIELD },
    { "{'pattern': <'^(a+)+[bc]'>}", GSCOPE_NUMBER_FAULT_COMPLEX },
  };
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *text = g_strdup_printf ("%s", "a 1\nb x\n");
  g_autofree char *both = g_strconcat (text, many, NULL);
  double number;

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GscopeNumberPlace) place = parse (faults[i].options);

      g_test_message ("%s", faults[i].options);
      g_assert_cmpint (gscope_number_place_find (place, i < 6 ? text : both, &number, NULL), ==,
                       faults[i].fault);
      g_assert_nonnull (gscope_number_fault_get_title (faults[i].fault));
    }
}

static void
test_refused (void)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_number_place_new_at ("no number", 0, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  /* lines of this length are not read */
  for (guint i = 0; i < 5000; i++)
    g_string_append (line, "1 ");
  g_assert_null (gscope_number_place_new_at (line->str, 400, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/number-place/found-again", test_found_again);
  gscope_test_add ("/number-place/numbers", test_numbers);
  gscope_test_add ("/number-place/faults", test_faults);
  gscope_test_add ("/number-place/refused", test_refused);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
