/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* A file of lines whose size has a bound: when it has grown to half of the bound, it is renamed to “FILE.1”, in place of
 * an older one, and another file is begun. */
typedef struct _GscopeJournalFile GscopeJournalFile;

GscopeJournalFile *gscope_journal_file_new (const char *path, guint64 max_bytes, GError **error);
void gscope_journal_file_free (GscopeJournalFile *self);
/* Appends a line, whole or not at all. */
gboolean gscope_journal_file_append (GscopeJournalFile *self, const char *line, GError **error);
