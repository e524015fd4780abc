/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/sysprof-converter.h>

#include <gscope/enums.h>
#include <gscope/files/tuple-converter.h>
#include <gscope/signal/private.h>
#include <gscope/signal/states.h>
#include <gscope/sysprof/format.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/decimal.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_FIELDS = 65536,
  /* values of one time in one frame; further ones are in a frame of their own */
  MAX_VALUES = 1024,
};

/* A signal. */
typedef struct
{
  /* its source, and the rest of its name */
  char *source;
  char *name;
  /* from an annotation; may be NULL */
  GscopeSignal *description;
  /* the number of its counter; 0 if that has not been defined */
  guint32 id;
  gboolean has_states;
  /* whether there is a value, of states one that has not ended; the value, and since when */
  gboolean has_value;
  double value;
  gint64 since;
  /* the annotation of a gap, whose sample comes */
  gboolean has_gap;
  GscopeGapCause cause;
} Field;

typedef struct
{
  guint32 id;
  double value;
} Value;

typedef struct
{
  GByteArray *output;
  gboolean has_begun;
  /* the same instant on the clock of the tuples and since 1970, if the file says so */
  gboolean has_start;
  gint64 begin;
  gint64 start;
  /* the latest sample */
  gint64 latest;

  /* Field by name and by the parser's number of the name */
  GHashTable *fields;
  GPtrArray *by_id;
  guint32 n_counters;
  /* of one time */
  GArray *values;
  gint64 time;
} Writer;

static void
field_free (gpointer data)
{
  Field *self = data;

  g_free (self->source);
  g_free (self->name);
  g_clear_object (&self->description);
  g_free (self);
}

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
begin_capture (Writer *self, gint64 first)
{
  g_autofree char *date = NULL;
  gint64 begin = self->has_start ? self->begin : first;

  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  date = self->has_start ? format_date (self->start) : g_strdup ("");
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

/* Returns NULL if there are too many. */
static Field *
get_field (Writer *self, const char *name)
{
  Field *field = g_hash_table_lookup (self->fields, name);
  const char *slash = *name ? strchr (name + 1, '/') : NULL;

  if (field || g_hash_table_size (self->fields) == MAX_FIELDS)
    return field;
  field = g_new0 (Field, 1);
  field->source =
      slash ? g_strndup (name, (gsize) (slash - name)) : g_strdup (GSCOPE_SYSPROF_PLAIN);
  field->name = g_strdup (slash ? slash + 1 : name);
  g_hash_table_insert (self->fields, g_strdup (name), field);
  return field;
}

static char *
make_description (const Field *field)
{
  const char *title = field->description ? gscope_signal_get_title (field->description) : NULL;
  const char *unit = field->description ? gscope_signal_get_unit (field->description) : NULL;

  if (!title || !*title)
    title = field->name;
  return unit && *unit ? g_strdup_printf ("%s (%s)", title, unit) : g_strdup (title);
}

static void
define_counter (Writer *self, Field *field, gint64 time)
{
  gsize frame = begin_frame (self, GSCOPE_SYSPROF_DEFINITION, time);
  g_autofree char *description = make_description (field);

  field->id = ++self->n_counters;
  append_number (self->output, 1, 8);
  append_text (self->output, field->source, GSCOPE_SYSPROF_CATEGORY_SIZE);
  append_text (self->output, field->name, GSCOPE_SYSPROF_COUNTER_NAME_SIZE);
  append_text (self->output, description, GSCOPE_SYSPROF_DESCRIPTION_SIZE);
  append_number (self->output, field->id, GSCOPE_SYSPROF_COUNTER_ID_SIZE);
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
add_value (Writer *self, Field *field, gint64 time)
{
  Value value;

  if (time != self->time || self->values->len == MAX_VALUES)
    end_tick (self);
  if (field->id == 0)
    define_counter (self, field, time);
  self->time = time;
  value = (Value){ field->id, field->value };
  g_array_append_val (self->values, value);
}

/* A state without a name is called by its number. */
static void
end_state (Writer *self, Field *field, gint64 time)
{
  const GscopeState *state;
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE + 1];
  gint64 duration;

  if (!field->has_states || !field->has_value)
    return;
  field->has_value = FALSE;
  if (time <= field->since || __builtin_sub_overflow (time, field->since, &duration))
    return;
  state = gscope_signal_find_state (field->description, field->value);
  *gscope_decimal_write_double (number, field->value) = '\0';
  append_mark (self, field->since, duration, field->source, field->name,
               state ? state->name : number);
}

static const char *
get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (type);
  const GEnumValue *row = g_enum_get_value (class, value);

  return row ? row->value_nick : "";
}

