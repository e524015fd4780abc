/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/group.h>

#include <gscope-gtk/control/value.h>
#include <gscope-gtk/plot/ruler.h>
#include <math.h>

#define DIGITS 3

typedef enum
{
  ROLE_USAGE,
  ROLE_LIMIT,
  ROLE_PERIOD,
  N_ROLES
} Role;

static const char *const role_names[N_ROLES] = { "usage", "limit", "period" };

struct _GscopeGtkGroup
{
  GObject parent_instance;

  char *key;
  char *title;
  GscopeSignal *signals[N_ROLES];
  GscopeParameter *parameters[N_ROLES];
  double values[N_ROLES];
};

G_DEFINE_FINAL_TYPE (GscopeGtkGroup, gscope_gtk_group, G_TYPE_OBJECT)

static void
emit_changed (GscopeGtkGroup *self)
{
  g_signal_emit_by_name (self, "changed");
}

void
gscope_gtk_group_forget_members (GscopeGtkGroup *self)
{
  for (guint i = 0; i < N_ROLES; i++)
    {
      if (self->parameters[i])
        g_signal_handlers_disconnect_by_data (self->parameters[i], self);
      g_clear_object (&self->parameters[i]);
      g_clear_object (&self->signals[i]);
    }
}

static void
gscope_gtk_group_dispose (GObject *object)
{
  gscope_gtk_group_forget_members (GSCOPE_GTK_GROUP (object));
  G_OBJECT_CLASS (gscope_gtk_group_parent_class)->dispose (object);
}

static void
gscope_gtk_group_finalize (GObject *object)
{
  g_free (GSCOPE_GTK_GROUP (object)->key);
  g_free (GSCOPE_GTK_GROUP (object)->title);
  G_OBJECT_CLASS (gscope_gtk_group_parent_class)->finalize (object);
}

static void
gscope_gtk_group_class_init (GscopeGtkGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_gtk_group_finalize;
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_gtk_group_init (GscopeGtkGroup *self)
{
  for (guint i = 0; i < N_ROLES; i++)
    self->values[i] = NAN;
}

GscopeGtkGroup *
gscope_gtk_group_new (const char *key, const char *title)
{
  GscopeGtkGroup *self = g_object_new (GSCOPE_GTK_TYPE_GROUP, NULL);

  self->key = g_strdup (key);
  self->title = g_strdup (title);
  return self;
}

const char *
gscope_gtk_group_get_key (GscopeGtkGroup *self)
{
  return self->key;
}

const char *
gscope_gtk_group_get_title (GscopeGtkGroup *self)
{
  return self->title;
}

static int
find_role (const char *name)
{
  for (guint i = 0; i < N_ROLES; i++)
    if (g_strcmp0 (name, role_names[i]) == 0)
      return i;
  return -1;
}

void
gscope_gtk_group_take_signal (GscopeGtkGroup *self, GscopeSignal *signal)
{
  int role = find_role (gscope_signal_get_role (signal));

  if (role >= 0 && !self->signals[role])
    self->signals[role] = g_object_ref (signal);
}

void
gscope_gtk_group_take_parameter (GscopeGtkGroup *self, GscopeParameter *parameter)
{
  int role = find_role (gscope_parameter_get_role (parameter));

  if (role < 0 || self->parameters[role])
    return;
  self->parameters[role] = g_object_ref (parameter);
  g_signal_connect_swapped (parameter, "notify", G_CALLBACK (emit_changed), self);
}

gboolean
gscope_gtk_group_is_row (GscopeGtkGroup *self)
{
  return self->signals[ROLE_USAGE] != NULL;
}

gboolean
gscope_gtk_group_has_ended (GscopeGtkGroup *self)
{
  return self->signals[ROLE_USAGE] && gscope_signal_get_ended (self->signals[ROLE_USAGE]);
}

static double
read_value (GscopeGtkGroup *self, guint role)
{
  GscopeSample sample;

  if (self->signals[role] && gscope_signal_get_latest (self->signals[role], &sample))
    return sample.value;
  return NAN;
}

void
gscope_gtk_group_update (GscopeGtkGroup *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < N_ROLES; i++)
    {
      double value = read_value (self, i);

      any |= !(value == self->values[i] || (isnan (value) && isnan (self->values[i])));
      self->values[i] = value;
    }
  if (any)
    emit_changed (self);
}

/* Units. */

static const char *
get_unit (GscopeGtkGroup *self, Role role)
{
  return self->signals[role] ? gscope_signal_get_unit (self->signals[role]) : NULL;
}

static gboolean
is_parameter_of_unit (GscopeGtkGroup *self, Role role, const char *unit)
{
  return unit && self->parameters[role]
         && g_strcmp0 (gscope_parameter_get_unit (self->parameters[role]), unit) == 0;
}

