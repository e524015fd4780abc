/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-owner.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/signal/full-name.h>
#include <gscope/signal/private.h>
#include <gscope/source/declare.h>
#include <gscope/source/contents.h>
#include <gscope/source/options.h>
#include <gscope/source/private.h>
#include <gscope/source/run.h>
#include <gscope/source/verbs.h>

/* The interval at which list changes are shown, microseconds. */
#define PUBLISH_INTERVAL (250 * G_TIME_SPAN_MILLISECOND)

/**
 * GscopeSource:
 *
 * A named provider of signals and parameters: a program, a plugin, a listener, a recording, a
 * remote agent.
 *
 * The base class works as it is: it has the signals and parameters that are added to it, starts
 * and stops at once and takes every valid value. A subclass sets the tables of its class and overrides
 * the verbs that differ: see [struct@SourceClass].
 *
 * Its lists of signals and parameters change at most four times a second, however fast things
 * come and go; gscope_source_find_parameter() and the scope know of a change at once.
 *
 * It lives in the main context that was the thread's default when it was made.
 */
typedef struct
{
  char *name;
  char *title;
  GscopeSourceState state;
  char *status;
  /* the message about a source that does not answer; NULL while it does */
  char *silence;
  GscopeClock *clock;
  GscopeSourceRun run;

  GscopeSourceItems signals;
  GscopeSourceItems parameters;
  GMainContext *context;
  GSource *timeout;
  gint64 next_publish;

  GscopeSourceAcquire acquire;
  gpointer acquire_data;
  GscopeSourceWake wake;
  gpointer wake_data;
  gint64 pace;
  /* the worker's */
  gint64 rest;
} GscopeSourcePrivate;

enum
{
  PROP_NAME = 1,
  PROP_TITLE,
  PROP_STATE,
  PROP_STATUS,
  PROP_SIGNALS,
  PROP_PARAMETERS,
  N_PROPS,
};

enum
{
  MARKER_ADDED,
  MARKER_REMOVED,
  N_SIGNALS,
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

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

  /* the translation of an empty text is the catalogue's head */
  return domain && text && text[0] ? g_dgettext (domain, text) : text;
}

GPtrArray *
gscope_source_get_all_parameters (GscopeSource *self)
{
  return get_private (self)->parameters.items;
}

GscopeSourceRun *
gscope_source_get_run (GscopeSource *self)
{
  return &get_private (self)->run;
}

