/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

typedef enum
{
  GSCOPE_SOURCE_PHASE_IDLE,
  GSCOPE_SOURCE_PHASE_STARTING,
  GSCOPE_SOURCE_PHASE_STARTED,
  GSCOPE_SOURCE_PHASE_STOPPING,
} GscopeSourcePhase;

/* The phase of a source between start and stop, and the tasks that wait for the stop. */
typedef struct
{
  GscopeSourcePhase phase;
  GPtrArray *stops;
  /* of the last start: cancelled if the source is to be stopped while it starts. Sources whose
   * start takes long may end it then. */
  GCancellable *unwanted;
} GscopeSourceRun;

GscopeSourceRun *gscope_source_get_run (GscopeSource *self);
