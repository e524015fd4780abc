/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "commands/tail.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/error.h>
#include <inttypes.h>
#include <string.h>

enum
{
  MAX_LINE = 65536,
  MAX_BRACKETS = 4096,
  /* milliseconds between two looks at a file */
  FOLLOW_INTERVAL = 200,
};

typedef struct
{
  const ToolsOptions *options;
  GMainLoop *loop;
  /* of the first record, nanoseconds since 1970; 0 for all */
  gint64 since;
  guint64 n_lost;
  guint64 n_malformed;
  /* of a file */
  ToolsTail *tail;
  GError *error;
} Log;

/* Records. */

static const char *
get_text (JsonObject *record, const char *member)
{
  JsonNode *node = json_object_get_member (record, member);

  return node && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node)
                                                                  : "";
}

static char *
format_value (JsonObject *record, const char *member)
{
  JsonNode *node = json_object_get_member (record, member);
  g_autofree char *text =
      node && JSON_NODE_HOLDS_VALUE (node) ? json_to_string (node, FALSE) : NULL;

  if (node && json_node_get_value_type (node) == G_TYPE_STRING)
    return tools_text_clean (json_node_get_string (node));
  if (node && json_node_get_value_type (node) == G_TYPE_DOUBLE)
    return gscope_quantity_format_exact (json_node_get_double (node));
  return g_strdup (text ? text : "");
}

static gboolean
matches (const char *pattern, const char *text)
{
  return !pattern || g_pattern_match_simple (pattern, text);
}

/* A record without a valid time belongs to each interval. */
static gboolean
is_wanted (const Log *self, const char *agent, JsonObject *record)
{
  gint64 time;

  if (!tools_options_read_date (get_text (record, "time"), &time))
    time = G_MAXINT64;
  return time >= self->since && matches (self->options->agents, agent)
         && matches (self->options->parameter, get_text (record, "parameter"))
         && matches (self->options->principal, get_text (record, "principal"));
}

/* Time, agent, principal, parameter, former value, value that was asked for, value in force, reason of a refusal. */
static char *
format_line (const char *agent, JsonObject *record)
{
  g_autofree char *time = tools_text_clean (get_text (record, "time"));
  g_autofree char *clean = tools_text_clean (agent);
  g_autofree char *principal = tools_text_clean (get_text (record, "principal"));
  g_autofree char *parameter = tools_text_clean (get_text (record, "parameter"));
  g_autofree char *old = format_value (record, "old");
  g_autofree char *asked = format_value (record, "asked");
  g_autofree char *value = format_value (record, "new");
  g_autofree char *reason = tools_text_clean (get_text (record, "reason"));
  g_autofree char *n = format_value (record, "left-out");
  g_autofree char *rest =
      *n ? g_strdup_printf (_ ("records left out: %s: %s"), n, reason) : g_strdup (reason);

  return g_strjoin ("\t", time, clean, principal, parameter, old, asked, value, rest, NULL);
}

static char *
format_json (const char *agent, JsonNode *node)
{
  if (*agent)
    json_object_set_string_member (json_node_get_object (node), "agent", agent);
  return json_to_string (node, FALSE);
}

/* json-glib needs the stack for each level of objects and lists. */
static gboolean
is_flat (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at; at++)
    n += *at == '[' || *at == '{';
  return n <= MAX_BRACKETS;
}

/* Returns FALSE if the program ends. */
static gboolean
print_record (Log *self, const char *agent, const char *text)
{
  g_autoptr (JsonNode) node =
      strlen (text) <= MAX_LINE && is_flat (text) ? json_from_string (text, NULL) : NULL;
  g_autofree char *line = NULL;
  g_autofree char *whole = NULL;

  if (!node || !JSON_NODE_HOLDS_OBJECT (node))
    {
      self->n_malformed++;
      return TRUE;
    }
  if (!is_wanted (self, agent, json_node_get_object (node)))
    return TRUE;
  line = self->options->json ? format_json (agent, node)
                             : format_line (agent, json_node_get_object (node));
  whole = g_strconcat (line, "\n", NULL);
  return tools_output_write (whole, &self->error);
}

static void
report_lost (const Log *self)
{
  g_printerr (_ ("gscopectl: records that did not come, or are not valid: %" PRIu64
                 ". Read the output faster.\n"),
              self->n_lost);
}

static void
report_rest (const Log *self)
{
  if (self->n_malformed > 0)
    g_printerr (_ ("gscopectl: lines that are no records of writes: %" PRIu64 ".\n"),
                self->n_malformed);
  if (self->n_lost > 0 && !self->options->follow)
    report_lost (self);
}

/* The server. */

