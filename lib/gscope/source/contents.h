/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/private.h>

/* The signals or the parameters of a source: all items, also by name, and the list model for users,
 * which is updated at most four times a second. */
typedef struct
{
  GPtrArray *items;
  GHashTable *names;
  GListStore *shown;
} GscopeSourceItems;

/* The signals and parameters of a source. */
typedef struct
{
  GscopeSourceItems signals;
  GscopeSourceItems parameters;
  GMainContext *context;
  /* shows the changes of the lists */
  GSource *timeout;
  gint64 next_publish;
  /* the scope that acquires the signals */
  GscopeSourceAcquire acquire;
  gpointer acquire_data;
} GscopeSourceContents;

GscopeSourceContents *gscope_source_get_contents (GscopeSource *self);

void gscope_source_contents_init (GscopeSourceContents *self);
/* Removes all items. The list models keep their contents until the next update. */
void gscope_source_contents_remove_all (GscopeSourceContents *self);
void gscope_source_contents_clear (GscopeSourceContents *self);
