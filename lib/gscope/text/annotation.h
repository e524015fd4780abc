/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/control/marker.h>
#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/**
 * GSCOPE_ANNOTATION_VERSION:
 *
 * The version of the annotations that this library writes, and the newest that it reads.
 *
 * Since: 1.0
 */
#define GSCOPE_ANNOTATION_VERSION 1

#define GSCOPE_TYPE_ANNOTATION (gscope_annotation_get_type ())
typedef struct _GscopeAnnotation GscopeAnnotation;

/**
 * GscopeMarkerNews:
 * @GSCOPE_MARKER_NEWS_ADDED: a marker was added
 * @GSCOPE_MARKER_NEWS_CHANGED: the last marker of this time, kind and subject has these texts now
 * @GSCOPE_MARKER_NEWS_REMOVED: the last marker of this time, kind and subject was removed
 *
 * The change of a marker that a line of a file reports.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_MARKER_NEWS_ADDED,
  GSCOPE_MARKER_NEWS_CHANGED,
  GSCOPE_MARKER_NEWS_REMOVED,
} GscopeMarkerNews;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_annotation_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeAnnotation *gscope_annotation_new (const char *text, gssize length, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeAnnotation *gscope_annotation_ref (GscopeAnnotation *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_annotation_unref (GscopeAnnotation *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_annotation_append_header (GString *text, GscopeClock *clock, gint64 time,
                                      GscopeSignal *const *signals, gsize n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_annotation_append_signals (GString *text, GscopeSignal *const *signals, gsize n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_annotation_append_parameters (GString *text, GVariant *parameters);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_annotation_append_gap (GString *text, const char *signal, gint64 time, GscopeGapCause cause);
GSCOPE_AVAILABLE_IN_1_0
void gscope_annotation_append_loss (GString *text, const char *signal, gint64 time,
                                    GscopeLoss cause, guint64 count);
GSCOPE_AVAILABLE_IN_1_0
void gscope_annotation_append_marker (GString *text, GscopeMarker *marker, GscopeMarkerNews news);

GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_annotation_read_header (GscopeAnnotation *self, gint64 *time, gint64 *start, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_annotation_read_signals (GscopeAnnotation *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_annotation_read_parameters (GscopeAnnotation *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_annotation_read_states (GscopeAnnotation *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_annotation_read_gap (GscopeAnnotation *self, const char **signal, gint64 *time,
                                     GscopeGapCause *cause, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_annotation_read_loss (GscopeAnnotation *self, const char **signal,
                                      GscopeLossRecord *record, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeMarker *
gscope_annotation_read_marker (GscopeAnnotation *self, GscopeMarkerNews *news, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeAnnotation, gscope_annotation_unref)

G_END_DECLS
