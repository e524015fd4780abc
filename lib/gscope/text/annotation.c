/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/annotation-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/describe.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/signal/private.h>
#include <gscope/text/tuple.h>
#include <string.h>

/* Annotations are lines `#gscope {json}` of tuple text. An object has one of these members:
 *
 *   "version"  and "start" (RFC 3339), "time_ns" (the clock's time at the start), "clock"
 *   "signals"  a list of {"name", "title", "group-title", "unit", "role", "color", "min", "max", "line",
 *              "hidden"}; also beside "version", with as many as fit into a line
 *   "parameters"
 *              a list of {"name", "title", "value"}: which values parameters had at the start, as texts
 *   "states"   {"signal", "states"}, where states are {"value", "name", "label", "style", "color"}: they are added to
 *              the states of the signal, and replace those with the same values
 *   "trigger"  {"signal", "settings"}: the trigger of the signal, from now on; its settings are those of a workspace
 *   "gap"      {"signal", "time_ns", "cause"}; it lasts until the signal's next sample
 *   "loss"     {"signal", "time_ns", "cause", "count"}; the signal, or the source, lost samples that the
 *              file does not have
 *   "marker"   {"time_ns", "kind", "subject", "label", "detail", "error_ns", "clock"}; the last two if
 *              another clock took the time: how far it can be off, and the name of that clock
 *   "marker-changed", "marker-removed"
 *              the same, of the last marker of that time, kind and subject
 *
 * Times are whole nanoseconds on the clock. Members that a reader does not know are ignored. */

#define PREFIX "#gscope "

/* The errors of two times have a sum. */
#define MAX_TIME_ERROR (G_MAXINT64 / 2)

/* With these limits a marker or a signal always fits into a line, because a byte takes at most six
 * in JSON. */
static const GscopeDescribeLimits write_limits = { 255, 64 };
/* Other programs may write longer texts. */
static const GscopeDescribeLimits read_limits = { GSCOPE_TUPLE_MAX_LINE, GSCOPE_TUPLE_MAX_LINE };

static const char *const marker_members[] = { "marker", "marker-changed", "marker-removed" };

/**
 * GscopeAnnotation:
 *
 * What a `#gscope` line of tuple text says: the start of a recording, descriptions of signals, values of parameters, a gap,
 * a loss, or a marker. A function reads each of them, and says if it is something else.
 *
 * Since: 1.0
 */
G_DEFINE_BOXED_TYPE (GscopeAnnotation, gscope_annotation, gscope_annotation_ref,
                     gscope_annotation_unref)

/**
 * gscope_annotation_new:
 * @text: the text of a line after `#gscope`: a JSON object
 * @length: its length in bytes; -1 if it ends with a zero
 * @error: return location for an error
 *
 * Parses an annotation.
 *
 * Returns: (transfer full) (nullable): the annotation; %NULL if the text is not a JSON object
 *
 * Since: 1.0
 */
GscopeAnnotation *
gscope_annotation_new (const char *text, gssize length, GError **error)
{
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  root = gscope_json_parse (text, length < 0 ? strlen (text) : (gsize) length, error);
  if (root == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (root))
    return (GscopeAnnotation *) json_node_dup_object (root);
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("the text after #gscope is not a JSON object"));
  return NULL;
}

/**
 * gscope_annotation_ref:
 * @self: an annotation
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeAnnotation *
gscope_annotation_ref (GscopeAnnotation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  json_object_ref (gscope_annotation_get_object (self));
  return self;
}

/**
 * gscope_annotation_unref:
 * @self: (transfer full): an annotation
 *
 * Drops a reference.
 *
 * Since: 1.0
 */
void
gscope_annotation_unref (GscopeAnnotation *self)
{
  g_return_if_fail (self != NULL);

  json_object_unref (gscope_annotation_get_object (self));
}

static char *
to_text (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);

  return json_to_string (node, FALSE);
}

static void
append_member (GString *text, const char *member, JsonObject *object)
{
  g_autofree char *json = to_text (object);

  g_string_append_printf (text, PREFIX "{\"%s\":%s}\n", member, json);
}

static char *
describe_signal (GscopeSignal *signal)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "name", gscope_signal_get_full_name (signal));
  gscope_describe_display (object, signal, &write_limits);
  return to_text (object);
}

/* Appends an item to a list in the line that begins at `begin`, or in a further line if that has no room. A line begins with
 * `head` and ends with `tail`. */
