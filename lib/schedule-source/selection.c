/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <schedule-source/selection.h>

#include <glib/gi18n-lib.h>

enum
{
  INITIAL_MOST = 8,
};

struct _ScheduleSelection
{
  GscopeSource *source;
  void (*changed) (gpointer source);
  char *threads;
  gint64 most;
};

static GVariant *
check_threads (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_autoptr (ScheduleChoice) choice =
      schedule_choice_parse (g_variant_get_string (value, NULL), error);

  return choice ? g_variant_ref (value) : NULL;
}

static GVariant *
apply_threads (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  ScheduleSelection *self = data;

  g_free (self->threads);
  self->threads = g_variant_dup_string (value, NULL);
  self->changed (self->source);
  return g_variant_ref (value);
}

static GVariant *
apply_most (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  ScheduleSelection *self = data;

  self->most = g_variant_get_int64 (value);
  self->changed (self->source);
  return g_variant_ref (value);
}

static const GscopeSourceParameter parameters[] = {
  { "threads", N_ ("Threads"), NULL,
    N_ ("Patterns of names of threads or processes, or their numbers, separated by commas; empty "
        "for all"),
    GSCOPE_PARAMETER_TYPE_STRING, .check = check_threads, .apply = apply_threads },
  { "most", N_ ("Most threads"), NULL,
    N_ ("Number of threads shown: the chosen threads that run most"), GSCOPE_PARAMETER_TYPE_INTEGER,
    .min = 0, .max = SCHEDULE_MAX_ROWS, .initial = INITIAL_MOST, .apply = apply_most },
  { .name = NULL },
};

ScheduleSelection *
schedule_selection_new (GscopeSource *source, void (*changed) (gpointer source))
{
  ScheduleSelection *self = g_new (ScheduleSelection, 1);

  *self = (ScheduleSelection){ source, changed, g_strdup (""), INITIAL_MOST };
  for (const GscopeSourceParameter *row = parameters; row->name; row++)
    gscope_source_declare_parameter (source, row, NULL, NULL, self);
  return self;
}

void
schedule_selection_free (ScheduleSelection *self)
{
  g_free (self->threads);
  g_free (self);
}

/* The parameter was checked. */
void
schedule_selection_show (const ScheduleSelection *self, ScheduleLanes *lanes)
{
  schedule_lanes_choose (lanes, schedule_choice_parse (self->threads, NULL), (guint) self->most);
}
