/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/limit/limit.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>

/* Of values in texts. */
#define DIGITS 4

static char *
describe_mask (GscopeLimit *self)
{
  const char *name = gscope_limit_get_settings (self)->trigger;

  if (gscope_limit_get_trigger (self))
    return g_strdup (_ ("Mask"));
  if (!name || !*name)
    name = gscope_signal_get_full_name (gscope_limit_get_signal (self));
  /* Translators: the name of a signal */
  return g_strdup_printf (_ ("Mask, but “%s” has no trigger"), name);
}

/**
 * gscope_limit_dup_title:
 * @self: a limit
 *
 * Gets a short text about its bounds, such as “≤ 40 ms”. If a mask has no trigger at which it begins, the text says so.
 *
 * Returns: (transfer full): a translated text
 *
 * Since: 1.0
 */
char *
gscope_limit_dup_title (GscopeLimit *self)
{
  const GscopeLimitSettings *settings;
  const char *unit;
  g_autofree char *lower = NULL;
  g_autofree char *upper = NULL;

  g_return_val_if_fail (GSCOPE_IS_LIMIT (self) && gscope_limit_get_signal (self), NULL);

  settings = gscope_limit_get_settings (self);
  unit = gscope_signal_get_unit (gscope_limit_get_signal (self));
  lower = gscope_quantity_format (settings->lower, unit, DIGITS);
  upper = gscope_quantity_format (settings->upper, unit, DIGITS);
  switch (settings->kind)
    {
    case GSCOPE_LIMIT_KIND_BETWEEN:
      return g_strdup_printf (_ ("%s to %s"), lower, upper);
    case GSCOPE_LIMIT_KIND_AT_MOST:
      return g_strdup_printf ("≤ %s", upper);
    case GSCOPE_LIMIT_KIND_AT_LEAST:
      return g_strdup_printf ("≥ %s", lower);
    case GSCOPE_LIMIT_KIND_MASK:
      break;
    }
  return describe_mask (self);
}

/**
 * gscope_limit_dup_outcome:
 * @self: a limit
 *
 * Gets a sentence about the outcome so far: whether it passes, and how many samples did.
 *
 * Returns: (transfer full): a translated text
 *
 * Since: 1.0
 */
char *
gscope_limit_dup_outcome (GscopeLimit *self)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self) && gscope_limit_get_signal (self), NULL);

  return gscope_limit_result_dup_text (gscope_limit_get_result (self),
                                       gscope_signal_get_unit (gscope_limit_get_signal (self)));
}
