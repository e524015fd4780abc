/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#define PROMETHEUS_TYPE_SOURCE (prometheus_source_get_type ())
G_DECLARE_FINAL_TYPE (PrometheusSource, prometheus_source, PROMETHEUS, SOURCE, GscopeSource)
