/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

/* The messages that answer a query; see message.h for their form. */

enum
{
  /* Bytes of a column, and of the head of a block. */
  GSCOPE_COLUMNS_SIZE = 28,
  GSCOPE_COLUMNS_BLOCK = 24,
  /* Largest number of columns of a query, those of all its signals together. */
  GSCOPE_COLUMNS_MAX = 64 * 1024,
};

gboolean gscope_columns_is_message (GBytes *message);
/* The first block makes an empty array a message. */
void gscope_columns_append (GByteArray *message, guint32 query, guint32 signal, gint64 from,
                            gint64 width, const GscopeColumn *columns, gsize n);

typedef gboolean (*GscopeColumnsFunc) (guint32 query, guint32 signal, gint64 from, gint64 width,
                                       const GscopeColumn *columns, gsize n, gpointer user_data,
                                       GError **error);
gboolean
gscope_columns_read (GBytes *message, GscopeColumnsFunc func, gpointer user_data, GError **error);
