/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/parameters.h"

#include "engine/quantity.h"
#include "stream/streamer.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <tsl/tcp/minbuf.h>

#define AVAILABLE "/proc/sys/net/ipv4/tcp_available_congestion_control"

#define CONFIG(field) offsetof (MxtrafSettings, config.field)

static const char *const policy_nicks[] = {
  [MXTRAF_POLICY_TAIL_DROP] = "tail-drop",
  [MXTRAF_POLICY_RANDOM_DROP] = "random-drop",
  [MXTRAF_POLICY_ECN] = "ecn",
  NULL,
};
static const char *const policy_titles[] = {
  [MXTRAF_POLICY_TAIL_DROP] = N_ ("Tail drop"),
  [MXTRAF_POLICY_RANDOM_DROP] = N_ ("Random drop"),
  [MXTRAF_POLICY_ECN] = N_ ("ECN marking"),
  NULL,
};

/* The signals that respond to the parameters of traffic and link. */
static const char *const steered[] = { "*/all/cwnd", "*/busiest/cwnd", "queue", NULL };
/* The signals that respond to the parameters of the send buffer. */
static const char *const delayed[] = { "latency", "*/busiest/blocked", NULL };

static const char *const method_nicks[] = {
  [MXTRAF_METHOD_STANDARD] = "standard",
  [MXTRAF_METHOD_GATE] = "gate",
  [MXTRAF_METHOD_TUNED] = "tuned",
  NULL,
};
static const char *const method_titles[] = {
  [MXTRAF_METHOD_STANDARD] = N_ ("Standard"),
  [MXTRAF_METHOD_GATE] = N_ ("Gate (A, B)"),
  [MXTRAF_METHOD_TUNED] = N_ ("Tuned gate"),
  NULL,
};

/* The signals that respond to the parameters of the stream. */
static const char *const streamed[] = { "quality", "window-latency", NULL };

static const char *const content_nicks[] = {
  [MXTRAF_CONTENT_BLOCKS] = "blocks",
  [MXTRAF_CONTENT_STREAM] = "stream",
  [MXTRAF_CONTENT_REPLAY] = "replay",
  NULL,
};
static const char *const content_titles[] = {
  [MXTRAF_CONTENT_BLOCKS] = N_ ("Blocks"),
  [MXTRAF_CONTENT_STREAM] = N_ ("Video stream"),
  [MXTRAF_CONTENT_REPLAY] = N_ ("Replayed trace"),
  NULL,
};
static const char *const pacing_nicks[] = {
  [MXTRAF_PACING_NONE] = "none",
  [MXTRAF_PACING_CLOCK] = "clock",
  [MXTRAF_PACING_SOFT] = "soft",
  [MXTRAF_PACING_KERNEL] = "kernel",
  NULL,
};
static const char *const pacing_titles[] = {
  [MXTRAF_PACING_NONE] = N_ ("Off"),
  [MXTRAF_PACING_CLOCK] = N_ ("Hard timers"),
  [MXTRAF_PACING_SOFT] = N_ ("Soft timers"),
  [MXTRAF_PACING_KERNEL] = N_ ("Kernel"),
  NULL,
};
/* The signals that respond to the parameters of trains. */
static const char *const paced[] = { "transfer-time", "interval", "interval-deviation",
                                     "packet-time", NULL };

