/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/full-name.h>
#include <math.h>
#include <property.h>

/**
 * GscopeParameter:
 *
 * A typed, ranged, unit-bearing value that can be read and written while a program or a kernel
 * runs.
 *
 * It is the only judge of what is valid, and its value is what was read back after applying, never
 * what was asked for: a refused write keeps the old value and gives a reason. It belongs to the
 * source that it was added to, which applies values. Without a source, and by default with one, a
 * value is taken as it is and stored in the variable that the parameter is bound to, if any:
 *
 * ```c
 * GscopeParameter *gain = gscope_parameter_new_double ("gain", 0, 10, 1);
 *
 * gscope_parameter_bind_double (gain, &controller.gain);
 * gscope_source_add_parameter (source, gain, &error);
 * ```
 *
 * It lives in the main context.
 *
 * Since: 1.0
 */

G_DEFINE_FINAL_TYPE (GscopeParameter, gscope_parameter, G_TYPE_OBJECT)

static void
set_text (GscopeParameter *self, char **field, const char *text, const char *prop)
{
  if (g_strcmp0 (*field, text) == 0)
    return;
  g_free (*field);
  *field = g_strdup (text);
  g_object_notify (G_OBJECT (self), prop);
}

static void
gscope_parameter_finalize (GObject *object)
{
  GscopeParameter *self = GSCOPE_PARAMETER (object);

  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->group);
  g_free (self->role);
  g_free (self->unit);
  g_free (self->reason);
  g_free (self->instance);
  g_strfreev (self->rules.nicks);
  g_strfreev (self->rules.titles);
  g_strfreev (self->steered);
  g_clear_pointer (&self->value, g_variant_unref);
  g_clear_pointer (&self->initial, g_variant_unref);
  g_clear_pointer (&self->asked, g_variant_unref);
  g_clear_pointer (&self->gesture, gscope_gesture_free);
  gscope_run_clear (&self->run);
  gscope_binding_clear (&self->binding);
  G_OBJECT_CLASS (gscope_parameter_parent_class)->finalize (object);
}

/* The rules are documented in parameter-rules.c. */
static void
install_rules (GObjectClass *object_class)
{
  /**
   * GscopeParameter:name:
   *
   * Its name, unique in its group.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "name", gscope_parameter_get_name, NULL, "");
  /**
   * GscopeParameter:parameter-type:
   *
   * What values it has.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "parameter-type", gscope_parameter_get_parameter_type, NULL,
                GSCOPE_TYPE_PARAMETER_TYPE, GSCOPE_PARAMETER_TYPE_BOOLEAN);
  property_add (object_class, double, "min", gscope_parameter_get_min, NULL, -INFINITY, INFINITY,
                -G_MAXDOUBLE);
  property_add (object_class, double, "max", gscope_parameter_get_max, NULL, -INFINITY, INFINITY,
                G_MAXDOUBLE);
  property_add (object_class, double, "step", gscope_parameter_get_step, gscope_parameter_set_step,
                0, G_MAXDOUBLE, 0);
  property_add (object_class, boolean, "logarithmic", gscope_parameter_get_logarithmic,
                gscope_parameter_set_logarithmic, FALSE);
  /**
   * GscopeParameter:steered:
   *
   * Which signals respond to it.
   *
   * Since: 1.0
   */
  property_add (object_class, boxed, "steered", gscope_parameter_get_steered,
                gscope_parameter_set_steered, G_TYPE_STRV);
  property_add (object_class, boxed, "nicks", gscope_parameter_get_nicks, NULL, G_TYPE_STRV);
  property_add (object_class, boxed, "titles", gscope_parameter_get_titles, NULL, G_TYPE_STRV);
}

