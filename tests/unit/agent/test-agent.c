/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/await.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/carrier/carrier.h>
#include <gscope/carrier/message.h>
#include <gscope/dial/address.h>
#include <gscope/source/private.h>

/* An agent with one source on a Unix socket, and a scope that shows that source, on one test clock. */
typedef struct
{
  GscopeClock *clock;
  char *directory;
  char *address;

  GscopeScope *far;
  GscopeSource *served;
  GscopeSignal *wave;
  GscopeProducer *producer;
  GscopeAgent *agent;

  GscopeScope *near;
  GscopeSource *shown;
} Fixture;

static void
configure (GscopeSource *source, const char *name, const char *text)
{
  GVariantDict dict;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, name, "s", text);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  gscope_source_configure (source, options, &error);
  g_assert_no_error (error);
}

static GscopeSource *
show_source (Fixture *f, const char *name)
{
  g_autoptr (GError) error = NULL;
  GscopeSource *source =
      gscope_registry_create (gscope_registry_get_default (), "agent", name, NULL, &error);

  g_assert_no_error (error);
  configure (source, "address", f->address);
  gscope_scope_add_source (f->near, source);
  return source;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->directory = g_dir_make_tmp ("gscope-agent-XXXXXX", &error);
  g_assert_no_error (error);
  f->address = g_strdup_printf ("unix:%s/agent", f->directory);
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);

  f->far = gscope_scope_new_with_clock (f->clock);
  f->served = GSCOPE_SOURCE (scripted_source_new ("lab"));
  f->wave = gscope_signal_new_buffered ("wave");
  gscope_source_add_signal (f->served, f->wave, NULL);
  f->producer = gscope_signal_create_producer (f->wave);
  gscope_scope_add_source (f->far, f->served);
  gscope_scope_start (f->far);
  f->agent = gscope_agent_new (f->far, f->address, &error);
  g_assert_no_error (error);

  f->near = gscope_scope_new_with_clock (f->clock);
  gscope_scope_start (f->near);
  f->shown = show_source (f, "lab");
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_scope_remove_source (f->near, f->shown);
  g_object_unref (f->shown);
  if (f->agent)
    g_assert_finalize_object (f->agent);
  run_pending ();
  gscope_producer_unref (f->producer);
  g_object_unref (f->wave);
  gscope_scope_remove_source (f->far, f->served);
  g_assert_finalize_object (f->served);
  g_assert_finalize_object (f->near);
  g_assert_finalize_object (f->far);
  g_object_unref (f->clock);
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_free (f->address);
}

static void
start (GscopeSource *source, const char *reason)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (source, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  gscope_source_start_finish (source, kept, &error);
  if (!reason)
    g_assert_no_error (error);
  else
    g_assert_nonnull (strstr (error->message, reason));
}

static char *
write_value (GscopeSource *source, const char *name, double value)
{
  GscopeParameter *parameter = gscope_source_find_parameter (source, name);
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GVariant) applied = NULL;
  g_autoptr (GError) error = NULL;

  gscope_parameter_write_async (parameter, g_variant_new_double (value), "slider", NULL,
                                gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  applied = gscope_parameter_write_finish (parameter, kept, &error);
  return error ? g_strdup (error->message) : NULL;
}

static GscopeSignal *
get_signal (Fixture *f)
{
  return gscope_scope_find_signal (f->near, "lab/wave");
}

static void
push (Fixture *f, double value)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20 * GSCOPE_MSEC);
  g_assert_true (gscope_producer_push_now (f->producer, value));
  gscope_scope_drain (f->far);
}

static gboolean
shows (Fixture *f, double value)
{
  GscopeSample sample;

  gscope_scope_drain (f->near);
  return gscope_signal_get_latest (get_signal (f), &sample) && sample.value == value;
}

/* The source has its name and its signals here; samples come while somebody leases them, however long that is. */
static void
test_leased (Fixture *f, gconstpointer data)
{
  guint lease;

  start (f->shown, NULL);
  AWAIT (get_signal (f));
  push (f, 1);
  push (f, 2);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (get_signal (f))), ==, 0);
  /* the newest value is shown at once, however old it is */
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 60 * GSCOPE_SEC);
  lease = gscope_signal_lease (get_signal (f), 0);
  AWAIT (shows (f, 2));
  g_assert_cmpuint (gscope_signal_get_total_lost (get_signal (f)), ==, 0);
  push (f, 3);
  AWAIT (shows (f, 3));
  /* in steps in which signs of life go both ways */
  for (guint i = 0; i < 200; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_MESSAGE_BEAT_INTERVAL);
      run_pending ();
    }
  g_assert_true (gscope_source_get_started (f->shown));
  push (f, 4);
  AWAIT (shows (f, 4));
  gscope_signal_release (get_signal (f), lease);
}

