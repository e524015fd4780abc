/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* The clock by which the times of signals were taken before they were converted to the clock here. The signals of
 * remote sources have one if it is another clock; sources on one clock share it. */
typedef struct
{
  grefcount ref_count;
  /* its identity */
  char *clock;
  /* how far converted times can be from the truth at most, nanoseconds */
  gint64 error;
} GscopeTimeBase;

GscopeTimeBase *gscope_time_base_new (const char *clock);
GscopeTimeBase *gscope_time_base_ref (GscopeTimeBase *self);
void gscope_time_base_unref (GscopeTimeBase *self);