static void
append_item (GString *text, gsize *begin, const char *item, const char *head, const char *tail)
{
  gboolean is_first = text->str[text->len - 1] == '[';

  if (!is_first
      && text->len - *begin + strlen (",") + strlen (item) + strlen (tail) > GSCOPE_TUPLE_MAX_LINE)
    {
      g_string_append (text, tail);
      g_string_append_c (text, '\n');
      *begin = text->len;
      g_string_append (text, head);
      is_first = TRUE;
    }
  if (!is_first)
    g_string_append_c (text, ',');
  g_string_append (text, item);
}

static void
append_states (GString *text, GscopeSignal *signal)
{
  g_autofree char *name = gscope_json_quote (gscope_signal_get_full_name (signal));
  g_autofree char *head = g_strdup_printf (PREFIX "{\"states\":{\"signal\":%s,\"states\":[", name);
  gsize begin = text->len, n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);

  if (n == 0)
    return;
  g_string_append (text, head);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (JsonObject) object = gscope_describe_state (&states[i], &write_limits);
      g_autofree char *state = to_text (object);

      append_item (text, &begin, state, head, "]}}");
    }
  g_string_append (text, "]}}\n");
}

/* A trigger whose texts are too long for a line is left out. */
static void
append_trigger (GString *text, GscopeSignal *signal)
{
  const char *settings = gscope_signal_get_trigger (signal);
  g_autofree char *name = NULL;
  gsize begin = text->len;

  if (settings == NULL)
    return;
  name = gscope_json_quote (gscope_signal_get_full_name (signal));
  g_string_append_printf (text, PREFIX "{\"trigger\":{\"signal\":%s,\"settings\":%s}}", name,
                          settings);
  if (text->len - begin > GSCOPE_TUPLE_MAX_LINE)
    g_string_truncate (text, begin);
  else
    g_string_append_c (text, '\n');
}

/* Lists signals in the line that begins at `begin`, and in as many further lines as necessary; then their states and
 * triggers. */
static void
append_list (GString *text, gsize begin, GscopeSignal *const *signals, gsize n)
{
  g_string_append (text, "\"signals\":[");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *signal = describe_signal (signals[i]);

      append_item (text, &begin, signal, PREFIX "{\"signals\":[", "]}");
    }
  g_string_append (text, "]}\n");
  for (gsize i = 0; i < n; i++)
    append_states (text, signals[i]);
  for (gsize i = 0; i < n; i++)
    append_trigger (text, signals[i]);
}

/**
 * gscope_annotation_append_header:
 * @text: the text to which it appends
 * @clock: the clock of all times
 * @time: the time of the start, nanoseconds on @clock
 * @signals: (array length=n): the signals
 * @n: how many
 *
 * Appends the first line of a file of tuple text, and more if the signals do not fit into it.
 *
 * Since: 1.0
 */
void
gscope_annotation_append_header (GString *text, GscopeClock *clock, gint64 time,
                                 GscopeSignal *const *signals, gsize n)
{
  gint64 start = gscope_clock_to_unix (clock, time);
  gint64 second = start / GSCOPE_SEC - (start % GSCOPE_SEC < 0);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (second);
  g_autofree char *shown = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");
  gsize begin = text->len;

  g_string_append_printf (text,
                          PREFIX "{\"version\":%d,\"start\":\"%s.%09" G_GINT64_FORMAT
                                 "Z\",\"time_ns\":%" G_GINT64_FORMAT ",\"clock\":\"%s\",",
                          GSCOPE_ANNOTATION_VERSION, shown, start - second * GSCOPE_SEC, time,
                          GSCOPE_CLOCK_GET_CLASS (clock)->monotonic ? "monotonic" : "other");
  append_list (text, begin, signals, n);
}

/**
 * gscope_annotation_append_signals:
 * @text: the text to which it appends
 * @signals: (array length=n): signals
 * @n: how many
 *
 * Appends a description of signals.
 *
 * Since: 1.0
 */
void
gscope_annotation_append_signals (GString *text, GscopeSignal *const *signals, gsize n)
{
  gsize begin = text->len;

  g_string_append (text, PREFIX "{");
  append_list (text, begin, signals, n);
}

/**
 * gscope_annotation_append_parameters:
 * @text: the text to which it appends
 * @parameters: of type `a(sss)`: full names, titles, and values with units
 *
 * Appends which values parameters have; nothing if there are none. Texts are cut after 255 bytes.
 *
 * Since: 1.0
 */
