/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/engine.h"
#include "engine/summary.h"

/* This program, also where its file has moved. */
#define MXTRAF_OWN_PROGRAM "/proc/self/exe"

/* The traffic and its link as a source: the rows are its parameters, the readings its signals. */
#define MXTRAF_TYPE_SOURCE (mxtraf_source_get_type ())
G_DECLARE_FINAL_TYPE (MxtrafSource, mxtraf_source, MXTRAF, SOURCE, GscopeSource)

/* program is the file that has the engine's processes, NULL for this one's own. */
MxtrafSource *
mxtraf_source_new (const char *name, const char *program, const MxtrafSettings *settings);

/* While it is started, also after its processes ended: what happened so far. Else FALSE. */
gboolean mxtraf_source_read_summary (MxtrafSource *self, MxtrafSummary *summary);
/* While it is started; else 0. */
pid_t mxtraf_source_get_pid (MxtrafSource *self, MxtrafProcess process);
