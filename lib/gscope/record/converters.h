/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/exporter.h>

/* Returns the converter from tuples to a format; NULL for tuples themselves, and for tables, which table-writer.h is for. */
GConverter *gscope_record_converter_new (GscopeExportFormat format);
/* Returns the compressor or the converter that the name of a file asks for; NULL for plain tuples. */
GConverter *gscope_record_converter_new_for_name (const char *name);
/* Returns the length of the suffix that asks for it. */
gsize gscope_record_converter_get_suffix (const char *name);
