/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The systemd journal, by its native protocol: a datagram of fields a record. */
typedef struct _GscopeJournalSocket GscopeJournalSocket;

GscopeJournalSocket *gscope_journal_socket_new (const char *path);
void gscope_journal_socket_free (GscopeJournalSocket *self);

/* Adds a field to a record; none if the text is NULL. */
void gscope_journal_socket_add (GString *record, const char *field, const char *text);
/* Sends a record without waiting. Returns FALSE and sets errno if that fails; ENOENT if there is no such journal. */
gboolean gscope_journal_socket_send (GscopeJournalSocket *self, const GString *record);
