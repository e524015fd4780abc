/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/perfetto-converter.h>
#include <gscope/files/protobuf.h>
#include <string.h>

/* Messages as lines: fields by their numbers, as Perfetto's protos/perfetto/trace has them. */

typedef enum
{
  TRACE,
  PACKET,
  CLOCKS,
  EVENT,
  INTERNED,
  TRACK,
  LEAF,
} Kind;

static const struct
{
  Kind parent;
  guint field;
  Kind kind;
} messages[] = {
  { TRACE, 1, PACKET },  { PACKET, 6, CLOCKS }, { PACKET, 11, EVENT }, { PACKET, 12, INTERNED },
  { PACKET, 59, LEAF },  { PACKET, 60, TRACK }, { CLOCKS, 1, LEAF },   { EVENT, 4, LEAF },
  { INTERNED, 2, LEAF }, { TRACK, 8, LEAF },
};

static guint64
take_varint (const guint8 **at, const guint8 *end)
{
  guint64 value = 0;
  guint shift = 0;

  do
    {
      g_assert_true (*at < end && shift < 64);
      value |= (guint64) (**at & 0x7f) << shift;
      shift += 7;
    }
  while (*(*at)++ & 0x80);
  return value;
}

static const Kind *
find_message (Kind parent, guint field)
{
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (messages[i].parent == parent && messages[i].field == field)
      return &messages[i].kind;
  return NULL;
}

static void show (GString *text, Kind kind, const guint8 *at, const guint8 *end);

static void
show_bytes (GString *text, Kind parent, guint field, const guint8 *at, gsize size)
{
  const Kind *kind = find_message (parent, field);

  if (!kind)
    {
      g_string_append_printf (text, "%u=“%.*s”", field, (int) size, (const char *) at);
      return;
    }
  if (*kind != PACKET)
    g_string_append_printf (text, "%u{", field);
  show (text, *kind, at, at + size);
  g_string_append_c (text, *kind == PACKET ? '\n' : '}');
}

static void
show_double (GString *text, guint field, const guint8 *at)
{
  double value;

  memcpy (&value, at, sizeof value);
  g_string_append_printf (text, "%u=%g", field, value);
}

static void
show (GString *text, Kind kind, const guint8 *at, const guint8 *end)
{
  while (at < end)
    {
      guint64 tag = take_varint (&at, end), size;
      guint field = (guint) (tag >> 3);

      if (text->len > 0 && !strchr ("{\n", text->str[text->len - 1]))
        g_string_append_c (text, ' ');
      switch (tag & 7)
        {
        case 0:
          g_string_append_printf (text, "%u=%" G_GUINT64_FORMAT, field, take_varint (&at, end));
          break;
        case 1:
          g_assert_cmpint (end - at, >=, 8);
          show_double (text, field, at);
          at += 8;
          break;
        default:
          g_assert_cmpuint (tag & 7, ==, 2);
          size = take_varint (&at, end);
          g_assert_cmpuint (size, <=, (guint64) (end - at));
          show_bytes (text, kind, field, at, size);
          at += size;
          break;
        }
    }
}

/* The encoding. */

/* Examples of https://protobuf.dev/programming-guides/encoding/. */
static void
test_protobuf (void)
{
  static const guint8 expected[] = { 0x08, 0x96, 0x01, 0x12, 0x07, 't',  'e',  's',  't',  'i',
                                     'n',  'g',  0x1a, 0x03, 0x08, 0x96, 0x01, 0x21, 0,    0,
                                     0,    0,    0,    0,    0xe0, 0x3f, 0x28, 0xfe, 0xff, 0xff,
                                     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 };
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gsize place;

  gscope_protobuf_append_integer (out, 1, 150);
  gscope_protobuf_append_text (out, 2, "testing");
  place = gscope_protobuf_begin (out, 3);
  gscope_protobuf_append_integer (out, 1, 150);
  gscope_protobuf_end (out, place);
  gscope_protobuf_append_double (out, 4, 0.5);
  gscope_protobuf_append_integer (out, 5, (guint64) -2);
  g_assert_cmpmem (out->data, out->len, expected, sizeof expected);
}