void
gscope_annotation_append_parameters (GString *text, GVariant *parameters)
{
  static const char head[] = PREFIX "{\"parameters\":[";
  const char *name, *title, *value;
  gsize begin = text->len;
  GVariantIter iter;

  g_return_if_fail (g_variant_is_of_type (parameters, G_VARIANT_TYPE ("a(sss)")));

  if (g_variant_n_children (parameters) == 0)
    return;
  g_string_append (text, head);
  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &name, &title, &value))
    {
      g_autoptr (JsonObject) object = json_object_new ();
      g_autofree char *item = NULL;

      gscope_json_set_text (object, "name", name, write_limits.text);
      gscope_json_set_text (object, "title", title, write_limits.text);
      gscope_json_set_text (object, "value", value, write_limits.text);
      item = to_text (object);
      append_item (text, &begin, item, head, "]}");
    }
  g_string_append (text, "]}\n");
}

/**
 * gscope_annotation_append_gap:
 * @text: the text to which it appends
 * @signal: the full name of a signal
 * @time: begin of the gap, nanoseconds
 * @cause: why
 *
 * Appends a gap, which lasts until the signal's next sample. The signal's next tuple must have the
 * value not-a-number, by which readers that skip annotations see the gap. Its time is later than
 * @time if the gap was noticed after tuples of other signals had been written.
 *
 * Since: 1.0
 */
void
gscope_annotation_append_gap (GString *text, const char *signal, gint64 time, GscopeGapCause cause)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "signal", signal);
  json_object_set_int_member (object, "time_ns", time);
  gscope_json_set_enum (object, "cause", GSCOPE_TYPE_GAP_CAUSE, cause);
  append_member (text, "gap", object);
}

/**
 * gscope_annotation_append_loss:
 * @text: the text to which it appends
 * @signal: the full name of a signal, or the name of a source for input that belongs to no signal
 * @time: when the loss was noticed, nanoseconds
 * @cause: why
 * @count: how many samples
 *
 * Appends a loss: a number of samples that the file does not have.
 *
 * Since: 1.0
 */
void
gscope_annotation_append_loss (GString *text, const char *signal, gint64 time, GscopeLoss cause,
                               guint64 count)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "signal", signal);
  json_object_set_int_member (object, "time_ns", time);
  gscope_json_set_enum (object, "cause", GSCOPE_TYPE_LOSS, cause);
  json_object_set_int_member (object, "count", (gint64) MIN (count, G_MAXINT64));
  append_member (text, "loss", object);
}

/**
 * gscope_annotation_append_marker:
 * @text: the text to which it appends
 * @marker: a marker
 * @news: whether it is new to the file
 *
 * Appends a marker, or the change of one. Its label and detail are cut after 255 bytes.
 *
 * Since: 1.0
 */
void
gscope_annotation_append_marker (GString *text, GscopeMarker *marker, GscopeMarkerNews news)
{
  g_autoptr (JsonObject) object = gscope_describe_marker (marker, &write_limits);
  const char *clock = gscope_marker_get_clock (marker);

  if (clock)
    {
      json_object_set_int_member (object, "error_ns", gscope_marker_get_time_error (marker));
      gscope_json_set_text (object, "clock", clock, write_limits.word);
    }
  append_member (text, marker_members[news], object);
}

static JsonObject *
get_object (JsonObject *object, const char *member, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);
  gscope_json_refuse (error, member, _ ("this is not an object"));
  return NULL;
}

static const char *
get_text (JsonObject *object, const char *member)
{
  const char *text;

  return gscope_json_get_text (object, member, G_MAXSIZE, &text, NULL) ? text : "";
}

static gboolean
get_time (JsonObject *object, gint64 *time, GError **error)
{
  return gscope_json_get_integer (object, "time_ns", G_MININT64, G_MAXINT64, time, error);
}

/* GDateTime keeps microseconds only. */
static gboolean
read_date (const char *text, gint64 *unix_time)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (text, NULL);
  const char *fraction = strchr (text, '.');
  gint64 unit = GSCOPE_SEC;

  if (date == NULL || g_date_time_get_year (date) < 1970 || g_date_time_get_year (date) >= 2262)
    return FALSE;
  *unix_time = g_date_time_to_unix (date) * GSCOPE_SEC;
  for (fraction = fraction != NULL ? fraction + 1 : ""; g_ascii_isdigit (*fraction); fraction++)
    {
      unit /= 10;
      *unix_time += (*fraction - '0') * unit;
    }
  return TRUE;
}

/**
 * gscope_annotation_read_header:
 * @self: an annotation
 * @time: (out): the time of the start, nanoseconds on the clock of all times of the file
 * @start: (out): the same instant in nanoseconds since 1970-01-01 00:00 UTC
 * @error: return location for an error
 *
 * Reads the times of the first line.
 *
 * Returns: whether the line is a header; if not, @error is set only if it is an invalid one
 *
 * Since: 1.0
 */
