/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* The items of a source of one kind, signals or parameters: all of them with their names, and those
 * in its list model, which lags until it is told to follow. */
typedef struct
{
  GPtrArray *items;
  GHashTable *names;
  GListStore *shown;
} GscopeSourceItems;

void gscope_source_items_init (GscopeSourceItems *self, GType type);
/* The list model keeps what it shows. */
void gscope_source_items_remove_all (GscopeSourceItems *self);
void gscope_source_items_clear (GscopeSourceItems *self);

/* Adds an item if its name may be one and nothing else has it. */
gboolean gscope_source_items_add (GscopeSourceItems *self, const char *full_name, gpointer item,
                                  GError **error);
gboolean gscope_source_items_remove (GscopeSourceItems *self, const char *full_name, gpointer item);
gpointer gscope_source_items_find (GscopeSourceItems *self, const char *full_name);
void gscope_source_items_show (GscopeSourceItems *self);
