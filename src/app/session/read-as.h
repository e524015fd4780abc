/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/options.h"

/* Returns TRUE for a file that is no workspace. */
gboolean app_read_as_is_recording (GFile *file);

/* The format of a recording as a workspace keeps it: a{sv}. Wrong values are detected; the result is NULL for
 * an unknown format, and for a table without a delimiter. */
GVariant *app_read_as_to_variant (const GscopeRecordingFormat *format);
GscopeRecordingFormat *app_read_as_from_variant (GVariant *variant);

/* The chosen formats of the files that were opened last. */
void app_read_as_remember (GSettings *settings, GFile *file, const GscopeRecordingFormat *format);
GscopeRecordingFormat *app_read_as_recall (GSettings *settings, GFile *file);

/* Makes the format that the command line names, with the selected part of the file; NULL if it names none. */
gboolean app_read_as_choose (const AppOptions *options, GFile *file, GscopeRecordingFormat **format,
                             GError **error);

/* Returns TRUE if the user should check the detected format: the columns of a table were guessed, and a
 * file without samples may have another format. */
gboolean app_read_as_needs_choice (GscopePlayer *player);
/* Returns TRUE for a recording of which a part is missing. */
gboolean app_read_as_has_faults (GscopePlayer *player);
