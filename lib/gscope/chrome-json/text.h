/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Reads a file in Chrome's trace format as tuples with annotations. The states of threads (B, E, X) are signals, one for each depth; the
 * counters of processes (C) are signals; instants (i, I) are markers. Events may be in any order. */
typedef struct _GscopeChromeText GscopeChromeText;

gboolean gscope_chrome_text_is_magic (const char *head, gsize n);

/* Reads and sorts all events; fd remains the caller's. */
GscopeChromeText *gscope_chrome_text_new (int fd, GError **error);
void gscope_chrome_text_free (GscopeChromeText *self);

/* Reads at most n bytes of text. Returns their number; 0 at the end, -1 if parts of the file could not be read. */
gssize gscope_chrome_text_read (GscopeChromeText *self, char *text, gsize n, GError **error);
void gscope_chrome_text_rewind (GscopeChromeText *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeChromeText, gscope_chrome_text_free)
