/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/annotation.h>

#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/signal/line-mode.h>
#include <gscope/text/tuple.h>
#include <gscope/trace/gap.h>
#include <math.h>
#include <string.h>

/* Annotations are lines `#gscope {json}` of tuple text. An object has one of these members:
 *
 *   "version"  and "start" (RFC 3339), "time_ns" (the clock's time at the start), "clock"
 *   "signals"  a list of {"name", "title", "unit", "role", "color", "min", "max", "line", "hidden"};
 *              also beside "version", with as many as fit into a line
 *   "gap"      {"signal", "time_ns", "cause"}; it lasts until the signal's next sample
 *   "loss"     {"signal", "time_ns", "cause", "count"}; the signal, or the source, lost samples that the
 *              file does not have
 *   "marker"   {"time_ns", "kind", "subject", "label", "detail"}
 *   "marker-changed", "marker-removed"
 *              the same, of the last marker of that time, kind and subject
 *
 * Times are whole nanoseconds on the clock. Members that a reader does not know are ignored. */

#define PREFIX "#gscope "

enum
{
  /* A byte can take six in JSON: with these a marker or a signal always fits into a line. */
  MAX_TEXT = 255,
  MAX_WORD = 64,
};

static const char *const marker_members[] = { "marker", "marker-changed", "marker-removed" };

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
  gscope_json_set_text (object, "title", gscope_signal_get_title (signal), MAX_TEXT);
  gscope_json_set_text (object, "unit", gscope_signal_get_unit (signal), MAX_WORD);
  gscope_json_set_text (object, "role", gscope_signal_get_role (signal), MAX_WORD);
  json_object_set_int_member (object, "color", gscope_signal_get_color (signal));
  if (gscope_signal_has_range (signal) && isfinite (gscope_signal_get_min (signal))
      && isfinite (gscope_signal_get_max (signal)))
    {
      json_object_set_double_member (object, "min", gscope_signal_get_min (signal));
      json_object_set_double_member (object, "max", gscope_signal_get_max (signal));
    }
  json_object_set_string_member (object, "line",
                                 gscope_line_mode_get_nick (gscope_signal_get_line_mode (signal)));
  if (gscope_signal_get_hidden (signal))
    json_object_set_boolean_member (object, "hidden", TRUE);
  return to_text (object);
}

/* Lists signals in a line that has begun at `begin`, and in as many more as they need. */
static void
append_list (GString *text, gsize begin, GscopeSignal *const *signals, gsize n)
{
  g_string_append (text, "\"signals\":[");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *signal = describe_signal (signals[i]);
      gboolean is_first = text->str[text->len - 1] == '[';

      if (!is_first && text->len - begin + strlen (signal) + strlen (",]}") > GSCOPE_TUPLE_MAX_LINE)
        {
          g_string_append (text, "]}\n");
          begin = text->len;
          g_string_append (text, PREFIX "{\"signals\":[");
          is_first = TRUE;
        }
      if (!is_first)
        g_string_append_c (text, ',');
      g_string_append (text, signal);
    }
  g_string_append (text, "]}\n");
}

/**
 * gscope_annotation_append_header:
 * @text: where to
 * @clock: the clock of all times
 * @time: the time of the start, nanoseconds on @clock
 * @signals: (array length=n): the signals
 * @n: how many
 *
 * Appends the first line of a file of tuple text, and more if the signals do not fit into it.
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
 * @text: where to
 * @signals: (array length=n): signals
 * @n: how many
 *
 * Appends a description of signals.
 */
void
gscope_annotation_append_signals (GString *text, GscopeSignal *const *signals, gsize n)
{
  gsize begin = text->len;

  g_string_append (text, PREFIX "{");
  append_list (text, begin, signals, n);
}

/**
 * gscope_annotation_append_gap:
 * @text: where to
 * @signal: the full name of a signal
 * @time: from when on it has no samples, nanoseconds
 * @cause: why
 *
 * Appends a gap, which lasts until the signal's next sample. A tuple of the signal must follow whose value is not a
 * number, before any other of it; readers that skip annotations see the gap by that. Its time is later than @time
 * where the gap was noticed after tuples of other signals had been written.
 */
void
gscope_annotation_append_gap (GString *text, const char *signal, gint64 time, GscopeGapCause cause)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "signal", signal);
  json_object_set_int_member (object, "time_ns", time);
  json_object_set_string_member (object, "cause", gscope_gap_cause_get_nick (cause));
  append_member (text, "gap", object);
}

/**
 * gscope_annotation_append_loss:
 * @text: where to
 * @signal: the full name of a signal, or the name of a source for input that belongs to no signal
 * @time: when the loss was noticed, nanoseconds
 * @cause: why
 * @count: how many samples
 *
 * Appends samples that were lost: the file does not have them.
 */
