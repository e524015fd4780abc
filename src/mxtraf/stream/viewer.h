/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "stream/streamer.h"

/* How long a window took, in nanoseconds: from the capture of its first frame to the write of its
 * first byte, from that write to the read, from that read to the read of its last part; and the
 * sum. */
typedef struct
{
  gint64 sender;
  gint64 protocol;
  gint64 receiver;
  gint64 whole;
} MxtrafDelays;

/* A window of which something has arrived, and how many of its units in time to be shown. */
typedef struct
{
  gint64 captured;
  gint64 length;
  guint frames;
  guint units_done;
} MxtrafArrival;

/* The receiver of priority-progress streaming. It shows each window when the tolerance has passed
 * since its capture, in the quality that the parts have which arrived until then; later parts are
 * dropped. The caller passes the time. */
typedef struct
{
  gint64 tolerance;
  GQueue *arrivals; /* to be shown, the oldest first */
  gint64 next_show; /* 0 until the first part has arrived */
  gint64 length;    /* of a window */
  int level;        /* layers that were shown last; -1 for none yet */

  /* the window whose parts arrive */
  gint64 captured;
  gint64 arrived;
  MxtrafDelays delays;

  /* windows whose last part came too late, changes of the quality by a whole layer, and windows of
   * which nothing was there to be shown */
  guint64 n_late;
  guint64 n_changes;
  guint64 n_stalls;
} MxtrafViewer;

MxtrafViewer *mxtraf_viewer_new (gint64 tolerance);
void mxtraf_viewer_free (MxtrafViewer *self);
void mxtraf_viewer_set_tolerance (MxtrafViewer *self, gint64 tolerance);

/* Takes a part of a window. Returns TRUE, with the delays, if it ends the window before it. */
gboolean mxtraf_viewer_receive (MxtrafViewer *self, const MxtrafChunk *chunk, gint64 now,
                                MxtrafDelays *delays);
/* Shows the next window if it is time for it. quality is the mean number of layers of its frames. */
gboolean mxtraf_viewer_show (MxtrafViewer *self, gint64 now, double *quality);
/* Returns when the next window is shown; G_MAXINT64 if none is. */
gint64 mxtraf_viewer_get_deadline (const MxtrafViewer *self);
/* Returns the length of the windows that wait to be shown. */
gint64 mxtraf_viewer_get_buffered (const MxtrafViewer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MxtrafViewer, mxtraf_viewer_free)
