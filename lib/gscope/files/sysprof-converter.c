/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/sysprof-converter.h>

#include <gscope/enums.h>
#include <gscope/files/signal-writer.h>
#include <gscope/files/tuple-converter.h>
#include <gscope/sysprof/format.h>
#include <string.h>

enum
{
  /* values of one time in one frame; further ones are in a frame of their own */
  MAX_VALUES = 1024,
};

typedef struct
{
  guint32 id;
  double value;
} Value;

/* The number of a signal is that of its counter. */
typedef struct
{
  GscopeSignalWriter base;
  GByteArray *output;
  guint32 n_counters;
  /* of one time */
  GArray *values;
  gint64 time;
} Writer;

/* Bytes. */

static void
append_number (GByteArray *output, guint64 value, guint size)
{
  const guint64 bytes = GUINT64_TO_LE (value);

  g_byte_array_append (output, (const guint8 *) &bytes, size);
}

static void
append_zeros (GByteArray *output, gsize n)
{
  const gsize size = output->len;

  g_byte_array_set_size (output, (guint) (size + n));
  memset (output->data + size, 0, n);
}

/* Appends a text and zeros, at least one, that are `size` bytes together; the text is cut. */
static void
append_text (GByteArray *output, const char *text, gsize size)
{
  gsize length = gscope_sysprof_cut (text, strnlen (text, size - 1));

  g_byte_array_append (output, (const guint8 *) text, (guint) length);
  append_zeros (output, size - length);
}

/* Frames. */

/* Returns the place of the frame, for end_frame(). */
static gsize
begin_frame (Writer *self, GscopeSysprofKind kind, gint64 time)
{
  const gsize place = self->output->len;

  append_number (self->output, 0, 2);
  /* no processor, no process */
  append_number (self->output, (guint64) -1, 2);
  append_number (self->output, (guint64) -1, 4);
  append_number (self->output, (guint64) time, 8);
  append_number (self->output, kind, 8);
  return place;
}

static void
end_frame (Writer *self, gsize place)
{
  const gsize size = self->output->len - place;
  const gsize padded =
      (size + GSCOPE_SYSPROF_ALIGN - 1) / GSCOPE_SYSPROF_ALIGN * GSCOPE_SYSPROF_ALIGN;
  const guint16 bytes = GUINT16_TO_LE ((guint16) padded);

  append_zeros (self->output, padded - size);
  memcpy (self->output->data + place, &bytes, sizeof bytes);
}

static void
append_metadata (Writer *self, gint64 time, const char *id, const char *text)
{
  gsize frame = begin_frame (self, GSCOPE_SYSPROF_METADATA, time);

  append_text (self->output, id, GSCOPE_SYSPROF_METADATA_ID_SIZE);
  append_text (self->output, text, MIN (strlen (text), GSCOPE_TUPLE_MAX_LINE) + 1);
  end_frame (self, frame);
}

/* GDateTime keeps microseconds only. */
static char *
format_date (gint64 start)
{
  gint64 second = start / GSCOPE_SEC - (start % GSCOPE_SEC < 0);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (second);
  g_autofree char *shown = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%09" G_GINT64_FORMAT "Z", shown, start - second * GSCOPE_SEC);
}

static void
begin_capture (gpointer writer, gint64 first)
{
  Writer *self = writer;
  const gboolean has_start = self->base.has_start;
  const gint64 begin = has_start ? self->base.begin : first;
  g_autofree char *date = has_start ? format_date (self->base.start) : g_strdup ("");

  g_byte_array_append (self->output, (const guint8 *) GSCOPE_SYSPROF_MAGIC,
                       sizeof GSCOPE_SYSPROF_MAGIC - 1);
  append_number (self->output, GSCOPE_SYSPROF_VERSION, 1);
  /* the least significant byte of a number is the first */
  append_number (self->output, 1, 3);
  append_text (self->output, date, GSCOPE_SYSPROF_DATE_SIZE);
  append_number (self->output, (guint64) begin, 8);
  /* the time of the end stays 0, and Sysprof looks for it */
  append_zeros (self->output, GSCOPE_SYSPROF_HEAD_SIZE - self->output->len);
  append_metadata (self, begin, GSCOPE_SYSPROF_OURS, GSCOPE_VERSION);
}

