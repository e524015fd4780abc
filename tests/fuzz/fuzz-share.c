/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <gscope/carrier/columns.h>
#include <gscope/carrier/message.h>
#include <gscope/control/describe.h>
#include <gscope/dial/inventory.h>
#include <gscope/gscope.h>
#include <gscope/remote/private.h>
#include <gscope/source/writes.h>
#include <string.h>
#include <support/fake-carrier.h>
#include <support/scripted-source.h>
#include <support/test-remote.h>

/* An input is messages of a server, with an empty line between them, to a source that shows the one there. The first byte
 * says how: 0xfe before a greeting of the server, 0xfd with leases of single signals, 0xfc to a reader of the list of an
 * agent’s sources, 0xfb to one that sets a marker; with any other byte all signals are leased after a greeting. A
 * message of one byte is an event at the viewer instead: see `happen`. */

enum
{
  STEPS = 100,
  WITHOUT_HELLO = 0xfe,
  FRUGAL = 0xfd,
  LIST = 0xfc,
  MARK = 0xfb,
  /* Connections that one input may use. */
  MAX_STARTS = 20,
  /* Signals and parameters that are used. */
  MAX_USED = 16,
};

#define GREETING "{\"hello\":{\"version\":2,\"boot\":\"b\",\"clock\":\"c\",\"title\":\"Lab\"}}"

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
  /* the newest connection */
  FakeCarrier *carrier;
  GCancellable *cancellable;
  gboolean is_greeted_first;
  gboolean is_starting;
  guint n_starts;
} Bed;

static void
run_some (void)
{
  for (guint i = 0; i < STEPS && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

/* The messages for the server. */

static void
check_sent (Bed *bed)
{
  for (;;)
    {
      g_autoptr (GBytes) message = bed->carrier ? fake_carrier_take (bed->carrier) : NULL;
      g_autoptr (JsonObject) object = NULL;
      g_autoptr (GError) error = NULL;
      GscopeMessageKind kind;

      if (!message)
        return;
      object = gscope_message_parse (message, &kind, &error);
      g_assert_no_error (error);
    }
}

/* The connection. */

static GscopeCarrier *
open_carrier (gpointer data)
{
  Bed *bed = data;

  check_sent (bed);
  g_clear_object (&bed->carrier);
  bed->carrier = fake_carrier_new ();
  return GSCOPE_CARRIER (g_object_ref (bed->carrier));
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean is_started = gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error);

  g_assert_true (is_started == !error);
  ((Bed *) data)->is_starting = FALSE;
}

static void
start (Bed *bed)
{
  if (bed->is_starting || gscope_source_get_started (bed->source) || bed->n_starts++ >= MAX_STARTS)
    return;
  bed->is_starting = TRUE;
  gscope_source_start_async (bed->source, bed->cancellable, on_started, bed);
  run_some ();
  if (bed->is_greeted_first && bed->carrier)
    fake_carrier_receive (bed->carrier, GREETING, strlen (GREETING));
  run_some ();
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, NULL);
}

/* Signals. */

static GscopeSignal *
get_signal (Bed *bed, guint i)
{
  return g_list_model_get_item (gscope_source_get_signals (bed->source), i);
}

static void
lease (Bed *bed)
{
  for (guint i = 0; i < MAX_USED; i++)
    {
      g_autoptr (GscopeSignal) signal = get_signal (bed, i);

      if (signal)
        gscope_signal_release (signal, gscope_signal_lease (signal, 40 * GSCOPE_MSEC));
      if (signal)
        gscope_signal_lease (signal, 0);
    }
}

/* Drawing what came ends, and looking there asks the other end for the rest. */
static void
look (Bed *bed)
{
  GscopeColumn columns[64];
  double borders[64];

  gscope_scope_drain (bed->scope);
  for (guint i = 0; i < MAX_USED; i++)
    {
      g_autoptr (GscopeSignal) signal = get_signal (bed, i);
      GscopeTimeline timeline;

      if (!signal)
        return;
      timeline =
          (GscopeTimeline){ gscope_signal_get_trace (signal), gscope_signal_get_history (signal) };
      gscope_timeline_look (&timeline, bed, 0, 256 * 16, 16);
      run_some ();
      gscope_timeline_get_columns (&timeline, -100, 100, 64, columns, borders);
      g_array_unref (gscope_timeline_list_gaps (&timeline, -100, 6400, 100));
      gscope_timeline_look (&timeline, bed, 0, 0, 16);
    }
}

