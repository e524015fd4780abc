/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/clock/clock.h>
#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/tally.h>
#include <gscope/source/demand.h>
#include <gscope/source/table.h>

G_BEGIN_DECLS

/**
 * GscopeSourceState:
 * @GSCOPE_SOURCE_STATE_STOPPED: not started, or stopped
 * @GSCOPE_SOURCE_STATE_STARTING: being started
 * @GSCOPE_SOURCE_STATE_RUNNING: its signals have values
 * @GSCOPE_SOURCE_STATE_TROUBLE: a part or the whole does not work; the status says which
 *
 * The state of a source.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_SOURCE_STATE_STOPPED,
  GSCOPE_SOURCE_STATE_STARTING,
  GSCOPE_SOURCE_STATE_RUNNING,
  GSCOPE_SOURCE_STATE_TROUBLE,
} GscopeSourceState;

typedef struct _GscopeWrites GscopeWrites;

#define GSCOPE_TYPE_SOURCE (gscope_source_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeSource, gscope_source, GSCOPE, SOURCE, GObject)

/**
 * GscopeSourceClass:
 * @may_block: %TRUE if @poll may block: it then runs on a separate worker thread
 * @has_live_options: %TRUE if @configure may be called while the source is started, too, and then changes
 *   what the new options differ in. Each of its options has an initial value. By default a source is stopped to
 *   change its options
 * @domain: (nullable): the gettext domain of the tables' titles and descriptions, such as
 *   `GETTEXT_PACKAGE`: they are marked with `N_()`, and translated in the process that shows them. %NULL, the
 *   default, to show them as they are
 * @signals: (nullable) (array zero-terminated=1): its signals, ended by a row without a name; each source has them from
 *   the beginning. %NULL by default
 * @parameters: (nullable) (array zero-terminated=1): its parameters, ended by a row without a name. %NULL by default
 * @options: (nullable) (array zero-terminated=1): its options, ended by a row without a name. %NULL by default
 * @action: (nullable): the polkit action for which the system's agent asks before it runs a source
 *   of this type for a user; %NULL, the default, if it runs none. Options and writes need the
 *   actions of their demands in addition
 * @list_demands: (nullable): adds to a list of #GscopeDemand what an instance with these options
 *   and initial parameters, each `a{sv}` or %NULL, would do outside the program; it must not create
 *   or open anything; %NULL by default
 * @configure: sets options, `a{sv}`, before the source is started. It may be called several times,
 *   each time with some of the options; their combination is checked at the start. By default it
 *   sets those of @options
 * @start: (nullable): starts the source without waiting. A source that works in part calls
 *   gscope_source_set_status() and succeeds; one that fails undoes what it has started. %NULL by
 *   default
 * @start_async: starts the source; by default it calls @start. Override it if the start has to wait
 * @start_finish: ends @start_async
 * @stop: (nullable): stops the source without waiting; %NULL by default
 * @stop_async: stops the source; by default it calls @stop. Override it if the stop has to wait
 * @stop_finish: ends @stop_async
 * @poll: called once a tick, before the source's words are read, with the tick's time in
 *   nanoseconds; on the poller's thread or the worker's; must not call into the scope; %NULL by
 *   default
 * @pace: receives the greatest permitted age of samples when they arrive, in nanoseconds: the
 *   interval at which they are shown. For sources that deliver samples in batches; %NULL by default
 * @check: returns the value that would be read back after a valid value was applied, or the reason
 *   for refusal. By default it uses the parameter's row
 * @check_async: determines whether a value would be accepted; by default it calls @check. Override
 *   it if that has to wait. gscope_parameter_return_checked() adds a verdict
 * @check_finish: ends @check_async; returns the value that would be read back, and the verdict
 * @apply: applies a value and returns the value read back, or the reason for refusal. By default
 *   it calls @check, and applies the value of its answer by the row of the parameter
 * @apply_async: applies a value; by default it calls @apply. Override it if that has to wait
 * @apply_finish: ends @apply_async; returns the value read back
 * @apply_all_async: applies several values, all or none, and answers for each with gscope_writes_accept() or
 *   gscope_writes_refuse(). By default it calls @check_async for each, then @apply_async for each, and after a refusal
 *   @apply_async with the former values
 * @apply_all_finish: ends @apply_all_async; returns whether all values are in force
 * @refresh: (nullable): reads the parameters again, and calls gscope_parameter_notice() for each
 *   that another program wrote; %NULL by default
 * @refresh_async: reads the parameters again; by default it reads the words that parameters are bound to and
 *   calls @refresh
 * @refresh_finish: ends @refresh_async
 * @derive: computes signals of the source from others, in the main context, after samples came into the
 *   traces; receives the lists of all signals and sources of the scope, in their order; %NULL by default
 * @count_lost: adds the losses that belong to no signal, such as input that the source could not
 *   read, to a tally; %NULL by default
 *
 * The tables and verbs of a source. A subclass declares its signals, parameters and options as
 * tables, and overrides the verbs that differ from the defaults. A verb that never waits is a plain
 * function: @start, @stop, @check, @apply, @refresh. A verb that waits is asynchronous:
 * @start_async and its like. All verbs but @poll run in the main context.
 *
 * Since: 1.0
 */
