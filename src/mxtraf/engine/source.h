/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/engine.h"
#include "engine/summary.h"

/* This program's file, even if it was moved. */
#define MXTRAF_OWN_PROGRAM "/proc/self/exe"

/* Traffic and link as a source: the rows are its parameters, the readings its signals. */
#define MXTRAF_TYPE_SOURCE (mxtraf_source_get_type ())
G_DECLARE_FINAL_TYPE (MxtrafSource, mxtraf_source, MXTRAF, SOURCE, GscopeSource)

/* program is the file of the mxtraf program; NULL for this program. */
MxtrafSource *
mxtraf_source_new (const char *name, const char *program, const MxtrafSettings *settings);

/* Sets the trace to replay, an array of MxtrafSend; NULL for none. Call it before the start. */
void mxtraf_source_set_trace (MxtrafSource *self, GArray *trace);

/* Gets the summary of the run so far, also after the processes have ended. Returns FALSE if the
 * source is not started. */
gboolean mxtraf_source_read_summary (MxtrafSource *self, MxtrafSummary *summary);
/* Returns 0 if the source is not started. */
pid_t mxtraf_source_get_pid (MxtrafSource *self, MxtrafProcess process);
