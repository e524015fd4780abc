/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/full-name.h>
#include <gscope/signal/signal-private.h>
#include <property.h>

#include <string.h>

/**
 * GscopeSignal:
 *
 * A named stream of samples with a unit, its history and how it is to be displayed.
 *
 * Polled signals read a word of the program or call a function every period of their scope.
 * Buffered signals take samples that threads push with their own time-stamps through a
 * [struct@Producer]; they are shown after the scope's delay. Event signals fold what threads push
 * between two polls by an aggregation.
 *
 * A signal belongs to one source and, through it, to one scope. Signals are used in the main
 * thread; only their producers are not.
 *
 * Since: 1.0
 */

G_DEFINE_FINAL_TYPE (GscopeSignal, gscope_signal, G_TYPE_OBJECT)

static void
gscope_signal_constructed (GObject *object)
{
  GscopeSignal *self = GSCOPE_SIGNAL (object);

  G_OBJECT_CLASS (gscope_signal_parent_class)->constructed (object);
  /* no source takes a signal without a name */
  if (!self->name)
    self->name = g_strdup ("");
  gscope_intake_init (&self->intake, self->kind == GSCOPE_SIGNAL_KIND_EVENT);
}

static void
gscope_signal_finalize (GObject *object)
{
  GscopeSignal *self = GSCOPE_SIGNAL (object);

  if (self->destroy)
    self->destroy (self->word.user_data);
  gscope_intake_clear (&self->intake);
  g_free (self->instance);
  g_free (self->group);
  g_free (self->group_title);
  g_free (self->name);
  g_free (self->full_name);
  g_free (self->role);
  g_free (self->title);
  g_free (self->description);
  g_free (self->unit);
  g_strfreev (self->followers);
  g_free (self->compared_with);
  g_free (self->run_label);
  g_free (self->trigger);
  g_clear_pointer (&self->states, gscope_states_free);
  g_clear_pointer (&self->leases, g_array_unref);
  g_clear_object (&self->history);
  g_clear_weak_pointer (&self->archive);
  g_clear_pointer (&self->time_base, gscope_time_base_unref);
  G_OBJECT_CLASS (gscope_signal_parent_class)->finalize (object);
}

static void
set_min (GscopeSignal *self, double min)
{
  gscope_signal_set_range (self, min, self->max);
}

static void
set_max (GscopeSignal *self, double max)
{
  gscope_signal_set_range (self, self->min, max);
}

static void
set_kind (GscopeSignal *self, int kind)
{
  self->kind = kind;
}

static void
set_name (GscopeSignal *self, const char *name)
{
  self->name = g_strdup (name);
}

static guint
get_n_states (GscopeSignal *self)
{
  return self->states ? self->states->n : 0;
}

/* They are documented with their getters in display.c, samples.c and states.c. */
static void
prepare_display_properties (GObjectClass *object_class)
{
  property_add (object_class, double, "min", gscope_signal_get_min, set_min, -G_MAXDOUBLE,
                G_MAXDOUBLE, 0);
  property_add (object_class, double, "max", gscope_signal_get_max, set_max, -G_MAXDOUBLE,
                G_MAXDOUBLE, 0);
  property_add (object_class, uint, "color", gscope_signal_get_color, gscope_signal_set_color, 0,
                G_MAXUINT, 0);
  property_add (object_class, enum, "line-mode", gscope_signal_get_line_mode,
                gscope_signal_set_line_mode, GSCOPE_TYPE_LINE_MODE, GSCOPE_LINE_MODE_STEPS);
  property_add (object_class, boolean, "hidden", gscope_signal_get_hidden, gscope_signal_set_hidden,
                FALSE);
  property_add (object_class, double, "filter", gscope_signal_get_filter, gscope_signal_set_filter,
                0, 1, 0);
  property_add (object_class, enum, "aggregation", gscope_signal_get_aggregation,
                gscope_signal_set_aggregation, GSCOPE_TYPE_AGGREGATION, GSCOPE_AGGREGATION_LAST);
  property_add (object_class, uint, "n-states", get_n_states, NULL, 0, GSCOPE_MAX_STATES, 0);
  property_add (object_class, object, "history", gscope_signal_get_history,
                gscope_signal_set_history, GSCOPE_TYPE_HISTORY);
}