static const MxtrafRow rows[] = {
  { "elephants", N_ ("Elephants"), N_ ("Long-lived flows, which always have something to send"),
    "flows", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (elephants), 0, 100, 1, .initial = "10",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "FLOWS", .steered = steered },
  { "method", N_ ("Send buffer"),
    N_ ("How the measured flow writes: standard, until the send buffer is full; gate, at most A "
        "windows and B packets; tuned, so that data waits in the buffer for the buffer delay"),
    "", GSCOPE_PARAMETER_TYPE_ENUMERATION, CONFIG (method), .initial = "standard",
    .nicks = method_nicks, .titles = method_titles, .section = MXTRAF_SECTION_TRAFFIC,
    .placeholder = "METHOD", .steered = delayed },
  { "a", N_ ("A"), N_ ("Congestion windows that the send buffer holds under the gate"), "windows",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (a), 1, TSL_MINBUF_MAX_A, 0.1, .initial = "1",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "WINDOWS", .steered = delayed },
  { "b", N_ ("B"),
    N_ ("Packets that the send buffer holds in addition to A windows under the gate"), "packets",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (b), 0, 32, 1, .initial = "0",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "PACKETS", .steered = delayed },
  { "buffer-delay", N_ ("Buffer delay"),
    N_ ("How long the tuned gate lets data wait in the send buffer"), "s",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (buffer_delay), 1e-3, 10, 0, TRUE, .initial = "50ms",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "TIME", .steered = delayed },
  { "train", N_ ("Train"),
    N_ ("Packets of a train, which the server sends at the client's request over a connection of "
        "its own; 0: no trains"),
    "packets", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (train), 0, 100e3, 1, .initial = "0",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "PACKETS", .steered = paced },
  { "pause", N_ ("Pause between trains"),
    N_ ("Time from the end of a train to the next request; after a long pause TCP begins with the "
        "initial window again"),
    "s", GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (pause), 0, 60, 0.1, .initial = "1s",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "TIME" },
  { "pacing", N_ ("Pacing"),
    N_ ("How the server paces the packets of a train: none; clock, by hard timers; soft, at the "
        "check points of its other work, and after 1 ms at the latest; kernel, by the kernel's "
        "pacing (SO_MAX_PACING_RATE). A paced train begins with a window of 1000 packets instead "
        "of "
        "slow start"),
    "", GSCOPE_PARAMETER_TYPE_ENUMERATION, CONFIG (pacing), .initial = "none",
    .nicks = pacing_nicks, .titles = pacing_titles, .section = MXTRAF_SECTION_TRAFFIC,
    .placeholder = "METHOD", .steered = paced },
  { "interval", N_ ("Interval"), N_ ("Mean interval between two packets of a paced train"), "s",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (interval), 5e-6, 0.04, 0, TRUE, .initial = "240us",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "TIME", .steered = paced },
  { "burst-interval", N_ ("Interval in bursts"),
    N_ ("Interval between two packets of a clocked train that is behind its rate; at most the mean "
        "interval"),
    "s", GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (burst_interval), 1e-6, 0.04, 0, TRUE,
    .initial = "12us", .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "TIME", .steered = paced },
  { "mice", N_ ("Mice"),
    N_ ("Short flows that connect, transfer the mouse size, close and start again"), "flows",
    GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (mice), 0, 500, 1, .initial = "0",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "FLOWS", .steered = steered },
  { "cbr", N_ ("Constant bit rate"),
    N_ ("UDP packets at a constant rate, as a share of the link's rate"), "%",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (cbr), 0, 100, 0.1, .initial = "0%",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "PERCENT", .steered = steered },
  { "cc", N_ ("Congestion control"), N_ ("Congestion control of the TCP flows"), "",
    GSCOPE_PARAMETER_TYPE_ENUMERATION, CONFIG (cc), .initial = "reno",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "NAME", .steered = steered },
  { "rate", N_ ("Link rate"), N_ ("Rate of the link in each direction"), "bit/s",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (rate), 10e3, 1e9, 0, TRUE, .initial = "30mbit",
    .section = MXTRAF_SECTION_LINK, .placeholder = "RATE", .steered = steered },
  { "rtt", N_ ("Round-trip time"), N_ ("Round-trip time of the link with empty queues"), "s",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (rtt), 0, 2, 0, .initial = "100ms",
    .section = MXTRAF_SECTION_LINK, .placeholder = "TIME", .steered = steered },
  { "loss", N_ ("Loss"),
    N_ ("Share of the packets that the link loses at random, in each direction"), "%",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (loss), 0, 100, 0.1, .initial = "0%",
    .section = MXTRAF_SECTION_LINK, .placeholder = "PERCENT", .steered = steered },
  { "queue", N_ ("Queue length"),
    N_ ("Maximum number of packets that wait for the link in each direction"), "packets",
    GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (queue), 1, 10000, 1, TRUE, .initial = "60",
    .section = MXTRAF_SECTION_LINK, .placeholder = "PACKETS", .steered = steered },
  { "policy", N_ ("Queue policy"),
    N_ ("How the queue signals congestion: tail-drop, random-drop or ecn"), "",
    GSCOPE_PARAMETER_TYPE_ENUMERATION, CONFIG (policy), .initial = "tail-drop",
    .nicks = policy_nicks, .titles = policy_titles, .section = MXTRAF_SECTION_LINK,
    .placeholder = "POLICY", .steered = steered },
  { "mark-at", N_ ("Mark at"),
    N_ ("Queue length from which random-drop drops packets and ecn marks them"), "packets",
    GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (mark_at), 1, 10000, 1, TRUE, .initial = "20",
    .section = MXTRAF_SECTION_LINK, .placeholder = "PACKETS", .steered = steered },
  { "window", N_ ("Adaptation window"),
    N_ ("Frames of the stream, of 30 in a second, that are sent in the order of their priority; "
        "what "
        "is unsent when the next window begins is dropped"),
    "frames", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (window), 1, MXTRAF_MAX_WINDOW, 1, TRUE,
    .initial = "4", .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "FRAMES",
    .steered = streamed },
  { "tolerance", N_ ("Tolerance"),
    N_ ("Time from the capture of a window of the stream to its display; what arrives later is "
        "dropped"),
    "s", GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (tolerance), 1e-3, 60, 0, TRUE, .initial = "500ms",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "TIME", .steered = streamed },
  { "video-rate", N_ ("Video rate"), N_ ("Rate of the stream in its best quality"), "bit/s",
    GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (video_rate), 10e3, 100e6, 0, TRUE, .initial = "1.5mbit",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "RATE", .steered = streamed },
  { "level", N_ ("Level"),
    N_ ("Share of a processor that a QoS manager offers: the server reserves it, and sends as "
        "large a part of the stream, in the order of priority; 0: no reserve, and the whole "
        "stream"),
    "%", GSCOPE_PARAMETER_TYPE_DOUBLE, CONFIG (level), 0, MXTRAF_MAX_LEVEL, 0.1, .initial = "0%",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "PERCENT", .steered = streamed },
  { "quota", N_ ("Aggregation quota"),
    N_ ("Packets that the link delivers at once, as a host finds them that polls its network "
        "interface; a packet waits for others for 1 ms at most"),
    "packets", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (quota), 1, 100, 1, .initial = "1",
    .section = MXTRAF_SECTION_LINK, .placeholder = "PACKETS", .steered = steered },
  { "mouse-size", N_ ("Mouse size"), N_ ("Bytes that a mouse transfers in one connection"), "B",
    GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (mouse_size), 1, 100e6, 1, TRUE, .initial = "20kB",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "SIZE" },
  { "web", N_ ("Web clients"),
    N_ ("Clients that request a file of the mouse size from a web server, again and again"),
    "flows", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (web), 0, 500, 1, .initial = "0",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "FLOWS", .steered = steered },
  { "persistent", N_ ("Persistent connections"),
    N_ ("Web clients keep their connections for all requests (HTTP/1.1), or else make one for each "
        "request (HTTP/1.0)"),
    "", GSCOPE_PARAMETER_TYPE_BOOLEAN, CONFIG (persistent), .initial = "off",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "ON|OFF", .steered = steered },
  { "sndbuf", N_ ("Send buffer size"),
    N_ ("Size of a TCP flow's send buffer: 64kB in the paper; 0: the kernel sizes it "
        "automatically, often to megabytes"),
    "B", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (sndbuf), 0, 1e6, 1000, .initial = "0",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "SIZE", .steered = delayed },
  { "initcwnd", N_ ("Initial window"),
    N_ ("Initial congestion window of a TCP flow: 2 in the paper; 0: the kernel's default, 10"),
    "packets", GSCOPE_PARAMETER_TYPE_INTEGER, CONFIG (initcwnd), 0, 100, 1, .initial = "0",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "PACKETS" },
  { "measured", N_ ("Measured flow"),
    N_ ("Adds a long-lived flow whose protocol latency, from write to read, is measured"), "",
    GSCOPE_PARAMETER_TYPE_BOOLEAN, CONFIG (measured), .initial = "on",
    .section = MXTRAF_SECTION_TRAFFIC, .placeholder = "ON|OFF" },
  { "content", N_ ("Content"),
    N_ ("Data of the measured flow: blocks, as many as fit; stream, a video by "
        "priority-progress "
        "streaming; or replay, the trace that “mxtraf replay” was started with"),
    "", GSCOPE_PARAMETER_TYPE_ENUMERATION, CONFIG (content), .initial = "blocks",
    .nicks = content_nicks, .titles = content_titles, .section = MXTRAF_SECTION_TRAFFIC,
    .placeholder = "CONTENT" },
  { "latency-threshold", N_ ("Latency threshold"),
    N_ ("Protocol latency that blocks of the measured flow should not exceed"), "s",
    GSCOPE_PARAMETER_TYPE_DOUBLE, offsetof (MxtrafSettings, latency_threshold), 1e-3, 100, 0, TRUE,
    .initial = "160ms", .section = MXTRAF_SECTION_RUN, .placeholder = "TIME" },
};

