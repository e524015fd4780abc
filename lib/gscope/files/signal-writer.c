/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/signal-writer.h>

#include <gscope/enums.h>
#include <gscope/json-private.h>
#include <gscope/signal/private.h>
#include <gscope/signal/states.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/decimal.h>
#include <math.h>

enum
{
  /* that annotations name; the parser limits those with samples */
  MAX_SIGNALS = 65536,
};

static void
written_signal_free (gpointer data)
{
  GscopeWrittenSignal *self = data;

  g_free (self->name);
  g_clear_object (&self->description);
  g_free (self);
}

void
gscope_signal_writer_init (GscopeSignalWriter *self, const GscopeSignalFormat *format)
{
  *self = (GscopeSignalWriter){ .format = format, .latest = G_MININT64 };
  self->signals = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, written_signal_free);
  self->by_id = g_ptr_array_new ();
}

void
gscope_signal_writer_clear (GscopeSignalWriter *self)
{
  g_hash_table_unref (self->signals);
  g_ptr_array_unref (self->by_id);
}

const char *
gscope_signal_writer_get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (type);
  const GEnumValue *row = g_enum_get_value (class, value);

  return row ? row->value_nick : "";
}

static void
begin (GscopeSignalWriter *self, gint64 first)
{
  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  self->format->begin (self, first);
}

static GscopeWrittenSignal *
get_signal (GscopeSignalWriter *self, const char *name)
{
  GscopeWrittenSignal *signal = g_hash_table_lookup (self->signals, name);

  if (signal)
    return signal;
  signal = g_new0 (GscopeWrittenSignal, 1);
  signal->name = g_strdup (name);
  signal->rank = g_hash_table_size (self->signals) + 1;
  g_hash_table_insert (self->signals, signal->name, signal);
  return signal;
}

/* Returns the signal of an annotation; NULL if there are too many. */
static GscopeWrittenSignal *
get_annotated (GscopeSignalWriter *self, const char *name)
{
  if (g_hash_table_size (self->signals) >= MAX_SIGNALS)
    return g_hash_table_lookup (self->signals, name);
  return get_signal (self, name);
}

/* Samples. */

/* Returns the name of the state that the signal is in. One without a name is called by its number,
 * which is written to `number`. */
static const char *
find_state_name (const GscopeWrittenSignal *signal, char *number)
{
  const GscopeState *state = gscope_signal_find_state (signal->description, signal->value);

  *gscope_decimal_write_double (number, signal->value) = '\0';
  return state ? state->name : number;
}

static void
begin_state (GscopeSignalWriter *self, GscopeWrittenSignal *signal, gint64 time)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE + 1];

  if (self->format->begin_state)
    self->format->begin_state (self, signal, time, find_state_name (signal, number));
}

static void
end_state (GscopeSignalWriter *self, GscopeWrittenSignal *signal, gint64 time)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE + 1];

  if (!signal->has_states || !signal->has_value)
    return;
  self->format->end_state (self, signal, time, find_state_name (signal, number));
  signal->has_value = FALSE;
}

/* Other programs draw a value up to the next one, so that a gap is a record of its own. They draw
 * no infinite values. */
static void
break_off (GscopeSignalWriter *self, GscopeWrittenSignal *signal, gint64 time)
{
  const char *cause = NULL;

  if (signal->has_gap)
    cause = gscope_signal_writer_get_nick (GSCOPE_TYPE_GAP_CAUSE, signal->cause);
  if (signal->has_gap || (signal->has_value && !signal->has_states))
    self->format->add_gap (self, signal, time, cause);
  end_state (self, signal, time);
  signal->has_value = signal->has_gap = FALSE;
}

static void
add_sample (GscopeSignalWriter *self, GscopeWrittenSignal *signal, gint64 time, double value)
{
  const gboolean is_same = signal->has_value && signal->value == value;

  self->latest = MAX (self->latest, time);
  if (!isfinite (value))
    {
      break_off (self, signal, time);
      return;
    }
  if (!is_same)
    end_state (self, signal, time);
  if (!signal->has_value)
    signal->since = time;
  signal->value = value;
  if (!signal->has_states)
    self->format->add_value (self, signal, time);
  else if (!is_same)
    begin_state (self, signal, time);
  signal->has_value = TRUE;
  signal->has_gap = FALSE;
}

void
gscope_signal_writer_take_tuples (gpointer writer, GscopeTupleParser *parser,
                                  const GscopeTuple *tuples, gsize n)
{
  GscopeSignalWriter *self = writer;

  for (guint id = self->by_id->len; id < gscope_tuple_parser_get_n_names (parser); id++)
    g_ptr_array_add (self->by_id, get_signal (self, gscope_tuple_parser_get_name (parser, id)));
  if (n > 0)
    begin (self, tuples[0].time);
  for (gsize i = 0; i < n; i++)
    add_sample (self, self->by_id->pdata[tuples[i].name], tuples[i].time, tuples[i].value);
}

