/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "choice.h"

#include <gscope/source/source.h>

/* The signals and the parameter of a chosen event. */
typedef struct
{
  TraceChoice *choice;
  GscopeSource *source;
  GscopeSignal *rate;
  GscopeSignal *fields[TRACE_MAX_FIELDS];
  GscopeParameter *filter;

  /* used by the worker; the signal reads the value */
  GscopeProducer *producers[TRACE_MAX_FIELDS];
  double value;
} TraceRow;

/* Takes the choice, and adds signals and parameter to a source. */
TraceRow *trace_row_new (GscopeSource *source, TraceChoice *choice);
/* Removes them again. */
void trace_row_remove (TraceRow *self);
void trace_row_free (TraceRow *self);
