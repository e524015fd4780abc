/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#include "answer.h"
#include "expression.h"
#include "metadata.h"

/* Returns a new signal for a series of an expression, with its history. metadata is NULL if the server does not know the
 * metric. */
GscopeSignal *
prometheus_signal_new (GscopeSource *source, const PrometheusExpression *expression,
                       const PrometheusSeries *series, const PrometheusMetadata *metadata);