void
gscope_annotation_append_loss (GString *text, const char *signal, gint64 time, GscopeLoss cause,
                               guint64 count)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "signal", signal);
  json_object_set_int_member (object, "time_ns", time);
  json_object_set_string_member (object, "cause", gscope_loss_get_nick (cause));
  json_object_set_int_member (object, "count", (gint64) MIN (count, G_MAXINT64));
  append_member (text, "loss", object);
}

static const char *
get_kind_nick (GscopeMarkerKind kind)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (GSCOPE_TYPE_MARKER_KIND);

  return g_enum_get_value (kinds, kind)->value_nick;
}

/**
 * gscope_annotation_append_marker:
 * @text: where to
 * @marker: a marker
 * @news: whether it is new to the file
 *
 * Appends a marker, or what became of one. Its label and detail are cut after 255 bytes.
 */
void
gscope_annotation_append_marker (GString *text, GscopeMarker *marker, GscopeMarkerNews news)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_int_member (object, "time_ns", gscope_marker_get_time (marker));
  json_object_set_string_member (object, "kind", get_kind_nick (gscope_marker_get_kind (marker)));
  gscope_json_set_text (object, "subject", gscope_marker_get_subject (marker), MAX_TEXT);
  gscope_json_set_text (object, "label", gscope_marker_get_label (marker), MAX_TEXT);
  gscope_json_set_text (object, "detail", gscope_marker_get_detail (marker), MAX_TEXT);
  append_member (text, marker_members[news], object);
}

static gboolean
refuse (GError **error, const char *member, const char *what)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "“%s” is not %s", member, what);
  return FALSE;
}

static JsonObject *
get_object (JsonObject *object, const char *member, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);
  refuse (error, member, "an object");
  return NULL;
}

static const char *
get_text (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return "";
  return json_node_get_string (node);
}

static gboolean
get_integer (JsonObject *object, const char *member, gint64 *number)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *number = json_node_get_int (node);
  return TRUE;
}

static gboolean
get_double (JsonObject *object, const char *member, double *number)
{
  JsonNode *node = json_object_get_member (object, member);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *number = json_node_get_double (node);
  return TRUE;
}

static gboolean
get_flag (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN
         && json_node_get_boolean (node);
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
 * @object: what stands on a `#gscope` line
 * @time: (out): the time of the start, nanoseconds on the clock of all times of the file
 * @start: (out): the same instant in nanoseconds since 1970-01-01 00:00 UTC
 * @error: return location for an error
 *
 * Reads what the first line says of time.
 *
 * Returns: whether it is such a line; if not, @error is set only if it is a broken one
 */
gboolean
gscope_annotation_read_header (JsonObject *object, gint64 *time, gint64 *start, GError **error)
{
  gint64 version;

  if (!json_object_has_member (object, "version"))
    return FALSE;
  if (!get_integer (object, "version", &version) || version < 1)
    return refuse (error, "version", "a positive number");
  if (version > GSCOPE_ANNOTATION_VERSION)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   "the file has version %" G_GINT64_FORMAT
                   " of the format, and this program reads "
                   "up to %d; use a newer one",
                   version, GSCOPE_ANNOTATION_VERSION);
      return FALSE;
    }
  if (!get_integer (object, "time_ns", time))
    return refuse (error, "time_ns", "a whole number");
  if (!read_date (get_text (object, "start"), start))
    return refuse (error, "start", "a date and time as RFC 3339 has it");
  return TRUE;
}

static GscopeSignal *
read_signal (JsonObject *object)
{
  GscopeSignal *signal = gscope_signal_new_buffered (get_text (object, "name"));
  GscopeLineMode mode;
  double min, max;
  gint64 color;

  if (*get_text (object, "title") != '\0')
    gscope_signal_set_title (signal, get_text (object, "title"));
  gscope_signal_set_unit (signal, get_text (object, "unit"));
  gscope_signal_set_role (signal, get_text (object, "role"));
  if (get_integer (object, "color", &color) && color >= 0 && color <= G_MAXUINT32)
    gscope_signal_set_color (signal, (guint) color);
  if (get_double (object, "min", &min) && get_double (object, "max", &max) && min < max)
    gscope_signal_set_range (signal, min, max);
  if (gscope_line_mode_from_nick (get_text (object, "line"), &mode))
    gscope_signal_set_line_mode (signal, mode);
  gscope_signal_set_hidden (signal, get_flag (object, "hidden"));
  return signal;
}

