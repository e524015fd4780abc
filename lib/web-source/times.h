/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The clock of a server, compared with the clock of a source by the times in answers. Zeros are a good begin. */
typedef struct
{
  /* by how much the server's wall clock is ahead of the one here, nanoseconds */
  gint64 skew;
  /* when the request was sent, on the source's clock */
  gint64 sent;
} WebTimes;

/* To be called when a request is sent whose answer has a time. */
void web_times_begin (WebTimes *self, GscopeSource *source);
/* Takes the time of the answer, nanoseconds since 1970, which is cut to a resolution: the server's clock showed it between
 * request and answer. As long as the two clocks may agree, they do. */
void web_times_compare (WebTimes *self, GscopeSource *source, gint64 time, gint64 resolution);
/* Returns by how much the server's time since 1970 is ahead of the source's clock. */
gint64 web_times_get_ahead (const WebTimes *self, GscopeSource *source);
