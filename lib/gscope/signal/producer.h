/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/loss.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_PRODUCER (gscope_producer_get_type ())
typedef struct _GscopeProducer GscopeProducer;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_producer_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeProducer *gscope_producer_ref (GscopeProducer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_producer_unref (GscopeProducer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_producer_set_capacity (GscopeProducer *self, gsize n);

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_producer_push (GscopeProducer *self, gint64 time, double value);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_producer_push_now (GscopeProducer *self, double value);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_producer_push_many (GscopeProducer *self, const GscopeSample *samples, gsize n);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_producer_push_gap (GscopeProducer *self, gint64 time, GscopeGapCause cause);
GSCOPE_AVAILABLE_IN_1_0
void gscope_producer_tell_lost (GscopeProducer *self, GscopeLoss cause, guint64 n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_producer_close (GscopeProducer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeProducer, gscope_producer_unref)

G_END_DECLS
