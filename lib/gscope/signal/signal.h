/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/signal/aggregate.h>
#include <gscope/signal/loss.h>
#include <gscope/signal/producer.h>
#include <gscope/trace/gap.h>
#include <gscope/trace/timeline.h>

G_BEGIN_DECLS

/**
 * GscopeSignalKind:
 * @GSCOPE_SIGNAL_KIND_BOOLEAN: a polled `gboolean`
 * @GSCOPE_SIGNAL_KIND_SHORT: a polled `gint16`
 * @GSCOPE_SIGNAL_KIND_INTEGER: a polled `gint`
 * @GSCOPE_SIGNAL_KIND_INT64: a polled `gint64`
 * @GSCOPE_SIGNAL_KIND_FLOAT: a polled `float`
 * @GSCOPE_SIGNAL_KIND_DOUBLE: a polled `double`
 * @GSCOPE_SIGNAL_KIND_FUNC: a function called every period
 * @GSCOPE_SIGNAL_KIND_BUFFERED: samples pushed with their own time-stamps
 * @GSCOPE_SIGNAL_KIND_EVENT: events folded every period by an aggregation
 *
 * Where a signal's samples come from.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_SIGNAL_KIND_BOOLEAN,
  GSCOPE_SIGNAL_KIND_SHORT,
  GSCOPE_SIGNAL_KIND_INTEGER,
  GSCOPE_SIGNAL_KIND_INT64,
  GSCOPE_SIGNAL_KIND_FLOAT,
  GSCOPE_SIGNAL_KIND_DOUBLE,
  GSCOPE_SIGNAL_KIND_FUNC,
  GSCOPE_SIGNAL_KIND_BUFFERED,
  GSCOPE_SIGNAL_KIND_EVENT,
} GscopeSignalKind;

/**
 * GscopeLineMode:
 * @GSCOPE_LINE_MODE_STEPS: a value holds until the next sample
 * @GSCOPE_LINE_MODE_LINES: straight lines from sample to sample
 * @GSCOPE_LINE_MODE_POINTS: a dot for each sample
 * @GSCOPE_LINE_MODE_FILLED: lines, with the area below them filled
 * @GSCOPE_LINE_MODE_IMPULSES: a vertical line from zero to each sample
 *
 * How a signal is drawn.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_LINE_MODE_STEPS,
  GSCOPE_LINE_MODE_LINES,
  GSCOPE_LINE_MODE_POINTS,
  GSCOPE_LINE_MODE_FILLED,
  GSCOPE_LINE_MODE_IMPULSES,
} GscopeLineMode;

/**
 * GSCOPE_N_LINE_MODES:
 *
 * The number of line modes.
 *
 * Since: 1.0
 */
#define GSCOPE_N_LINE_MODES (GSCOPE_LINE_MODE_IMPULSES + 1)

/**
 * GSCOPE_MIN_PERIOD:
 *
 * The shortest period, of a scope or of a signal: 100 us.
 *
 * Since: 1.0
 */
#define GSCOPE_MIN_PERIOD (GSCOPE_MSEC / 10)
/**
 * GSCOPE_MAX_PERIOD:
 *
 * The longest period: an hour.
 *
 * Since: 1.0
 */
#define GSCOPE_MAX_PERIOD (3600 * GSCOPE_SEC)

/**
 * GscopeSignalFunc:
 * @user_data: the data that was given with the function
 *
 * Reads a value. It must not call into the scope.
 *
 * Returns: the value; not-a-number if there is none
 *
 * Since: 1.0
 */
typedef double (*GscopeSignalFunc) (gpointer user_data);

/**
 * GscopeSignalOutFunc:
 * @value: (out): the value; not-a-number if there is none
 * @user_data: the data that was given with the function
 *
 * Reads a value, as #GscopeSignalFunc does, for languages whose functions cannot return a double to C.
 *
 * Since: 1.0
 */
typedef void (*GscopeSignalOutFunc) (double *value, gpointer user_data);

