/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "machine.h"

/* The state of the worker. */
typedef struct _ReserveWatch ReserveWatch;

enum
{
  RESERVE_MAX_TASKS = 64
};

typedef struct
{
  /* of ReserveTask */
  GPtrArray *added;
  GPtrArray *gone;
  gboolean any_changed;
  guint n_left_out;
  /* threads that were stuck, and were freed by their guards */
  guint n_freed;
} ReserveNews;

ReserveWatch *reserve_watch_new (void);
void reserve_watch_free (ReserveWatch *self);
/* Reads all; returns whether there is news. Any thread, one at a time. */
gboolean reserve_watch_read (ReserveWatch *self, gint64 time);
/* Before this nothing changes. */
gint64 reserve_watch_get_next (ReserveWatch *self);
void reserve_watch_pause (ReserveWatch *self);
/* Moves the news out. */
void reserve_watch_take_news (ReserveWatch *self, ReserveNews *news);

void reserve_news_clear (ReserveNews *self);
