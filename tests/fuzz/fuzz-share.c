/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/control/describe.h>
#include <gscope/json-private.h>
#include <gscope/share/columns.h>
#include <gscope/share/message.h>
#include <gscope/share/mirror.h>
#include <support/trace-history.h>

/* An input is messages with a byte 0xff between them, which no text has. A source mirrors the
 * messages of a server, and a history takes columns; for other messages the members are read. */

static void
read_members (JsonObject *object)
{
  g_autoptr (GVariant) value = NULL;
  GscopeAnswer answer;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GError) broken = NULL;
  g_autofree char *clock = NULL;
  GscopeClockStepKind kind;
  gint64 time, size;
  GscopeVerb verb;

  value = gscope_json_get_value (object, "value", &error);
  g_assert_true (!value == !!error);
  gscope_message_check_hello (object, NULL);
  clock = gscope_message_read_clock (object, NULL);
  gscope_message_read_step (object, &kind, &time, &size, NULL);
  gscope_message_get_verb (object, &verb, NULL);
  if (gscope_message_read_answer (object, &answer, &refusal, &broken))
    g_assert_true (!refusal && !broken);
  else
    g_assert_true (!refusal != !broken);
  g_clear_pointer (&answer.value, g_variant_unref);
}

static gboolean
take_text (GscopeMirror *mirror, GBytes *message, GError **error)
{
  GscopeMessageKind kind;
  g_autoptr (JsonObject) object = gscope_message_parse (message, &kind, error);

  if (!object)
    return FALSE;
  if (kind == GSCOPE_MESSAGE_SIGNALS)
    return gscope_mirror_take_signals (mirror, object, error);
  if (kind == GSCOPE_MESSAGE_PARAMETERS)
    return gscope_mirror_take_parameters (mirror, object, error);
  if (kind == GSCOPE_MESSAGE_LOSSES)
    return gscope_mirror_take_losses (mirror, object, error);
  if (kind == GSCOPE_MESSAGE_NOTICE)
    return gscope_mirror_take_notice (mirror, object, error);
  read_members (object);
  return TRUE;
}

/* Columns that are sent again are the same, and drawing them ends. */
static gboolean
take_columns (guint32 query, guint32 signal, gint64 from, gint64 width, const GscopeColumn *columns,
              gsize n, gpointer user_data, GError **error)
{
  g_autoptr (GByteArray) array = g_byte_array_new ();

  gscope_columns_append (array, query, signal, from, width, columns, n);
  g_assert_cmpuint (array->len, ==, 8 + GSCOPE_COLUMNS_BLOCK + n * GSCOPE_COLUMNS_SIZE);
  gscope_tile_history_take (user_data, 1, from, width, columns, n);
  return TRUE;
}

static gboolean
read_columns (GBytes *message, GError **error)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (trace, FALSE);
  GscopeTimeline timeline = { trace, GSCOPE_HISTORY (history) };
  GscopeColumn drawn[64];
  double borders[64];
  gboolean is_read;

  gscope_timeline_look (&timeline, &timeline, 0, 256 * 16, 16);
  trace_history_settle ();
  is_read = gscope_columns_read (message, take_columns, history, error);
  gscope_tile_history_complete (GSCOPE_TILE_HISTORY (history), 1, G_MAXINT64, NULL);
  gscope_timeline_get_columns (&timeline, -100, 100, 64, drawn, borders);
  g_array_unref (gscope_timeline_list_gaps (&timeline, -100, 6400, 100));
  return is_read;
}

static void
take (GscopeMirror *mirror, const char *data, gsize size)
{
  g_autoptr (GBytes) message = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  gboolean is_taken = gscope_message_is_samples (message)
                          ? gscope_mirror_take_samples (mirror, message, &error)
                      : gscope_columns_is_message (message) ? read_columns (message, &error)
                                                            : take_text (mirror, message, &error);

  g_assert_true (is_taken == !error);
}

/* Accepted messages can be sent again. */
static void
check_parameters (GscopeSource *source)
{
  GListModel *model = gscope_source_get_parameters (source);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);
      g_autoptr (JsonObject) object = gscope_describe_parameter (parameter);
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeParameter) again = gscope_describe_read_parameter (object, &error);

      g_assert_no_error (error);
      g_assert_true (gscope_describe_is_same_parameter (parameter, again));
    }
}

static void
check_signals (GscopeSource *source)
{
  GListModel *model = gscope_source_get_signals (source);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);
      g_autoptr (JsonObject) object = gscope_describe_signal (signal, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeSignal) again = NULL;
      guint32 id;

      again = gscope_describe_read_signal (object, &id, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (id, ==, i);
      g_assert_cmpstr (gscope_signal_get_title (again), ==, gscope_signal_get_title (signal));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("fuzz");
  GscopeMirror *mirror = gscope_mirror_new (source);
  size_t begin = 0;

  gscope_mirror_begin (mirror, NULL, NULL);
  for (size_t i = 0; i <= size; i++)
    if (i == size || data[i] == 0xff)
      {
        take (mirror, (const char *) data + begin, i - begin);
        begin = i + 1;
      }
  check_parameters (source);
  check_signals (source);
  gscope_mirror_complete (mirror);
  gscope_mirror_end (mirror, GSCOPE_GAP_STOPPED);
  gscope_mirror_free (mirror);
  return 0;
}
