/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>

#define TICK (50 * GSCOPE_MSEC)
/* How often the agent reads the counts: nothing is newer. */
#define PERIOD (250 * GSCOPE_MSEC)

enum
{
  /* ticks: the longest wait for the counts, and the wait for the margins after them, which is longer than the period */
  MAX_TICKS = 200,
  MORE_TICKS = 6,
};

/* The source of the outcome of all limits of the agent. */
typedef struct
{
  ToolsSession session;
  GListModel *signals;
  guint n_ticks;
  guint n_more_ticks;
} Limits;

/* The outcome of the limit of one signal; the texts belong to the signals of the source. */
typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  GscopeLimitResult result;
} Row;

static const GscopeLimitNumber *
find_number (GscopeSignal *signal)
{
  const GscopeLimitNumber *number = gscope_limit_result_list_numbers ();

  while (number->name && !g_str_equal (number->name, gscope_signal_get_name (signal)))
    number++;
  return number->name ? number : NULL;
}

/* Waiting. */

/* The agent may have made a limit again. */
static void
on_signals_changed (GListModel *signals, guint position, guint n_removed, guint n_added,
                    Limits *self)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      gscope_signal_lease (signal, PERIOD);
    }
  self->n_more_ticks = 0;
}

static gboolean
has_counts (Limits *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (self->signals, i);
      const GscopeLimitNumber *number = find_number (signal);
      GscopeSample latest;

      if (number && number->is_count && !gscope_signal_get_latest (signal, &latest))
        return FALSE;
    }
  return TRUE;
}

static gboolean
on_tick (gpointer data, gboolean is_last, GError **error)
{
  Limits *self = data;

  gscope_scope_drain (self->session.scope);
  if (self->n_more_ticks > 0 || has_counts (self))
    self->n_more_ticks++;
  self->n_ticks++;
  if (!is_last)
    return self->n_more_ticks < MORE_TICKS && self->n_ticks < MAX_TICKS;
  if (self->n_more_ticks >= MORE_TICKS)
    return TRUE;
  g_set_error_literal (error, TOOLS_ERROR, TOOLS_FAILED,
                       _ ("The agent has not sent the counts of all limits. Try again."));
  return FALSE;
}

/* The rows. */

static Row *
find_row (GArray *rows, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_group (signal) ? gscope_signal_get_group (signal) : "";
  Row row = { .name = name, .title = gscope_signal_get_group_title (signal), .unit = "" };

  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (g_array_index (rows, Row, i).name, name))
      return &g_array_index (rows, Row, i);
  gscope_limit_result_init (&row.result, GSCOPE_LIMIT_KIND_BETWEEN);
  g_array_append_val (rows, row);
  return &g_array_index (rows, Row, rows->len - 1);
}

/* Only a mask has some of the numbers; only the margin has the unit of the signal with the limit. */
static void
take_signal (GArray *rows, GscopeSignal *signal)
{
  const GscopeLimitNumber *number = find_number (signal);
  Row *row = number ? find_row (rows, signal) : NULL;
  GscopeSample latest;

  if (!row)
    return;
  if (number->is_of_mask)
    row->result.kind = GSCOPE_LIMIT_KIND_MASK;
  if (!number->unit && gscope_signal_get_unit (signal))
    row->unit = gscope_signal_get_unit (signal);
  if (gscope_signal_get_latest (signal, &latest))
    gscope_limit_result_set_number (&row->result, number, latest.value);
}

static GArray *
list_rows (Limits *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint i = 0; i < g_list_model_get_n_items (self->signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (self->signals, i);

      take_signal (rows, signal);
    }
  return rows;
}

static void
copy_member (JsonObject *object, const char *name, JsonNode *node, gpointer target)
{
  json_object_set_member (target, name, json_node_copy (node));
}

static void
add_outcome (JsonObject *object, const GscopeLimitResult *result)
{
  g_autoptr (GVariant) outcome = gscope_limit_result_describe (result);
  g_autoptr (JsonNode) node = json_gvariant_serialize (outcome);

  json_object_foreach_member (json_node_get_object (node), copy_member, object);
}

