/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/sysprof-converter.h>
#include <gscope/sysprof/text.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Tuples become a capture, and the capture becomes tuples again. */

static GBytes *
convert (const char *tuples)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_sysprof_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (stream, tuples, strlen (tuples), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static char *
read_again (GBytes *capture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeSysprofText) sysprof = NULL;
  g_autofree char *room = g_malloc (4096);
  GString *text = g_string_new (NULL);
  int fd = memfd_create ("capture", MFD_CLOEXEC);
  gsize size;
  const char *data = g_bytes_get_data (capture, &size);
  gssize n;

  g_assert_true (gscope_sysprof_text_is_magic (data, size));
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  sysprof = gscope_sysprof_text_new (fd, &error);
  g_assert_no_error (error);
  while ((n = gscope_sysprof_text_read (sysprof, room, 4096, &error)) > 0)
    g_string_append_len (text, room, n);
  g_assert_no_error (error);
  close (fd);
  return g_string_free (text, FALSE);
}

/* The lines of tuples and markers, without the head. */
static void
assert_again (const char *tuples, const char *expected)
{
  g_autoptr (GBytes) capture = convert (tuples);
  g_autofree char *text = read_again (capture);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) rest = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    if (*lines[i] && (!g_str_has_prefix (lines[i], "#") || strstr (lines[i], "{\"marker\"")))
      g_string_append_printf (rest, "%s\n", lines[i]);
  g_assert_cmpstr (rest->str, ==, expected);
}

#define HEAD                                                                                       \
  "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.123456789Z\",\"time_ns\":1000000,"       \
  "\"clock\":\"monotonic\",\"signals\":[{\"name\":\"demo/a\",\"title\":\"Amplitude\",\"unit\":"    \
  "\"V\"},{\"name\":\"demo/s\"}]}\n"                                                               \
  "#gscope "                                                                                       \
  "{\"states\":{\"signal\":\"demo/"                                                                \
  "s\",\"states\":[{\"value\":0,\"name\":\"idle\",\"style\":\"thin\"},{"                           \
  "\"value\":1,\"name\":\"busy\",\"style\":\"filled\"}]}}\n"

static void
test_values (void)
{
  assert_again ("1 0.5 demo/a\n1 -3 demo/group/b\n1 7 plain\n2 1e300 demo/a\n-3.000001 8 plain\n",
                "-3.000001 8 plain\n1 0.5 demo/a\n1 -3 demo/group/b\n1 7 plain\n2 1e+300 demo/a\n");
  assert_again ("", "");
}

/* More values of one time than a frame holds. */
static void
test_many (void)
{
  g_autoptr (GString) tuples = g_string_new (NULL);

  for (guint i = 0; i < 2500; i++)
    g_string_append_printf (tuples, "1 %u demo/%u\n", i, i);
  assert_again (tuples->str, tuples->str);
}

static void
test_head (void)
{
  g_autoptr (GBytes) capture = convert (HEAD "1 0.5 demo/a\n");
  g_autofree char *text = read_again (capture);

  g_assert_true (g_str_has_prefix (
      text, "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.123456789Z\",\"time_ns\":"
            "1000000,\"clock\":\"monotonic\"}\n"));
  g_assert_nonnull (strstr (text, "\"title\":\"Amplitude\",\"unit\":\"V\""));
}

/* A state lasts up to the next one, up to a gap, or up to the end. */
static void
test_states (void)
{
  assert_again (HEAD "1 1 demo/s\n2 1 demo/s\n3 0 demo/s\n3 1 demo/s\n4 5 demo/s\n"
                     "5 nan demo/s\n6 0 demo/s\n7 1 demo/a\n",
                "1 2 demo/s\n3 0 demo/s\n3 2 demo/s\n4 0 demo/s\n4 3 demo/s\n5 0 demo/s\n"
                "6 4 demo/s\n7 0 demo/s\n7 1 demo/a\n");
}

/* Gaps, losses and markers are marks that do not last. */
static void
test_marks (void)
{
  assert_again (
      HEAD "1 1 demo/a\n"
           "#gscope {\"gap\":{\"signal\":\"demo/a\",\"time_ns\":2000000,\"cause\":\"tick\"}}\n"
           "2 nan demo/a\n3 nan demo/a\n"
           "#gscope {\"loss\":{\"signal\":\"demo/a\",\"time_ns\":4000000,\"cause\":\"late\","
           "\"count\":3}}\n"
           "#gscope {\"marker\":{\"time_ns\":5000000,\"kind\":\"write\",\"subject\":\"demo/p\","
           "\"label\":\"1\",\"detail\":\"by hand\"}}\n"
           "#gscope {\"marker\":{\"time_ns\":6000000,\"kind\":\"note\",\"label\":\"here\"}}\n",
      "1 1 demo/a\n"
      "#gscope {\"marker\":{\"time_ns\":2000000,\"kind\":\"event\",\"subject\":\"gap\","
      "\"label\":\"demo/a\",\"detail\":\"tick\"}}\n"
      "#gscope {\"marker\":{\"time_ns\":4000000,\"kind\":\"event\",\"subject\":\"loss\","
      "\"label\":\"demo/a\",\"detail\":\"late: 3\"}}\n"
      "#gscope {\"marker\":{\"time_ns\":5000000,\"kind\":\"write\",\"subject\":\"demo/p\","
      "\"label\":\"1: by hand\"}}\n"
      "#gscope {\"marker\":{\"time_ns\":6000000,\"kind\":\"note\",\"label\":\"here\"}}\n");
}

/* Names are cut where a character ends; signals whose names are then the same stay apart. */
static void
test_long_names (void)
{
  assert_again ("1 1 demo/ääääääääääääääääx\n2 2 demo/ääääääääääääääääy\n",
                "1 1 demo/äääääääääääääää\n2 2 demo/äääääääääääääää~2\n");
}

/* Samples of the names that are too many are a loss. */
static void
test_limit (void)
{
  static const char loss[] = "limit: 3";
  g_autoptr (GString) tuples = g_string_new (NULL);
  g_autoptr (GBytes) capture = NULL;
  const char *data;
  gsize size;

  for (guint i = 0; i < 65539; i++)
    g_string_append_printf (tuples, "1 0 s%u\n", i);
  capture = convert (tuples->str);
  data = g_bytes_get_data (capture, &size);
  g_assert_nonnull (memmem (data, size, loss, sizeof loss));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sysprof-converter/values", test_values);
  g_test_add_func ("/sysprof-converter/many", test_many);
  g_test_add_func ("/sysprof-converter/head", test_head);
  g_test_add_func ("/sysprof-converter/states", test_states);
  g_test_add_func ("/sysprof-converter/marks", test_marks);
  g_test_add_func ("/sysprof-converter/long-names", test_long_names);
  g_test_add_func ("/sysprof-converter/limit", test_limit);
  return g_test_run ();
}
