/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#define PCP_TYPE_SOURCE (pcp_source_get_type ())
G_DECLARE_FINAL_TYPE (PcpSource, pcp_source, PCP, SOURCE, GscopeSource)