static double
get_whole (GscopeGtkGroup *self)
{
  const char *unit = get_unit (self, ROLE_USAGE);

  if (g_strcmp0 (unit, get_unit (self, ROLE_PERIOD)) == 0 && self->values[ROLE_PERIOD] > 0)
    return self->values[ROLE_PERIOD];
  return self->signals[ROLE_USAGE] ? gscope_signal_get_max (self->signals[ROLE_USAGE]) : NAN;
}

/* Returns the period in the unit of the limit's parameter. */
static double
get_parameter_period (GscopeGtkGroup *self)
{
  const char *unit = gscope_parameter_get_unit (self->parameters[ROLE_LIMIT]);

  if (is_parameter_of_unit (self, ROLE_PERIOD, unit))
    return gscope_parameter_get_number (self->parameters[ROLE_PERIOD]);
  return g_strcmp0 (get_unit (self, ROLE_PERIOD), unit) == 0 ? self->values[ROLE_PERIOD] : NAN;
}

/* Returns the value of the parameter that corresponds to the whole. */
static double
get_parameter_whole (GscopeGtkGroup *self)
{
  return is_parameter_of_unit (self, ROLE_LIMIT, get_unit (self, ROLE_USAGE))
             ? get_whole (self)
             : get_parameter_period (self);
}

double
gscope_gtk_group_get_usage (GscopeGtkGroup *self)
{
  return self->values[ROLE_USAGE] / get_whole (self);
}

double
gscope_gtk_group_get_limit (GscopeGtkGroup *self)
{
  if (self->signals[ROLE_LIMIT])
    return self->values[ROLE_LIMIT] / get_whole (self);
  if (!self->parameters[ROLE_LIMIT])
    return NAN;
  return gscope_parameter_get_number (self->parameters[ROLE_LIMIT]) / get_parameter_whole (self);
}

static double
to_number (GVariant *value)
{
  return g_variant_is_of_type (value, G_VARIANT_TYPE_INT64) ? (double) g_variant_get_int64 (value)
                                                            : g_variant_get_double (value);
}

double
gscope_gtk_group_get_asked (GscopeGtkGroup *self)
{
  GscopeParameter *parameter = gscope_gtk_group_get_parameter (self);

  if (!parameter || gscope_parameter_get_state (parameter) != GSCOPE_PARAMETER_STATE_PENDING)
    return NAN;
  return to_number (gscope_parameter_get_asked (parameter)) / get_parameter_whole (self);
}

static char *
format (double value, const char *unit)
{
  return isnan (value) ? g_strdup ("–") : gscope_quantity_format (value, unit, DIGITS);
}

char *
gscope_gtk_group_format_usage (GscopeGtkGroup *self)
{
  return format (self->values[ROLE_USAGE], get_unit (self, ROLE_USAGE));
}

char *
gscope_gtk_group_format_limit (GscopeGtkGroup *self)
{
  GscopeParameter *parameter = self->parameters[ROLE_LIMIT];

  if (parameter)
    return gscope_gtk_control_value_format (parameter, gscope_parameter_get_value (parameter),
                                            TRUE);
  return format (self->values[ROLE_LIMIT], get_unit (self, ROLE_LIMIT));
}

char *
gscope_gtk_group_format_period (GscopeGtkGroup *self)
{
  return format (self->values[ROLE_PERIOD], get_unit (self, ROLE_PERIOD));
}

/* Only a numeric parameter is returned. */
GscopeParameter *
gscope_gtk_group_get_parameter (GscopeGtkGroup *self)
{
  GscopeParameter *parameter = self->parameters[ROLE_LIMIT];
  GscopeParameterType type;

  if (!parameter)
    return NULL;
  type = gscope_parameter_get_parameter_type (parameter);
  return type == GSCOPE_PARAMETER_TYPE_DOUBLE || type == GSCOPE_PARAMETER_TYPE_INTEGER ? parameter
                                                                                       : NULL;
}

/* A thousandth is the resolution of a bar. */
GVariant *
gscope_gtk_group_make_value (GscopeGtkGroup *self, double part)
{
  GscopeParameter *parameter = gscope_gtk_group_get_parameter (self);
  double number;

  if (!parameter)
    return NULL;
  number = round (CLAMP (part, 0, 1) * 1000) / 1000 * get_parameter_whole (self);
  if (isnan (number))
    return NULL;
  number =
      CLAMP (number, gscope_parameter_get_min (parameter), gscope_parameter_get_max (parameter));
  if (gscope_parameter_get_parameter_type (parameter) == GSCOPE_PARAMETER_TYPE_INTEGER)
    number = round (number);
  return gscope_parameter_validate (parameter, g_variant_new_double (number), NULL);
}
