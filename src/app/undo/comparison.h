/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes of the comparison of a session, as entries of the history. Those of a run are of the selected one. */

/* Compares with one more recording. Returns the number of its run; 0 if there are no more. */
guint app_compare_with (AppSession *session, GFile *file);
/* Ends the comparison with the run. Returns the number of the entry. */
guint app_compare_end (AppSession *session);
void app_compare_align (AppSession *session, const char *anchor);
/* Nanoseconds. Offsets of one gesture are one entry. */
void app_compare_set_offset (AppSession *session, gint64 offset);