gboolean
gscope_annotation_read_header (GscopeAnnotation *self, gint64 *time, gint64 *start, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  gint64 version;

  if (!json_object_has_member (object, "version"))
    return FALSE;
  if (!gscope_json_get_integer (object, "version", 1, G_MAXINT64, &version, NULL))
    return gscope_json_refuse (error, "version", _ ("this is not a positive number"));
  if (version > GSCOPE_ANNOTATION_VERSION)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
          _ ("the file has version %ld of the format, but this program reads versions up to "
             "%d; use a newer program"),
          (glong) version, GSCOPE_ANNOTATION_VERSION);
      return FALSE;
    }
  if (!get_time (object, time, error))
    return FALSE;
  if (!read_date (get_text (object, "start"), start))
    return gscope_json_refuse (error, "start", _ ("this is not a date and time as in RFC 3339"));
  return TRUE;
}

static GscopeSignal *
read_signal (JsonObject *object)
{
  GscopeSignal *signal = gscope_signal_new_buffered (get_text (object, "name"));

  gscope_describe_read_display (object, signal, &read_limits, NULL);
  return signal;
}

/**
 * gscope_annotation_read_signals:
 * @self: an annotation
 * @error: return location for an error
 *
 * Reads descriptions of signals. Each description makes a buffered signal with its display
 * properties, named by the full name in the tuples.
 *
 * Returns: (transfer full) (element-type GscopeSignal) (nullable): the signals; %NULL if there are
 *   none, and then @error is set only if the line is broken
 *
 * Since: 1.0
 */
GPtrArray *
gscope_annotation_read_signals (GscopeAnnotation *self, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  JsonNode *list = json_object_get_member (object, "signals");
  JsonArray *array;

  if (list == NULL)
    return NULL;
  array = JSON_NODE_HOLDS_ARRAY (list) ? json_node_get_array (list) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *signal = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

      if (signal == NULL || *get_text (signal, "name") == '\0'
          || !gscope_tuple_check_name (get_text (signal, "name"), NULL))
        array = NULL;
      else
        g_ptr_array_add (signals, read_signal (signal));
    }
  if (array == NULL)
    {
      gscope_json_refuse (error, "signals", _ ("this is not a list of objects with a name each"));
      return NULL;
    }
  return g_steal_pointer (&signals);
}

/**
 * gscope_annotation_read_parameters:
 * @self: an annotation
 * @error: return location for an error
 *
 * Reads which values parameters had.
 *
 * Returns: (transfer full) (nullable): of type `a(sss)`: full names, titles, and values with units;
 *   %NULL if there are none, and then @error is set only if the line is broken
 *
 * Since: 1.0
 */
GVariant *
gscope_annotation_read_parameters (GscopeAnnotation *self, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  JsonNode *list = json_object_get_member (object, "parameters");
  JsonArray *array = list && JSON_NODE_HOLDS_ARRAY (list) ? json_node_get_array (list) : NULL;
  GVariantBuilder builder;

  if (!list)
    return NULL;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sss)"));
  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *item = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

      if (item && *get_text (item, "name") != '\0')
        g_variant_builder_add (&builder, "(sss)", get_text (item, "name"), get_text (item, "title"),
                               get_text (item, "value"));
      else
        array = NULL;
    }
  if (array)
    return g_variant_ref_sink (g_variant_builder_end (&builder));
  g_variant_builder_clear (&builder);
  gscope_json_refuse (error, "parameters", _ ("this is not a list of objects with a name each"));
  return NULL;
}

/**
 * gscope_annotation_read_states:
 * @self: an annotation
 * @error: return location for an error
 *
 * Reads states of a signal. If it had others before, these are added to them.
 *
 * Returns: (transfer full) (nullable): a buffered signal with the full name in the tuples, which has
 *   the states; %NULL if the line has none, and then @error is set only if it is an invalid one
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_annotation_read_states (GscopeAnnotation *self, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  JsonObject *states = get_object (object, "states", error);
  g_autoptr (GscopeSignal) signal = NULL;
  const char *name;

  if (states == NULL)
    return NULL;
  name = get_text (states, "signal");
  if (*name == '\0' || !gscope_tuple_check_name (name, NULL))
    return gscope_json_refuse (error, "signal", _ ("this is not a name")), NULL;
  signal = gscope_signal_new_buffered (name);
  if (!gscope_describe_read_states (states, signal, &read_limits, error))
    return NULL;
  return g_steal_pointer (&signal);
}

char *
gscope_annotation_dup_trigger (GscopeAnnotation *self, const char **signal, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  JsonObject *trigger = get_object (object, "trigger", error);
  JsonObject *settings;

  if (trigger == NULL)
    return NULL;
  *signal = get_text (trigger, "signal");
  if (**signal == '\0' || !gscope_tuple_check_name (*signal, NULL))
    return gscope_json_refuse (error, "signal", _ ("this is not a name")), NULL;
  settings = get_object (trigger, "settings", error);
  return settings ? to_text (settings) : NULL;
}

/**
 * gscope_annotation_read_gap:
 * @self: an annotation
 * @signal: (out) (transfer none): the full name of the signal
 * @time: (out): begin of the gap, nanoseconds
 * @cause: (out): the cause
 * @error: return location for an error
 *
 * Reads a gap.
 *
 * Returns: whether the line is one; if not, @error is set only if it is an invalid one
 *
 * Since: 1.0
 */