/* A counter of Sysprof keeps its value until the next one, so that a gap is a mark. Sysprof draws no infinite values. */
static void
break_off (Writer *self, Field *field, gint64 time)
{
  if (field->has_gap || (field->has_value && !field->has_states))
    {
      g_autofree char *signal = g_strconcat (field->source, "/", field->name, NULL);

      append_mark (self, time, 0, "gap", signal,
                   field->has_gap ? get_nick (GSCOPE_TYPE_GAP_CAUSE, field->cause) : "");
    }
  end_state (self, field, time);
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
  if (!is_same)
    end_state (self, field, time);
  if (!field->has_value)
    field->since = time;
  field->value = value;
  field->has_value = TRUE;
  field->has_gap = FALSE;
  if (!field->has_states)
    add_value (self, field, time);
}

static void
take_tuples (gpointer writer, GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n)
{
  Writer *self = writer;

  for (guint id = self->by_id->len; id < gscope_tuple_parser_get_n_names (parser); id++)
    g_ptr_array_add (self->by_id, get_field (self, gscope_tuple_parser_get_name (parser, id)));
  if (n > 0)
    begin_capture (self, tuples[0].time);
  for (gsize i = 0; i < n; i++)
    if (self->by_id->pdata[tuples[i].name])
      add_sample (self, self->by_id->pdata[tuples[i].name], tuples[i].time, tuples[i].value);
}

/* Annotations. */

static void
take_header (Writer *self, GscopeAnnotation *annotation)
{
  if (!self->has_begun
      && gscope_annotation_read_header (annotation, &self->begin, &self->start, NULL))
    self->has_start = TRUE;
}

static void
update_states (Writer *self, Field *field)
{
  gsize n;

  gscope_signal_get_states (field->description, &n);
  if ((n > 0) == field->has_states)
    return;
  end_state (self, field, self->latest);
  field->has_states = n > 0;
  field->has_value = FALSE;
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

/* Marks of one name are in one row: the name is the signal or the parameter, and the message is what happened to it. */
static void
append_marker (Writer *self, GscopeMarker *marker)
{
  const char *kind = get_nick (GSCOPE_TYPE_MARKER_KIND, gscope_marker_get_kind (marker));
  const char *subject = gscope_marker_get_subject (marker);
  const char *label = gscope_marker_get_label (marker);
  const char *detail = gscope_marker_get_detail (marker);
  g_autofree char *message =
      g_strconcat (label ? label : "", label && *label && detail && *detail ? ": " : "",
                   detail ? detail : "", NULL);

  append_mark (self, gscope_marker_get_time (marker), 0, kind, subject && *subject ? subject : kind,
               message);
}

static void
append_loss (Writer *self, const char *signal, const GscopeLossRecord *loss)
{
  g_autofree char *message = g_strdup_printf (
      "%s: %" G_GUINT64_FORMAT, get_nick (GSCOPE_TYPE_LOSS, loss->cause), loss->count);

  append_mark (self, loss->time, 0, "loss", signal, message);
}

static void
append_parameters (Writer *self, GVariant *parameters)
{
  const gint64 time = self->latest == G_MININT64 ? self->begin : self->latest;
  const char *name, *value;
  GVariantIter iter;

  begin_capture (self, time);
  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &name, NULL, &value))
    append_metadata (self, time, name, value);
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
      begin_capture (self, gscope_marker_get_time (marker));
      append_marker (self, marker);
    }
  if (gscope_annotation_read_loss (annotation, &signal, &loss, NULL))
    {
      begin_capture (self, loss.time);
      append_loss (self, signal, &loss);
    }
  parameters = gscope_annotation_read_parameters (annotation, NULL);
  if (parameters)
    append_parameters (self, parameters);
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
  Writer *self = writer;

  begin_capture (self, 0);
  end_tick (self);
  for (guint i = 0; i < self->by_id->len; i++)
    if (self->by_id->pdata[i])
      end_state (self, self->by_id->pdata[i], self->latest);
}

static gpointer
begin (GByteArray *output, GError **error)
{
  Writer *self = g_new0 (Writer, 1);

  self->output = output;
  self->time = self->latest = G_MININT64;
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, field_free);
  self->by_id = g_ptr_array_new ();
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  return self;
}

static void
writer_free (gpointer writer)
{
  Writer *self = writer;

  g_hash_table_unref (self->fields);
  g_ptr_array_unref (self->by_id);
  g_array_unref (self->values);
  g_free (self);
}

GConverter *
gscope_sysprof_converter_new (void)
{
  static const GscopeTupleFormat format = {
    begin, writer_free, take_tuples, take_annotation, flush, end,
  };

  return gscope_tuple_converter_new (&format);
}