/**
 * gscope_annotation_read_signals:
 * @object: what stands on a `#gscope` line
 * @error: return location for an error
 *
 * Reads descriptions of signals. Each makes a buffered signal, whose name is the full name that
 * stands in the tuples, with the display properties that it had.
 *
 * Returns: (transfer full) (element-type GscopeSignal) (nullable): the signals; %NULL if there are
 *   none, and then @error is set only if the line is broken
 */
GPtrArray *
gscope_annotation_read_signals (JsonObject *object, GError **error)
{
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
      refuse (error, "signals", "a list of objects that each have a name");
      return NULL;
    }
  return g_steal_pointer (&signals);
}

static gboolean
find_gap_cause (const char *nick, GscopeGapCause *cause)
{
  for (guint i = 0; i < GSCOPE_N_GAP_CAUSES; i++)
    {
      if (g_str_equal (nick, gscope_gap_cause_get_nick (i)))
        {
          *cause = i;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_loss (const char *nick, GscopeLoss *cause)
{
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    {
      if (g_str_equal (nick, gscope_loss_get_nick (i)))
        {
          *cause = i;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * gscope_annotation_read_gap:
 * @object: what stands on a `#gscope` line
 * @signal: (out) (transfer none): the full name of the signal
 * @time: (out): from when on it has no samples, nanoseconds
 * @cause: (out): why
 * @error: return location for an error
 *
 * Reads a gap.
 *
 * Returns: whether it is one; if not, @error is set only if it is a broken one
 */
gboolean
gscope_annotation_read_gap (JsonObject *object, const char **signal, gint64 *time,
                            GscopeGapCause *cause, GError **error)
{
  JsonObject *gap = get_object (object, "gap", error);

  if (gap == NULL)
    return FALSE;
  *signal = get_text (gap, "signal");
  if (**signal == '\0')
    return refuse (error, "signal", "a name");
  if (!get_integer (gap, "time_ns", time))
    return refuse (error, "time_ns", "a whole number");
  if (!find_gap_cause (get_text (gap, "cause"), cause))
    return refuse (error, "cause", "a known cause of a gap");
  return TRUE;
}

/**
 * gscope_annotation_read_loss:
 * @object: the object of a `#gscope` line
 * @signal: (out) (transfer none): the full name of the signal, or the name of a source
 * @record: (out caller-allocates): when, why and how many samples
 * @error: return location for an error
 *
 * Reads a loss of samples.
 *
 * Returns: whether it is one; if not, @error is set only if it is a broken one
 */
gboolean
gscope_annotation_read_loss (JsonObject *object, const char **signal, GscopeLossRecord *record,
                             GError **error)
{
  JsonObject *loss = get_object (object, "loss", error);
  gint64 count;

  if (loss == NULL)
    return FALSE;
  *signal = get_text (loss, "signal");
  if (**signal == '\0')
    return refuse (error, "signal", "a name");
  if (!get_integer (loss, "time_ns", &record->time))
    return refuse (error, "time_ns", "a whole number");
  if (!get_integer (loss, "count", &count) || count < 1)
    return refuse (error, "count", "a positive number");
  if (!find_loss (get_text (loss, "cause"), &record->cause))
    return refuse (error, "cause", "a known cause of a loss");
  record->count = (guint64) count;
  return TRUE;
}

static JsonObject *
get_marker (JsonObject *object, GscopeMarkerNews *news, GError **error)
{
  for (*news = GSCOPE_MARKER_ADDED; *news <= GSCOPE_MARKER_REMOVED; (*news)++)
    if (json_object_has_member (object, marker_members[*news]))
      return get_object (object, marker_members[*news], error);
  return NULL;
}

/**
 * gscope_annotation_read_marker:
 * @object: what stands on a `#gscope` line
 * @news: (out): whether there is a marker, or something became of an earlier one
 * @error: return location for an error
 *
 * Reads a marker: a write of a parameter, an event or a note.
 *
 * Returns: (transfer full) (nullable): the marker; %NULL if it is none, and then @error is set only
 *   if it is a broken one
 */
GscopeMarker *
gscope_annotation_read_marker (JsonObject *object, GscopeMarkerNews *news, GError **error)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (GSCOPE_TYPE_MARKER_KIND);
  JsonObject *marker = get_marker (object, news, error);
  const GEnumValue *kind;
  gint64 time;

  if (marker == NULL)
    return NULL;
  kind = g_enum_get_value_by_nick (kinds, get_text (marker, "kind"));
  if (kind == NULL || !get_integer (marker, "time_ns", &time))
    {
      refuse (error, marker_members[*news],
              "an object with a known kind and a whole number as time_ns");
      return NULL;
    }
  return gscope_marker_new (time, kind->value, get_text (marker, "subject"),
                            get_text (marker, "label"), get_text (marker, "detail"));
}