/* The size of a long message takes more than the byte that is kept for it. */
static void
test_long_message (void)
{
  static const gsize sizes[] = { 0, 125, 126, 200, 16380, 70000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GByteArray) out = g_byte_array_new ();
      g_autofree char *long_text = g_strnfill (sizes[i], 'x');
      gsize place = gscope_protobuf_begin (out, 1), size;
      const guint8 *at, *end;

      gscope_protobuf_append_text (out, 2, long_text);
      gscope_protobuf_end (out, place);
      gscope_protobuf_append_integer (out, 3, 7);
      at = out->data;
      end = at + out->len;
      g_assert_cmpuint (take_varint (&at, end), ==, 1 << 3 | 2);
      size = take_varint (&at, end);
      end = at + size;
      g_assert_cmpuint (take_varint (&at, end), ==, 2 << 3 | 2);
      g_assert_cmpuint (take_varint (&at, end), ==, sizes[i]);
      g_assert_cmpmem (at, sizes[i], long_text, sizes[i]);
      g_assert_cmpuint (out->data + out->len - (at + sizes[i]), ==, 2);
    }
}

/* Traces. */

static char *
convert (const char *text, gsize part)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_perfetto_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GError) error = NULL;
  GString *shown = g_string_new (NULL);
  gsize size = strlen (text);
  const guint8 *data;

  for (gsize i = 0; i < size; i += part)
    {
      g_output_stream_write_all (stream, text + i, MIN (part, size - i), NULL, NULL, &error);
      g_assert_no_error (error);
      if (i % 3 == 0)
        g_output_stream_flush (stream, NULL, &error);
      g_assert_no_error (error);
    }
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  data = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory));
  show (shown, TRACE, data,
        data + g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
  return g_string_free (shown, FALSE);
}

static void
assert_trace (const char *tuples, const char *expected)
{
  static const gsize parts[] = { 1, 64, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *shown = convert (tuples, parts[i]);

      g_assert_cmpstr (shown, ==, expected);
    }
}

#define HEAD                                                                                       \
  "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000000Z\",\"time_ns\":1000000,"       \
  "\"clock\":\"monotonic\",\"signals\":["
#define MONOTONIC "10=1 13=1 87=1 59{58=3} 6{1{1=3 2=1000000} 1{1=1 2=1767323045000000000} 2=3}\n"

/* Counters with units and titles, in groups; whole numbers are shorter. */
static void
test_counters (void)
{
  assert_trace (HEAD "{\"name\":\"demo/a\",\"title\":\"A\",\"unit\":\"V\"},{\"name\":\"x/y/z\"}]}\n"
                     "1 0.5 demo/a\n"
                     "1 2 b\n"
                     "2 -1 demo/a\n"
                     "2 0 x/y/z\n"
                     "3 -0 b\n"
                     "3 1e300 x/y/z\n",
                MONOTONIC "10=1 13=2 60{1=1 2=“demo” 11=3 12=1}\n"
                          "10=1 13=2 60{1=2 5=1 2=“a” 8{6=“V”} 12=1 14=“A”}\n"
                          "10=1 13=2 8=1000000 11{9=4 11=2 44=0.5}\n"
                          "10=1 13=2 60{1=3 2=“b” 8{} 12=3}\n"
                          "10=1 13=2 8=1000000 11{9=4 11=3 30=2}\n"
                          "10=1 13=2 8=2000000 11{9=4 11=2 44=-1}\n"
                          "10=1 13=2 60{1=4 2=“x” 11=3 12=4}\n"
                          "10=1 13=2 60{1=5 5=4 2=“y” 11=3 12=5}\n"
                          "10=1 13=2 60{1=6 5=5 2=“z” 8{} 12=2}\n"
                          "10=1 13=2 8=2000000 11{9=4 11=6 30=0}\n"
                          "10=1 13=2 8=3000000 11{9=4 11=3 44=-0}\n"
                          "10=1 13=2 8=3000000 11{9=4 11=6 44=1e+300}\n");
}