static void
gscope_source_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeSource *self = GSCOPE_SOURCE (object);
  GscopeSourcePrivate *priv = get_private (self);

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, priv->name);
      break;
    case PROP_TITLE:
      g_value_set_string (value, gscope_source_get_title (self));
      break;
    case PROP_STATE:
      g_value_set_enum (value, gscope_source_get_state (self));
      break;
    case PROP_STATUS:
      g_value_set_string (value, gscope_source_get_status (self));
      break;
    case PROP_SIGNALS:
      g_value_set_object (value, priv->signals.shown);
      break;
    case PROP_PARAMETERS:
      g_value_set_object (value, priv->parameters.shown);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_source_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GscopeSource *self = GSCOPE_SOURCE (object);

  switch (id)
    {
    case PROP_NAME:
      get_private (self)->name =
          g_strdup (g_value_get_string (value) ? g_value_get_string (value) : "");
      break;
    case PROP_TITLE:
      gscope_source_set_title (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_source_constructed (GObject *object)
{
  G_OBJECT_CLASS (gscope_source_parent_class)->constructed (object);
  gscope_source_declare_all (GSCOPE_SOURCE (object));
}

static void
stop_timeout (GscopeSourcePrivate *priv)
{
  if (!priv->timeout)
    return;
  g_source_destroy (priv->timeout);
  g_clear_pointer (&priv->timeout, g_source_unref);
}

static void
gscope_source_dispose (GObject *object)
{
  GscopeSourcePrivate *priv = get_private (GSCOPE_SOURCE (object));

  stop_timeout (priv);
  for (guint i = 0; i < priv->signals.items->len; i++)
    gscope_signal_detach (priv->signals.items->pdata[i]);
  for (guint i = 0; i < priv->parameters.items->len; i++)
    gscope_source_release_parameter (priv->parameters.items->pdata[i]);
  gscope_source_items_remove_all (&priv->signals);
  gscope_source_items_remove_all (&priv->parameters);
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
  gscope_source_items_clear (&priv->signals);
  gscope_source_items_clear (&priv->parameters);
  g_main_context_unref (priv->context);
  G_OBJECT_CLASS (gscope_source_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  /**
   * GscopeSource:name:
   *
   * The instance's name, the first part of its signals' full names.
   */
  props[PROP_NAME] = g_param_spec_string (
      "name", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * GscopeSource:title:
   *
   * What a user calls it; the name where it was not set.
   */
  props[PROP_TITLE] =
      g_param_spec_string ("title", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * GscopeSource:state:
   *
   * What it is doing.
   */
  props[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GSCOPE_TYPE_SOURCE_STATE,
                                         GSCOPE_SOURCE_STOPPED, read);
  /**
   * GscopeSource:status:
   *
   * A sentence about its state: what does not work and what to do; empty for none.
   */
  props[PROP_STATUS] = g_param_spec_string ("status", NULL, NULL, "", read);
  /**
   * GscopeSource:signals:
   *
   * Its signals.
   */
  props[PROP_SIGNALS] = g_param_spec_object ("signals", NULL, NULL, G_TYPE_LIST_MODEL, read);
  /**
   * GscopeSource:parameters:
   *
   * Its parameters.
   */
  props[PROP_PARAMETERS] = g_param_spec_object ("parameters", NULL, NULL, G_TYPE_LIST_MODEL, read);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
gscope_source_class_init (GscopeSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gscope_source_get_property;
  object_class->set_property = gscope_source_set_property;
  object_class->constructed = gscope_source_constructed;
  object_class->dispose = gscope_source_dispose;
  object_class->finalize = gscope_source_finalize;
  install_properties (object_class);

  gscope_source_class_set_verbs (klass);

  /**
   * GscopeSource::marker-added:
   * @self: the source
   * @marker: a marker, on the clock of the source's scope
   *
   * Emitted when a parameter is written (the marker is pending until that is answered), when
   * somebody else's write is noticed, and for gscope_source_mark().
   */
  signals[MARKER_ADDED] =
      g_signal_new ("marker-added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
  /**
   * GscopeSource::marker-removed:
   * @self: the source
   * @marker: a marker that was added
   *
   * Emitted when what the marker stood for is gone, such as a recording that was closed.
   */
  signals[MARKER_REMOVED] =
      g_signal_new ("marker-removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
}

static void
gscope_source_init (GscopeSource *self)
{
  GscopeSourcePrivate *priv = get_private (self);

  priv->status = g_strdup ("");
  priv->clock = g_object_ref (gscope_clock_get_system ());
  priv->run.stops = g_ptr_array_new_with_free_func (g_object_unref);
  gscope_source_items_init (&priv->signals, GSCOPE_TYPE_SIGNAL);
  gscope_source_items_init (&priv->parameters, GSCOPE_TYPE_PARAMETER);
  priv->context = g_main_context_ref_thread_default ();
}

/**
 * gscope_source_new:
 * @name: the instance's name; empty if its signals' names have no such part
 *
 * Makes an empty source, to which the program adds signals and parameters.
 *
 * Returns: (transfer full): a source
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
 * Gets what a user calls it; the name where no title was set.
 *
 * Returns: the title
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
 * @title: (nullable): what a user calls it
 *
 * Sets what a user calls it.
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
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TITLE]);
}

/**
 * gscope_source_get_state:
 * @self: a source
 *
 * Gets what it is doing.
 *
 * Returns: the state
 */
GscopeSourceState
gscope_source_get_state (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), GSCOPE_SOURCE_STOPPED);

  return get_private (self)->silence ? GSCOPE_SOURCE_TROUBLE : get_private (self)->state;
}

/**
 * gscope_source_get_status:
 * @self: a source
 *
 * Gets a sentence about its state.
 *
 * Returns: the status; empty if there is nothing to say
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
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATUS]);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gscope_source_is_silent:
 * @self: a source
 *
 * Gets whether the source is started but does not answer: its program is stopped or hangs, or one of its polls takes
 * longer than a second. The source is then in %GSCOPE_SOURCE_TROUBLE, its status says so, and its signals have a gap
 * until it answers again.
 *
 * Returns: whether it does not answer
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
 * @state: what it is doing
 * @status: (nullable): a sentence: what does not work, why and what to do
 *
 * Called by subclasses to say what works. Starting and stopping set the state by themselves.
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
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
    }
  if (!g_str_equal (priv->status, status ? status : ""))
    {
      g_free (priv->status);
      priv->status = g_strdup (status ? status : "");
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATUS]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gscope_source_get_clock:
 * @self: a source
 *
 * Gets the clock of its samples and markers: the scope's clock, or the system's clock before it has
 * a scope.
 *
 * Returns: (transfer none): the clock
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
 * Says, within [vfunc@Source.poll], that none of its words changes before a time. It is not polled until then, and what
 * its words hold now is what its signals have at each tick meanwhile: they are as they would be if it were polled.
 * It costs nothing while it rests. Of a source that does not block it is ignored.
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
 * Has it polled at its next tick, should it rest: what it was told changes its words. Main context.
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

/* Showing changes. */

void
gscope_source_publish (GscopeSource *self)
{
  GscopeSourcePrivate *priv = get_private (self);

  /* A signal handler may drop the last reference. */
  g_object_ref (self);
  stop_timeout (priv);
  priv->next_publish = g_get_monotonic_time () + PUBLISH_INTERVAL;
  gscope_source_items_show (&priv->signals);
  gscope_source_items_show (&priv->parameters);
  g_object_unref (self);
}

static gboolean
on_timeout (gpointer data)
{
  gscope_source_publish (data);
  return G_SOURCE_REMOVE;
}

static void
publish_soon (GscopeSource *self)
{
  GscopeSourcePrivate *priv = get_private (self);
  gint64 wait = priv->next_publish - g_get_monotonic_time ();

  if (priv->timeout)
    return;
  if (wait <= 0)
    {
      gscope_source_publish (self);
      return;
    }
  priv->timeout = g_timeout_source_new (wait / G_TIME_SPAN_MILLISECOND + 1);
  g_source_set_static_name (priv->timeout, "[gscope] source publish");
  g_source_set_callback (priv->timeout, on_timeout, self, NULL);
  g_source_attach (priv->timeout, priv->context);
}

/* Comings and goings. */

void
gscope_source_set_acquirer (GscopeSource *self, GscopeSourceAcquire acquire, gpointer data)
{
  GscopeSourcePrivate *priv = get_private (self);

  priv->acquire = acquire;
  priv->acquire_data = data;
  for (guint i = 0; acquire && i < priv->signals.items->len; i++)
    acquire (priv->signals.items->pdata[i], TRUE, data);
}

static gboolean
add_item (GscopeSource *self, GscopeSourceItems *items, const char *group, const char *name,
          gpointer item, GError **error)
{
  g_autofree char *full_name = gscope_full_name_new (get_private (self)->name, group, name);

  return gscope_full_name_check (name, error)
         && gscope_source_items_add (items, full_name, item, error);
}

/**
 * gscope_source_get_signals:
 * @self: a source
 *
 * Gets its signals. The list changes at most four times a second.
 *
 * Returns: (transfer none): a list model of #GscopeSignal
 */
GListModel *
gscope_source_get_signals (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return G_LIST_MODEL (get_private (self)->signals.shown);
}

/**
 * gscope_source_get_parameters:
 * @self: a source
 *
 * Gets its parameters. The list changes at most four times a second.
 *
 * Returns: (transfer none): a list model of #GscopeParameter
 */
GListModel *
gscope_source_get_parameters (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return G_LIST_MODEL (get_private (self)->parameters.shown);
}

/**
 * gscope_source_add_signal:
 * @self: a source
 * @signal: (transfer none): a signal that no source has yet, with its group set
 * @error: what is wrong with its name
 *
 * Adds a signal. Its full name, `instance/group/name`, must be new to the source, valid UTF-8
 * without control characters, at most 255 bytes long, and neither begin nor end with a blank.
 *
 * Returns: %TRUE if it was added
 */
gboolean
gscope_source_add_signal (GscopeSource *self, GscopeSignal *signal, GError **error)
{
  GscopeSourcePrivate *priv;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), FALSE);

  priv = get_private (self);
  if (!add_item (self, &priv->signals, gscope_signal_get_group (signal),
                 gscope_signal_get_name (signal), signal, error))
    return FALSE;
  gscope_signal_set_instance (signal, priv->name);
  if (priv->acquire)
    priv->acquire (signal, TRUE, priv->acquire_data);
  publish_soon (self);
  return TRUE;
}

/**
 * gscope_source_remove_signal:
 * @self: a source
 * @signal: one of its signals
 *
 * Removes a signal. When this returns, nothing reads the signal's word or calls its function any
 * more.
 */
void
gscope_source_remove_signal (GscopeSource *self, GscopeSignal *signal)
{
  g_autoptr (GscopeSignal) kept = NULL;
  GscopeSourcePrivate *priv;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (GSCOPE_IS_SIGNAL (signal));

  priv = get_private (self);
  kept = g_object_ref (signal);
  if (!gscope_source_items_remove (&priv->signals, gscope_signal_get_full_name (signal), signal))
    return;
  if (priv->acquire)
    priv->acquire (signal, FALSE, priv->acquire_data);
  gscope_signal_detach (signal);
  publish_soon (self);
}

/**
 * gscope_source_clear_signals:
 * @self: a source
 *
 * Removes all its signals, as gscope_source_remove_signal() does.
 */
void
gscope_source_clear_signals (GscopeSource *self)
{
  GPtrArray *items;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  items = get_private (self)->signals.items;
  while (items->len > 0)
    gscope_source_remove_signal (self, items->pdata[items->len - 1]);
}

/**
 * gscope_source_add_parameter:
 * @self: a source
 * @parameter: (transfer none): a parameter that no source has yet, with its group set
 * @error: what is wrong with its name
 *
 * Adds a parameter; from then on the source applies its values. The rules of names are those of
 * gscope_source_add_signal(); a signal may have the same name.
 *
 * Returns: %TRUE if it was added
 */
gboolean
gscope_source_add_parameter (GscopeSource *self, GscopeParameter *parameter, GError **error)
{
  GscopeSourcePrivate *priv;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (parameter), FALSE);

  priv = get_private (self);
  if (gscope_parameter_has_owner (parameter))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS, "%s: a source has it already",
                   gscope_parameter_get_name (parameter));
      return FALSE;
    }
  if (!add_item (self, &priv->parameters, gscope_parameter_get_group (parameter),
                 gscope_parameter_get_name (parameter), parameter, error))
    return FALSE;
  gscope_parameter_set_owner (parameter, &gscope_source_parameter_owner, self, priv->name);
  publish_soon (self);
  return TRUE;
}

/**
 * gscope_source_remove_parameter:
 * @self: a source
 * @parameter: one of its parameters
 *
 * Removes a parameter. Writes of it that are under way fail.
 */
void
gscope_source_remove_parameter (GscopeSource *self, GscopeParameter *parameter)
{
  g_autoptr (GscopeParameter) kept = NULL;
  g_autofree char *full_name = NULL;
  GscopeSourcePrivate *priv;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (GSCOPE_IS_PARAMETER (parameter));

  priv = get_private (self);
  kept = g_object_ref (parameter);
  full_name = gscope_parameter_dup_full_name (parameter);
  if (!gscope_source_items_remove (&priv->parameters, full_name, parameter))
    return;
  gscope_source_release_parameter (parameter);
  publish_soon (self);
}

/**
 * gscope_source_find_parameter:
 * @self: a source
 * @name: a parameter's `name`, or `group/name` if it has a group
 *
 * Finds a parameter, whether it is shown in the list yet or not.
 *
 * Returns: (nullable) (transfer none): the parameter
 */
GscopeParameter *
gscope_source_find_parameter (GscopeSource *self, const char *name)
{
  g_autofree char *full_name = NULL;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);
  g_return_val_if_fail (name, NULL);

  full_name = gscope_full_name_new (get_private (self)->name, NULL, name);
  return gscope_source_items_find (&get_private (self)->parameters, full_name);
}
