/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Returns TRUE for the contents that the command line may name: "tuples" and "table". */
gboolean app_read_is_choice (const char *choice);
/* Chooses the format of a file; NULL to let it be told. */
gboolean
app_read_choose (const char *choice, GFile *file, GscopeCsvFormat **format, GError **error);

/* Returns TRUE for a recording of which a part is missing. */
gboolean app_read_has_faults (GscopePlayer *player);
