/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

/* Two cells of a page: how far something is, and when it got there on CLOCK_MONOTONIC, which is 0 before
 * it began. One thread sets it; any thread or process reads it. Both are wait-free. */
typedef struct
{
  TslCell *time_stamp;
  TslCell *time;
} TslMark;

/* group is the name of what makes progress. */
void tsl_mark_init (TslMark *self, TslPage *page, const char *group);
void tsl_mark_clear (TslMark *self, TslPage *page);
/* The same time-stamp again is no progress. */
void tsl_mark_set (const TslMark *self, gint64 time_stamp);
/* FALSE before it was set. The time-stamp may be newer than the time. */
gboolean tsl_mark_get (const TslMark *self, gint64 *time_stamp, gint64 *time);