static void
on_record (GscopeWriteLog *log, const char *agent, const char *text, Log *self)
{
  if (!self->error && !print_record (self, agent, text))
    g_main_loop_quit (self->loop);
}

static void
on_complete (GscopeWriteLog *log, Log *self)
{
  if (!self->options->follow)
    g_main_loop_quit (self->loop);
}

/* Who follows need not come to the end, at which the losses are reported otherwise. */
static void
on_lost (GscopeWriteLog *log, guint64 n, Log *self)
{
  self->n_lost += n;
  if (self->options->follow)
    report_lost (self);
}

/* Who follows waits for the server to come back. */
static void
on_failed (GscopeWriteLog *log, const GError *error, Log *self)
{
  if (self->options->follow && g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND))
    {
      tools_text_print (error->message);
      return;
    }
  if (!self->error)
    tools_session_report (g_error_copy (error), &self->error);
  g_main_loop_quit (self->loop);
}

static gboolean
on_interrupt (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

static void
run (Log *self)
{
  guint interrupted, terminated;

  self->loop = g_main_loop_new (NULL, FALSE);
  interrupted = g_unix_signal_add (SIGINT, on_interrupt, self->loop);
  terminated = g_unix_signal_add (SIGTERM, on_interrupt, self->loop);
  g_main_loop_run (self->loop);
  g_source_remove (interrupted);
  g_source_remove (terminated);
  g_main_loop_unref (self->loop);
}

static void
read_server (Log *self)
{
  GError *cause = NULL;
  const char *agent =
      self->options->has_agent && !self->options->agents ? self->options->name : NULL;
  g_autoptr (GscopeWriteLog) log =
      gscope_write_log_new (self->options->carrier, agent, self->since, &cause);

  if (!log)
    {
      tools_session_report (cause, &self->error);
      return;
    }
  g_signal_connect (log, "record", G_CALLBACK (on_record), self);
  g_signal_connect (log, "complete", G_CALLBACK (on_complete), self);
  g_signal_connect (log, "lost", G_CALLBACK (on_lost), self);
  g_signal_connect (log, "failed", G_CALLBACK (on_failed), self);
  run (self);
  if (!self->error && self->n_lost > 0)
    g_set_error (&self->error, TOOLS_ERROR, TOOLS_LOST, _ ("The log is not whole."));
}

/* A journal of an agent: the former file, if there is one, and the file. */

static gboolean
on_line (gpointer data, const char *line)
{
  return print_record (data, "", line);
}

static gboolean
on_tick (gpointer data)
{
  Log *self = data;

  if (tools_tail_read (self->tail, &self->error))
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (self->loop);
  return G_SOURCE_REMOVE;
}

static void
follow (Log *self)
{
  guint tick = g_timeout_add (FOLLOW_INTERVAL, on_tick, self);

  run (self);
  /* gone after an error */
  if (!self->error)
    g_source_remove (tick);
}

static void
read_journal (Log *self, const char *path)
{
  GError *error = NULL;

  self->tail = tools_tail_new (path, MAX_LINE + 1, on_line, self, &error);
  if (!self->tail)
    {
      g_set_error (&self->error, TOOLS_ERROR, TOOLS_FAILED,
                   _ ("Cannot read the journal: %s. Give the file that the configuration of the "
                      "agent names."),
                   error->message);
      g_error_free (error);
      return;
    }
  if (tools_tail_read (self->tail, &self->error) && self->options->follow)
    follow (self);
  if (!self->error)
    tools_tail_end (self->tail);
  tools_tail_free (self->tail);
}

static gboolean
check (const ToolsOptions *options, GError **error)
{
  const char *file = options->arguments[0];

  if (!options->carrier == !file)
    g_set_error_literal (
        error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
        file ? _ ("A file and --carrier exclude each other. Give one of them.")
             : _ ("The place of the log is missing. Give --carrier for a NATS server, "
                  "or the file of an agent’s journal."));
  else if (file && options->has_agent)
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                         _ ("A file and --agent exclude each other. Give one of them."));
  else
    return TRUE;
  return FALSE;
}

gboolean
tools_log (const ToolsOptions *options, GError **error)
{
  gint64 now = g_get_real_time () * (GSCOPE_MSEC / 1000);
  Log self = { .options = options };

  if (!check (options, error))
    return FALSE;
  if (options->since.is_given)
    self.since = MAX (tools_options_get_time (&options->since, now, 0), 0);
  if (options->carrier)
    read_server (&self);
  else
    read_journal (&self, options->arguments[0]);
  report_rest (&self);
  if (self.error)
    g_propagate_error (error, self.error);
  return !self.error;
}
