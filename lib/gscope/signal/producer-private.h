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

/* The consumer's side: main thread. */
GscopeRing *gscope_producer_get_ring (GscopeProducer *self);
gboolean gscope_producer_is_done (GscopeProducer *self);
guint64 gscope_producer_take_lost (GscopeProducer *self, GscopeLoss cause);
void gscope_producer_release (GscopeProducer *self);
