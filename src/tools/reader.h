/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The place in a trace up to which samples were read, and how many were dropped before they could be. */
typedef struct
{
  guint64 next;
  guint64 n_dropped;
} ToolsReader;

/* Begins with the samples that are there. */
void tools_reader_init (ToolsReader *self, GscopeTrace *trace);
/* Reads the next samples up to a time. Returns their number, which is below `n` if there are no more. */
gsize tools_reader_read (ToolsReader *self, GscopeTrace *trace, gint64 end, GscopeSample *samples,
                         gsize n);