/* Annotations. */

static void
take_header (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  JsonObject *object = gscope_annotation_get_object (annotation);
  const char *clock;

  if (self->has_begun
      || !gscope_annotation_read_header (annotation, &self->begin, &self->start, NULL))
    return;
  self->has_start = TRUE;
  self->is_monotonic = gscope_json_get_text (object, "clock", G_MAXSIZE, &clock, NULL)
                       && g_str_equal (clock, "monotonic");
}

/* A signal has either values or states: one that gets states later is another one for the format
 * from then on. */
static void
update_states (GscopeSignalWriter *self, GscopeWrittenSignal *signal)
{
  gsize n;

  gscope_signal_get_states (signal->description, &n);
  if ((n > 0) == signal->has_states)
    return;
  end_state (self, signal, self->latest);
  signal->has_states = n > 0;
  signal->has_value = FALSE;
  signal->number = 0;
}

/* The first description counts. Its states may have come before it. */
static void
describe (GscopeSignalWriter *self, GscopeWrittenSignal *signal, GscopeSignal *description)
{
  g_autoptr (GscopeSignal) before = NULL;
  const GscopeState *states;
  gsize n;

  if (signal->is_described)
    return;
  signal->is_described = TRUE;
  before = g_steal_pointer (&signal->description);
  signal->description = g_object_ref (description);
  if (before)
    {
      states = gscope_signal_get_states (before, &n);
      gscope_signal_add_states (description, states, n);
    }
  update_states (self, signal);
}

static void
take_signals (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  g_autoptr (GPtrArray) signals = gscope_annotation_read_signals (annotation, NULL);

  for (guint i = 0; signals && i < signals->len; i++)
    {
      const char *name = gscope_signal_get_name (signals->pdata[i]);
      GscopeWrittenSignal *signal = get_annotated (self, name);

      if (signal)
        describe (self, signal, signals->pdata[i]);
    }
}

static void
take_states (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  g_autoptr (GscopeSignal) declared = gscope_annotation_read_states (annotation, NULL);
  const char *name = declared ? gscope_signal_get_name (declared) : NULL;
  GscopeWrittenSignal *signal = name ? get_annotated (self, name) : NULL;
  const GscopeState *states;
  gsize n;

  if (!signal)
    return;
  states = gscope_signal_get_states (declared, &n);
  if (signal->description)
    gscope_signal_add_states (signal->description, states, n);
  else
    signal->description = g_object_ref (declared);
  update_states (self, signal);
}

static void
take_gap (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  GscopeWrittenSignal *signal;
  GscopeGapCause cause;
  const char *name;
  gint64 time;

  if (!gscope_annotation_read_gap (annotation, &name, &time, &cause, NULL))
    return;
  signal = get_annotated (self, name);
  if (!signal)
    return;
  signal->has_gap = TRUE;
  signal->cause = cause;
}

static void
take_marker (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  GscopeMarkerNews news;
  g_autoptr (GscopeMarker) marker = gscope_annotation_read_marker (annotation, &news, NULL);

  if (!marker || news == GSCOPE_MARKER_NEWS_REMOVED)
    return;
  begin (self, gscope_marker_get_time (marker));
  self->format->add_marker (self, marker, news);
}

static void
take_loss (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  GscopeLossRecord loss;
  const char *signal;

  if (!gscope_annotation_read_loss (annotation, &signal, &loss, NULL))
    return;
  begin (self, loss.time);
  self->format->add_loss (self, signal, &loss);
}

static void
take_parameters (GscopeSignalWriter *self, GscopeAnnotation *annotation)
{
  g_autoptr (GVariant) parameters = gscope_annotation_read_parameters (annotation, NULL);
  const gint64 time = self->latest == G_MININT64 ? self->begin : self->latest;

  if (!parameters)
    return;
  begin (self, time);
  self->format->add_parameters (self, time, parameters);
}

void
gscope_signal_writer_take_annotation (gpointer writer, GscopeAnnotation *annotation)
{
  take_header (writer, annotation);
  take_signals (writer, annotation);
  take_states (writer, annotation);
  take_gap (writer, annotation);
  take_marker (writer, annotation);
  take_loss (writer, annotation);
  take_parameters (writer, annotation);
}

void
gscope_signal_writer_close (gpointer writer)
{
  GscopeSignalWriter *self = writer;

  begin (self, 0);
  for (guint i = 0; i < self->by_id->len; i++)
    end_state (self, self->by_id->pdata[i], self->latest);
}