gboolean
gscope_annotation_read_gap (GscopeAnnotation *self, const char **signal, gint64 *time,
                            GscopeGapCause *cause, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  JsonObject *gap = get_object (object, "gap", error);
  int value;

  if (gap == NULL)
    return FALSE;
  *signal = get_text (gap, "signal");
  if (**signal == '\0')
    return gscope_json_refuse (error, "signal", _ ("this is not a name"));
  if (!get_time (gap, time, error))
    return FALSE;
  if (!gscope_json_get_enum (gap, "cause", GSCOPE_TYPE_GAP_CAUSE, &value, error))
    return FALSE;
  *cause = value;
  return TRUE;
}

/**
 * gscope_annotation_read_loss:
 * @self: an annotation
 * @signal: (out) (transfer none): the full name of the signal, or the name of a source
 * @record: (out caller-allocates): time, cause and number of samples
 * @error: return location for an error
 *
 * Reads a loss of samples.
 *
 * Returns: whether the line is one; if not, @error is set only if it is an invalid one
 *
 * Since: 1.0
 */
gboolean
gscope_annotation_read_loss (GscopeAnnotation *self, const char **signal, GscopeLossRecord *record,
                             GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  JsonObject *loss = get_object (object, "loss", error);
  gint64 count;
  int cause;

  if (loss == NULL)
    return FALSE;
  *signal = get_text (loss, "signal");
  if (**signal == '\0')
    return gscope_json_refuse (error, "signal", _ ("this is not a name"));
  if (!get_time (loss, &record->time, error))
    return FALSE;
  if (!gscope_json_get_integer (loss, "count", 1, G_MAXINT64, &count, NULL))
    return gscope_json_refuse (error, "count", _ ("this is not a positive number"));
  if (!gscope_json_get_enum (loss, "cause", GSCOPE_TYPE_LOSS, &cause, error))
    return FALSE;
  record->cause = cause;
  record->count = (guint64) count;
  return TRUE;
}

static JsonObject *
get_marker (JsonObject *object, GscopeMarkerNews *news, GError **error)
{
  for (*news = GSCOPE_MARKER_NEWS_ADDED; *news <= GSCOPE_MARKER_NEWS_REMOVED; (*news)++)
    if (json_object_has_member (object, marker_members[*news]))
      return get_object (object, marker_members[*news], error);
  return NULL;
}

/* Reads which other clock took the time of a marker, if one did. */
static gboolean
read_clock (JsonObject *object, GscopeMarker *marker, GError **error)
{
  const char *clock;
  gint64 bound;

  if (!json_object_has_member (object, "error_ns"))
    return TRUE;
  if (!gscope_json_get_integer (object, "error_ns", 0, MAX_TIME_ERROR, &bound, error)
      || !gscope_json_get_text (object, "clock", read_limits.word, &clock, error))
    return FALSE;
  gscope_marker_set_time_error (marker, bound, clock);
  return TRUE;
}

/**
 * gscope_annotation_read_marker:
 * @self: an annotation
 * @news: (out): whether the marker is new, or an earlier one was changed or removed
 * @error: return location for an error
 *
 * Reads a marker: a write of a parameter, an event or a note.
 *
 * Returns: (transfer full) (nullable): the marker; %NULL if the line is not a marker, and then
 *   @error is set only if it is an invalid one
 *
 * Since: 1.0
 */
GscopeMarker *
gscope_annotation_read_marker (GscopeAnnotation *self, GscopeMarkerNews *news, GError **error)
{
  JsonObject *object = gscope_annotation_get_object (self);
  JsonObject *contents = get_marker (object, news, error);
  g_autoptr (GscopeMarker) marker =
      contents ? gscope_describe_read_marker (contents, &read_limits, error) : NULL;

  return marker && read_clock (contents, marker, error) ? g_steal_pointer (&marker) : NULL;
}