guint
mxtraf_rows_get_n (void)
{
  return G_N_ELEMENTS (rows);
}

const MxtrafRow *
mxtraf_rows_get (guint i)
{
  return &rows[i];
}

const MxtrafRow *
mxtraf_rows_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return &rows[i];
  return NULL;
}

gboolean
mxtraf_row_is_of_engine (const MxtrafRow *row)
{
  return row->offset < sizeof (MxtrafConfig);
}

/* The kernel always has reno. */
static GStrv
list_congestion_controls (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (AVAILABLE, &text, NULL, NULL))
    return g_strsplit ("reno", " ", -1);
  return g_strsplit (g_strstrip (text), " ", -1);
}

static GStrv
translate_all (const char *const *texts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; texts[i]; i++)
    g_strv_builder_add (builder, _ (texts[i]));
  return g_strv_builder_end (builder);
}

static GscopeParameter *
create_enumeration (const MxtrafRow *row)
{
  g_auto (GStrv) controls = NULL;
  g_auto (GStrv) titles = NULL;

  if (row->nicks)
    {
      titles = translate_all (row->titles);
      return gscope_parameter_new_enumeration (row->name, row->nicks, (const char *const *) titles,
                                               row->initial);
    }
  controls = list_congestion_controls ();
  return gscope_parameter_new_enumeration (row->name, (const char *const *) controls, NULL,
                                           row->initial);
}