static void
append_mark (Writer *self, gint64 time, gint64 duration, const char *group, const char *name,
             const char *message)
{
  gsize frame = begin_frame (self, GSCOPE_SYSPROF_MARK, time);

  append_number (self->output, (guint64) duration, 8);
  append_text (self->output, group, GSCOPE_SYSPROF_GROUP_SIZE);
  append_text (self->output, name, GSCOPE_SYSPROF_MARK_NAME_SIZE);
  append_text (self->output, message, MIN (strlen (message), GSCOPE_TUPLE_MAX_LINE) + 1);
  end_frame (self, frame);
}

/* Signals. */

/* Returns the rest of the name of a signal; sets `source` to its begin, which the caller frees. */
static const char *
split_name (const GscopeWrittenSignal *signal, char **source)
{
  const char *name = signal->name;
  const char *slash = *name ? strchr (name + 1, '/') : NULL;

  *source = slash ? g_strndup (name, (gsize) (slash - name)) : g_strdup (GSCOPE_SYSPROF_PLAIN);
  return slash ? slash + 1 : name;
}

static char *
make_description (const GscopeWrittenSignal *signal, const char *name)
{
  const char *title = signal->description ? gscope_signal_get_title (signal->description) : NULL;
  const char *unit = signal->description ? gscope_signal_get_unit (signal->description) : NULL;

  if (!title || !*title)
    title = name;
  return unit && *unit ? g_strdup_printf ("%s (%s)", title, unit) : g_strdup (title);
}

static void
define_counter (Writer *self, GscopeWrittenSignal *signal, gint64 time)
{
  gsize frame = begin_frame (self, GSCOPE_SYSPROF_DEFINITION, time);
  g_autofree char *source = NULL;
  const char *name = split_name (signal, &source);
  g_autofree char *description = make_description (signal, name);

  signal->number = ++self->n_counters;
  append_number (self->output, 1, 8);
  append_text (self->output, source, GSCOPE_SYSPROF_CATEGORY_SIZE);
  append_text (self->output, name, GSCOPE_SYSPROF_COUNTER_NAME_SIZE);
  append_text (self->output, description, GSCOPE_SYSPROF_DESCRIPTION_SIZE);
  append_number (self->output, signal->number, GSCOPE_SYSPROF_COUNTER_ID_SIZE);
  append_number (self->output, GSCOPE_SYSPROF_DOUBLE, 1);
  append_number (self->output, 0, 8);
  end_frame (self, frame);
}

/* Samples. */

static const Value *
get_value (const Writer *self, guint index)
{
  static const Value none = { 0, 0 };

  return index < self->values->len ? &g_array_index (self->values, Value, index) : &none;
}

static void
append_block (Writer *self, guint first)
{
  for (guint i = 0; i < GSCOPE_SYSPROF_BLOCK_VALUES; i++)
    append_number (self->output, get_value (self, first + i)->id, 4);
  for (guint i = 0; i < GSCOPE_SYSPROF_BLOCK_VALUES; i++)
    {
      guint64 bits;

      memcpy (&bits, &get_value (self, first + i)->value, sizeof bits);
      append_number (self->output, bits, 8);
    }
}

/* The values of one time are one frame. */
static void
end_tick (Writer *self)
{
  const guint n =
      (self->values->len + GSCOPE_SYSPROF_BLOCK_VALUES - 1) / GSCOPE_SYSPROF_BLOCK_VALUES;
  gsize frame;

  if (n == 0)
    return;
  frame = begin_frame (self, GSCOPE_SYSPROF_VALUES, self->time);
  append_number (self->output, n, 8);
  for (guint i = 0; i < n; i++)
    append_block (self, i * GSCOPE_SYSPROF_BLOCK_VALUES);
  end_frame (self, frame);
  g_array_set_size (self->values, 0);
}

