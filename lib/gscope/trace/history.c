/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/history.h>

typedef struct
{
  gint64 end;
} GscopeHistoryPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeHistory, gscope_history, G_TYPE_OBJECT)

enum
{
  PROP_STATUS = 1,
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
get_no_status (GscopeHistory *self)
{
  return NULL;
}

static gboolean
know_all (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width)
{
  return TRUE;
}

static void
gscope_history_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STATUS)
    g_value_set_string (value, gscope_history_get_status (GSCOPE_HISTORY (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
gscope_history_class_init (GscopeHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gscope_history_get_property;
  klass->get_status = get_no_status;
  klass->knows = know_all;

  /**
   * GscopeHistory:status: (getter get_status)
   *
   * Why there is no answer; %NULL if all is well.
   *
   * Since: 1.0
   */
  g_object_class_install_property (
      object_class, PROP_STATUS,
      g_param_spec_string ("status", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  /**
   * GscopeHistory::changed:
   * @self: a history
   * @begin: nanoseconds
   * @end: nanoseconds, not included
   *
   * An answer for this interval has come.
   *
   * Since: 1.0
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);
}

static void
gscope_history_init (GscopeHistory *self)
{
  ((GscopeHistoryPrivate *) gscope_history_get_instance_private (self))->end = G_MAXINT64;
}

/**
 * gscope_history_visit: (skip)
 * @self: a history
 * @range: an interval
 * @width: the width of the columns that are wanted, nanoseconds, more than 0
 * @func: (scope call): takes the columns
 * @user_data: data for @func
 *
 * Passes the known columns of an interval to a function, in order, with the gaps. They do not
 * overlap and are at most @width wide; where only wider ones are known, the function gets the parts
 * of those. A column at the begin or the end of the interval may reach beyond it.
 *
 * Since: 1.0
 */
void
gscope_history_visit (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width,
                      GscopeHistoryFunc func, gpointer user_data)
{
  g_return_if_fail (GSCOPE_IS_HISTORY (self));
  g_return_if_fail (width > 0);

  if (range->begin < range->end)
    GSCOPE_HISTORY_GET_CLASS (self)->visit (self, range, width, func, user_data);
}

/**
 * gscope_history_find: (skip)
 * @self: a history
 * @time: nanoseconds
 * @limit: how far to look, nanoseconds
 * @width: how exact the time has to be, nanoseconds; 0 for as exact as known
 * @sample: (out caller-allocates): the sample; set only if there is one
 *
 * Finds the first sample in [@time, @limit) if @limit is later than @time, and otherwise the last
 * one in [@limit, @time).
 *
 * Returns: what is known
 *
 * Since: 1.0
 */
GscopeHistoryAnswer
gscope_history_find (GscopeHistory *self, gint64 time, gint64 limit, gint64 width,
                     GscopeSample *sample)
{
  g_return_val_if_fail (GSCOPE_IS_HISTORY (self), GSCOPE_HISTORY_ANSWER_UNKNOWN);

  if (time == limit)
    return GSCOPE_HISTORY_ANSWER_NOTHING;
  return GSCOPE_HISTORY_GET_CLASS (self)->find (self, time, limit, width, sample);
}

/**
 * gscope_history_look: (skip)
 * @self: a history
 * @viewer: who looks, an address that is not used
 * @width: the width of the viewer's columns, nanoseconds, more than 0
 * @ranges: (array length=n): intervals, the most important one first
 * @n: how many; 0 if @viewer looks no more
 *
 * Replaces what a viewer looks at. The history asks for what it does not know, and gives up
 * requests for what nobody looks at any more. The function may be called for each frame: the same
 * ranges again do nothing.
 *
 * Since: 1.0
 */
void
gscope_history_look (GscopeHistory *self, gpointer viewer, gint64 width,
                     const GscopeHistoryRange *ranges, gsize n)
{
  g_return_if_fail (GSCOPE_IS_HISTORY (self));
  g_return_if_fail (n == 0 || width > 0);

  GSCOPE_HISTORY_GET_CLASS (self)->look (self, viewer, width, ranges, n);
}

/**
 * gscope_history_knows: (skip)
 * @self: a history
 * @range: an interval
 * @width: the width of columns, nanoseconds, more than 0
 *
 * Gets whether all of an interval is known in columns of a width, or in finer ones.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_history_knows (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width)
{
  g_return_val_if_fail (GSCOPE_IS_HISTORY (self), FALSE);
  g_return_val_if_fail (width > 0, FALSE);

  return GSCOPE_HISTORY_GET_CLASS (self)->knows (self, range, width);
}

/**
 * gscope_history_get_status: (get-property status)
 * @self: a history
 *
 * Gets why there is no answer, for example because the connection is broken.
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL if all is well
 *
 * Since: 1.0
 */
const char *
gscope_history_get_status (GscopeHistory *self)
{
  g_return_val_if_fail (GSCOPE_IS_HISTORY (self), NULL);

  return GSCOPE_HISTORY_GET_CLASS (self)->get_status (self);
}

/**
 * gscope_history_get_end:
 * @self: a history
 *
 * Gets the time from which all samples come to the trace.
 *
 * Returns: nanoseconds; %G_MAXINT64 if there is no such time
 *
 * Since: 1.0
 */
gint64
gscope_history_get_end (GscopeHistory *self)
{
  g_return_val_if_fail (GSCOPE_IS_HISTORY (self), G_MAXINT64);

  return ((GscopeHistoryPrivate *) gscope_history_get_instance_private (self))->end;
}

/**
 * gscope_history_set_end:
 * @self: a history
 * @end: nanoseconds; %G_MAXINT64, the default, if there is no such time
 *
 * Sets the time from which all samples come to the trace, so that nobody asks for the time after it
 * while the trace is still empty.
 *
 * Since: 1.0
 */
void
gscope_history_set_end (GscopeHistory *self, gint64 end)
{
  g_return_if_fail (GSCOPE_IS_HISTORY (self));

  ((GscopeHistoryPrivate *) gscope_history_get_instance_private (self))->end = end;
}

/**
 * gscope_history_emit_changed:
 * @self: a history
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 *
 * Announces that an answer for an interval has come. This is for subclasses.
 *
 * Since: 1.0
 */
void
gscope_history_emit_changed (GscopeHistory *self, gint64 begin, gint64 end)
{
  g_return_if_fail (GSCOPE_IS_HISTORY (self));

  g_signal_emit (self, signals[CHANGED], 0, begin, end);
}
