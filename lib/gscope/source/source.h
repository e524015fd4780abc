/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/signal/clock.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/tally.h>
#include <gscope/source/demand.h>

G_BEGIN_DECLS

/**
 * GscopeSourceState:
 * @GSCOPE_SOURCE_STOPPED: not started, or stopped
 * @GSCOPE_SOURCE_STARTING: being started
 * @GSCOPE_SOURCE_RUNNING: its signals have values
 * @GSCOPE_SOURCE_TROUBLE: some or all of it does not work; its status says what
 *
 * What a source is doing.
 */
typedef enum
{
  GSCOPE_SOURCE_STOPPED,
  GSCOPE_SOURCE_STARTING,
  GSCOPE_SOURCE_RUNNING,
  GSCOPE_SOURCE_TROUBLE,
} GscopeSourceState;

/**
 * GscopeSourceOption:
 * @name: its name, as workspaces use it
 * @type: the type of its value: `b`, `x`, `d`, `s` or `as`
 * @title: what a user calls it
 * @description: a sentence about what it does
 * @initial: its value where none is given, as text of a [struct@GLib.Variant]
 * @choices: (nullable) (array zero-terminated=1): what its text or texts are chosen from; %NULL if
 *   they are free
 *
 * An option of a type of sources, for those who ask a user.
 */
typedef struct
{
  const char *name;
  const char *type;
  const char *title;
  const char *description;
  const char *initial;
  const char *const *choices;
} GscopeSourceOption;

#define GSCOPE_TYPE_SOURCE (gscope_source_get_type ())
GSCOPE_EXPORT G_DECLARE_DERIVABLE_TYPE (GscopeSource, gscope_source, GSCOPE, SOURCE, GObject)

/**
 * GscopeSourceClass:
 * @may_block: %TRUE if @poll may block: it then runs on a worker of its own
 * @options: (nullable) (array zero-terminated=1): what @configure takes and a user may be asked for,
 *   ended by an option without a name; %NULL by default
 * @list_demands: (nullable): adds to a list of #GscopeDemand what an instance with these options and
 *   initial parameters, each `a{sv}` or %NULL, would do to others; it makes and opens nothing; %NULL
 *   by default
 * @configure: takes options of a workspace, `a{sv}`, before the source is started. It may be
 *   called several times, each time with some of the options; what they mean together is judged
 *   at the start. By default any option is an error
 * @start_async: begins to work; by default it succeeds at once. A source that works in part calls
 *   gscope_source_set_status() and succeeds
 * @start_finish: ends @start_async
 * @stop_async: stops working; by default it succeeds at once
 * @stop_finish: ends @stop_async
 * @poll: called once a tick, before the source's words are read, with the tick's time in
 *   nanoseconds; on the poller's thread or the worker's; must not call into the scope; %NULL by
 *   default
 * @pace: told how old samples may be when they come, in nanoseconds: as often as that somebody looks. For those that
 *   bring many at a time; %NULL by default
 * @check_async: says whether a value would be accepted; by default any valid value is.
 *   gscope_parameter_return_checked() also says what of it
 * @check_finish: ends @check_async; returns the value that would be read back, and what is to be
 *   said of it
 * @apply_async: applies a value; by default it is taken as it is
 * @apply_finish: ends @apply_async; returns the value read back
 * @refresh_async: reads the parameters anew and calls gscope_parameter_notice() for each that
 *   somebody else wrote; by default it reads the words that parameters are bound to
 * @refresh_finish: ends @refresh_async
 * @count_lost: adds what the source lost before it belonged to a signal, such as input that it could not
 *   read, to a tally; %NULL by default
 *
 * The verbs of a source. All but @configure and @poll are asynchronous, in the main context.
 */
struct _GscopeSourceClass
{
  GObjectClass parent_class;

  gboolean may_block;
  const GscopeSourceOption *options;
  void (*list_demands) (GVariant *options, GVariant *parameters, GPtrArray *demands);