static GAsyncResult *
mark (Fixture *f, const char *label)
{
  GAsyncResult *result = NULL;

  gscope_inventory_mark_async (f->address, label, "release 7", NULL, gscope_test_keep_result,
                               &result);
  return gscope_test_await (&result);
}

/* A note comes with each source that is shown, and is there once. */
static void
test_marked (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->near));
  g_autoptr (GscopeSource) second = GSCOPE_SOURCE (scripted_source_new ("second"));
  g_autoptr (GscopeSource) shown = show_source (f, "second");
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) other = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  g_autoptr (GError) error = NULL;

  gscope_scope_add_source (f->far, second);
  start (f->shown, NULL);
  start (shown, NULL);
  first = mark (f, "deployed");
  g_assert_true (gscope_inventory_mark_finish (first, &error));
  g_assert_no_error (error);
  other = mark (f, "tested");
  g_assert_true (gscope_inventory_mark_finish (other, NULL));
  AWAIT (g_list_model_get_n_items (markers) >= 2);
  run_pending ();
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 2);
  marker = g_list_model_get_item (markers, 0);
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, GSCOPE_MARKER_KIND_NOTE);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "deployed");
  g_assert_true (g_str_has_suffix (gscope_marker_get_detail (marker), ", release 7"));
  gscope_scope_remove_source (f->near, shown);
  gscope_scope_remove_source (f->far, second);
}

/* A label that is too long is refused, and not cut. */
static void
test_long_mark (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->near));
  g_autofree char *longest = g_strnfill (255, 'x');
  g_autofree char *longer = g_strconcat (longest, "x", NULL);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) other = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  g_autoptr (GError) error = NULL;

  start (f->shown, NULL);
  first = mark (f, longer);
  g_assert_false (gscope_inventory_mark_finish (first, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  other = mark (f, longest);
  g_assert_true (gscope_inventory_mark_finish (other, NULL));
  AWAIT (g_list_model_get_n_items (markers) >= 1);
  marker = g_list_model_get_item (markers, 0);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, longest);
}

static GBytes *
on_picture (GscopeAgent *agent, GBytes **picture)
{
  return g_bytes_ref (*picture);
}

static GAsyncResult *
take_picture (Fixture *f)
{
  GAsyncResult *result = NULL;

  gscope_inventory_take_picture_async (f->address, NULL, gscope_test_keep_result, &result);
  return gscope_test_await (&result);
}

