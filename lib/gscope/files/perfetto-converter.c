/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/perfetto-converter.h>

#include <gscope/enums.h>
#include <gscope/files/protobuf.h>
#include <gscope/files/tuple-converter.h>
#include <gscope/json-private.h>
#include <gscope/signal/private.h>
#include <gscope/signal/states.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/decimal.h>
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
  MAX_FIELDS = 65536,
  MAX_NAMES = 65536,
};

/* Up to here, an integer takes fewer bytes than a double. */
#define MAX_INTEGER (G_GINT64_CONSTANT (1) << 49)

/* A signal. */
typedef struct
{
  char *name;
  /* from an annotation; may be NULL */
  GscopeSignal *description;
  /* its place among the signals */
  guint rank;
  /* the number of its track; 0 if that has not been written */
  guint64 track;
  gboolean has_states;
  /* whether there is a value, of states one whose slice has not ended, and the value */
  gboolean has_value;
  double value;
  /* the annotation of a gap, whose sample comes */
  gboolean has_gap;
  GscopeGapCause cause;
} Field;

typedef struct
{
  GByteArray *output;
  gboolean has_begun;
  /* the clock of the times, and how many nanoseconds they are later than the times of the tuples */
  guint clock;
  gint64 offset;
  /* the same instant on the clock of the tuples and since 1970, if the file says so */
  gboolean has_start;
  gint64 begin;
  gint64 start;
  gint64 latest;

  /* Field by name and by the parser's number of the name */
  GHashTable *fields;
  GPtrArray *by_id;
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

static void
field_free (gpointer data)
{
  Field *self = data;

  g_free (self->name);
  g_clear_object (&self->description);
  g_free (self);
}

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

/* The first packet. It has no time, as that could only be read with the clocks in it. */
static void
begin_trace (Writer *self, gint64 first)
{
  gsize packet, part;

  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  packet = begin_packet (self, FLAG_CLEARED);
  gscope_protobuf_append_integer (self->output, PACKET_IS_FIRST, TRUE);
  part = gscope_protobuf_begin (self->output, PACKET_DEFAULTS);
  gscope_protobuf_append_integer (self->output, PACKET_CLOCK, self->clock);
  gscope_protobuf_end (self->output, part);
  part = gscope_protobuf_begin (self->output, PACKET_CLOCKS);
  if (self->clock == CLOCK_ID_MONOTONIC)
    append_clock (self, self->clock, convert_time (self, self->has_start ? self->begin : first));
  if (self->has_start)
    append_clock (self, CLOCK_ID_REALTIME, (guint64) MAX (self->start, 0));
  gscope_protobuf_append_integer (self->output, CLOCKS_PRIMARY, self->clock);
  gscope_protobuf_end (self->output, part);
  gscope_protobuf_end (self->output, packet);
}

/* Begins a packet with an event. Both are ended by end_event(). */
static gsize
begin_event (Writer *self, gint64 time, guint64 track, guint type, gsize *event)
{
  gsize packet = begin_packet (self, FLAG_NEEDS_STATE);

  self->latest = MAX (self->latest, time);
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
append_counter (Writer *self, const Field *field)
{
  const char *unit = field->description ? gscope_signal_get_unit (field->description) : NULL;
  gsize counter = gscope_protobuf_begin (self->output, TRACK_COUNTER);

  if (unit && *unit)
    gscope_protobuf_append_text (self->output, COUNTER_UNIT_NAME, unit);
  gscope_protobuf_end (self->output, counter);
}

static void
add_track (Writer *self, Field *field)
{
  const char *slash = find_slash (field->name), *name = slash ? slash + 1 : field->name;
  const char *title = field->description ? gscope_signal_get_title (field->description) : name;
  guint64 group = slash ? get_group (self, field->name, (gsize) (slash - field->name)) : 0;
  gsize packet, description;

  field->track = ++self->n_tracks;
  packet = begin_track (self, field->track, group, name, &description);
  if (!field->has_states)
    append_counter (self, field);
  gscope_protobuf_append_integer (self->output, TRACK_RANK, field->rank);
  if (title && *title && !g_str_equal (title, name) && !g_str_equal (title, field->name))
    gscope_protobuf_append_text (self->output, TRACK_DESCRIPTION, title);
  end_event (self, packet, description);
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

static const char *
get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (type);
  const GEnumValue *row = g_enum_get_value (class, value);

  return row ? row->value_nick : "";
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
append_marker (Writer *self, GscopeMarker *marker, GscopeMarkerNews news)
{
  const char *label = gscope_marker_get_label (marker), *kind;
  const char *clock = gscope_marker_get_clock (marker);
  g_autofree char *time_error =
      clock ? g_strdup_printf ("%" G_GINT64_FORMAT, gscope_marker_get_time_error (marker)) : NULL;
  const Detail details[] = {
    { "subject", gscope_marker_get_subject (marker) },
    { "detail", gscope_marker_get_detail (marker) },
    { "error_ns", time_error },
    { "clock", clock },
    { "news", news == GSCOPE_MARKER_CHANGED ? "changed" : NULL },
  };

  kind = get_nick (GSCOPE_TYPE_MARKER_KIND, gscope_marker_get_kind (marker));
  append_instant (self, get_markers (self), gscope_marker_get_time (marker), kind,
                  *label ? label : kind, details, G_N_ELEMENTS (details));
}

/* A group of details: the parameters at a time, with their values. */
static void
append_parameters (Writer *self, GVariant *parameters)
{
  g_autoptr (GArray) details = g_array_new (FALSE, FALSE, sizeof (Detail));
  gint64 time = self->latest == G_MININT64 ? self->begin : self->latest;
  GVariantIter iter;
  Detail detail;

  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &detail.name, NULL, &detail.text))
    g_array_append_val (details, detail);
  append_instant (self, get_markers (self), time, "parameters", "Parameters",
                  (Detail *) details->data, details->len);
}

static void
append_loss (Writer *self, const char *signal, const GscopeLossRecord *loss)
{
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, loss->count);
  const Detail details[] = {
    { "signal", signal },
    { "cause", get_nick (GSCOPE_TYPE_LOSS, loss->cause) },
    { "count", count },
  };

  append_instant (self, get_losses (self), loss->time, "loss", "Loss", details,
                  G_N_ELEMENTS (details));
}