/* A state is a slice from its first sample to the next state; each name is written once. */
static void
test_states (void)
{
  assert_trace (HEAD "{\"name\":\"s\"}]}\n"
                     "#gscope "
                     "{\"states\":{\"signal\":\"s\",\"states\":[{\"value\":0,\"name\":\"idle\","
                     "\"style\":\"filled\"},"
                     "{\"value\":1,\"name\":\"busy\",\"style\":\"filled\"}]}}\n"
                     "1 1 s\n"
                     "2 1 s\n"
                     "3 0 s\n"
                     "4 nan s\n"
                     "5 1 s\n"
                     "6 7 s\n"
                     "7 7 s\n",
                MONOTONIC "10=1 13=2 60{1=1 2=“s” 12=1}\n"
                          "10=1 13=2 12{2{1=1 2=“busy”}}\n"
                          "10=1 13=2 8=1000000 11{9=1 11=1 10=1}\n"
                          "10=1 13=2 8=3000000 11{9=2 11=1}\n"
                          "10=1 13=2 12{2{1=2 2=“idle”}}\n"
                          "10=1 13=2 8=3000000 11{9=1 11=1 10=2}\n"
                          "10=1 13=2 8=4000000 11{9=2 11=1}\n"
                          "10=1 13=2 8=5000000 11{9=1 11=1 10=1}\n"
                          "10=1 13=2 8=6000000 11{9=2 11=1}\n"
                          "10=1 13=2 12{2{1=3 2=“7”}}\n"
                          "10=1 13=2 8=6000000 11{9=1 11=1 10=3}\n"
                          "10=1 13=2 8=7000000 11{9=2 11=1}\n");
}

/* Markers, gaps, losses and parameters are instants. */
static void
test_instants (void)
{
  assert_trace (
      HEAD
      "{\"name\":\"a\"}]}\n"
      "#gscope {\"parameters\":[{\"name\":\"p/gain\",\"title\":\"Gain\",\"value\":\"2\"}]}\n"
      "1 1 a\n"
      "#gscope {\"marker\":{\"time_ns\":1500000,\"kind\":\"write\",\"subject\":\"p/gain\","
      "\"label\":\"Gain: 2 → 3\"}}\n"
      "#gscope {\"gap\":{\"signal\":\"a\",\"time_ns\":2000000,\"cause\":\"tick\"}}\n"
      "2 nan a\n"
      "3 nan a\n"
      "#gscope {\"loss\":{\"signal\":\"a\",\"time_ns\":3500000,\"cause\":\"late\",\"count\":4}}\n"
      "4 inf a\n"
      "5 2 a\n"
      "6 inf a\n",
      MONOTONIC
      "10=1 13=2 60{1=1 2=“Markers” 11=3 12=1}\n"
      "10=1 13=2 8=1000000 11{9=3 11=1 22=“parameters” 23=“Parameters” 4{10=“p/gain” 6=“2”}}\n"
      "10=1 13=2 60{1=2 2=“a” 8{} 12=1}\n"
      "10=1 13=2 8=1000000 11{9=4 11=2 30=1}\n"
      "10=1 13=2 8=1500000 11{9=3 11=1 22=“write” 23=“Gain: 2 → 3” 4{10=“subject” 6=“p/gain”}}\n"
      "10=1 13=2 60{1=3 2=“Losses” 11=3 12=3}\n"
      "10=1 13=2 8=2000000 11{9=3 11=3 22=“gap” 23=“Gap” 4{10=“signal” 6=“a”} 4{10=“cause” "
      "6=“tick”}}\n"
      "10=1 13=2 8=3500000 11{9=3 11=3 22=“loss” 23=“Loss” 4{10=“signal” 6=“a”} 4{10=“cause” "
      "6=“late”} 4{10=“count” 6=“4”}}\n"
      "10=1 13=2 8=5000000 11{9=4 11=2 30=2}\n"
      "10=1 13=2 8=6000000 11{9=3 11=3 22=“gap” 23=“Gap” 4{10=“signal” 6=“a”}}\n");
}

