/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/signal/loss.h>

static const struct
{
  const char *nick;
  const char *title;
} rows[] = {
  [GSCOPE_LOSS_RING_FULL] = { "ring-full", N_ ("Ring full") },
  [GSCOPE_LOSS_LATE] = { "late", N_ ("Too late") },
  [GSCOPE_LOSS_BACKWARDS] = { "backwards", N_ ("Time went backwards") },
  [GSCOPE_LOSS_NOT_FINITE] = { "not-finite", N_ ("Infinite or not a number") },
  [GSCOPE_LOSS_TICK] = { "tick", N_ ("Missed tick") },
  [GSCOPE_LOSS_MALFORMED] = { "malformed", N_ ("Malformed input") },
  [GSCOPE_LOSS_LIMIT] = { "limit", N_ ("Over a limit") },
  [GSCOPE_LOSS_EVICTED] = { "evicted", N_ ("Dropped before it was read") },
};

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == GSCOPE_N_LOSSES);

/**
 * gscope_loss_get_nick:
 * @cause: a cause
 *
 * Gets the name that @cause has in files and protocols. Any thread may call this.
 *
 * Returns: (transfer none): the name, such as `ring-full`
 */
const char *
gscope_loss_get_nick (GscopeLoss cause)
{
  g_return_val_if_fail ((guint) cause < GSCOPE_N_LOSSES, NULL);

  return rows[cause].nick;
}

/**
 * gscope_loss_get_title:
 * @cause: a cause
 *
 * Gets the name of @cause to show to a user. Any thread may call this.
 *
 * Returns: (transfer none): the translated name, such as “Ring full”
 */
const char *
gscope_loss_get_title (GscopeLoss cause)
{
  g_return_val_if_fail ((guint) cause < GSCOPE_N_LOSSES, NULL);

  return g_dgettext (GETTEXT_PACKAGE, rows[cause].title);
}
