/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/options.h"

#include "engine/quantity.h"

#include <glib/gi18n.h>
#include <string.h>

/* A month, in seconds. */
#define MAX_DURATION (31 * 86400.0)

/* The first arguments that are short for --content. */
#define STREAM "stream"
#define REPLAY "replay"

static const char *const section_names[MXTRAF_N_SECTIONS] = {
  [MXTRAF_SECTION_TRAFFIC] = "traffic",
  [MXTRAF_SECTION_LINK] = "link",
  [MXTRAF_SECTION_RUN] = "run",
};
static const char *const section_titles[MXTRAF_N_SECTIONS] = {
  [MXTRAF_SECTION_TRAFFIC] = N_ ("Traffic, from the server to the client:"),
  [MXTRAF_SECTION_LINK] = N_ ("Link between server and client:"),
  [MXTRAF_SECTION_RUN] = N_ ("Run:"),
};

/* The descriptions must live as long as their option group. */
typedef struct
{
  MxtrafOptions *options;
  GPtrArray *descriptions;
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_ptr_array_unref (group->descriptions);
  g_free (group);
}

static gboolean
read_row (const char *option, const char *text, gpointer data, GError **error)
{
  MxtrafOptions *self = ((Group *) data)->options;
  const MxtrafRow *row = mxtraf_rows_find (option + strlen ("--"));
  g_autoptr (GVariant) value = mxtraf_row_parse (row, text, error);

  if (!value)
    {
      g_prefix_error_literal (error, "--");
      return FALSE;
    }
  mxtraf_row_set (row, &self->settings, value);
  return TRUE;
}

static gboolean
read_duration (const char *option, const char *text, gpointer data, GError **error)
{
  MxtrafOptions *self = ((Group *) data)->options;

  if (!mxtraf_quantity_parse ("s", text, &self->duration, error))
    {
      g_prefix_error (error, "%s: ", option);
      return FALSE;
    }
  if (self->duration > 0 && self->duration <= MAX_DURATION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("%s: “%s” is not a valid duration; write a time such as 80s"), option, text);
  return FALSE;
}

static void
add_rows (GOptionGroup *group, MxtrafSection section, GPtrArray *descriptions)
{
  for (guint i = 0; i < mxtraf_rows_get_n (); i++)
    {
      const MxtrafRow *row = mxtraf_rows_get (i);
      char *text = g_strdup_printf (_ ("%s (default: %s)"), _ (row->description), row->initial);
      const GOptionEntry entries[] = {
        { row->name, 0, 0, G_OPTION_ARG_CALLBACK, read_row, text, row->placeholder },
        G_OPTION_ENTRY_NULL,
      };

      g_ptr_array_add (descriptions, text);
      if (row->section == section)
        g_option_group_add_entries (group, entries);
    }
}

static void
add_run (GOptionGroup *group, MxtrafOptions *self)
{
  const GOptionEntry entries[] = {
    { "duration", 'd', 0, G_OPTION_ARG_CALLBACK, read_duration,
      _ ("Duration of the run (default: until Ctrl+C)"), "TIME" },
    { "script", 0, 0, G_OPTION_ARG_FILENAME, &self->script,
      _ ("Script of changes during the run: lines such as “at 5s elephants 15”"), "FILE" },
    { "record", 'r', 0, G_OPTION_ARG_FILENAME, &self->record, _ ("Record all signals as tuples"),
      "FILE" },
    { "force", 'f', 0, G_OPTION_ARG_NONE, &self->force, _ ("Replace an existing recording"), NULL },
    { "check", 0, 0, G_OPTION_ARG_NONE, &self->check,
      _ ("Print whether mxtraf can run on this machine, or the reason why not"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->version, _ ("Print the version"), NULL },
    { "help", 'h', 0, G_OPTION_ARG_NONE, &self->help, _ ("Print this help"), NULL },
    { "share-fd", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &self->share_fd,
      _ ("Serve signals and parameters over the socket with this number"), "NUMBER" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_group_add_entries (group, entries);
}

static GOptionGroup *
create_group (MxtrafOptions *self, MxtrafSection section)
{
  Group *data = g_new0 (Group, 1);
  GOptionGroup *group = g_option_group_new (section_names[section], _ (section_titles[section]), "",
                                            data, group_free);

  data->options = self;
  data->descriptions = g_ptr_array_new_with_free_func (g_free);
  add_rows (group, section, data->descriptions);
  if (section == MXTRAF_SECTION_RUN)
    add_run (group, self);
  return group;
}

static GOptionContext *
create_context (MxtrafOptions *self)
{
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (
      context,
      _ ("Sends real TCP and UDP traffic between two hosts in network namespaces of its own, over "
         "a link with\na rate, a round-trip time and a queue, and prints a summary at the end."));
  g_option_context_set_description (
      context, _ ("For example, the cross traffic of Goel 2003, section 4.6.1:\n"
                  "  mxtraf --rate 30mbit --rtt 100ms --queue 60 --sndbuf 64kB --initcwnd 2 "
                  "--elephants 0 \\\n"
                  "    --duration 80 --script cross-traffic.script --record cross-traffic.tuples\n"
                  "or a video stream, section 4.7:\n"
                  "  mxtraf stream --rate 10mbit --rtt 50ms --elephants 20 --method gate --b 3"));
  for (MxtrafSection i = 0; i < MXTRAF_N_SECTIONS; i++)
    g_option_context_add_group (context, create_group (self, i));
  return context;
}

/* Returns the number of words, or -1. */
static int
read_verb (MxtrafOptions *self, int argc, char *argv[], GError **error)
{
  MxtrafConfig *config = &self->settings.config;

  if (argc > 1 && g_str_equal (argv[1], STREAM))
    {
      config->content = MXTRAF_CONTENT_STREAM;
      return 1;
    }
  if (argc < 2 || !g_str_equal (argv[1], REPLAY))
    return 0;
  config->content = MXTRAF_CONTENT_REPLAY;
  if (argc > 2 && argv[2][0] != '-')
    {
      self->trace = g_strdup (argv[2]);
      return 2;
    }
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("there is no trace to replay; write “mxtraf replay FILE”"));
  return -1;
}

gboolean
mxtraf_options_parse (MxtrafOptions *self, int argc, char *argv[], GError **error)
{
  g_autoptr (GOptionContext) context = create_context (self);
  int n_words;

  self->share_fd = -1;
  mxtraf_settings_init (&self->settings);
  n_words = read_verb (self, argc, argv, error);
  if (n_words < 0)
    return FALSE;
  argc -= n_words;
  argv += n_words;
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  if (argc == 1)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is not an option; mxtraf --help lists them"), argv[1]);
  return FALSE;
}

char *
mxtraf_options_format_help (void)
{
  MxtrafOptions options = { 0 };
  g_autoptr (GOptionContext) context = create_context (&options);

  return g_option_context_get_help (context, FALSE, NULL);
}

void
mxtraf_options_clear (MxtrafOptions *self)
{
  g_free (self->record);
  g_free (self->script);
  g_free (self->trace);
}
