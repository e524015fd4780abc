/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/full-name.h>
#include <gscope/source/apply-all.h>
#include <gscope/source/contents.h>
#include <gscope/source/declare.h>
#include <gscope/source/options.h>
#include <gscope/source/private.h>
#include <gscope/source/run.h>
#include <gscope/source/verbs.h>
#include <property.h>

/**
 * GscopeSource:
 *
 * A named provider of signals and parameters: a program, a plugin, a listener, a recording, a
 * remote agent.
 *
 * The base class is usable itself: it has the signals and parameters that are added to it, starts
 * and stops at once, and accepts every valid value. A subclass sets the tables of its class and
 * overrides the verbs that differ: see [struct@SourceClass].
 *
 * The lists of signals and parameters change at most four times a second, however often items are
 * added and removed; gscope_source_find_parameter() and the scope see a change at once.
 *
 * A source lives in the main context that was the thread's default when it was created.
 *
 * Since: 1.0
 */
typedef struct
{
  char *name;
  char *title;
  GscopeSourceState state;
  char *status;
  gboolean is_locked;
  /* the message about a source that does not answer; NULL while it does */
  char *silence;
  GscopeClock *clock;
  GscopeSourceRun run;

  GscopeSourceContents contents;
  GscopeSourceWake wake;
  gpointer wake_data;
  gint64 pace;
  /* set while the writes of its parameters begin */
  GscopeWrites *writes;
  /* used by the worker */
  gint64 rest;
} GscopeSourcePrivate;

G_DEFINE_TYPE_WITH_PRIVATE (GscopeSource, gscope_source, G_TYPE_OBJECT)

static GscopeSourcePrivate *
get_private (GscopeSource *self)
{
  return gscope_source_get_instance_private (self);
}

const char *
gscope_source_translate (GscopeSource *self, const char *text)
{
  const char *domain = GSCOPE_SOURCE_GET_CLASS (self)->domain;

  /* gettext translates an empty text to the catalogue's header */
  return domain && text && text[0] ? g_dgettext (domain, text) : text;
}

GscopeSourceContents *
gscope_source_get_contents (GscopeSource *self)
{
  return &get_private (self)->contents;
}

GscopeSourceRun *
gscope_source_get_run (GscopeSource *self)
{
  return &get_private (self)->run;
}

void
gscope_source_set_writes (GscopeSource *self, GscopeWrites *writes)
{
  get_private (self)->writes = writes;
}

GscopeWrites *
gscope_source_get_writes (GscopeSource *self)
{
  return get_private (self)->writes;
}

static void
set_name (GscopeSource *self, const char *name)
{
  get_private (self)->name = g_strdup (name ? name : "");
}

static void
gscope_source_constructed (GObject *object)
{
  G_OBJECT_CLASS (gscope_source_parent_class)->constructed (object);
  gscope_source_declare_all (GSCOPE_SOURCE (object));
}

static void
gscope_source_dispose (GObject *object)
{
  gscope_source_contents_remove_all (&get_private (GSCOPE_SOURCE (object))->contents);
  G_OBJECT_CLASS (gscope_source_parent_class)->dispose (object);
}

static void
gscope_source_finalize (GObject *object)
{
  GscopeSourcePrivate *priv = get_private (GSCOPE_SOURCE (object));

  gscope_source_options_clear (GSCOPE_SOURCE (object));
  g_free (priv->name);
  g_free (priv->title);
  g_free (priv->status);
  g_free (priv->silence);
  g_object_unref (priv->clock);
  g_ptr_array_unref (priv->run.stops);
  g_clear_object (&priv->run.unwanted);
  gscope_source_contents_clear (&priv->contents);
  G_OBJECT_CLASS (gscope_source_parent_class)->finalize (object);
}

