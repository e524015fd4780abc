/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Items that any thread puts in, and that a function takes out in a main context. Holds a bounded number of bytes: what
 * comes beyond is refused. Counted references. */
typedef struct _GscopeNatsMailbox GscopeNatsMailbox;

typedef void (*GscopeNatsMailboxFunc) (gpointer data, gpointer item);

/* The function is called in the main context of the caller, also within itself if it runs that context. */
GscopeNatsMailbox *gscope_nats_mailbox_new (gsize max_bytes, GDestroyNotify free_item,
                                            GscopeNatsMailboxFunc func, gpointer data);
GscopeNatsMailbox *gscope_nats_mailbox_ref (GscopeNatsMailbox *self);
void gscope_nats_mailbox_unref (GscopeNatsMailbox *self);
/* Frees what is in it, and all that comes later. */
void gscope_nats_mailbox_close (GscopeNatsMailbox *self);

/* Takes an item of a size, which counts with a fixed cost for each item; frees it and returns FALSE if there is no room.
 * From any thread. */
gboolean gscope_nats_mailbox_put (GscopeNatsMailbox *self, gpointer item, gsize size);
/* Takes an item also if there is no room: one of few, which must not be lost. From any thread. */
void gscope_nats_mailbox_put_always (GscopeNatsMailbox *self, gpointer item);
