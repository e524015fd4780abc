/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/perfetto-converter.h>

#include <gscope/enums.h>
#include <gscope/files/protobuf.h>
#include <gscope/files/signal-writer.h>
#include <gscope/files/tuple-converter.h>
#include <math.h>
#include <string.h>

/* A trace is a sequence of packets. Times are absolute, on a clock that the first packet names: each packet can be read without
 * those before it, but for the names of states, which are written once. */

/* The numbers of fields and values, from Perfetto's protos/perfetto/trace. */
enum
{
  TRACE_PACKET = 1,

  PACKET_CLOCKS = 6,
  PACKET_TIME = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_CLOCK = 58,
  PACKET_DEFAULTS = 59,
  PACKET_TRACK = 60,
  PACKET_IS_FIRST = 87,

  /* values of PACKET_FLAGS */
  FLAG_CLEARED = 1,
  FLAG_NEEDS_STATE = 2,

  CLOCKS_CLOCK = 1,
  CLOCKS_PRIMARY = 2,
  CLOCK_ID = 1,
  CLOCK_TIME = 2,
  /* values of CLOCK_ID */
  CLOCK_ID_REALTIME = 1,
  CLOCK_ID_MONOTONIC = 3,

  TRACK_ID = 1,
  TRACK_NAME = 2,
  TRACK_PARENT = 5,
  TRACK_COUNTER = 8,
  TRACK_ORDERING = 11,
  TRACK_RANK = 12,
  TRACK_DESCRIPTION = 14,
  COUNTER_UNIT_NAME = 6,
  /* a value of TRACK_ORDERING */
  ORDERED_BY_RANK = 3,

  EVENT_DETAIL = 4,
  EVENT_TYPE = 9,
  EVENT_INTERNED_NAME = 10,
  EVENT_TRACK = 11,
  EVENT_CATEGORY = 22,
  EVENT_NAME = 23,
  EVENT_INTEGER = 30,
  EVENT_DOUBLE = 44,
  /* values of EVENT_TYPE */
  SLICE_BEGIN = 1,
  SLICE_END = 2,
  INSTANT = 3,
  COUNTER = 4,

  DETAIL_TEXT = 6,
  DETAIL_NAME = 10,

  INTERNED_EVENT_NAMES = 2,
  NAME_ID = 1,
  NAME_TEXT = 2,
};

enum
{
  /* all packets are of one sequence */
  SEQUENCE = 1,
  MAX_NAMES = 65536,
};

/* Up to here, an integer takes fewer bytes than a double. */
#define MAX_INTEGER (G_GINT64_CONSTANT (1) << 49)

/* The number of a signal is that of its track. */
typedef struct
{
  GscopeSignalWriter base;
  GByteArray *output;
  /* the clock of the times, and how many nanoseconds they are later than the times of the tuples */
  guint clock;
  gint64 offset;

  guint64 n_tracks;
  /* numbers of tracks by the names of groups */
  GHashTable *groups;
  guint64 markers;
  guint64 losses;
  /* numbers of names of slices */
  GHashTable *names;
} Writer;

typedef struct
{
  const char *name;
  const char *text;
} Detail;

/* Packets. */

/* Returns the time on the trace's clock, which has no negative times. */
static guint64
convert_time (const Writer *self, gint64 time)
{
  gint64 converted;

  if (__builtin_add_overflow (time, self->offset, &converted))
    converted = time;
  return (guint64) MAX (converted, 0);
}

static gsize
begin_packet (Writer *self, guint flag)
{
  gsize packet = gscope_protobuf_begin (self->output, TRACE_PACKET);

  gscope_protobuf_append_integer (self->output, PACKET_SEQUENCE, SEQUENCE);
  gscope_protobuf_append_integer (self->output, PACKET_FLAGS, flag);
  return packet;
}

static void
append_clock (Writer *self, guint id, guint64 time)
{
  gsize clock = gscope_protobuf_begin (self->output, CLOCKS_CLOCK);

  gscope_protobuf_append_integer (self->output, CLOCK_ID, id);
  gscope_protobuf_append_integer (self->output, CLOCK_TIME, time);
  gscope_protobuf_end (self->output, clock);
}

/* Times of the monotonic clock stay, so that the trace can be merged with one that Perfetto
 * recorded on the same machine. Times of other clocks become times since 1970, unless they are too
 * far from it. */
