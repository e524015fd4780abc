/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define DEMO_TYPE_SOURCE (demo_source_get_type ())
G_DECLARE_FINAL_TYPE (DemoSource, demo_source, DEMO, SOURCE, GscopeSource)
