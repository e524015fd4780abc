/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/minmax.h>
#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/* The latest elements of a sequence: element i is at i modulo size, a power of two. */
typedef struct
{
  gpointer data;
  gsize size;
} GscopePyramidRing;

#define GSCOPE_PYRAMID_CHUNK 4096
#define GSCOPE_PYRAMID_N_RINGS 6

/* The samples of a trace, in chunks, with a pyramid of their extents. All zero is empty. It holds
 * the samples at positions first to end (not included); bytes is the allocated memory. */
typedef struct
{
  guint64 first;
  guint64 end;
  gsize bytes;
  /* Capacity of the newest chunk, in samples. Only the first chunk begins smaller than CHUNK_SIZE,
   * and grows whenever it is full. */
  gsize room;
  GscopePyramidRing chunks;
  GscopePyramidRing rings[GSCOPE_PYRAMID_N_RINGS];
} GscopePyramid;

/* Receives n entries of `each` samples. The extent of an entry without values is empty. */
typedef void (*GscopeVisitFunc) (const GscopeExtent *extents, gsize n, guint64 each, gpointer data);

void gscope_pyramid_clear (GscopePyramid *self);
gsize
gscope_pyramid_append (GscopePyramid *self, const gint64 *times, const double *values, gsize n);
gsize gscope_pyramid_append_regular (GscopePyramid *self, gint64 time, guint64 interval,
                                     const double *values, gsize n);
gboolean gscope_pyramid_evict (GscopePyramid *self);
/* Moves all samples in time. All times must stay in the range of numbers. */
void gscope_pyramid_shift (GscopePyramid *self, gint64 distance);
gint64 gscope_pyramid_get_time (const GscopePyramid *self, guint64 at);
double gscope_pyramid_get_value (const GscopePyramid *self, guint64 at);
void gscope_pyramid_read (const GscopePyramid *self, guint64 at, GscopeSample *samples, gsize n);
void gscope_pyramid_read_values (const GscopePyramid *self, guint64 at, double *values, gsize n);
void gscope_pyramid_read_times (const GscopePyramid *self, guint64 at, gint64 *times, gsize n);
guint64 gscope_pyramid_find (const GscopePyramid *self, gint64 time, guint64 from, guint64 guess);
guint64 gscope_pyramid_find_outside (const GscopePyramid *self, guint64 begin, guint64 end,
                                     const GscopeExtent *extent, GscopeSample *sample);
GscopeExtent gscope_pyramid_reduce (const GscopePyramid *self, guint64 begin, guint64 end);
void gscope_pyramid_visit (const GscopePyramid *self, guint64 begin, guint64 end, gsize max_entries,
                           GscopeVisitFunc func, gpointer data);

G_END_DECLS
