/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

/* The signals of a source's items; used in the main thread. */
typedef struct _ProcShow ProcShow;

ProcShow *proc_show_new (GscopeSource *source);
/* May be called after the source has removed its signals. */
void proc_show_free (ProcShow *self);
/* Returns FALSE with an error if a signal's name is taken. */
gboolean proc_show_add (ProcShow *self, ProcItem *item, GError **error);
/* Ends the item's signals, which stay until new signals need their place or their names. */
void proc_show_end (ProcShow *self, ProcItem *item);
/* Removes all signals. */
void proc_show_clear (ProcShow *self);