/* A picture comes whole from an agent with a window, unless it is too large for a message. */
static void
test_picture (Fixture *f, gconstpointer data)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G' };
  g_autoptr (GBytes) drawn = g_bytes_new_static (png, sizeof png);
  g_autoptr (GBytes) taken = NULL;
  g_autoptr (GAsyncResult) none = take_picture (f);
  g_autoptr (GAsyncResult) some = NULL;
  g_autoptr (GAsyncResult) large = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *picture = NULL;

  g_assert_null (gscope_inventory_take_picture_finish (none, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  g_signal_connect (f->agent, "picture", G_CALLBACK (on_picture), &picture);
  picture = drawn;
  some = take_picture (f);
  taken = gscope_inventory_take_picture_finish (some, NULL);
  g_assert_true (g_bytes_equal (taken, drawn));
  picture = g_bytes_new_take (g_malloc0 (1024 * 1024), 1024 * 1024);
  large = take_picture (f);
  g_bytes_unref (picture);
  g_clear_error (&error);
  g_assert_null (gscope_inventory_take_picture_finish (large, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
}

static void
keep_answer (GscopeCarrier *carrier, GBytes *message, JsonObject **kept)
{
  GscopeMessageKind kind;
  g_autoptr (JsonObject) object = gscope_message_parse (message, &kind, NULL);

  if (kind == GSCOPE_MESSAGE_ANSWER)
    *kept = g_steal_pointer (&object);
}

static void
send_text (GscopeCarrier *carrier, const char *text)
{
  g_autoptr (GBytes) message = g_bytes_new (text, strlen (text));

  gscope_carrier_send (carrier, message);
}

/* Sends a call on a connection to a source, or to the agent if that is NULL. */
static JsonObject *
call (Fixture *f, const char *source, const char *text)
{
  GAsyncResult *result = NULL;
  JsonObject *hello = gscope_message_create_hello (f->clock), *answer = NULL;
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;
  g_autoptr (GBytes) first = NULL;

  if (source)
    {
      json_object_set_string_member (hello, "source", source);
      json_object_set_int_member (hello, "credit", 1024);
      json_object_set_int_member (hello, "period_ns", GSCOPE_MSEC);
    }
  first = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  gscope_agent_address_open_async (f->address, "", f->clock,
                                   g_task_new (NULL, NULL, gscope_test_keep_result, &result));
  opened = gscope_test_await (&result);
  carrier = g_task_propagate_pointer (G_TASK (opened), NULL);
  g_assert_nonnull (carrier);
  g_signal_connect (carrier, "received", G_CALLBACK (keep_answer), &answer);
  gscope_carrier_send (carrier, first);
  send_text (carrier, text);
  AWAIT (answer);
  gscope_carrier_close (carrier);
  return answer;
}

/* A connection to the agent itself gets present values without the sources. */
static void
test_values (Fixture *f, gconstpointer data)
{
  static const char get[] =
      "{\"call\": {\"id\": 1, \"verb\": \"get\", \"parameters\": [\"lab/gain\"], "
      "\"signals\": [\"lab/wave\"]}}";
  g_autoptr (JsonObject) answer = NULL;
  g_autoptr (JsonObject) refused = NULL;
  JsonObject *gain, *wave;

  g_object_set (f->wave, "unit", "ms", NULL);
  gscope_producer_push_now (f->producer, 7);
  answer = call (f, NULL, get);
  gain = json_array_get_object_element (json_object_get_array_member (answer, "parameters"), 0);
  wave = json_array_get_object_element (json_object_get_array_member (answer, "signals"), 0);
  g_assert_cmpint (json_object_get_int_member (gain, "revision"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (wave, "value"), ==, 7);
  refused = call (f, "lab", get);
  g_assert_nonnull (strstr (
      json_object_get_string_member (json_object_get_object_member (refused, "error"), "message"),
      "connect to it without naming a source"));
}

static void
test_mark_refused (Fixture *f, gconstpointer data)
{
  g_autoptr (GAsyncResult) empty = mark (f, "");
  g_autoptr (GAsyncResult) denied = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_inventory_mark_finish (empty, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_clear_error (&error);
  gscope_agent_set_read_only (f->agent, TRUE);
  denied = mark (f, "deployed");
  g_assert_false (gscope_inventory_mark_finish (denied, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (f->far))), ==,
                    0);
}

static void
test_written (Fixture *f, gconstpointer data)
{
  g_autofree char *none = NULL;
  GscopeParameter *gain;

  start (f->shown, NULL);
  AWAIT (gscope_source_find_parameter (f->shown, "gain"));
  none = write_value (f->shown, "gain", 4);
  g_assert_null (none);
  gain = gscope_source_find_parameter (f->served, "gain");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
  g_assert_cmpuint (gscope_parameter_get_revision (gain), ==, 2);
}

static void
test_read_only (Fixture *f, gconstpointer data)
{
  g_autofree char *reason = NULL;
  GscopeParameter *gain = gscope_source_find_parameter (f->served, "gain");
  double before = gscope_parameter_get_number (gain);

  start (f->shown, NULL);
  AWAIT (gscope_source_find_parameter (f->shown, "gain"));
  gscope_agent_set_read_only (f->agent, TRUE);
  reason = write_value (f->shown, "gain", 4);
  g_assert_nonnull (strstr (reason, "read-only"));
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, before);
}

/* To stop it here leaves it alone there, where others may use it. */
static void
test_stopped_here (Fixture *f, gconstpointer data)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  start (f->served, NULL);
  start (f->shown, NULL);
  g_assert_cmpuint (gscope_agent_get_n_clients (f->agent), ==, 1);
  gscope_source_stop_async (f->shown, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  g_assert_true (gscope_source_stop_finish (f->shown, kept, &error));
  AWAIT (gscope_agent_get_n_clients (f->agent) == 0);
  g_assert_true (gscope_source_get_started (f->served));
}

static void
test_unknown_source (Fixture *f, gconstpointer data)
{
  GscopeSource *other = show_source (f, "other");

  start (other, "has no source “other”");
  gscope_scope_remove_source (f->near, other);
  g_object_unref (other);
}

static GVariant *
read_inventory (const char *address, GCancellable *cancellable, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  gscope_inventory_read_async (address, cancellable, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  return gscope_inventory_read_finish (kept, error);
}

/* The source of the scope itself has no name, by which a client could ask for it. */
static void
test_inventory (Fixture *f, gconstpointer data)
{
  g_autoptr (GVariant) sources = NULL;
  g_autoptr (GError) error = NULL;
  const char *name, *state, *status;
  guint n_signals, n_parameters;

  gscope_source_set_status (f->served, GSCOPE_SOURCE_STATE_TROUBLE, "No current.");
  sources = read_inventory (f->address, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_variant_n_children (sources), ==, 1);
  g_variant_get_child (sources, 0, "(&s&s&s&suu)", &name, NULL, &state, &status, &n_signals,
                       &n_parameters);
  g_assert_cmpstr (name, ==, "lab");
  g_assert_cmpstr (state, ==, "trouble");
  g_assert_cmpstr (status, ==, "No current.");
  g_assert_cmpuint (n_signals, ==,
                    g_list_model_get_n_items (gscope_source_get_signals (f->served)));
  g_assert_cmpuint (n_parameters, ==,
                    g_list_model_get_n_items (gscope_source_get_parameters (f->served)));
  AWAIT (gscope_agent_get_n_clients (f->agent) == 0);
}

static void
test_inventory_errors (Fixture *f, gconstpointer data)
{
  g_autofree char *nowhere = g_strconcat (f->address, "-away", NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) away = NULL;
  g_autoptr (GError) invalid = NULL;
  g_autoptr (GError) ended = NULL;

  g_assert_null (read_inventory (nowhere, NULL, &away));
  g_assert_error (away, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_null (read_inventory ("http://localhost", NULL, &invalid));
  g_assert_error (invalid, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_cancellable_cancel (cancelled);
  g_assert_null (read_inventory (f->address, cancelled, &ended));
  g_assert_nonnull (ended);
  AWAIT (gscope_agent_get_n_clients (f->agent) == 0);
}

/* A scope that is no longer offered takes its connections with it. */
static void
test_scope_removed (Fixture *f, gconstpointer data)
{
  g_autoptr (GVariant) none = NULL;
  g_autoptr (GVariant) again = NULL;

  start (f->shown, NULL);
  gscope_agent_remove_scope (f->agent, f->far);
  AWAIT (gscope_agent_get_n_clients (f->agent) == 0);
  AWAIT (gscope_source_get_state (f->shown) == GSCOPE_SOURCE_STATE_TROUBLE);
  none = read_inventory (f->address, NULL, NULL);
  g_assert_cmpuint (g_variant_n_children (none), ==, 0);
  gscope_agent_add_scope (f->agent, f->far);
  again = read_inventory (f->address, NULL, NULL);
  g_assert_cmpuint (g_variant_n_children (again), ==, 1);
}

/* One that is away is tried again, and continues when it is back. */
static void
test_away (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  start (f->shown, NULL);
  g_assert_finalize_object (g_steal_pointer (&f->agent));
  AWAIT (gscope_source_get_state (f->shown) == GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_cmpint (gscope_agent_source_get_next_try (GSCOPE_AGENT_SOURCE (f->shown)), ==,
                   gscope_clock_get_time (f->clock) + GSCOPE_SEC);
  f->agent = gscope_agent_new (f->far, f->address, &error);
  g_assert_no_error (error);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  AWAIT (gscope_source_get_started (f->shown));
  g_assert_cmpint (gscope_agent_source_get_next_try (GSCOPE_AGENT_SOURCE (f->shown)), ==, 0);
}

/* The next try need not be waited for. */
static void
test_try_now (Fixture *f, gconstpointer data)
{
  GscopeAgentSource *shown = GSCOPE_AGENT_SOURCE (f->shown);
  g_autoptr (GError) error = NULL;

  start (f->shown, NULL);
  g_assert_finalize_object (g_steal_pointer (&f->agent));
  AWAIT (gscope_agent_source_get_next_try (shown) > 0);
  f->agent = gscope_agent_new (f->far, f->address, &error);
  g_assert_no_error (error);
  gscope_agent_source_try_now (shown);
  AWAIT (gscope_source_get_started (f->shown));
  g_assert_cmpstr (gscope_agent_source_get_address (shown), ==, f->address);
  g_assert_cmpstr (gscope_agent_source_get_far_name (shown), ==, "lab");
}

/* Signals and parameters that a program adds without a source are offered under the name of the program, signals of a
 * second scope under another name, and nothing is offered while there are none. */
static void
test_own (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) second = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 10, 1);
  GscopeSignal *level = gscope_scope_add_buffered (f->far, "level");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (level);
  GscopeSource *own = gscope_scope_get_source (f->far), *shown;
  g_autoptr (GscopeSource) first_shown = NULL;
  g_autoptr (GscopeSource) second_shown = NULL;
  g_autofree char *name = NULL;
  g_autofree char *reason = NULL;
  GscopeSample latest;

  g_set_prgname ("pump");
  gscope_agent_remove_scope (f->agent, f->far);
  gscope_agent_add_scope (f->agent, f->far);
  gscope_agent_add_scope (f->agent, second);
  g_assert_true (gscope_source_add_parameter (own, gain, NULL));
  gscope_scope_add_buffered (second, "level");
  gscope_source_publish (own);
  g_assert_cmpstr (gscope_signal_get_full_name (level), ==, "level");

  shown = first_shown = show_source (f, "pump");
  start (shown, NULL);
  gscope_source_publish (shown);
  gscope_signal_lease (gscope_scope_find_signal (f->near, "pump/level"), 0);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (shown), ==, GSCOPE_SOURCE_STATE_RUNNING);
  gscope_scope_drain (f->far);
  gscope_producer_push_now (producer, 5);
  gscope_scope_drain (f->far);
  AWAIT ((gscope_scope_drain (f->near),
          gscope_signal_get_latest (gscope_scope_find_signal (f->near, "pump/level"), &latest)));
  g_assert_cmpfloat (latest.value, ==, 5);
  reason = write_value (shown, "gain", 3);
  g_assert_cmpstr (reason, ==, NULL);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 3);

  second_shown = show_source (f, "pump-2");
  start (second_shown, NULL);
  gscope_scope_remove_source (f->near, first_shown);
  gscope_scope_remove_source (f->near, second_shown);
  gscope_agent_remove_scope (f->agent, second);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);

  g_test_add ("/agent/leased", Fixture, NULL, set_up, test_leased, tear_down);
  g_test_add ("/agent/written", Fixture, NULL, set_up, test_written, tear_down);
  g_test_add ("/agent/marked", Fixture, NULL, set_up, test_marked, tear_down);
  g_test_add ("/agent/long-mark", Fixture, NULL, set_up, test_long_mark, tear_down);
  g_test_add ("/agent/picture", Fixture, NULL, set_up, test_picture, tear_down);
  g_test_add ("/agent/values", Fixture, NULL, set_up, test_values, tear_down);
  g_test_add ("/agent/mark-refused", Fixture, NULL, set_up, test_mark_refused, tear_down);
  g_test_add ("/agent/read-only", Fixture, NULL, set_up, test_read_only, tear_down);
  g_test_add ("/agent/stopped-here", Fixture, NULL, set_up, test_stopped_here, tear_down);
  g_test_add ("/agent/unknown-source", Fixture, NULL, set_up, test_unknown_source, tear_down);
  g_test_add ("/agent/inventory", Fixture, NULL, set_up, test_inventory, tear_down);
  g_test_add ("/agent/inventory/errors", Fixture, NULL, set_up, test_inventory_errors, tear_down);
  g_test_add ("/agent/scope-removed", Fixture, NULL, set_up, test_scope_removed, tear_down);
  g_test_add ("/agent/own", Fixture, NULL, set_up, test_own, tear_down);
  g_test_add ("/agent/away", Fixture, NULL, set_up, test_away, tear_down);
  g_test_add ("/agent/try-now", Fixture, NULL, set_up, test_try_now, tear_down);
  return g_test_run ();
}
