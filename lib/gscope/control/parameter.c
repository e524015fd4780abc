/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/signal/full-name.h>
#include <math.h>

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
 */

enum
{
  PROP_NAME = 1,
  PROP_PARAMETER_TYPE,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_GROUP,
  PROP_ROLE,
  PROP_UNIT,
  PROP_MIN,
  PROP_MAX,
  PROP_STEP,
  PROP_LOGARITHMIC,
  PROP_STEERED,
  PROP_NICKS,
  PROP_TITLES,
  PROP_VALUE,
  PROP_DEFAULT,
  PROP_STATE,
  PROP_ASKED,
  PROP_REASON,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (GscopeParameter, gscope_parameter, G_TYPE_OBJECT)

static void
set_text (GscopeParameter *self, char **field, const char *text, guint prop)
{
  if (g_strcmp0 (*field, text) == 0)
    return;
  g_free (*field);
  *field = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static void
gscope_parameter_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeParameter *self = GSCOPE_PARAMETER (object);

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_PARAMETER_TYPE:
      g_value_set_enum (value, self->rules.type);
      break;
    case PROP_TITLE:
      g_value_set_string (value, gscope_parameter_get_title (self));
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->description);
      break;
    case PROP_GROUP:
      g_value_set_string (value, self->group);
      break;
    case PROP_ROLE:
      g_value_set_string (value, self->role);
      break;
    case PROP_UNIT:
      g_value_set_string (value, self->unit);
      break;
    case PROP_MIN:
      g_value_set_double (value, gscope_parameter_get_min (self));
      break;
    case PROP_MAX:
      g_value_set_double (value, gscope_parameter_get_max (self));
      break;
    case PROP_STEP:
      g_value_set_double (value, self->rules.step);
      break;
    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->logarithmic);
      break;
    case PROP_STEERED:
      g_value_set_boxed (value, self->steered);
      break;
    case PROP_NICKS:
      g_value_set_boxed (value, self->rules.nicks);
      break;
    case PROP_TITLES:
      g_value_set_boxed (value, self->rules.titles);
      break;
    case PROP_VALUE:
      g_value_set_variant (value, self->value);
      break;
    case PROP_DEFAULT:
      g_value_set_variant (value, self->initial);
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_ASKED:
      g_value_set_variant (value, self->asked);
      break;
    case PROP_REASON:
      g_value_set_string (value, self->reason);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_parameter_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GscopeParameter *self = GSCOPE_PARAMETER (object);

  switch (id)
    {
    case PROP_TITLE:
      gscope_parameter_set_title (self, g_value_get_string (value));
      break;
    case PROP_DESCRIPTION:
      gscope_parameter_set_description (self, g_value_get_string (value));
      break;
    case PROP_GROUP:
      gscope_parameter_set_group (self, g_value_get_string (value));
      break;
    case PROP_ROLE:
      gscope_parameter_set_role (self, g_value_get_string (value));
      break;
    case PROP_UNIT:
      gscope_parameter_set_unit (self, g_value_get_string (value));
      break;
    case PROP_STEP:
      gscope_parameter_set_step (self, g_value_get_double (value));
      break;
    case PROP_LOGARITHMIC:
      gscope_parameter_set_logarithmic (self, g_value_get_boolean (value));
      break;
    case PROP_STEERED:
      gscope_parameter_set_steered (self, g_value_get_boxed (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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

static void
install_texts (void)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * GscopeParameter:title:
   *
   * What a user calls it; the name where it was not set.
   */
  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  /**
   * GscopeParameter:description:
   *
   * A sentence about what it does.
   */
  props[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, "", flags);
  /**
   * GscopeParameter:group:
   *
   * The thing it belongs to, such as a flow or a task; empty for none.
   */
  props[PROP_GROUP] = g_param_spec_string ("group", NULL, NULL, "", flags);
  /**
   * GscopeParameter:role:
   *
   * What it is in its group, such as "limit"; empty for none.
   */
  props[PROP_ROLE] = g_param_spec_string ("role", NULL, NULL, "", flags);
  /**
   * GscopeParameter:unit:
   *
   * The unit of its value; empty for none.
   */
  props[PROP_UNIT] = g_param_spec_string ("unit", NULL, NULL, "", flags);
}

/* The rules are documented in parameter-rules.c. */
static void
install_rules (void)
{
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags write = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * GscopeParameter:name:
   *
   * Its name, unique in its group.
   */
  props[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, "", read);
  /**
   * GscopeParameter:parameter-type:
   *
   * What values it has.
   */
  props[PROP_PARAMETER_TYPE] = g_param_spec_enum (
      "parameter-type", NULL, NULL, GSCOPE_TYPE_PARAMETER_TYPE, GSCOPE_PARAMETER_BOOLEAN, read);
  props[PROP_MIN] =
      g_param_spec_double ("min", NULL, NULL, -INFINITY, INFINITY, -G_MAXDOUBLE, read);
  props[PROP_MAX] = g_param_spec_double ("max", NULL, NULL, -INFINITY, INFINITY, G_MAXDOUBLE, read);
  props[PROP_STEP] = g_param_spec_double ("step", NULL, NULL, 0, G_MAXDOUBLE, 0, write);
  props[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, write);
  /**
   * GscopeParameter:steered:
   *
   * Which signals respond to it.
   */
  props[PROP_STEERED] = g_param_spec_boxed ("steered", NULL, NULL, G_TYPE_STRV, write);
  props[PROP_NICKS] = g_param_spec_boxed ("nicks", NULL, NULL, G_TYPE_STRV, read);
  props[PROP_TITLES] = g_param_spec_boxed ("titles", NULL, NULL, G_TYPE_STRV, read);
}

static void
install_values (void)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  /**
   * GscopeParameter:value:
   *
   * The value, as last read back.
   */
  props[PROP_VALUE] = g_param_spec_variant ("value", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, flags);
  /**
   * GscopeParameter:default:
   *
   * The value that it was made with.
   */
  props[PROP_DEFAULT] =
      g_param_spec_variant ("default", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, flags);
  /**
   * GscopeParameter:state:
   *
   * How the last write fared.
   */
  props[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GSCOPE_TYPE_PARAMETER_STATE,
                                         GSCOPE_PARAMETER_IN_SYNC, flags);
  /**
   * GscopeParameter:asked:
   *
   * What the last write asked for; %NULL before the first, and after somebody else's.
   */
  props[PROP_ASKED] = g_param_spec_variant ("asked", NULL, NULL, G_VARIANT_TYPE_ANY, NULL, flags);
  /**
   * GscopeParameter:reason:
   *
   * Why the last write was refused; %NULL in the other states.
   */
  props[PROP_REASON] = g_param_spec_string ("reason", NULL, NULL, NULL, flags);
}

static void
gscope_parameter_class_init (GscopeParameterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gscope_parameter_get_property;
  object_class->set_property = gscope_parameter_set_property;
  object_class->finalize = gscope_parameter_finalize;
  install_texts ();
  install_rules ();
  install_values ();
  g_object_class_install_properties (object_class, N_PROPS, props);

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
 */
GscopeParameterType
gscope_parameter_get_parameter_type (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), GSCOPE_PARAMETER_BOOLEAN);

  return self->rules.type;
}

