/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"

#include "command.h"
#include "status.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

/* A month, in nanoseconds. */
#define MAX_TIME (31 * 86400 * GSCOPE_SEC)

/* Of dates, in nanoseconds since 1970, so that the difference of two times is a number, too. */
#define LAST_DATE (G_MAXINT64 / 2)

enum
{
  MAX_COLUMNS = 65536,
};

/* By the bits of ToolsOption. */
static const char *const names[] = { "--all",      "--json",      "--csv",       "--period",
                                     "--duration", "--dry-run",   "--force",     "--from",
                                     "--to",       "--columns",   "--group",     "--agent",
                                     "--since",    "--parameter", "--principal", "--follow" };

static const struct
{
  const char *name;
  gint64 size;
} units[] = {
  { "us", GSCOPE_MSEC / 1000 }, { "ms", GSCOPE_MSEC },      { "s", GSCOPE_SEC },
  { "", GSCOPE_SEC },           { "min", 60 * GSCOPE_SEC }, { "h", 3600 * GSCOPE_SEC },
};

/* Reads a time with its unit. Returns nanoseconds; 0 if it is not one. */
static gint64
read_time (const char *text)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  while (*end == ' ')
    end++;
  for (guint i = 0; end != text && i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].name) && isfinite (number)
        && number * (double) units[i].size >= 1 && number * (double) units[i].size <= MAX_TIME)
      return (gint64) (number * (double) units[i].size);
  return 0;
}

static gboolean
parse_time (const char *option, const char *text, gpointer data, GError **error)
{
  ToolsOptions *self = data;
  gboolean is_duration = option[strspn (option, "-")] == 'd';
  gint64 time = read_time (text);

  if (time < (is_duration ? 1 : GSCOPE_MIN_PERIOD) || (!is_duration && time > GSCOPE_MAX_PERIOD))
    {
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                   _ ("%s: “%s” is not a valid time. Write one such as 500ms, 1s or 10min."),
                   option, text);
      return FALSE;
    }
  if (is_duration)
    self->duration = time;
  else
    self->period = time;
  return TRUE;
}

gboolean
tools_options_read_date (const char *text, gint64 *time)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (text, zone);
  gint64 seconds = date ? g_date_time_to_unix (date) : -1;

  if (seconds < 0 || seconds > LAST_DATE / GSCOPE_SEC)
    return FALSE;
  *time = seconds * GSCOPE_SEC + (gint64) g_date_time_get_microsecond (date) * (GSCOPE_MSEC / 1000);
  return TRUE;
}

/* Reads a date and time, or how long ago the time is. */
static gboolean
parse_past (const char *option, const char *text, gpointer data, GError **error)
{
  ToolsOptions *self = data;
  char letter = option[strspn (option, "-")];
  ToolsTime *time = letter == 'f' ? &self->from : letter == 't' ? &self->to : &self->since;

  *time = (ToolsTime){ TRUE, FALSE, 0 };
  time->is_date = tools_options_read_date (text, &time->time);
  if (!time->is_date)
    time->time = read_time (text);
  if (time->is_date || time->time > 0 || g_str_equal (text, "now"))
    return TRUE;
  g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
               _ ("%s: “%s” is not a valid time. Write how long ago it was, such as 10min, or a "
                  "date such as 2026-05-01T12:30:00."),
               option, text);
  return FALSE;
}

static gboolean
parse_columns (const char *option, const char *text, gpointer data, GError **error)
{
  ToolsOptions *self = data;
  guint64 number;

  if (g_ascii_string_to_unsigned (text, 10, 1, MAX_COLUMNS, &number, NULL))
    {
      self->n_columns = (guint) number;
      return TRUE;
    }
  g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE, _ ("--columns takes a number from 1 to %d."),
               MAX_COLUMNS);
  return FALSE;
}

gint64
tools_options_get_time (const ToolsTime *time, gint64 now, gint64 ahead)
{
  return time->is_date ? time->time - ahead : now - time->time;
}

