/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  TRACE_MAX_FIELDS = 8,
  TRACE_MAX_NAME = 64,
  /* bytes of a filter */
  TRACE_MAX_FILTER = 1000,
};

/* An event of the kernel that is chosen, “SYSTEM:EVENT [FIELD,FIELD…] [if FILTER]”. */
typedef struct
{
  char *system;
  char *name;
  /* the fields that are signals */
  GStrv fields;
  guint n_fields;
  /* empty for none */
  char *filter;
} TraceChoice;

TraceChoice *trace_choice_parse (const char *text, GError **error);
void trace_choice_free (TraceChoice *self);

/* Returns whether the event is a switch from thread to thread. */
gboolean trace_choice_is_switch (const TraceChoice *self);

/* Returns whether the kernel may be asked about a filter. */
gboolean trace_filter_check (const char *filter, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceChoice, trace_choice_free)