/**
 * gscope_parameter_get_name:
 * @self: a parameter
 *
 * Gets its name, unique in its group.
 *
 * Returns: the name
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
 */
void
gscope_parameter_set_title (GscopeParameter *self, const char *title)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->title, title, PROP_TITLE);
}

/**
 * gscope_parameter_get_description:
 * @self: a parameter
 *
 * Gets a sentence about what it does.
 *
 * Returns: the description; empty if it has none
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
 */
void
gscope_parameter_set_description (GscopeParameter *self, const char *description)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->description, description ? description : "", PROP_DESCRIPTION);
}

/**
 * gscope_parameter_get_group:
 * @self: a parameter
 *
 * Gets the thing it belongs to.
 *
 * Returns: the group; empty if it has none
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
 */
void
gscope_parameter_set_group (GscopeParameter *self, const char *group)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (!self->owner);

  set_text (self, &self->group, group ? group : "", PROP_GROUP);
}

/**
 * gscope_parameter_get_role:
 * @self: a parameter
 *
 * Gets what it is in its group.
 *
 * Returns: the role; empty if it has none
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
 */
void
gscope_parameter_set_role (GscopeParameter *self, const char *role)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->role, role ? role : "", PROP_ROLE);
}

/**
 * gscope_parameter_get_unit:
 * @self: a parameter
 *
 * Gets the unit of its value.
 *
 * Returns: the unit; empty if it has none
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
 */
void
gscope_parameter_set_unit (GscopeParameter *self, const char *unit)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  set_text (self, &self->unit, unit ? unit : "", PROP_UNIT);
}

/**
 * gscope_parameter_get_value:
 * @self: a parameter
 *
 * Gets the value, as last read back.
 *
 * Returns: (transfer none): the value, of the type that #GscopeParameterType names
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
 */
GscopeParameterState
gscope_parameter_get_state (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), GSCOPE_PARAMETER_IN_SYNC);

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
 */
char *
gscope_parameter_format (GscopeParameter *self, GVariant *value)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);
  g_return_val_if_fail (value, NULL);

  return gscope_value_format (value);
}

void
gscope_parameter_take_value (GscopeParameter *self, GVariant *value)
{
  gboolean same = g_variant_equal (self->value, value);

  g_variant_ref (value);
  g_variant_unref (self->value);
  self->value = value;
  gscope_parameter_store_word (self, self->value);
  if (same)
    return;
  self->revision++;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_VALUE]);
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
  set_text (self, &self->reason, reason, PROP_REASON);
  if (!is_same_variant (self->asked, asked))
    {
      g_clear_pointer (&self->asked, g_variant_unref);
      self->asked = asked ? g_variant_ref (asked) : NULL;
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ASKED]);
    }
  if (self->state != state)
    {
      self->state = state;
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}