static char *
describe_commands (void)
{
  GString *text = g_string_new (_ ("Commands:"));

  for (const ToolsCommand *command = tools_commands; command->name; command++)
    {
      int space = 19 - (int) g_utf8_strlen (command->arguments, -1);

      g_string_append_printf (text, "\n  %-7s %s%*s  %s", command->name, command->arguments, space,
                              "", _ (command->description));
    }
  g_string_append_c (text, '\n');
  g_string_append (text, _ ("Names are those that “gscopectl list --all” prints; * and ? in them "
                            "match any characters of a source’s signals and parameters."));
  return g_string_free (text, FALSE);
}

static GOptionContext *
create_context (ToolsOptions *self)
{
  const GOptionEntry entries[] = {
    { "agent", 0, 0, G_OPTION_ARG_STRING, &self->agent,
      _ ("Where the agent is: HOST, HOST:PORT, ws://localhost:PORT, unix:PATH, ssh://USER@HOST, or "
         "nats://SERVER/NAME; by default unix:, the default path"),
      "ADDRESS" },
    { "carrier", 0, 0, G_OPTION_ARG_STRING, &self->carrier,
      _ ("Find the agent at this NATS server; --agent is its name there, or a pattern such as '*' "
         "for several, of which watch, stream, record and measure take the same signals"),
      "nats://SERVER:PORT" },
    { "token-file", 0, 0, G_OPTION_ARG_FILENAME, &self->token_file,
      _ ("Give the agent the token of this file (default: that of $GSCOPE_TOKEN)"), "FILE" },
    { "certificate", 0, 0, G_OPTION_ARG_STRING, &self->certificate,
      _ ("Trust the agent’s certificate if it has this SHA-256 fingerprint"), "FINGERPRINT" },
    { "client-certificate", 0, 0, G_OPTION_ARG_FILENAME, &self->client_certificate,
      _ ("Show the agent this certificate"), "FILE" },
    { "client-key", 0, 0, G_OPTION_ARG_FILENAME, &self->client_key,
      _ ("The key of the certificate, unless it is in the same file"), "FILE" },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &self->all, _ ("list: print signals and parameters, too"),
      NULL },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &self->json, _ ("Print JSON"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &self->csv, _ ("stream, query: print comma-separated values"),
      NULL },
    { "dry-run", 'n', 0, G_OPTION_ARG_NONE, &self->dry_run,
      _ ("set: ask the agent whether it would accept the values, and write nothing"), NULL },
    { "force", 'f', 0, G_OPTION_ARG_NONE, &self->force,
      _ ("record, picture: replace a file that exists"), NULL },
    { "period", 'p', 0, G_OPTION_ARG_CALLBACK, parse_time,
      _ ("watch: time between two values (default: 1s)"), "TIME" },
    { "duration", 'd', 0, G_OPTION_ARG_CALLBACK, parse_time,
      _ ("watch, stream, record: duration (default: until Ctrl+C); measure: time that is measured "
         "(default: 10s)"),
      "TIME" },
    { "from", 0, 0, G_OPTION_ARG_CALLBACK, parse_past,
      _ ("query: how long ago the interval begins, or its date (default: 60s before its end)"),
      "TIME" },
    { "to", 0, 0, G_OPTION_ARG_CALLBACK, parse_past,
      _ ("query: how long ago the interval ends, or its date (default: now)"), "TIME" },
    { "columns", 0, 0, G_OPTION_ARG_CALLBACK, parse_columns,
      _ ("query: number of columns (default: 60)"), "N" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &self->group,
      _ ("list: print agents of this group only, at the server of --carrier; * and ? match any "
         "characters"),
      "GROUP" },
    { "since", 0, 0, G_OPTION_ARG_CALLBACK, parse_past,
      _ ("log: print writes since this time ago, or this date"), "TIME" },
    { "parameter", 0, 0, G_OPTION_ARG_STRING, &self->parameter,
      _ ("log: print writes of this parameter only; * and ? match any characters"), "NAME" },
    { "principal", 0, 0, G_OPTION_ARG_STRING, &self->principal,
      _ ("log: print writes by this principal only; * and ? match any characters"), "NAME" },
    { "follow", 0, 0, G_OPTION_ARG_NONE, &self->follow,
      _ ("log: go on with each write that is made"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->prints_version, _ ("Print the version"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("COMMAND [ARGUMENT…]"));
  GOptionGroup *group = g_option_group_new ("gscopectl", "", "", self, NULL);
  g_autofree char *commands = describe_commands ();

  g_option_group_add_entries (group, entries);
  g_option_group_set_translation_domain (group, NULL);
  g_option_context_set_main_group (context, group);
  g_option_context_set_summary (
      context, _ ("Reads the signals and parameters of an agent, and writes its parameters."));
  g_option_context_set_description (context, commands);
  return context;
}

/* The agent is then an address at the server. */
static gboolean
apply_carrier (ToolsOptions *self, GError **error)
{
  g_autofree char *name = self->agent ? g_uri_escape_string (self->agent, NULL, FALSE) : NULL;

  if (!self->carrier)
    return TRUE;
  if (!g_str_has_prefix (self->carrier, "nats://")
      || strchr (self->carrier + strlen ("nats://"), '/'))
    {
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                   _ ("“%s” is not the address of a NATS server. Write --carrier "
                      "nats://SERVER:PORT, and --agent NAME."),
                   self->carrier);
      return FALSE;
    }
  if (self->agent && strpbrk (self->agent, "*?"))
    self->agents = g_strdup (self->agent);
  g_free (self->agent);
  self->agent = g_strjoin ("/", self->carrier, name, NULL);
  return TRUE;
}

gboolean
tools_options_parse (ToolsOptions *self, int argc, char *argv[], GError **error)
{
  g_autoptr (GOptionContext) context = create_context (self);
  GError *cause = NULL;

  if (!g_option_context_parse (context, &argc, &argv, &cause))
    {
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE, "%s%s", cause->message,
                   cause->domain == TOOLS_ERROR ? ""
                                                : _ (". “gscopectl --help” lists the options."));
      g_error_free (cause);
      return FALSE;
    }
  self->has_agent = self->agent != NULL;
  self->name = g_strdup (self->agent);
  if (!apply_carrier (self, error))
    return FALSE;
  if (!self->agent)
    self->agent = g_strdup ("unix:");
  self->command = argc > 1 ? g_strdup (argv[1]) : NULL;
  self->arguments = g_strdupv (argc > 1 ? argv + 2 : argv + 1);
  return TRUE;
}

