/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define PROC_TYPE_SOURCE (proc_source_get_type ())
G_DECLARE_FINAL_TYPE (ProcSource, proc_source, PROC, SOURCE, GscopeSource)
