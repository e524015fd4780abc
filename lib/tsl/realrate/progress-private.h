/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

/* Two cells of a page: a progress time-stamp, and the time on CLOCK_MONOTONIC at which it was
 * reached, 0 before the first progress. One thread sets them; any thread or process reads them.
 * Both are wait-free. */
typedef struct
{
  TslCell *time_stamp;
  TslCell *time;
} TslMark;

/* group is the name of the thread or queue end. */
void tsl_mark_init (TslMark *self, TslPage *page, const char *group);
void tsl_mark_clear (TslMark *self, TslPage *page);
/* Setting the same time-stamp again is no progress. */
void tsl_mark_set (const TslMark *self, gint64 time_stamp);
/* Returns FALSE before the first progress. The time-stamp may be newer than the time. */
gboolean tsl_mark_get (const TslMark *self, gint64 *time_stamp, gint64 *time);
