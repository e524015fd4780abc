/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* The clock by which the times of signals were taken before they were converted to the clock here. The signals of
 * a remote source have one. */
typedef struct
{
  grefcount ref_count;
  /* how far converted times can be from the truth at most, nanoseconds */
  gint64 error;
} GscopeTimeBase;

GscopeTimeBase *gscope_time_base_new (void);
GscopeTimeBase *gscope_time_base_ref (GscopeTimeBase *self);
void gscope_time_base_unref (GscopeTimeBase *self);
