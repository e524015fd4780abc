/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/archive.h>

/* Math signals as an archive (trace/archive.h), which belongs to their source. It computes them from
 * all samples of recordings that are larger than memory, and from the traces of other signals. It is
 * not needed if they read no such recording. */
extern const GscopeArchiveFuncs gscope_math_archive;
