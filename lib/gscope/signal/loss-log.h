/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/loss.h>

/* The losses of a signal: counts by cause, and records (GscopeLossRecord) in the order of time. The
 * number of records is bounded; the counts include all losses. */
typedef struct
{
  guint64 counts[GSCOPE_N_LOSSES];
  GArray *records;
} GscopeLossLog;

void gscope_loss_log_init (GscopeLossLog *self);
void gscope_loss_log_clear (GscopeLossLog *self);
void gscope_loss_log_reset (GscopeLossLog *self);

void gscope_loss_log_lose (GscopeLossLog *self, gint64 time, GscopeLoss cause, guint64 n);
void gscope_loss_log_add (GscopeLossLog *self, const GscopeLossLog *other);

/* Returns the records of an interval. */
const GscopeLossRecord *
gscope_loss_log_find (const GscopeLossLog *self, gint64 begin, gint64 end, gsize *n);
