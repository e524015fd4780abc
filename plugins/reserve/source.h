/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define RESERVE_TYPE_SOURCE (reserve_source_get_type ())
G_DECLARE_FINAL_TYPE (ReserveSource, reserve_source, RESERVE, SOURCE, GscopeSource)
