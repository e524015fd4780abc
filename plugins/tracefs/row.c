/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "row.h"

#include <glib/gi18n-lib.h>
#include <gscope/trace/gap.h>

enum
{
  /* the samples of one field that wait to be drained */
  CAPACITY = 16384,
};

static const GscopeSourceSignal rate_row = {
  "rate",
  N_ ("events"),
  "/s",
  N_ ("Events per second, after the filter"),
  .kind = GSCOPE_SIGNAL_KIND_DOUBLE,
  .offset = G_STRUCT_OFFSET (TraceRow, value),
  .line_mode = GSCOPE_LINE_MODE_STEPS,
};

static void
add_field (TraceRow *self, guint i)
{
  const char *field = self->choice->fields[i];
  const GscopeSourceSignal row = {
    .name = field,
    .title = field,
    .description = N_ ("The field of the event"),
    .kind = GSCOPE_SIGNAL_KIND_BUFFERED,
    .offset = G_STRUCT_OFFSET (TraceRow, fields) + i * sizeof (GscopeSignal *),
    .line_mode = GSCOPE_LINE_MODE_STEPS,
  };

  if (!gscope_source_declare_signal (self->source, &row, self->choice->name, self->choice->name,
                                     self))
    return;
  self->producers[i] = gscope_signal_create_producer (self->fields[i]);
  gscope_producer_set_capacity (self->producers[i], CAPACITY);
}

static void
add_filter (TraceRow *self)
{
  g_autofree char *title = g_strdup_printf (_ ("%s filter"), self->choice->name);

  self->filter = gscope_parameter_new_string ("filter", self->choice->filter);
  gscope_parameter_set_title (self->filter, title);
  gscope_parameter_set_description (
      self->filter, _ ("Condition that the kernel checks before it records an event, such as "
                       "“pid == 1 && prio < 100”; empty for all events"));
  gscope_parameter_set_group (self->filter, self->choice->name);
  gscope_source_add_parameter (self->source, self->filter, NULL);
}

TraceRow *
trace_row_new (GscopeSource *source, TraceChoice *choice)
{
  TraceRow *self = g_new0 (TraceRow, 1);

  self->choice = choice;
  self->source = source;
  self->value = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->rate = gscope_source_declare_signal (source, &rate_row, choice->name, choice->name, self);
  for (guint i = 0; i < choice->n_fields; i++)
    add_field (self, i);
  add_filter (self);
  return self;
}

void
trace_row_remove (TraceRow *self)
{
  if (self->rate)
    gscope_source_remove_signal (self->source, self->rate);
  for (guint i = 0; i < TRACE_MAX_FIELDS; i++)
    if (self->fields[i])
      gscope_source_remove_signal (self->source, self->fields[i]);
  gscope_source_remove_parameter (self->source, self->filter);
}

void
trace_row_free (TraceRow *self)
{
  for (guint i = 0; i < TRACE_MAX_FIELDS; i++)
    g_clear_pointer (&self->producers[i], gscope_producer_unref);
  g_object_unref (self->filter);
  trace_choice_free (self->choice);
  g_free (self);
}
