/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-cursor.h>

/* An event of Chrome's trace format. Members that are missing are empty. */
typedef struct
{
  /* its kind, “ph”, and the scope of an instant, “s”; zero if they are missing */
  char phase;
  char scope;
  GscopeJsonSpan name;
  GscopeJsonSpan process;
  GscopeJsonSpan thread;
  GscopeJsonSpan id;
  /* an object, as it is written */
  GscopeJsonSpan arguments;
  /* nanoseconds */
  gboolean has_time;
  gint64 time;
  gint64 duration;
} GscopeChromeEvent;

/* Times are less, and so are durations, so that their sums do not overflow. */
#define GSCOPE_CHROME_MAX_TIME (G_GINT64_CONSTANT (1) << 62)

/* Reads an event. The event then has parts of the text. Returns FALSE if it is malformed. */
gboolean gscope_chrome_event_read (GscopeChromeEvent *self, GscopeJsonSpan text);

/* Gets the next number of the arguments, from the begin of `cursor` on: a number, or a truth value. Returns FALSE at the
 * end, and at the first fault. */
gboolean
gscope_chrome_event_next_number (GscopeJsonCursor *cursor, GscopeJsonSpan *key, double *value);
/* Finds a text of the arguments; it is empty if there is none. */
GscopeJsonSpan gscope_chrome_event_find_text (const GscopeChromeEvent *self, const char *key);
