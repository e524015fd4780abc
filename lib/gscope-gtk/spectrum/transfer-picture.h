/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope/gscope.h>

/* Gain, phase and coherence over each other; input and output are the signals of the graph. */
typedef struct
{
  GscopeGtkGraph graph;
  /* range of the gain, decibels */
  double min;
  double max;
  /* GscopeTransferPoint */
  GArray *points;
  /* the text where there are no points yet; NULL for the usual one */
  const char *message;
} GscopeGtkTransferPicture;

void gscope_gtk_transfer_picture_init (GscopeGtkTransferPicture *self);
void gscope_gtk_transfer_picture_clear (GscopeGtkTransferPicture *self);
void gscope_gtk_transfer_picture_draw (const GscopeGtkTransferPicture *self, GscopeGtkBrush *brush);

/* Describes the point that is nearest to the cursor for users; NULL without a point or a cursor. */
char *gscope_gtk_transfer_picture_read (const GscopeGtkTransferPicture *self);