  gboolean (*configure) (GscopeSource *self, GVariant *options, GError **error);
  void (*start_async) (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data);
  gboolean (*start_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*stop_async) (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer user_data);
  gboolean (*stop_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*poll) (GscopeSource *self, gint64 time);
  void (*pace) (GscopeSource *self, gint64 interval);
  void (*check_async) (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
  GVariant *(*check_finish) (GscopeSource *self, GAsyncResult *result, char **verdict,
                             GError **error);
  void (*apply_async) (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
  GVariant *(*apply_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*refresh_async) (GscopeSource *self, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
  gboolean (*refresh_finish) (GscopeSource *self, GAsyncResult *result, GError **error);
  void (*count_lost) (GscopeSource *self, GscopeTally *tally);
};

GSCOPE_EXPORT GscopeSource *gscope_source_new (const char *name);
GSCOPE_EXPORT const char *gscope_source_get_name (GscopeSource *self);
GSCOPE_EXPORT const char *gscope_source_get_title (GscopeSource *self);
GSCOPE_EXPORT void gscope_source_set_title (GscopeSource *self, const char *title);
GSCOPE_EXPORT GscopeSourceState gscope_source_get_state (GscopeSource *self);
GSCOPE_EXPORT const char *gscope_source_get_status (GscopeSource *self);
GSCOPE_EXPORT void
gscope_source_set_status (GscopeSource *self, GscopeSourceState state, const char *status);
GSCOPE_EXPORT gboolean gscope_source_get_started (GscopeSource *self);
GSCOPE_EXPORT gboolean gscope_source_is_silent (GscopeSource *self);
GSCOPE_EXPORT GscopeClock *gscope_source_get_clock (GscopeSource *self);
GSCOPE_EXPORT void gscope_source_rest (GscopeSource *self, gint64 until);
GSCOPE_EXPORT void gscope_source_wake (GscopeSource *self);
GSCOPE_EXPORT gboolean gscope_source_configure (GscopeSource *self, GVariant *options,
                                                GError **error);

GSCOPE_EXPORT GListModel *gscope_source_get_signals (GscopeSource *self);
GSCOPE_EXPORT GListModel *gscope_source_get_parameters (GscopeSource *self);
GSCOPE_EXPORT gboolean gscope_source_add_signal (GscopeSource *self, GscopeSignal *signal,
                                                 GError **error);
GSCOPE_EXPORT void gscope_source_remove_signal (GscopeSource *self, GscopeSignal *signal);
GSCOPE_EXPORT gboolean gscope_source_add_parameter (GscopeSource *self, GscopeParameter *parameter,
                                                    GError **error);
GSCOPE_EXPORT void gscope_source_remove_parameter (GscopeSource *self, GscopeParameter *parameter);
GSCOPE_EXPORT GscopeParameter *gscope_source_find_parameter (GscopeSource *self, const char *name);
GSCOPE_EXPORT void gscope_source_get_tally (GscopeSource *self, GscopeTally *tally);
GSCOPE_EXPORT void gscope_source_mark (GscopeSource *self, const char *label, const char *detail);

GSCOPE_EXPORT void gscope_source_start_async (GscopeSource *self, GCancellable *cancellable,
                                              GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_EXPORT gboolean gscope_source_start_finish (GscopeSource *self, GAsyncResult *result,
                                                   GError **error);
GSCOPE_EXPORT void gscope_source_stop_async (GscopeSource *self, GCancellable *cancellable,
                                             GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_EXPORT gboolean gscope_source_stop_finish (GscopeSource *self, GAsyncResult *result,
                                                  GError **error);
GSCOPE_EXPORT void gscope_source_refresh_async (GscopeSource *self, GCancellable *cancellable,
                                                GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_EXPORT gboolean gscope_source_refresh_finish (GscopeSource *self, GAsyncResult *result,
                                                     GError **error);

G_END_DECLS
