/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/line-mode.h>

#include <glib/gi18n-lib.h>

static const char *const titles[GSCOPE_N_LINE_MODES] = {
  [GSCOPE_LINE_STEPS] = N_ ("Hold"),        [GSCOPE_LINE_LINES] = N_ ("Lines"),
  [GSCOPE_LINE_POINTS] = N_ ("Points"),     [GSCOPE_LINE_FILLED] = N_ ("Filled"),
  [GSCOPE_LINE_IMPULSES] = N_ ("Impulses"),
};

/**
 * gscope_line_mode_get_title:
 * @mode: a line mode
 *
 * Gets the name of @mode for users, translated. Any thread may call this.
 *
 * Returns: the title
 */
const char *
gscope_line_mode_get_title (GscopeLineMode mode)
{
  g_return_val_if_fail ((guint) mode < GSCOPE_N_LINE_MODES, NULL);

  return g_dgettext (GETTEXT_PACKAGE, titles[mode]);
}