/* Times of other clocks become times since 1970; those of no known clock stay as they are. */
static void
test_clocks (void)
{
  assert_trace ("#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:10.000000000Z\",\"time_ns\":"
                "-5000000,\"clock\":\"other\"}\n"
                "-5 1 a\n"
                "-4 2 a\n",
                "10=1 13=1 87=1 59{58=1} 6{1{1=1 2=10000000000} 2=1}\n"
                "10=1 13=2 60{1=1 2=“a” 8{} 12=1}\n"
                "10=1 13=2 8=10000000000 11{9=4 11=1 30=1}\n"
                "10=1 13=2 8=10001000000 11{9=4 11=1 30=2}\n");
  assert_trace ("3 1 a\n", "10=1 13=1 87=1 59{58=3} 6{1{1=3 2=3000000} 2=3}\n"
                           "10=1 13=2 60{1=1 2=“a” 8{} 12=1}\n"
                           "10=1 13=2 8=3000000 11{9=4 11=1 30=1}\n");
  assert_trace ("", "10=1 13=1 87=1 59{58=3} 6{1{1=3 2=0} 2=3}\n");
  assert_trace ("#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:10.000000000Z\",\"time_ns\":"
                "-9223372036854775807,\"clock\":\"other\"}\n"
                "3 1 a\n",
                "10=1 13=1 87=1 59{58=3} 6{1{1=3 2=0} 1{1=1 2=10000000000} 2=3}\n"
                "10=1 13=2 60{1=1 2=“a” 8{} 12=1}\n"
                "10=1 13=2 8=3000000 11{9=4 11=1 30=1}\n");
}

/* A signal that has states later has a track for these. */
static void
test_later_states (void)
{
  assert_trace ("3 1 a\n"
                "#gscope "
                "{\"states\":{\"signal\":\"a\",\"states\":[{\"value\":1,\"name\":\"on\",\"style\":"
                "\"filled\"}]}}\n"
                "4 1 a\n",
                "10=1 13=1 87=1 59{58=3} 6{1{1=3 2=3000000} 2=3}\n"
                "10=1 13=2 60{1=1 2=“a” 8{} 12=1}\n"
                "10=1 13=2 8=3000000 11{9=4 11=1 30=1}\n"
                "10=1 13=2 60{1=2 2=“a” 12=1}\n"
                "10=1 13=2 12{2{1=1 2=“on”}}\n"
                "10=1 13=2 8=4000000 11{9=1 11=2 10=1}\n"
                "10=1 13=2 8=4000000 11{9=2 11=2}\n");
}

/* States that come before the description of their signal leave it its title. */
static void
test_early_states (void)
{
  assert_trace ("#gscope "
                "{\"states\":{\"signal\":\"a\",\"states\":[{\"value\":1,\"name\":\"on\",\"style\":"
                "\"filled\"}]}}\n" HEAD "{\"name\":\"a\",\"title\":\"A\"}]}\n"
                "1 1 a\n",
                MONOTONIC "10=1 13=2 60{1=1 2=“a” 12=1 14=“A”}\n"
                          "10=1 13=2 12{2{1=1 2=“on”}}\n"
                          "10=1 13=2 8=1000000 11{9=1 11=1 10=1}\n"
                          "10=1 13=2 8=1000000 11{9=2 11=1}\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-converter/protobuf", test_protobuf);
  g_test_add_func ("/perfetto-converter/long-message", test_long_message);
  g_test_add_func ("/perfetto-converter/counters", test_counters);
  g_test_add_func ("/perfetto-converter/states", test_states);
  g_test_add_func ("/perfetto-converter/instants", test_instants);
  g_test_add_func ("/perfetto-converter/clocks", test_clocks);
  g_test_add_func ("/perfetto-converter/later-states", test_later_states);
  g_test_add_func ("/perfetto-converter/early-states", test_early_states);
  return g_test_run ();
}
