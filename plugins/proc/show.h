/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

/* The signals that a source shows of items, in the main thread. */
typedef struct _ProcShow ProcShow;

ProcShow *proc_show_new (GscopeSource *source);
/* Also where the source has lost its signals already. */
void proc_show_free (ProcShow *self);
/* Returns FALSE with an error where a name cannot be had. */
gboolean proc_show_add (ProcShow *self, ProcItem *item, GError **error);
/* The item's signals end; they stay until others need their place or their names. */
void proc_show_end (ProcShow *self, ProcItem *item);
/* Removes all. */
void proc_show_clear (ProcShow *self);