static void
choose_clock (Writer *self)
{
  gint64 offset;

  if (!self->base.has_start || self->base.is_monotonic
      || __builtin_sub_overflow (self->base.start, self->base.begin, &offset))
    return;
  self->clock = CLOCK_ID_REALTIME;
  self->offset = offset;
}

/* The first packet. It has no time, as that could only be read with the clocks in it. */
static void
begin_trace (gpointer writer, gint64 first)
{
  Writer *self = writer;
  const GscopeSignalWriter *base = &self->base;
  gsize packet, part;

  choose_clock (self);
  packet = begin_packet (self, FLAG_CLEARED);
  gscope_protobuf_append_integer (self->output, PACKET_IS_FIRST, TRUE);
  part = gscope_protobuf_begin (self->output, PACKET_DEFAULTS);
  gscope_protobuf_append_integer (self->output, PACKET_CLOCK, self->clock);
  gscope_protobuf_end (self->output, part);
  part = gscope_protobuf_begin (self->output, PACKET_CLOCKS);
  if (self->clock == CLOCK_ID_MONOTONIC)
    append_clock (self, self->clock, convert_time (self, base->has_start ? base->begin : first));
  if (base->has_start)
    append_clock (self, CLOCK_ID_REALTIME, (guint64) MAX (base->start, 0));
  gscope_protobuf_append_integer (self->output, CLOCKS_PRIMARY, self->clock);
  gscope_protobuf_end (self->output, part);
  gscope_protobuf_end (self->output, packet);
}

/* Begins a packet with an event. Both are ended by end_event(). */
static gsize
begin_event (Writer *self, gint64 time, guint64 track, guint type, gsize *event)
{
  gsize packet = begin_packet (self, FLAG_NEEDS_STATE);

  self->base.latest = MAX (self->base.latest, time);
  gscope_protobuf_append_integer (self->output, PACKET_TIME, convert_time (self, time));
  *event = gscope_protobuf_begin (self->output, PACKET_EVENT);
  gscope_protobuf_append_integer (self->output, EVENT_TYPE, type);
  gscope_protobuf_append_integer (self->output, EVENT_TRACK, track);
  return packet;
}

static void
end_event (Writer *self, gsize packet, gsize event)
{
  gscope_protobuf_end (self->output, event);
  gscope_protobuf_end (self->output, packet);
}

/* Tracks. */

/* Begins the description of a track. Both are ended by end_event(). */
static gsize
begin_track (Writer *self, guint64 track, guint64 parent, const char *name, gsize *description)
{
  gsize packet = begin_packet (self, FLAG_NEEDS_STATE);

  *description = gscope_protobuf_begin (self->output, PACKET_TRACK);
  gscope_protobuf_append_integer (self->output, TRACK_ID, track);
  if (parent != 0)
    gscope_protobuf_append_integer (self->output, TRACK_PARENT, parent);
  gscope_protobuf_append_text (self->output, TRACK_NAME, name);
  return packet;
}

static guint64
add_group (Writer *self, guint64 parent, const char *name)
{
  guint64 track = ++self->n_tracks;
  gsize description, packet = begin_track (self, track, parent, name, &description);

  gscope_protobuf_append_integer (self->output, TRACK_ORDERING, ORDERED_BY_RANK);
  gscope_protobuf_append_integer (self->output, TRACK_RANK, track);
  end_event (self, packet, description);
  return track;
}

static const char *
find_slash (const char *name)
{
  return *name ? strrchr (name + 1, '/') : NULL;
}

/* Returns the track in which the signals are whose names begin so; 0 for signals of no group. */
static guint64
get_group (Writer *self, const char *name, gsize size)
{
  g_autofree char *prefix = g_strndup (name, size);
  guint64 *found = g_hash_table_lookup (self->groups, prefix);
  const char *slash = find_slash (prefix);
  guint64 parent;

  if (found)
    return *found;
  if (size == 0)
    return 0;
  parent = slash ? get_group (self, prefix, (gsize) (slash - prefix)) : 0;
  found = g_new (guint64, 1);
  *found = add_group (self, parent, slash ? slash + 1 : prefix);
  g_hash_table_insert (self->groups, g_steal_pointer (&prefix), found);
  return *found;
}