static void
take_column (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
             gpointer data)
{
}

static void
on_queried (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_remote_query_finish (GSCOPE_REMOTE (object), result, take_column, NULL, &error);
}

static void
query (Bed *bed)
{
  g_autoptr (GscopeSignal) signal = get_signal (bed, 0);

  if (signal)
    gscope_remote_query_async (GSCOPE_REMOTE (bed->source), signal, 0, 16, 256, on_queried, NULL);
}

/* Parameters. */

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, NULL);
}

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree char *verdict = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_check_finish (GSCOPE_PARAMETER (object), result, &verdict, NULL);
}

static void
on_all_written (GObject *object, GAsyncResult *result, gpointer data)
{
  gscope_writes_apply_finish (GSCOPE_WRITES (object), result, NULL);
}

static void
write_parameters (Bed *bed, gboolean is_write)
{
  for (guint i = 0; i < MAX_USED; i++)
    {
      g_autoptr (GscopeParameter) parameter =
          g_list_model_get_item (gscope_source_get_parameters (bed->source), i);

      if (!parameter)
        return;
      if (is_write)
        gscope_parameter_write_async (parameter, gscope_parameter_get_default (parameter), "fuzz",
                                      bed->cancellable, on_written, NULL);
      else
        gscope_parameter_check_async (parameter, gscope_parameter_get_default (parameter),
                                      bed->cancellable, on_checked, NULL);
    }
}

static void
write_together (Bed *bed)
{
  g_autoptr (GscopeWrites) writes = gscope_writes_new (bed->source);

  for (guint i = 0; i < MAX_USED; i++)
    {
      g_autoptr (GscopeParameter) parameter =
          g_list_model_get_item (gscope_source_get_parameters (bed->source), i);
      g_autoptr (GError) error = NULL;

      if (parameter)
        gscope_writes_add (writes, parameter, gscope_parameter_get_default (parameter), &error);
    }
  if (gscope_writes_get_n (writes) > 0)
    gscope_writes_apply_async (writes, "fuzz", bed->cancellable, on_all_written, NULL);
}

/* Events. */

static void
cancel (Bed *bed)
{
  g_cancellable_cancel (bed->cancellable);
  g_object_unref (bed->cancellable);
  bed->cancellable = g_cancellable_new ();
}

static void
happen (Bed *bed, char event)
{
  if (event == '1')
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), GSCOPE_SEC);
  else if (event == 'c')
    cancel (bed);
  else if (event == 'e')
    fake_carrier_end (bed->carrier);
  else if (event == 'h')
    look (bed);
  else if (event == 'k' || event == 'w')
    write_parameters (bed, event == 'w');
  else if (event == 'l')
    lease (bed);
  else if (event == 'q')
    query (bed);
  else if (event == 's')
    start (bed);
  else if (event == 'W')
    write_together (bed);
  else if (event == 'x')
    gscope_source_stop_async (bed->source, bed->cancellable, on_stopped, NULL);
}

/* Messages. */

/* Columns that are sent again are the same. */
static gboolean
append_columns (guint32 query, guint32 signal, gint64 from, gint64 width,
                const GscopeColumn *columns, gsize n, gpointer user_data, GError **error)
{
  g_autoptr (GByteArray) array = g_byte_array_new ();

  gscope_columns_append (array, query, signal, from, width, columns, n);
  g_assert_cmpuint (array->len, ==, 8 + GSCOPE_COLUMNS_BLOCK + n * GSCOPE_COLUMNS_SIZE);
  return TRUE;
}

static void
check_columns (const char *data, gsize size)
{
  g_autoptr (GBytes) message = g_bytes_new (data, size);

  if (gscope_columns_is_message (message))
    gscope_columns_read (message, append_columns, NULL, NULL);
}

static void
take (gpointer to, const char *data, gsize size)
{
  Bed *bed = to;

  if (size == 1)
    happen (bed, *data);
  else
    {
      start (bed);
      check_columns (data, size);
      fake_carrier_receive (bed->carrier, data, size);
    }
  run_some ();
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), 20 * GSCOPE_MSEC);
  check_sent (bed);
}