static void
install_values (GObjectClass *object_class)
{
  /**
   * GscopeParameter:value:
   *
   * The value, as last read back.
   *
   * Since: 1.0
   */
  property_add (object_class, variant, "value", gscope_parameter_get_value, NULL,
                G_VARIANT_TYPE_ANY, NULL);
  /**
   * GscopeParameter:default:
   *
   * The value that it was made with.
   *
   * Since: 1.0
   */
  property_add (object_class, variant, "default", gscope_parameter_get_default, NULL,
                G_VARIANT_TYPE_ANY, NULL);
  /**
   * GscopeParameter:state:
   *
   * How the last write fared.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "state", gscope_parameter_get_state, NULL,
                GSCOPE_TYPE_PARAMETER_STATE, GSCOPE_PARAMETER_STATE_IN_SYNC);
  /**
   * GscopeParameter:asked:
   *
   * What the last write asked for; %NULL before the first, and after somebody else's.
   *
   * Since: 1.0
   */
  property_add (object_class, variant, "asked", gscope_parameter_get_asked, NULL,
                G_VARIANT_TYPE_ANY, NULL);
  /**
   * GscopeParameter:reason:
   *
   * Why the last write was refused; %NULL in the other states.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "reason", gscope_parameter_get_reason, NULL, NULL);
}

static void
gscope_parameter_class_init (GscopeParameterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_parameter_finalize;
  /**
   * GscopeParameter:title:
   *
   * What a user calls it; the name where it was not set.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "title", gscope_parameter_get_title,
                gscope_parameter_set_title, "");
  /**
   * GscopeParameter:description:
   *
   * A sentence about what it does.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "description", gscope_parameter_get_description,
                gscope_parameter_set_description, "");
  /**
   * GscopeParameter:group:
   *
   * The thing it belongs to, such as a flow or a task; empty for none.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "group", gscope_parameter_get_group,
                gscope_parameter_set_group, "");
  /**
   * GscopeParameter:role:
   *
   * What it is in its group, such as "limit"; empty for none.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "role", gscope_parameter_get_role, gscope_parameter_set_role,
                "");
  /**
   * GscopeParameter:unit:
   *
   * The unit of its value; empty for none.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "unit", gscope_parameter_get_unit, gscope_parameter_set_unit,
                "");
  install_rules (object_class);
  install_values (object_class);

  /**
   * GscopeParameter::written:
   * @self: the parameter
   * @old: the value before
   * @asked: what was asked for
   * @value: (nullable): the value read back; %NULL if the write was refused
   * @reason: (nullable): why it was refused
   * @writer: (nullable): who wrote
   *
   * Emitted once for each answered write, once for a whole drag, and when somebody else's write
   * is noticed.
   *
   * Since: 1.0
   */
  g_signal_new ("written", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 5, G_TYPE_VARIANT, G_TYPE_VARIANT, G_TYPE_VARIANT, G_TYPE_STRING,
                G_TYPE_STRING);
}

static void
gscope_parameter_init (GscopeParameter *self)
{
  self->name = g_strdup ("");
  self->description = g_strdup ("");
  self->group = g_strdup ("");
  self->role = g_strdup ("");
  self->unit = g_strdup ("");
  self->steered = g_new0 (char *, 1);
  self->value = g_variant_ref_sink (g_variant_new_boolean (FALSE));
  self->initial = g_variant_ref (self->value);
}

/**
 * gscope_parameter_get_parameter_type:
 * @self: a parameter
 *
 * Gets what values it has.
 *
 * Returns: the type
 *
 * Since: 1.0
 */
GscopeParameterType
gscope_parameter_get_parameter_type (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), GSCOPE_PARAMETER_TYPE_BOOLEAN);

  return self->rules.type;
}

/**
 * gscope_parameter_get_name:
 * @self: a parameter
 *
 * Gets its name, unique in its group.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_name (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->name;
}

/**
 * gscope_parameter_dup_full_name:
 * @self: a parameter
 *
 * Gets `instance/group/name`, without the parts that it lacks.
 *
 * Returns: (transfer full): the full name
 *
 * Since: 1.0
 */
char *
gscope_parameter_dup_full_name (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return gscope_full_name_new (self->instance, self->group, self->name);
}

/**
 * gscope_parameter_get_title:
 * @self: a parameter
 *
 * Gets what a user calls it; the name where no title was set.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_title (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->title ? self->title : self->name;
}

/**
 * gscope_parameter_set_title:
 * @self: a parameter
 * @title: (nullable): what a user calls it
 *
 * Sets what a user calls it.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_title (GscopeParameter *self, const char *title)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->title, title, "title");
}

/**
 * gscope_parameter_get_description:
 * @self: a parameter
 *
 * Gets a sentence about what it does.
 *
 * Returns: the description; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_description (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->description;
}

/**
 * gscope_parameter_set_description:
 * @self: a parameter
 * @description: (nullable): a sentence about what it does
 *
 * Sets its description.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_description (GscopeParameter *self, const char *description)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->description, description ? description : "", "description");
}

/**
 * gscope_parameter_get_group:
 * @self: a parameter
 *
 * Gets the thing it belongs to.
 *
 * Returns: the group; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_group (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->group;
}

/**
 * gscope_parameter_set_group:
 * @self: a parameter that no source has yet
 * @group: (nullable): the group
 *
 * Sets the thing it belongs to, which is part of its full name.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_group (GscopeParameter *self, const char *group)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (!self->owner);

  set_text (self, &self->group, group ? group : "", "group");
}

/**
 * gscope_parameter_get_role:
 * @self: a parameter
 *
 * Gets what it is in its group.
 *
 * Returns: the role; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_role (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->role;
}

/**
 * gscope_parameter_set_role:
 * @self: a parameter
 * @role: (nullable): the role
 *
 * Sets what it is in its group.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_role (GscopeParameter *self, const char *role)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->role, role ? role : "", "role");
}

/**
 * gscope_parameter_get_unit:
 * @self: a parameter
 *
 * Gets the unit of its value.
 *
 * Returns: the unit; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_unit (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->unit;
}

/**
 * gscope_parameter_set_unit:
 * @self: a parameter
 * @unit: (nullable): the unit
 *
 * Sets the unit of its value.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_unit (GscopeParameter *self, const char *unit)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->unit, unit ? unit : "", "unit");
}

/**
 * gscope_parameter_get_value:
 * @self: a parameter
 *
 * Gets the value, as last read back.
 *
 * Returns: (transfer none): the value, of the type that #GscopeParameterType names
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_get_value (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->value;
}

/**
 * gscope_parameter_get_number:
 * @self: a parameter
 *
 * Gets the value as a number: 0 or 1 of a boolean, the index of an enumeration's choice.
 *
 * Returns: the number, in the parameter's unit; not-a-number of a string
 *
 * Since: 1.0
 */
