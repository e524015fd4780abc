/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/signal/loss.h>

static const char *const titles[] = {
  [GSCOPE_LOSS_RING_FULL] = N_ ("Ring full"),
  [GSCOPE_LOSS_LATE] = N_ ("Too late"),
  [GSCOPE_LOSS_BACKWARDS] = N_ ("Time went backwards"),
  [GSCOPE_LOSS_NOT_FINITE] = N_ ("Infinite or not a number"),
  [GSCOPE_LOSS_TICK] = N_ ("Missed tick"),
  [GSCOPE_LOSS_MALFORMED] = N_ ("Malformed input"),
  [GSCOPE_LOSS_LIMIT] = N_ ("Over a limit"),
  [GSCOPE_LOSS_EVICTED] = N_ ("Dropped before it was read"),
  [GSCOPE_LOSS_REDUCED] = N_ ("Left out on a slow connection"),
  [GSCOPE_LOSS_NO_TIME] = N_ ("Time not known"),
  [GSCOPE_LOSS_UNSEEN] = N_ ("Beginning not seen"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (titles) == GSCOPE_N_LOSSES);

/**
 * gscope_loss_get_title:
 * @cause: a cause
 *
 * Gets the name of @cause for users. Any thread may call this.
 *
 * Returns: (transfer none): the translated name, such as “Ring full”
 *
 * Since: 1.0
 */
const char *
gscope_loss_get_title (GscopeLoss cause)
{
  g_return_val_if_fail ((guint) cause < GSCOPE_N_LOSSES, NULL);

  return g_dgettext (GETTEXT_PACKAGE, titles[cause]);
}
