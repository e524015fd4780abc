/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/clock.h>
#include <gscope/signal/loss.h>
#include <gscope/signal/producer.h>
#include <gscope/signal/ring.h>

/* What producers know of their signal and its scope. The scope sets it up before it opens it;
 * margin and open change while producers run. */
typedef struct
{
  gatomicrefcount refs;
  GscopeClock *clock;
  GSource *drain;
  gint64 margin;
  int open;
} GscopeGate;

GscopeGate *gscope_gate_new (void);
GscopeGate *gscope_gate_ref (GscopeGate *self);
void gscope_gate_unref (GscopeGate *self);
gboolean gscope_gate_is_open (GscopeGate *self);

GscopeProducer *gscope_producer_new (GscopeGate *gate);

/* For a thread that can wait: what does not fit is not lost. */
typedef enum
{
  GSCOPE_OFFER_TAKEN,
  /* nothing was done but to wake the drain */
  GSCOPE_OFFER_FULL,
  /* counted, for the scope is told */
  GSCOPE_OFFER_LATE,
  GSCOPE_OFFER_REFUSED,
} GscopeOffer;

/* Pushes a sample as gscope_producer_push() would have at `now`, which is when it came. */
GscopeOffer gscope_producer_offer (GscopeProducer *self, gint64 time, double value, gint64 now);

/* The consumer's side: main thread. */
GscopeRing *gscope_producer_get_ring (GscopeProducer *self);
gboolean gscope_producer_is_done (GscopeProducer *self);
guint64 gscope_producer_take_lost (GscopeProducer *self, GscopeLoss cause);
/* How long after its time the latest of the late samples was pushed; 0 if none was late. */
gint64 gscope_producer_get_lateness (GscopeProducer *self);
void gscope_producer_release (GscopeProducer *self);