double
gscope_parameter_get_number (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NAN);

  return gscope_parameter_rules_get_number (&self->rules, self->value);
}

/**
 * gscope_parameter_get_default:
 * @self: a parameter
 *
 * Gets the value that it was made with.
 *
 * Returns: (transfer none): the value
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_get_default (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->initial;
}

/**
 * gscope_parameter_get_revision:
 * @self: a parameter
 *
 * Gets the number of the value: each change of the value increases it. A writer who gives the revision that it saw
 * is refused if somebody else has changed the value since.
 *
 * Returns: the revision, at least 1
 *
 * Since: 1.0
 */
guint64
gscope_parameter_get_revision (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), 0);

  return self->revision + 1;
}

/**
 * gscope_parameter_get_state:
 * @self: a parameter
 *
 * Gets how the last write fared.
 *
 * Returns: the state
 *
 * Since: 1.0
 */
GscopeParameterState
gscope_parameter_get_state (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), GSCOPE_PARAMETER_STATE_IN_SYNC);

  return self->state;
}

/**
 * gscope_parameter_get_asked:
 * @self: a parameter
 *
 * Gets what the last write asked for.
 *
 * Returns: (nullable) (transfer none): the value; %NULL before the first write, and after somebody
 *   else's
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_get_asked (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->asked;
}

/**
 * gscope_parameter_get_reason:
 * @self: a parameter
 *
 * Gets why the last write was refused.
 *
 * Returns: (nullable): the reason; %NULL if it was not
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_reason (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return self->reason;
}

/**
 * gscope_parameter_format:
 * @self: a parameter
 * @value: a value
 *
 * Writes a value as text, in every locale alike, without its unit, and with as many digits as it
 * takes for gscope_parameter_parse() to read the same value.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_parameter_format (GscopeParameter *self, GVariant *value)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);
  g_return_val_if_fail (value, NULL);

  return gscope_value_format (value);
}

void
gscope_parameter_take_value (GscopeParameter *self, GVariant *value, gint64 time)
{
  gboolean same = g_variant_equal (self->value, value);

  g_variant_ref (value);
  g_variant_unref (self->value);
  self->value = value;
  self->n_taken++;
  gscope_parameter_store_word (self, self->value);
  if (same)
    return;
  self->revision++;
  self->changed = time;
  g_object_notify (G_OBJECT (self), "value");
}

guint64
gscope_parameter_get_write_number (GscopeParameter *self)
{
  return self->n_taken + 1;
}

gint64
gscope_parameter_get_changed (GscopeParameter *self)
{
  return self->changed;
}

static gboolean
is_same_variant (GVariant *a, GVariant *b)
{
  return a == b || (a && b && g_variant_equal (a, b));
}

void
gscope_parameter_set_outcome (GscopeParameter *self, GscopeParameterState state, GVariant *asked,
                              const char *reason)
{
  g_object_freeze_notify (G_OBJECT (self));
  set_text (self, &self->reason, reason, "reason");
  if (!is_same_variant (self->asked, asked))
    {
      g_clear_pointer (&self->asked, g_variant_unref);
      self->asked = asked ? g_variant_ref (asked) : NULL;
      g_object_notify (G_OBJECT (self), "asked");
    }
  if (self->state != state)
    {
      self->state = state;
      g_object_notify (G_OBJECT (self), "state");
    }
  g_object_thaw_notify (G_OBJECT (self));
}