/* How often it has samples, and until when. */
static void
install_pace (GObjectClass *object_class)
{
  /**
   * GscopeSignal:period:
   *
   * How often it is polled, or its events folded, in nanoseconds; 0 for its scope's period.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "period", gscope_signal_get_period, gscope_signal_set_period,
                0, GSCOPE_MAX_PERIOD, 0);
  /**
   * GscopeSignal:resolution:
   *
   * The interval in nanoseconds at which it is shown while the connection to its program is too slow for all
   * samples; 0 while all samples come.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "resolution", gscope_signal_get_resolution,
                gscope_signal_set_resolution, 0, G_MAXINT64, 0);
  /**
   * GscopeSignal:run:
   *
   * The number of its run, if it is compared with another signal; 0 otherwise.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "run", gscope_signal_get_run, NULL, 0, G_MAXUINT, 0);
  /**
   * GscopeSignal:run-label:
   *
   * What tells its run apart from others.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "run-label", gscope_signal_get_run_label, NULL, NULL);
  /**
   * GscopeSignal:ended:
   *
   * Whether the signal has ended.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "ended", gscope_signal_get_ended, NULL, FALSE);
  /**
   * GscopeSignal:trigger:
   *
   * The settings of the trigger by which a workspace watches it, as a JSON object like that of the workspace, or those that a
   * recording has of it; %NULL for none. Recordings keep them, see [method@Workspace.take_triggers].
   *
   * Since: 1.0
   */
  property_add (object_class, string, "trigger", gscope_signal_get_trigger, NULL, NULL);
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * GscopeSignal:kind:
   *
   * Where its samples come from.
   *
   * Since: 1.0
   */
  property_add_once (object_class, enum, "kind", gscope_signal_get_kind, set_kind,
                     GSCOPE_TYPE_SIGNAL_KIND, GSCOPE_SIGNAL_KIND_BUFFERED);
  /**
   * GscopeSignal:name:
   *
   * Its name within its group and source.
   *
   * Since: 1.0
   */
  property_add_once (object_class, string, "name", gscope_signal_get_name, set_name, NULL);
  /**
   * GscopeSignal:group:
   *
   * What it measures: signals of one thing are in one group.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "group", gscope_signal_get_group, gscope_signal_set_group,
                NULL);
  /**
   * GscopeSignal:group-title:
   *
   * The name of the group for people.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "group-title", gscope_signal_get_group_title,
                gscope_signal_set_group_title, NULL);
  /**
   * GscopeSignal:full-name:
   *
   * Its key in tuples, workspaces and protocols: `instance/group/name`.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "full-name", gscope_signal_get_full_name, NULL, NULL);
  /**
   * GscopeSignal:role:
   *
   * What it is in its group.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "role", gscope_signal_get_role, gscope_signal_set_role, NULL);
  /**
   * GscopeSignal:title:
   *
   * Its name for people.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "title", gscope_signal_get_title, gscope_signal_set_title,
                NULL);
  /**
   * GscopeSignal:description:
   *
   * What it means, in a sentence.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "description", gscope_signal_get_description,
                gscope_signal_set_description, NULL);
  /**
   * GscopeSignal:unit:
   *
   * The unit of its values.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "unit", gscope_signal_get_unit, gscope_signal_set_unit, NULL);
  install_pace (object_class);
  prepare_display_properties (object_class);
}

static void
gscope_signal_class_init (GscopeSignalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = gscope_signal_constructed;
  object_class->finalize = gscope_signal_finalize;
  install_properties (object_class);
}

static void
gscope_signal_init (GscopeSignal *self)
{
}

/**
 * gscope_signal_get_kind:
 * @self: a signal
 *
 * Where its samples come from. Any thread.
 *
 * Returns: the kind
 *
 * Since: 1.0
 */
GscopeSignalKind
gscope_signal_get_kind (GscopeSignal *self)
{
  return self->kind;
}

/**
 * gscope_signal_get_name: (get-property name)
 * @self: a signal
 *
 * Its name within its group and source. Any thread.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_name (GscopeSignal *self)
{
  return self->name;
}

static gboolean
replace_string (GscopeSignal *self, char **field, const char *value, const char *property)
{
  if (g_strcmp0 (*field, value) == 0)
    return FALSE;
  g_free (*field);
  *field = g_strdup (value);
  g_object_notify (G_OBJECT (self), property);
  return TRUE;
}

static void
rename_signal (GscopeSignal *self)
{
  g_clear_pointer (&self->full_name, g_free);
  g_object_notify (G_OBJECT (self), "full-name");
}

/**
 * gscope_signal_get_group: (get-property group)
 * @self: a signal
 *
 * The thing (a flow, a reserve, a task) that it says something of.
 *
 * Returns: (nullable): the group
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_group (GscopeSignal *self)
{
  return self->group;
}

/**
 * gscope_signal_set_group: (set-property group)
 * @self: a signal that was not added to a source yet
 * @group: (nullable): the group
 *
 * Sets the thing that it says something of.
 *
 * Since: 1.0
 */
void
gscope_signal_set_group (GscopeSignal *self, const char *group)
{
  if (replace_string (self, &self->group, group, "group"))
    rename_signal (self);
}

/**
 * gscope_signal_get_group_title: (get-property group-title)
 * @self: a signal
 *
 * Returns the name of its group for people, such as "curl to 10.0.0.1:443" for a flow; by default the
 * group.
 *
 * Returns: (nullable): the title of the group
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_group_title (GscopeSignal *self)
{
  return self->group_title ? self->group_title : self->group;
}

/**
 * gscope_signal_set_group_title: (set-property group-title)
 * @self: a signal
 * @title: (nullable): the title of the group, or %NULL for the group itself
 *
 * Sets the name of its group for people. It may change while the signal lives.
 *
 * Since: 1.0
 */
void
gscope_signal_set_group_title (GscopeSignal *self, const char *title)
{
  replace_string (self, &self->group_title, title, "group-title");
}

void
gscope_signal_set_instance (GscopeSignal *self, const char *instance)
{
  g_free (self->instance);
  self->instance = g_strdup (instance);
  rename_signal (self);
}

/**
 * gscope_signal_get_full_name: (get-property full-name)
 * @self: a signal
 *
 * `instance/group/name`, without the absent parts: the signal's key in tuples, workspaces and
 * protocols.
 *
 * Returns: the full name
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_full_name (GscopeSignal *self)
{
  if (!self->full_name)
    self->full_name = gscope_full_name_new (self->instance, self->group, self->name);
  return self->full_name;
}

/**
 * gscope_signal_get_role: (get-property role)
 * @self: a signal
 *
 * What it is in its group: usage, limit, period and so on.
 *
 * Returns: (nullable): the role
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_role (GscopeSignal *self)
{
  return self->role;
}

/**
 * gscope_signal_set_role: (set-property role)
 * @self: a signal
 * @role: (nullable): the role
 *
 * Sets what it is in its group.
 *
 * Since: 1.0
 */
void
gscope_signal_set_role (GscopeSignal *self, const char *role)
{
  replace_string (self, &self->role, role, "role");
}

/**
 * gscope_signal_get_followers:
 * @self: a signal
 *
 * Gets which signals follow it, as gscope_signal_set_followers() says.
 *
 * Returns: (array zero-terminated=1) (transfer none): their names; empty for none
 *
 * Since: 1.0
 */
const char *const *
gscope_signal_get_followers (GscopeSignal *self)
{
  static const char *const none[] = { NULL };

  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), NULL);

  return self->followers ? (const char *const *) self->followers : none;
}

