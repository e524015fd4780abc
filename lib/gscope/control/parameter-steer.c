/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>
#include <gscope/signal/private.h>

/**
 * gscope_parameter_get_steered:
 * @self: a parameter
 *
 * Gets which signals respond to it, as gscope_parameter_set_steered() says.
 *
 * Returns: (array zero-terminated=1) (transfer none): their names; empty for none
 *
 * Since: 1.0
 */
const char *const *
gscope_parameter_get_steered (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return (const char *const *) self->steered;
}

/**
 * gscope_parameter_set_steered:
 * @self: a parameter
 * @names: (nullable) (array zero-terminated=1): their names; %NULL for none
 *
 * Declares which signals respond to it, whose step responses are then measured. A name is one of: a
 * signal of the parameter's own source, with its group if it has one (`queue`, `flow/cwnd`); a name
 * or role in the parameter's own group (`usage`); a full name of any source (`tcp/busiest/cwnd`).
 * In all but roles, `*` matches any characters and `?` a single one.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_steered (GscopeParameter *self, const char *const *names)
{
  static const char *const none[] = { NULL };

  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  if (!names)
    names = none;
  if (g_strv_equal ((const char *const *) self->steered, names))
    return;
  g_strfreev (self->steered);
  self->steered = g_strdupv ((GStrv) names);
  g_object_notify (G_OBJECT (self), "steered");
}

static gboolean
is_of_group (GscopeParameter *self, GscopeSignal *signal)
{
  const char *group = gscope_signal_get_group (signal);

  return self->group[0] == '\0' || g_strcmp0 (self->group, group) == 0;
}

/**
 * gscope_parameter_steers:
 * @self: a parameter
 * @signal: a signal
 *
 * Gets whether a signal is among those that respond to the parameter.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_parameter_steers (GscopeParameter *self, GscopeSignal *signal)
{
  const char *full_name, *path;
  gboolean is_near;

  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), FALSE);

  full_name = gscope_signal_get_full_name (signal);
  path = gscope_signal_find_path (signal, self->instance);
  is_near = path && is_of_group (self, signal);
  for (guint i = 0; self->steered[i]; i++)
    {
      const char *name = self->steered[i];

      if (g_pattern_match_simple (name, full_name) || (path && g_pattern_match_simple (name, path)))
        return TRUE;
      if (is_near
          && (g_pattern_match_simple (name, gscope_signal_get_name (signal))
              || g_strcmp0 (name, gscope_signal_get_role (signal)) == 0))
        return TRUE;
    }
  return FALSE;
}
