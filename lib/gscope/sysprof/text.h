/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Reads a capture of Sysprof as tuples with annotations. Counters are signals; marks that last are states of signals, and
 * others are markers. Frames may be in any order. */
typedef struct _GscopeSysprofText GscopeSysprofText;

gboolean gscope_sysprof_text_is_magic (const char *head, gsize n);

/* Reads and sorts all frames; fd remains the caller's. */
GscopeSysprofText *gscope_sysprof_text_new (int fd, GError **error);
void gscope_sysprof_text_free (GscopeSysprofText *self);

/* Reads at most n bytes of text. Returns their number; 0 at the end, -1 if parts of the file could not be read. */
gssize gscope_sysprof_text_read (GscopeSysprofText *self, char *text, gsize n, GError **error);
void gscope_sysprof_text_rewind (GscopeSysprofText *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeSysprofText, gscope_sysprof_text_free)