/* Takes a part of an input. */
typedef void (*TakeFunc) (gpointer to, const char *data, gsize size);

static void
split (const char *data, gsize size, TakeFunc func, gpointer to)
{
  gsize begin = 0;

  for (gsize i = 0; i <= size; i++)
    if (i == size || (i + 1 < size && data[i] == '\n' && data[i + 1] == '\n'))
      {
        func (to, data + begin, i - begin);
        begin = i + 2;
        i++;
      }
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

static void
open_bed (Bed *bed, uint8_t kind)
{
  bed->clock = gscope_test_clock_new (GSCOPE_SEC);
  bed->scope = gscope_scope_new_with_clock (bed->clock);
  bed->source = carrier_remote_new ("fuzz", open_carrier, bed);
  bed->cancellable = g_cancellable_new ();
  bed->is_greeted_first = kind != WITHOUT_HELLO;
  gscope_remote_set_frugal (GSCOPE_REMOTE (bed->source), kind == FRUGAL);
  gscope_scope_add_source (bed->scope, bed->source);
  gscope_scope_start (bed->scope);
  start (bed);
}

static void
close_bed (Bed *bed)
{
  cancel (bed);
  run_some ();
  fake_carrier_end (bed->carrier);
  run_some ();
  check_sent (bed);
  check_parameters (bed->source);
  check_signals (bed->source);
  gscope_scope_remove_source (bed->scope, bed->source);
  run_some ();
  g_object_unref (bed->source);
  g_object_unref (bed->scope);
  g_object_unref (bed->carrier);
  g_object_unref (bed->cancellable);
  g_object_unref (bed->clock);
  run_some ();
}

/* The list of sources, over a socket: its connection ends with the input. */

static void
send_frame (gpointer to, const char *data, gsize size)
{
  guint32 header = GUINT32_TO_LE ((guint32) size);
  GOutputStream *stream = to;

  if (g_output_stream_write_all (stream, &header, sizeof header, NULL, NULL, NULL))
    g_output_stream_write_all (stream, data, size, NULL, NULL, NULL);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) sources = gscope_inventory_read_finish (result, &error);

  g_assert_true (!sources == !!error);
  *(gboolean *) data = TRUE;
}

static void
on_marked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_inventory_mark_finish (result, &error) == !error);
  *(gboolean *) data = TRUE;
}

static void
on_accepted (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GSocketConnection **) data =
      g_socket_listener_accept_finish (G_SOCKET_LISTENER (object), result, NULL, NULL);
}

static void
answer (GSocketListener *listener, const char *data, gsize size)
{
  g_autoptr (GSocketConnection) connection = NULL;

  g_socket_listener_accept_async (listener, NULL, on_accepted, &connection);
  while (!connection)
    g_main_context_iteration (NULL, TRUE);
  split (data, size, send_frame, g_io_stream_get_output_stream (G_IO_STREAM (connection)));
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
}

static void
ask_agent (uint8_t kind, const char *data, gsize size)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("gscope-fuzz-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "agent", NULL);
  g_autofree char *address = g_strconcat ("unix:", path, NULL);
  g_autoptr (GSocketAddress) place = g_unix_socket_address_new (path);
  gboolean is_done = FALSE;

  g_assert_no_error (error);
  g_assert_true (g_socket_listener_add_address (listener, place, G_SOCKET_TYPE_STREAM,
                                                G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, NULL));
  if (kind == LIST)
    gscope_inventory_read_async (address, NULL, on_read, &is_done);
  else
    gscope_inventory_mark_async (address, "deployed", "release 7", NULL, on_marked, &is_done);
  answer (listener, data, size);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
  run_some ();
  g_unlink (path);
  g_rmdir (folder);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  Bed bed = { 0 };

  if (size == 0)
    return 0;
  if (data[0] == LIST || data[0] == MARK)
    {
      ask_agent (data[0], text + 1, size - 1);
      return 0;
    }
  open_bed (&bed, data[0]);
  if (data[0] == WITHOUT_HELLO || data[0] == FRUGAL)
    split (text + 1, size - 1, take, &bed);
  else
    split (text, size, take, &bed);
  close_bed (&bed);
  return 0;
}