struct _GscopeSourceClass
{
  GObjectClass parent_class;

  gboolean may_block;
  gboolean has_live_options;
  const char *domain;
  const GscopeSourceSignal *signals;
  const GscopeSourceParameter *parameters;
  const GscopeSourceOption *options;
  const char *action;
  void (*list_demands) (GVariant *options, GVariant *parameters, GPtrArray *demands);

  gboolean (*configure) (GscopeSource *self, GVariant *options, GError **error);
  gboolean (*start) (GscopeSource *self, GError **error);
  void (*start_async) (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data);
  gboolean (*start_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*stop) (GscopeSource *self);
  void (*stop_async) (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer user_data);
  gboolean (*stop_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*poll) (GscopeSource *self, gint64 time);
  void (*pace) (GscopeSource *self, gint64 interval);
  GVariant *(*check) (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                      GError **error);
  void (*check_async) (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
  GVariant *(*check_finish) (GscopeSource *self, GAsyncResult *result, char **verdict,
                             GError **error);
  GVariant *(*apply) (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                      GError **error);
  void (*apply_async) (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
  GVariant *(*apply_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*apply_all_async) (GscopeSource *self, GscopeWrites *writes, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data);
  gboolean (*apply_all_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*refresh) (GscopeSource *self);
  void (*refresh_async) (GscopeSource *self, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
  gboolean (*refresh_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*derive) (GscopeSource *self, GListModel *signals, GListModel *sources);
  void (*count_lost) (GscopeSource *self, GscopeTally *tally);

  /*< private >*/
  gpointer padding[16];
};

GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_source_new (const char *name);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_source_get_name (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_source_get_title (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_set_title (GscopeSource *self, const char *title);
GSCOPE_AVAILABLE_IN_1_0
GscopeSourceState gscope_source_get_state (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_source_get_status (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_set_status (GscopeSource *self, GscopeSourceState state, const char *status);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_get_locked (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_set_locked (GscopeSource *self, gboolean locked);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_get_started (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_is_silent (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeClock *gscope_source_get_clock (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_rest (GscopeSource *self, gint64 until);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_wake (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_configure (GscopeSource *self, GVariant *options, GError **error);

GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_source_get_signals (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_source_get_parameters (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_add_signal (GscopeSource *self, GscopeSignal *signal, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_remove_signal (GscopeSource *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_clear_signals (GscopeSource *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_source_add_parameter (GscopeSource *self, GscopeParameter *parameter, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_remove_parameter (GscopeSource *self, GscopeParameter *parameter);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *
gscope_source_declare_signal (GscopeSource *self, const GscopeSourceSignal *row, const char *group,
                              const char *group_title, gpointer words);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *
gscope_source_declare_parameter (GscopeSource *self, const GscopeSourceParameter *row,
                                 const char *group, const char *group_title, gpointer words);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_source_find_parameter (GscopeSource *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_get_tally (GscopeSource *self, GscopeTally *tally);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_mark (GscopeSource *self, const char *label, const char *detail);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_mark_at (GscopeSource *self, gint64 time, const char *label, const char *detail);

GSCOPE_AVAILABLE_IN_1_0
void gscope_source_start_async (GscopeSource *self, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_start_finish (GscopeSource *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_stop_async (GscopeSource *self, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_stop_finish (GscopeSource *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_source_refresh_async (GscopeSource *self, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_source_refresh_finish (GscopeSource *self, GAsyncResult *result, GError **error);

G_END_DECLS