/**
 * gscope_signal_set_followers:
 * @self: a signal that is in no scope yet
 * @names: (nullable) (array zero-terminated=1): their names; %NULL for none
 *
 * Declares the signals that follow this one, as a controlled signal follows its setpoint: each step
 * of this signal begins a step response of the followers. A name is the name of a signal of the
 * same source, with its group if it has one (`decoder/level`), or a full name of any source; `*`
 * matches any
 * characters and `?` a single one.
 *
 * Since: 1.0
 */
void
gscope_signal_set_followers (GscopeSignal *self, const char *const *names)
{
  g_return_if_fail (GSCOPE_IS_SIGNAL (self));

  g_strfreev (self->followers);
  self->followers = g_strdupv ((GStrv) names);
}

const char *
gscope_signal_find_path (GscopeSignal *self, const char *instance)
{
  const char *full_name = gscope_signal_get_full_name (self);
  gsize length = instance ? strlen (instance) : 0;

  if (length == 0)
    return full_name;
  if (strncmp (full_name, instance, length) != 0 || full_name[length] != '/')
    return NULL;
  return full_name + length + 1;
}

/**
 * gscope_signal_leads:
 * @self: a signal
 * @signal: another signal
 *
 * Gets whether another signal is among those that follow this one.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_signal_leads (GscopeSignal *self, GscopeSignal *signal)
{
  const char *full_name, *path;

  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), FALSE);

  full_name = gscope_signal_get_full_name (signal);
  path = gscope_signal_find_path (signal, self->instance);
  for (guint i = 0; self->followers && self->followers[i]; i++)
    if (g_pattern_match_simple (self->followers[i], full_name)
        || (path && g_pattern_match_simple (self->followers[i], path)))
      return self != signal;
  return FALSE;
}

/**
 * gscope_signal_get_title: (get-property title)
 * @self: a signal
 *
 * Its name for people; by default its name.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_title (GscopeSignal *self)
{
  return self->title ? self->title : self->name;
}

/**
 * gscope_signal_set_title: (set-property title)
 * @self: a signal
 * @title: (nullable): the title
 *
 * Sets its name for people.
 *
 * Since: 1.0
 */