static void
append_counter (Writer *self, const GscopeWrittenSignal *signal)
{
  const char *unit = signal->description ? gscope_signal_get_unit (signal->description) : NULL;
  gsize counter = gscope_protobuf_begin (self->output, TRACK_COUNTER);

  if (unit && *unit)
    gscope_protobuf_append_text (self->output, COUNTER_UNIT_NAME, unit);
  gscope_protobuf_end (self->output, counter);
}

static void
add_track (Writer *self, GscopeWrittenSignal *signal)
{
  const char *slash = find_slash (signal->name), *name = slash ? slash + 1 : signal->name;
  const char *title = signal->description ? gscope_signal_get_title (signal->description) : name;
  guint64 group = slash ? get_group (self, signal->name, (gsize) (slash - signal->name)) : 0;
  gsize packet, description;

  signal->number = ++self->n_tracks;
  packet = begin_track (self, signal->number, group, name, &description);
  if (!signal->has_states)
    append_counter (self, signal);
  gscope_protobuf_append_integer (self->output, TRACK_RANK, signal->rank);
  if (title && *title && !g_str_equal (title, name) && !g_str_equal (title, signal->name))
    gscope_protobuf_append_text (self->output, TRACK_DESCRIPTION, title);
  end_event (self, packet, description);
}

static guint64
get_track (Writer *self, GscopeWrittenSignal *signal)
{
  if (signal->number == 0)
    add_track (self, signal);
  return signal->number;
}

/* Instants. */

static void
append_detail (Writer *self, const Detail *detail)
{
  gsize part = gscope_protobuf_begin (self->output, EVENT_DETAIL);

  gscope_protobuf_append_text (self->output, DETAIL_NAME, detail->name);
  gscope_protobuf_append_text (self->output, DETAIL_TEXT, detail->text);
  gscope_protobuf_end (self->output, part);
}

/* Details without a text are left out. */
static void
append_instant (Writer *self, guint64 track, gint64 time, const char *category, const char *name,
                const Detail *details, gsize n)
{
  gsize event, packet = begin_event (self, time, track, INSTANT, &event);

  gscope_protobuf_append_text (self->output, EVENT_CATEGORY, category);
  gscope_protobuf_append_text (self->output, EVENT_NAME, name);
  for (gsize i = 0; i < n; i++)
    if (details[i].text && *details[i].text)
      append_detail (self, &details[i]);
  end_event (self, packet, event);
}

static guint64
get_markers (Writer *self)
{
  if (self->markers == 0)
    self->markers = add_group (self, 0, "Markers");
  return self->markers;
}

static guint64
get_losses (Writer *self)
{
  if (self->losses == 0)
    self->losses = add_group (self, 0, "Losses");
  return self->losses;
}

static void
append_marker (gpointer writer, GscopeMarker *marker, GscopeMarkerNews news)
{
  Writer *self = writer;
  const char *label = gscope_marker_get_label (marker), *kind;
  const char *clock = gscope_marker_get_clock (marker);
  g_autofree char *time_error =
      clock ? g_strdup_printf ("%" G_GINT64_FORMAT, gscope_marker_get_time_error (marker)) : NULL;
  const Detail details[] = {
    { "subject", gscope_marker_get_subject (marker) },
    { "detail", gscope_marker_get_detail (marker) },
    { "error_ns", time_error },
    { "clock", clock },
    { "news", news == GSCOPE_MARKER_NEWS_CHANGED ? "changed" : NULL },
  };

  kind = gscope_signal_writer_get_nick (GSCOPE_TYPE_MARKER_KIND, gscope_marker_get_kind (marker));
  append_instant (self, get_markers (self), gscope_marker_get_time (marker), kind,
                  *label ? label : kind, details, G_N_ELEMENTS (details));
}

/* A group of details: the parameters at a time, with their values. */
static void
append_parameters (gpointer writer, gint64 time, GVariant *parameters)
{
  Writer *self = writer;
  g_autoptr (GArray) details = g_array_new (FALSE, FALSE, sizeof (Detail));
  GVariantIter iter;
  Detail detail;

  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &detail.name, NULL, &detail.text))
    g_array_append_val (details, detail);
  append_instant (self, get_markers (self), time, "parameters", "Parameters",
                  (Detail *) details->data, details->len);
}

