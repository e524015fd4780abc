/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Reads a file of trace-cmd, `trace.dat`, as tuples with annotations: the states of the busiest threads,
 * which thread each processor runs, and all other events as markers, whose numbers are signals. */
typedef struct _GscopeTraceDat GscopeTraceDat;

enum
{
  /* of 64 states, two are of idle processors and of other threads */
  GSCOPE_TRACE_DAT_MAX_THREADS = 32,
  /* of a second */
  GSCOPE_TRACE_DAT_MAX_MARKERS = 100,
};

/* Finds the busiest threads and the kinds of events; fd remains the caller's. */
GscopeTraceDat *gscope_trace_dat_new (int fd, GError **error);
void gscope_trace_dat_free (GscopeTraceDat *self);

/* Reads at most n bytes of text. Returns their number; 0 at the end, -1 if the file is damaged there. */
gssize gscope_trace_dat_read (GscopeTraceDat *self, char *text, gsize n, GError **error);
void gscope_trace_dat_rewind (GscopeTraceDat *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTraceDat, gscope_trace_dat_free)