static GscopeParameter *
create_number (const MxtrafRow *row)
{
  GscopeParameter *parameter;
  double initial = 0;

  mxtraf_quantity_parse (row->unit, row->initial, &initial, NULL);
  if (row->type == GSCOPE_PARAMETER_TYPE_INTEGER)
    parameter = gscope_parameter_new_integer (row->name, row->min, row->max, initial);
  else
    parameter = gscope_parameter_new_double (row->name, row->min, row->max, initial);
  gscope_parameter_set_step (parameter, row->step);
  gscope_parameter_set_logarithmic (parameter, row->logarithmic);
  gscope_parameter_set_unit (parameter, row->unit);
  return parameter;
}

GscopeParameter *
mxtraf_row_create_parameter (const MxtrafRow *row)
{
  GscopeParameter *parameter;

  if (row->type == GSCOPE_PARAMETER_TYPE_BOOLEAN)
    parameter = gscope_parameter_new_boolean (row->name, g_str_equal (row->initial, "on"));
  else if (row->type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    parameter = create_enumeration (row);
  else
    parameter = create_number (row);
  gscope_parameter_set_title (parameter, _ (row->title));
  gscope_parameter_set_description (parameter, _ (row->description));
  gscope_parameter_set_steered (parameter, row->steered);
  return parameter;
}

static GVariant *
parse_number (const MxtrafRow *row, const char *text, GError **error)
{
  g_autofree char *shown = NULL, *min = NULL, *max = NULL;
  double number;

  if (!mxtraf_quantity_parse (row->unit, text, &number, error))
    {
      g_prefix_error (error, "%s: ", row->name);
      return NULL;
    }
  /* in floating point, 2.01 thousand is not exactly 2010 */
  if (row->type == GSCOPE_PARAMETER_TYPE_INTEGER && fabs (number - round (number)) < 1e-6)
    number = round (number);
  if (number >= row->min && number <= row->max)
    return g_variant_ref_sink (g_variant_new_double (number));

  shown = mxtraf_quantity_format (row->unit, number);
  min = mxtraf_quantity_format (row->unit, row->min);
  max = mxtraf_quantity_format (row->unit, row->max);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("%s: %s is out of range; choose a value from %s to %s"), row->name, shown, min,
               max);
  return NULL;
}