void
gscope_signal_set_title (GscopeSignal *self, const char *title)
{
  replace_string (self, &self->title, title, "title");
}

/**
 * gscope_signal_get_description: (get-property description)
 * @self: a signal
 *
 * What it means, in a sentence.
 *
 * Returns: (nullable): the description
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_description (GscopeSignal *self)
{
  return self->description;
}

/**
 * gscope_signal_set_description: (set-property description)
 * @self: a signal
 * @description: (nullable): a sentence
 *
 * Sets what it means.
 *
 * Since: 1.0
 */
void
gscope_signal_set_description (GscopeSignal *self, const char *description)
{
  replace_string (self, &self->description, description, "description");
}

/**
 * gscope_signal_get_unit: (get-property unit)
 * @self: a signal
 *
 * The unit of its values. Signals of one unit share a lane.
 *
 * Returns: (nullable): the unit's symbol
 *
 * Since: 1.0
 */
const char *
gscope_signal_get_unit (GscopeSignal *self)
{
  return self->unit;
}

/**
 * gscope_signal_set_unit: (set-property unit)
 * @self: a signal
 * @unit: (nullable): the unit's symbol, such as `packets`, `B`, `s`, `%`
 *
 * Sets the unit of its values.
 *
 * Since: 1.0
 */
void
gscope_signal_set_unit (GscopeSignal *self, const char *unit)
{
  replace_string (self, &self->unit, unit, "unit");
}

const char *
gscope_signal_get_trigger (GscopeSignal *self)
{
  return self->trigger;
}

void
gscope_signal_set_trigger (GscopeSignal *self, const char *settings)
{
  replace_string (self, &self->trigger, settings, "trigger");
}

/**
 * gscope_signal_get_ended: (get-property ended)
 * @self: a signal
 *
 * Whether the signal has ended. It stays until its trace leaves the budget.
 *
 * Returns: whether it ended
 *
 * Since: 1.0
 */
gboolean
gscope_signal_get_ended (GscopeSignal *self)
{
  return self->ended;
}

/**
 * gscope_signal_end:
 * @self: a signal
 *
 * Ends it for good: it is polled no more, and its producers are refused. When the call returns
 * its word is read no more.
 *
 * Since: 1.0
 */
void
gscope_signal_end (GscopeSignal *self)
{
  if (self->ended)
    return;
  gscope_signal_detach (self);
  self->ended = TRUE;
  g_object_notify (G_OBJECT (self), "ended");
}

/**
 * gscope_signal_get_diagnostic:
 * @self: a signal
 *
 * Gets whether the signal says something of its source itself, not of what the source observes.
 *
 * Returns: whether it is diagnostic; %FALSE by default
 *
 * Since: 1.0
 */
gboolean
gscope_signal_get_diagnostic (GscopeSignal *self)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), FALSE);

  return self->diagnostic;
}

/**
 * gscope_signal_set_diagnostic:
 * @self: a signal that is in no source yet
 * @diagnostic: whether it is
 *
 * Declares that the signal says something of its source itself, such as the number of clients of a server.
 * Recordings have such signals only where that is asked for.
 *
 * Since: 1.0
 */
void
gscope_signal_set_diagnostic (GscopeSignal *self, gboolean diagnostic)
{
  g_return_if_fail (GSCOPE_IS_SIGNAL (self));

  self->diagnostic = diagnostic;
}

gboolean
gscope_signal_is_polled (GscopeSignal *self)
{
  return self->kind < GSCOPE_SIGNAL_KIND_FUNC
         || (self->kind == GSCOPE_SIGNAL_KIND_FUNC && self->any_thread);
}

gboolean
gscope_signal_is_called (GscopeSignal *self)
{
  return self->kind == GSCOPE_SIGNAL_KIND_FUNC && !self->any_thread;
}

void
gscope_signal_set_word (GscopeSignal *self, const GscopeWord *word, gboolean any_thread,
                        GDestroyNotify destroy)
{
  self->word = *word;
  self->any_thread = any_thread;
  self->destroy = destroy;
}

void
gscope_signal_get_word (GscopeSignal *self, GscopeWord *word)
{
  *word = self->word;
}

gboolean
gscope_signal_attach (GscopeSignal *self, GscopeDetachFunc detach, gpointer scope)
{
  if (self->scope || self->ended)
    return FALSE;
  self->detach = detach;
  self->scope = scope;
  return TRUE;
}

gboolean
gscope_signal_is_attached (GscopeSignal *self)
{
  return self->scope != NULL;
}

void
gscope_signal_detach (GscopeSignal *self)
{
  gpointer scope = g_steal_pointer (&self->scope);

  if (!scope)
    return;
  gscope_intake_close (&self->intake);
  self->detach (self, scope);
}