static void
install_signals (GscopeSourceClass *klass)
{
  /**
   * GscopeSource::marker-added:
   * @self: the source
   * @marker: a marker, on the clock of the source's scope
   *
   * Emitted when a parameter is written (the marker is pending until the write is answered), when
   * the write of another program is noticed, and by gscope_source_mark() and
   * gscope_source_mark_at().
   *
   * Since: 1.0
   */
  g_signal_new ("marker-added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
  /**
   * GscopeSource::marker-removed:
   * @self: the source
   * @marker: a marker that was added
   *
   * Emitted when the subject of a marker has gone, such as a recording that was closed.
   *
   * Since: 1.0
   */
  g_signal_new ("marker-removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
}

static void
gscope_source_class_init (GscopeSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = gscope_source_constructed;
  object_class->dispose = gscope_source_dispose;
  object_class->finalize = gscope_source_finalize;
  /**
   * GscopeSource:name:
   *
   * The instance's name, the first part of its signals' full names.
   *
   * Since: 1.0
   */
  property_add_once (object_class, string, "name", gscope_source_get_name, set_name, "");
  /**
   * GscopeSource:title:
   *
   * The title for users; the name if none was set.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "title", gscope_source_get_title, gscope_source_set_title,
                NULL);
  /**
   * GscopeSource:state:
   *
   * The state of the source.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "state", gscope_source_get_state, NULL,
                GSCOPE_TYPE_SOURCE_STATE, GSCOPE_SOURCE_STATE_STOPPED);
  /**
   * GscopeSource:status:
   *
   * A sentence about its state: what does not work, why, and the remedy; empty for none.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "status", gscope_source_get_status, NULL, "");
  /**
   * GscopeSource:locked: (getter get_locked) (setter set_locked)
   *
   * Whether a part of the source does not work because this user lacks a privilege. The status says which.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "locked", gscope_source_get_locked, gscope_source_set_locked,
                FALSE);
  /**
   * GscopeSource:signals:
   *
   * Its signals.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "signals", gscope_source_get_signals, NULL,
                G_TYPE_LIST_MODEL);
  /**
   * GscopeSource:parameters:
   *
   * Its parameters.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "parameters", gscope_source_get_parameters, NULL,
                G_TYPE_LIST_MODEL);

  gscope_source_class_set_verbs (klass);
  install_signals (klass);
}

static void
gscope_source_init (GscopeSource *self)
{
  GscopeSourcePrivate *priv = get_private (self);

  priv->status = g_strdup ("");
  priv->clock = g_object_ref (gscope_clock_get_system ());
  priv->run.stops = g_ptr_array_new_with_free_func (g_object_unref);
  gscope_source_contents_init (&priv->contents);
}

/**
 * gscope_source_new:
 * @name: the instance's name; empty if the full names of its signals begin without one
 *
 * Creates an empty source, to which the program adds signals and parameters.
 *
 * Returns: (transfer full): a source
 *
 * Since: 1.0
 */
GscopeSource *
gscope_source_new (const char *name)
{
  g_return_val_if_fail (name && (!name[0] || gscope_full_name_check (name, NULL)), NULL);

  return g_object_new (GSCOPE_TYPE_SOURCE, "name", name, NULL);
}

/**
 * gscope_source_get_name:
 * @self: a source
 *
 * Gets the instance's name.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
gscope_source_get_name (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return get_private (self)->name;
}

/**
 * gscope_source_get_title:
 * @self: a source
 *
 * Gets the title for users; the name if no title was set.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_source_get_title (GscopeSource *self)
{
  GscopeSourcePrivate *priv;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  priv = get_private (self);
  return priv->title ? priv->title : priv->name;
}

/**
 * gscope_source_set_title:
 * @self: a source
 * @title: (nullable): the title; %NULL for the name
 *
 * Sets the title for users.
 *
 * Since: 1.0
 */
void
gscope_source_set_title (GscopeSource *self, const char *title)
{
  GscopeSourcePrivate *priv;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  priv = get_private (self);
  if (g_strcmp0 (priv->title, title) == 0)
    return;
  g_free (priv->title);
  priv->title = g_strdup (title);
  g_object_notify (G_OBJECT (self), "title");
}

/**
 * gscope_source_get_state:
 * @self: a source
 *
 * Gets the state of the source.
 *
 * Returns: the state
 *
 * Since: 1.0
 */
GscopeSourceState
gscope_source_get_state (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), GSCOPE_SOURCE_STATE_STOPPED);

  return get_private (self)->silence ? GSCOPE_SOURCE_STATE_TROUBLE : get_private (self)->state;
}

/**
 * gscope_source_get_status:
 * @self: a source
 *
 * Gets a sentence about its state.
 *
 * Returns: the status; empty if there is none
 *
 * Since: 1.0
 */
const char *
gscope_source_get_status (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return get_private (self)->silence ? get_private (self)->silence : get_private (self)->status;
}

void
gscope_source_set_silence (GscopeSource *self, const char *status)
{
  GscopeSourcePrivate *priv = get_private (self);

  if (g_strcmp0 (priv->silence, status) == 0)
    return;
  g_free (priv->silence);
  priv->silence = g_strdup (status);
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify (G_OBJECT (self), "state");
  g_object_notify (G_OBJECT (self), "status");
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gscope_source_is_silent:
 * @self: a source
 *
 * Gets whether the source is started but does not answer: its program is stopped or hangs, or one of its polls takes
 * longer than a second. The source is then in %GSCOPE_SOURCE_STATE_TROUBLE, its status says so, and its signals have a gap
 * until it answers again.
 *
 * Returns: whether it does not answer
 *
 * Since: 1.0
 */
gboolean
gscope_source_is_silent (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);

  return get_private (self)->silence != NULL;
}

/**
 * gscope_source_set_status:
 * @self: a source
 * @state: the state
 * @status: (nullable): a sentence: what does not work, why, and the remedy
 *
 * Sets state and status; for subclasses. Starting and stopping set the state automatically.
 *
 * Since: 1.0
 */
void
gscope_source_set_status (GscopeSource *self, GscopeSourceState state, const char *status)
{
  GscopeSourcePrivate *priv;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  priv = get_private (self);
  g_object_freeze_notify (G_OBJECT (self));
  if (priv->state != state)
    {
      priv->state = state;
      g_object_notify (G_OBJECT (self), "state");
    }
  if (!g_str_equal (priv->status, status ? status : ""))
    {
      g_free (priv->status);
      priv->status = g_strdup (status ? status : "");
      g_object_notify (G_OBJECT (self), "status");
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gscope_source_get_locked: (get-property locked)
 * @self: a source
 *
 * Gets whether a part of the source does not work because this user lacks a privilege. The agent of the system can
 * then run the source instead, if its class has an action.
 *
 * Returns: whether a privilege is missing
 *
 * Since: 1.0
 */
gboolean
gscope_source_get_locked (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);

  return get_private (self)->is_locked;
}

/**
 * gscope_source_set_locked: (set-property locked)
 * @self: a source
 * @locked: whether a privilege is missing
 *
 * Sets whether a part of the source does not work because this user lacks a privilege; for subclasses. A start that
 * fails with %GSCOPE_ERROR_PRIVILEGE sets it automatically, and a start begins without it.
 *
 * Since: 1.0
 */
void
gscope_source_set_locked (GscopeSource *self, gboolean locked)
{
  GscopeSourcePrivate *priv;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  priv = get_private (self);
  if (priv->is_locked == locked)
    return;
  priv->is_locked = locked;
  g_object_notify (G_OBJECT (self), "locked");
}

/**
 * gscope_source_get_clock:
 * @self: a source
 *
 * Gets the clock of its samples and markers: the scope's clock, or the system's clock before it has
 * a scope.
 *
 * Returns: (transfer none): the clock
 *
 * Since: 1.0
 */
GscopeClock *
gscope_source_get_clock (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return get_private (self)->clock;
}

void
gscope_source_set_clock (GscopeSource *self, GscopeClock *clock)
{
  g_set_object (&get_private (self)->clock, clock);
}

void
gscope_source_set_worker (GscopeSource *self, GscopeSourceWake wake, gpointer data)
{
  GscopeSourcePrivate *priv = get_private (self);

  priv->wake = wake;
  priv->wake_data = data;
}

gint64
gscope_source_take_rest (GscopeSource *self)
{
  GscopeSourcePrivate *priv = get_private (self);
  gint64 until = priv->rest;

  priv->rest = 0;
  return until;
}

void
gscope_source_set_pace (GscopeSource *self, gint64 interval)
{
  GscopeSourcePrivate *priv = get_private (self);

  if (priv->pace == interval)
    return;
  priv->pace = interval;
  if (GSCOPE_SOURCE_GET_CLASS (self)->pace)
    GSCOPE_SOURCE_GET_CLASS (self)->pace (self, interval);
}

/**
 * gscope_source_rest:
 * @self: a source whose class says that polling may block
 * @until: a time on its clock
 *
 * Declares, within [vfunc@Source.poll], that none of the source's words changes before a time. The
 * source is not polled until then, and each tick in between gets the present values of the words. A
 * source that rests uses no processor time. Sources that do not block are polled nevertheless.
 *
 * Since: 1.0
 */
void
gscope_source_rest (GscopeSource *self, gint64 until)
{
  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  get_private (self)->rest = until;
}

/**
 * gscope_source_wake:
 * @self: a source
 *
 * Ends the rest of a source, so that it is polled at its next tick, because an event changes its
 * words. Main context.
 *
 * Since: 1.0
 */
void
gscope_source_wake (GscopeSource *self)
{
  GscopeSourcePrivate *priv;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  priv = get_private (self);
  if (priv->wake)
    priv->wake (priv->wake_data);
}
