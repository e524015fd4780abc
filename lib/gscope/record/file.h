/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Opens a file to record into, so that what is flushed survives a kill; compressed if its name ends in
 * .gz or .zst. A file that is being recorded to already is refused, and unless `replace` one with contents. */
GOutputStream *gscope_record_file_open (GFile *file, gboolean replace, GError **error);

/* The file for a part of a recording: x-2.tuples.gz for the second part of x.tuples.gz. */
GFile *gscope_record_file_get_part (GFile *file, guint part);