GVariant *
mxtraf_row_parse (const MxtrafRow *row, const char *text, GError **error)
{
  g_autoptr (GscopeParameter) parameter = mxtraf_row_create_parameter (row);
  g_autoptr (GVariant) value = NULL;

  if (row->unit[0])
    value = parse_number (row, text, error);
  else
    value = gscope_parameter_parse (parameter, text, error);
  return value ? gscope_parameter_validate (parameter, value, error) : NULL;
}

char *
mxtraf_row_format (const MxtrafRow *row, GVariant *value)
{
  switch (row->type)
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      return g_strdup (g_variant_get_boolean (value) ? "on" : "off");
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      return mxtraf_quantity_format (row->unit, g_variant_get_int64 (value));
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
      return mxtraf_quantity_format (row->unit, g_variant_get_double (value));
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      return g_variant_dup_string (value, NULL);
    }
}

static GVariant *
get_choice (const MxtrafRow *row, const void *word)
{
  return g_variant_new_string (row->nicks ? row->nicks[*(const gint64 *) word] : word);
}

GVariant *
mxtraf_row_get (const MxtrafRow *row, const MxtrafSettings *settings)
{
  const void *word = (const char *) settings + row->offset;

  switch (row->type)
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      return g_variant_ref_sink (g_variant_new_boolean (*(const gboolean *) word));
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      return g_variant_ref_sink (g_variant_new_int64 (*(const gint64 *) word));
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
      return g_variant_ref_sink (g_variant_new_double (*(const double *) word));
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      return g_variant_ref_sink (get_choice (row, word));
    }
}

static void
set_choice (const MxtrafRow *row, void *word, const char *nick)
{
  if (!row->nicks)
    g_strlcpy (word, nick, MXTRAF_MAX_CC);
  for (guint i = 0; row->nicks && row->nicks[i]; i++)
    if (g_str_equal (row->nicks[i], nick))
      *(gint64 *) word = i;
}

void
mxtraf_row_set (const MxtrafRow *row, MxtrafSettings *settings, GVariant *value)
{
  void *word = (char *) settings + row->offset;

  switch (row->type)
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      *(gboolean *) word = g_variant_get_boolean (value);
      break;
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      *(gint64 *) word = g_variant_get_int64 (value);
      break;
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
      *(double *) word = g_variant_get_double (value);
      break;
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      set_choice (row, word, g_variant_get_string (value, NULL));
    }
}

void
mxtraf_settings_init (MxtrafSettings *self)
{
  memset (self, 0, sizeof *self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GscopeParameter) parameter = mxtraf_row_create_parameter (&rows[i]);

      mxtraf_row_set (&rows[i], self, gscope_parameter_get_default (parameter));
    }
}