void
tools_options_clear (ToolsOptions *self)
{
  g_free (self->agent);
  g_free (self->carrier);
  g_free (self->agents);
  g_free (self->token_file);
  g_free (self->certificate);
  g_free (self->client_certificate);
  g_free (self->client_key);
  g_free (self->group);
  g_free (self->name);
  g_free (self->parameter);
  g_free (self->principal);
  g_free (self->command);
  g_strfreev (self->arguments);
}

guint
tools_options_get_given (const ToolsOptions *self)
{
  return (self->all ? TOOLS_OPTION_ALL : 0) | (self->json ? TOOLS_OPTION_JSON : 0)
         | (self->csv ? TOOLS_OPTION_CSV : 0) | (self->period ? TOOLS_OPTION_PERIOD : 0)
         | (self->duration ? TOOLS_OPTION_DURATION : 0) | (self->dry_run ? TOOLS_OPTION_DRY_RUN : 0)
         | (self->force ? TOOLS_OPTION_FORCE : 0) | (self->from.is_given ? TOOLS_OPTION_FROM : 0)
         | (self->to.is_given ? TOOLS_OPTION_TO : 0)
         | (self->n_columns > 0 ? TOOLS_OPTION_COLUMNS : 0) | (self->group ? TOOLS_OPTION_GROUP : 0)
         | (self->agents ? TOOLS_OPTION_AGENTS : 0)
         | (self->since.is_given ? TOOLS_OPTION_SINCE : 0)
         | (self->parameter ? TOOLS_OPTION_PARAMETER : 0)
         | (self->principal ? TOOLS_OPTION_PRINCIPAL : 0)
         | (self->follow ? TOOLS_OPTION_FOLLOW : 0);
}

const char *
tools_options_get_name (guint options)
{
  return names[g_bit_nth_lsf (options, -1)];
}