static void
append_loss (gpointer writer, const char *signal, const GscopeLossRecord *loss)
{
  Writer *self = writer;
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, loss->count);
  const Detail details[] = {
    { "signal", signal },
    { "cause", gscope_signal_writer_get_nick (GSCOPE_TYPE_LOSS, loss->cause) },
    { "count", count },
  };

  append_instant (self, get_losses (self), loss->time, "loss", "Loss", details,
                  G_N_ELEMENTS (details));
}

static void
append_gap (gpointer writer, const GscopeWrittenSignal *signal, gint64 time, const char *cause)
{
  Writer *self = writer;
  const Detail details[] = {
    { "signal", signal->name },
    { "cause", cause },
  };

  append_instant (self, get_losses (self), time, "gap", "Gap", details, G_N_ELEMENTS (details));
}

/* Samples. */

/* Returns the number of a name; 0 if there are too many. A name is written before the packet that has its number. */
static guint64
intern (Writer *self, const char *text)
{
  guint64 id = GPOINTER_TO_SIZE (g_hash_table_lookup (self->names, text));
  gsize packet, interned, name;

  if (id != 0 || g_hash_table_size (self->names) == MAX_NAMES)
    return id;
  id = g_hash_table_size (self->names) + 1;
  g_hash_table_insert (self->names, g_strdup (text), GSIZE_TO_POINTER (id));
  packet = begin_packet (self, FLAG_NEEDS_STATE);
  interned = gscope_protobuf_begin (self->output, PACKET_INTERNED);
  name = gscope_protobuf_begin (self->output, INTERNED_EVENT_NAMES);
  gscope_protobuf_append_integer (self->output, NAME_ID, id);
  gscope_protobuf_append_text (self->output, NAME_TEXT, text);
  gscope_protobuf_end (self->output, name);
  end_event (self, packet, interned);
  return id;
}

static void
end_slice (gpointer writer, GscopeWrittenSignal *signal, gint64 time, const char *name)
{
  Writer *self = writer;
  gsize event, packet = begin_event (self, time, signal->number, SLICE_END, &event);

  end_event (self, packet, event);
}

static void
begin_slice (gpointer writer, GscopeWrittenSignal *signal, gint64 time, const char *name)
{
  Writer *self = writer;
  guint64 track = get_track (self, signal), id = intern (self, name);
  gsize event, packet = begin_event (self, time, track, SLICE_BEGIN, &event);

  if (id != 0)
    gscope_protobuf_append_integer (self->output, EVENT_INTERNED_NAME, id);
  else
    gscope_protobuf_append_text (self->output, EVENT_NAME, name);
  end_event (self, packet, event);
}

static void
append_value (gpointer writer, GscopeWrittenSignal *signal, gint64 time)
{
  Writer *self = writer;
  const double value = signal->value;
  gsize event, packet = begin_event (self, time, get_track (self, signal), COUNTER, &event);

  if (value >= 0 && value < MAX_INTEGER && !signbit (value) && (double) (gint64) value == value)
    gscope_protobuf_append_integer (self->output, EVENT_INTEGER, (guint64) value);
  else
    gscope_protobuf_append_double (self->output, EVENT_DOUBLE, value);
  end_event (self, packet, event);
}

/* The format. */

/* All packets are whole. */
static void
flush (gpointer writer)
{
}

static gpointer
begin (GByteArray *output, GError **error)
{
  static const GscopeSignalFormat format = {
    .begin = begin_trace,
    .add_value = append_value,
    .begin_state = begin_slice,
    .end_state = end_slice,
    .add_gap = append_gap,
    .add_marker = append_marker,
    .add_loss = append_loss,
    .add_parameters = append_parameters,
  };
  Writer *self = g_new0 (Writer, 1);

  gscope_signal_writer_init (&self->base, &format);
  self->output = output;
  self->clock = CLOCK_ID_MONOTONIC;
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

static void
writer_free (gpointer writer)
{
  Writer *self = writer;

  gscope_signal_writer_clear (&self->base);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->names);
  g_free (self);
}

GConverter *
gscope_perfetto_converter_new (void)
{
  static const GscopeTupleFormat format = {
    .begin = begin,
    .free = writer_free,
    .take_tuples = gscope_signal_writer_take_tuples,
    .take_annotation = gscope_signal_writer_take_annotation,
    .flush = flush,
    .close = gscope_signal_writer_close,
  };

  return gscope_tuple_converter_new (&format);
}