static void
append_gap (Writer *self, const Field *field, gint64 time)
{
  const Detail details[] = {
    { "signal", field->name },
    { "cause", field->has_gap ? get_nick (GSCOPE_TYPE_GAP_CAUSE, field->cause) : NULL },
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
end_slice (Writer *self, Field *field, gint64 time)
{
  gsize event, packet;

  if (!field->has_states || !field->has_value)
    return;
  packet = begin_event (self, time, field->track, SLICE_END, &event);
  end_event (self, packet, event);
  field->has_value = FALSE;
}

/* A state without a name is called by its number. */
static void
begin_slice (Writer *self, Field *field, gint64 time)
{
  const GscopeState *state = gscope_signal_find_state (field->description, field->value);
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE + 1];
  const char *name = state ? state->name : number;
  gsize event, packet;
  guint64 id;

  *gscope_decimal_write_double (number, field->value) = '\0';
  id = intern (self, name);
  packet = begin_event (self, time, field->track, SLICE_BEGIN, &event);
  if (id != 0)
    gscope_protobuf_append_integer (self->output, EVENT_INTERNED_NAME, id);
  else
    gscope_protobuf_append_text (self->output, EVENT_NAME, name);
  end_event (self, packet, event);
}

static void
append_value (Writer *self, const Field *field, gint64 time)
{
  const double value = field->value;
  gsize event, packet = begin_event (self, time, field->track, COUNTER, &event);

  if (value >= 0 && value < MAX_INTEGER && !signbit (value) && (double) (gint64) value == value)
    gscope_protobuf_append_integer (self->output, EVENT_INTEGER, (guint64) value);
  else
    gscope_protobuf_append_double (self->output, EVENT_DOUBLE, value);
  end_event (self, packet, event);
}

/* A counter of Perfetto keeps its value until the next one, so that a gap is an instant. Perfetto has no infinite
 * values. */
static void
break_off (Writer *self, Field *field, gint64 time)
{
  if (field->has_gap || (field->has_value && !field->has_states))
    append_gap (self, field, time);
  end_slice (self, field, time);
  field->has_value = field->has_gap = FALSE;
}

static void
add_sample (Writer *self, Field *field, gint64 time, double value)
{
  gboolean is_same = field->has_value && field->value == value;

  self->latest = MAX (self->latest, time);
  if (!isfinite (value))
    {
      break_off (self, field, time);
      return;
    }
  if (field->track == 0)
    add_track (self, field);
  if (!is_same)
    end_slice (self, field, time);
  field->value = value;
  if (!field->has_states)
    append_value (self, field, time);
  else if (!is_same)
    begin_slice (self, field, time);
  field->has_value = TRUE;
  field->has_gap = FALSE;
}

/* Returns NULL if there are too many. */
static Field *
get_field (Writer *self, const char *name)
{
  Field *field = g_hash_table_lookup (self->fields, name);

  if (field || g_hash_table_size (self->fields) == MAX_FIELDS)
    return field;
  field = g_new0 (Field, 1);
  field->name = g_strdup (name);
  field->rank = g_hash_table_size (self->fields) + 1;
  g_hash_table_insert (self->fields, field->name, field);
  return field;
}

static void
take_tuples (gpointer writer, GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n)
{
  Writer *self = writer;

  for (guint id = self->by_id->len; id < gscope_tuple_parser_get_n_names (parser); id++)
    g_ptr_array_add (self->by_id, get_field (self, gscope_tuple_parser_get_name (parser, id)));
  if (n > 0)
    begin_trace (self, tuples[0].time);
  for (gsize i = 0; i < n; i++)
    if (self->by_id->pdata[tuples[i].name])
      add_sample (self, self->by_id->pdata[tuples[i].name], tuples[i].time, tuples[i].value);
}

/* Annotations. */

/* Times of the monotonic clock stay, so that the trace can be merged with one that Perfetto recorded on the same machine. Times of other
 * clocks become times since 1970. */
static void
take_header (Writer *self, GscopeAnnotation *annotation)
{
  const char *clock;

  if (self->has_begun
      || !gscope_annotation_read_header (annotation, &self->begin, &self->start, NULL))
    return;
  self->has_start = TRUE;
  if (gscope_json_get_text (gscope_annotation_get_object (annotation), "clock", G_MAXSIZE, &clock,
                            NULL)
      && g_str_equal (clock, "monotonic"))
    return;
  self->clock = CLOCK_ID_REALTIME;
  self->offset = self->start - self->begin;
}

/* A track has either values or slices: a signal that gets states later has another track from then on. */
static void
update_states (Writer *self, Field *field)
{
  gsize n;

  gscope_signal_get_states (field->description, &n);
  if ((n > 0) == field->has_states)
    return;
  end_slice (self, field, self->latest);
  field->has_states = n > 0;
  field->has_value = FALSE;
  field->track = 0;
}

static void
take_signals (Writer *self, GscopeAnnotation *annotation)
{
  g_autoptr (GPtrArray) signals = gscope_annotation_read_signals (annotation, NULL);

  for (guint i = 0; signals && i < signals->len; i++)
    {
      Field *field = get_field (self, gscope_signal_get_name (signals->pdata[i]));

      if (!field || field->description)
        continue;
      field->description = g_object_ref (signals->pdata[i]);
      update_states (self, field);
    }
}

static void
take_states (Writer *self, GscopeAnnotation *annotation)
{
  g_autoptr (GscopeSignal) signal = gscope_annotation_read_states (annotation, NULL);
  Field *field = signal ? get_field (self, gscope_signal_get_name (signal)) : NULL;
  const GscopeState *states;
  gsize n;

  if (!field)
    return;
  states = gscope_signal_get_states (signal, &n);
  if (field->description)
    gscope_signal_add_states (field->description, states, n);
  else
    field->description = g_object_ref (signal);
  update_states (self, field);
}

static void
take_gap (Writer *self, GscopeAnnotation *annotation)
{
  GscopeGapCause cause;
  const char *name;
  gint64 time;
  Field *field;

  if (!gscope_annotation_read_gap (annotation, &name, &time, &cause, NULL))
    return;
  field = get_field (self, name);
  if (!field)
    return;
  field->has_gap = TRUE;
  field->cause = cause;
}

static void
take_annotation (gpointer writer, GscopeAnnotation *annotation)
{
  Writer *self = writer;
  g_autoptr (GscopeMarker) marker = NULL;
  g_autoptr (GVariant) parameters = NULL;
  GscopeLossRecord loss;
  GscopeMarkerNews news;
  const char *signal;

  take_header (self, annotation);
  take_signals (self, annotation);
  take_states (self, annotation);
  take_gap (self, annotation);
  marker = gscope_annotation_read_marker (annotation, &news, NULL);
  if (marker && news != GSCOPE_MARKER_REMOVED)
    {
      begin_trace (self, gscope_marker_get_time (marker));
      append_marker (self, marker, news);
    }
  if (gscope_annotation_read_loss (annotation, &signal, &loss, NULL))
    {
      begin_trace (self, loss.time);
      append_loss (self, signal, &loss);
    }
  parameters = gscope_annotation_read_parameters (annotation, NULL);
  if (parameters)
    {
      begin_trace (self, self->begin);
      append_parameters (self, parameters);
    }
}

/* The format. */

/* All packets are whole. */
static void
flush (gpointer writer)
{
}

static void
end (gpointer writer)
{
  Writer *self = writer;

  begin_trace (self, 0);
  for (guint i = 0; i < self->by_id->len; i++)
    if (self->by_id->pdata[i])
      end_slice (self, self->by_id->pdata[i], self->latest);
}

static gpointer
begin (GByteArray *output, GError **error)
{
  Writer *self = g_new0 (Writer, 1);

  self->output = output;
  self->clock = CLOCK_ID_MONOTONIC;
  self->latest = G_MININT64;
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, field_free);
  self->by_id = g_ptr_array_new ();
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

static void
writer_free (gpointer writer)
{
  Writer *self = writer;

  g_hash_table_unref (self->fields);
  g_ptr_array_unref (self->by_id);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->names);
  g_free (self);
}

GConverter *
gscope_perfetto_converter_new (void)
{
  static const GscopeTupleFormat format = {
    begin, writer_free, take_tuples, take_annotation, flush, end,
  };

  return gscope_tuple_converter_new (&format);
}