#define GSCOPE_TYPE_SIGNAL (gscope_signal_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeSignal, gscope_signal, GSCOPE, SIGNAL, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_boolean (const char *name, const gboolean *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_short (const char *name, const gint16 *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_integer (const char *name, const int *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_int64 (const char *name, const gint64 *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_float (const char *name, const float *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_double (const char *name, const double *word);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_func (const char *name, GscopeSignalFunc func, gpointer user_data,
                                      GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_out_func (const char *name, GscopeSignalOutFunc func,
                                          gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_any_thread_func (const char *name, GscopeSignalFunc func,
                                                 gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_buffered (const char *name);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_signal_new_event (const char *name, GscopeAggregation aggregation);

GSCOPE_AVAILABLE_IN_1_0
GscopeSignalKind gscope_signal_get_kind (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_name (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_group (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_group (GscopeSignal *self, const char *group);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_group_title (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_group_title (GscopeSignal *self, const char *title);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_full_name (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_role (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_role (GscopeSignal *self, const char *role);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_title (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_title (GscopeSignal *self, const char *title);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_description (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_description (GscopeSignal *self, const char *description);
GSCOPE_AVAILABLE_IN_1_0
const char *const *gscope_signal_get_followers (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_followers (GscopeSignal *self, const char *const *names);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_compared_with (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_compared_with (GscopeSignal *self, const char *full_name);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_signal_get_run (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_run_label (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_run (GscopeSignal *self, guint number, const char *label);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_leads (GscopeSignal *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_signal_get_unit (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_unit (GscopeSignal *self, const char *unit);
GSCOPE_AVAILABLE_IN_1_0
double gscope_signal_get_min (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_signal_get_max (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_range (GscopeSignal *self, double min, double max);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_has_range (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_signal_get_color (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_color (GscopeSignal *self, guint color);
GSCOPE_AVAILABLE_IN_1_0
GscopeLineMode gscope_signal_get_line_mode (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_line_mode (GscopeSignal *self, GscopeLineMode mode);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_get_hidden (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_hidden (GscopeSignal *self, gboolean hidden);
GSCOPE_AVAILABLE_IN_1_0
double gscope_signal_get_filter (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_filter (GscopeSignal *self, double factor);
GSCOPE_AVAILABLE_IN_1_0
GscopeAggregation gscope_signal_get_aggregation (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_aggregation (GscopeSignal *self, GscopeAggregation aggregation);

GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_signal_get_period (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_period (GscopeSignal *self, gint64 period);

GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_signal_get_resolution (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_resolution (GscopeSignal *self, gint64 resolution);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_get_ended (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_end (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeProducer *gscope_signal_create_producer (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_signal_get_trace (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeHistory *gscope_signal_get_history (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_history (GscopeSignal *self, GscopeHistory *history);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_get_timeline (GscopeSignal *self, GscopeTimeline *timeline);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_signal_compose (GscopeSignal *self, gint64 begin, gint64 end, gint64 width,
                                    guint64 *n_coarse);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_get_latest (GscopeSignal *self, GscopeSample *sample);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_signal_get_diagnostic (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_diagnostic (GscopeSignal *self, gboolean diagnostic);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_signal_get_lost (GscopeSignal *self, GscopeLoss cause);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_signal_get_total_lost (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_signal_get_needed_delay (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_signal_get_time_error (GscopeSignal *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_signal_get_interval_error (GscopeSignal *self, GscopeSignal *other);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_signal_lease (GscopeSignal *self, gint64 period);
GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_release (GscopeSignal *self, guint lease);
GSCOPE_AVAILABLE_IN_1_0
const GscopeLossRecord *
gscope_signal_get_losses (GscopeSignal *self, gint64 begin, gint64 end, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
GscopeLossRecord *gscope_signal_dup_losses (GscopeSignal *self, gint64 begin, gint64 end, gsize *n);

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_line_mode_get_title (GscopeLineMode mode);

G_END_DECLS