static void
add_value (gpointer writer, GscopeWrittenSignal *signal, gint64 time)
{
  Writer *self = writer;
  Value value;

  if (time != self->time || self->values->len == MAX_VALUES)
    end_tick (self);
  if (signal->number == 0)
    define_counter (self, signal, time);
  self->time = time;
  value = (Value){ (guint32) signal->number, signal->value };
  g_array_append_val (self->values, value);
}

static void
end_state (gpointer writer, GscopeWrittenSignal *signal, gint64 time, const char *state)
{
  g_autofree char *source = NULL;
  const char *name;
  gint64 duration;

  if (time <= signal->since || __builtin_sub_overflow (time, signal->since, &duration))
    return;
  name = split_name (signal, &source);
  append_mark (writer, signal->since, duration, source, name, state);
}

static void
append_gap (gpointer writer, const GscopeWrittenSignal *signal, gint64 time, const char *cause)
{
  g_autofree char *source = NULL;
  const char *name = split_name (signal, &source);
  g_autofree char *full_name = g_strconcat (source, "/", name, NULL);

  append_mark (writer, time, 0, "gap", full_name, cause ? cause : "");
}

/* Annotations. */

/* Marks of one name are in one row: the name is the signal or the parameter, and the message is what happened to it. */
static void
append_marker (gpointer writer, GscopeMarker *marker, GscopeMarkerNews news)
{
  const char *kind =
      gscope_signal_writer_get_nick (GSCOPE_TYPE_MARKER_KIND, gscope_marker_get_kind (marker));
  const char *subject = gscope_marker_get_subject (marker);
  const char *label = gscope_marker_get_label (marker);
  const char *detail = gscope_marker_get_detail (marker);
  g_autofree char *message =
      g_strconcat (label ? label : "", label && *label && detail && *detail ? ": " : "",
                   detail ? detail : "", NULL);

  append_mark (writer, gscope_marker_get_time (marker), 0, kind,
               subject && *subject ? subject : kind, message);
}

static void
append_loss (gpointer writer, const char *signal, const GscopeLossRecord *loss)
{
  const char *cause = gscope_signal_writer_get_nick (GSCOPE_TYPE_LOSS, loss->cause);
  g_autofree char *message = g_strdup_printf ("%s: %" G_GUINT64_FORMAT, cause, loss->count);

  append_mark (writer, loss->time, 0, "loss", signal, message);
}

static void
append_parameters (gpointer writer, gint64 time, GVariant *parameters)
{
  const char *name, *value;
  GVariantIter iter;

  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &name, NULL, &value))
    append_metadata (writer, time, name, value);
}

/* The format. */

static void
flush (gpointer writer)
{
  end_tick (writer);
}

static void
end (gpointer writer)
{
  end_tick (writer);
  gscope_signal_writer_close (writer);
}

static gpointer
begin (GByteArray *output, GError **error)
{
  static const GscopeSignalFormat format = {
    .begin = begin_capture,
    .add_value = add_value,
    .end_state = end_state,
    .add_gap = append_gap,
    .add_marker = append_marker,
    .add_loss = append_loss,
    .add_parameters = append_parameters,
  };
  Writer *self = g_new0 (Writer, 1);

  gscope_signal_writer_init (&self->base, &format);
  self->output = output;
  self->time = G_MININT64;
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  return self;
}

static void
writer_free (gpointer writer)
{
  Writer *self = writer;

  gscope_signal_writer_clear (&self->base);
  g_array_unref (self->values);
  g_free (self);
}

GConverter *
gscope_sysprof_converter_new (void)
{
  static const GscopeTupleFormat format = {
    .begin = begin,
    .free = writer_free,
    .take_tuples = gscope_signal_writer_take_tuples,
    .take_annotation = gscope_signal_writer_take_annotation,
    .flush = flush,
    .close = end,
  };

  return gscope_tuple_converter_new (&format);
}