static JsonObject *
describe_row (const Row *row)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "signal", row->name);
  json_object_set_string_member (object, "title", row->title ? row->title : row->name);
  json_object_set_string_member (object, "unit", row->unit);
  add_outcome (object, &row->result);
  return object;
}

static void
append_row (GString *text, const Row *row)
{
  g_autofree char *title = tools_text_clean (row->title ? row->title : row->name);
  g_autofree char *unit = tools_text_clean (row->unit);
  g_autofree char *outcome = gscope_limit_result_dup_text (&row->result, unit);

  g_string_append_printf (text, "%s: %s\n", title, outcome);
}

static gboolean
print (Limits *self, GArray *rows, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *array;

  for (guint i = 0; i < rows->len; i++)
    append_row (text, &g_array_index (rows, Row, i));
  if (!self->session.options->json)
    return tools_output_write (text->str, error);
  array = json_array_new ();
  for (guint i = 0; i < rows->len; i++)
    json_array_add_object_element (array, describe_row (&g_array_index (rows, Row, i)));
  return tools_output_write_json (json_node_init_array (json_node_alloc (), array), TRUE, error);
}

static gboolean
judge (GArray *rows, GError **error)
{
  guint n_failed = 0, n_passed = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      GscopeLimitVerdict verdict =
          gscope_limit_result_get_verdict (&g_array_index (rows, Row, i).result);

      n_failed += verdict == GSCOPE_LIMIT_VERDICT_FAILS;
      n_passed += verdict == GSCOPE_LIMIT_VERDICT_PASSES;
    }
  if (n_failed > 0)
    g_set_error (error, TOOLS_ERROR, TOOLS_BEYOND_LIMIT,
                 ngettext ("%u signal was beyond its limit.",
                           "%u signals were beyond their limits.", n_failed),
                 n_failed);
  else if (n_passed < rows->len)
    g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
                 ngettext ("%u limit has not compared all samples, or none.",
                           "%u limits have not compared all samples, or none.",
                           rows->len - n_passed),
                 rows->len - n_passed);
  else
    return TRUE;
  return FALSE;
}

/* The command. */

static gboolean
has_limits (GVariant *sources, GError **error)
{
  for (gsize i = 0; i < g_variant_n_children (sources); i++)
    {
      const char *name;

      g_variant_get_child (sources, i, "(&s&s&s&suu)", &name, NULL, NULL, NULL, NULL, NULL);
      if (g_str_equal (name, GSCOPE_LIMIT_SOURCE_NAME))
        return TRUE;
    }
  g_set_error_literal (error, TOOLS_ERROR, TOOLS_FAILED,
                       _ ("The agent has no limits that you may read. Set limits in the window, "
                          "save the workspace, and give it to gscoped."));
  return FALSE;
}

static gboolean
await (Limits *self, GError **error)
{
  g_autoptr (GVariant) sources = tools_session_read_inventory (&self->session, error);
  GscopeSource *source = sources && has_limits (sources, error)
                             ? tools_session_open (&self->session, GSCOPE_LIMIT_SOURCE_NAME, error)
                             : NULL;

  if (!source)
    return FALSE;
  self->signals = gscope_source_get_signals (source);
  g_signal_connect (self->signals, "items-changed", G_CALLBACK (on_signals_changed), self);
  on_signals_changed (self->signals, 0, 0, g_list_model_get_n_items (self->signals), self);
  return tools_session_run (&self->session, TICK, on_tick, self, error);
}

gboolean
tools_limits (const ToolsOptions *options, GError **error)
{
  Limits self = { 0 };
  g_autoptr (GArray) rows = NULL;
  gboolean done;

  tools_session_init (&self.session, options);
  done = await (&self, error);
  if (done)
    {
      rows = list_rows (&self);
      done = print (&self, rows, error) && judge (rows, error);
    }
  if (self.signals)
    g_signal_handlers_disconnect_by_data (self.signals, &self);
  tools_session_clear (&self.session);
  return done;
}
