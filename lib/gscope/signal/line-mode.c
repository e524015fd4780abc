/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/line-mode.h>

#include <glib/gi18n-lib.h>

static const struct
{
  const char *nick;
  const char *title;
} line_modes[GSCOPE_N_LINE_MODES] = {
  [GSCOPE_LINE_STEPS] = { "steps", N_ ("Steps") },
  [GSCOPE_LINE_LINES] = { "lines", N_ ("Lines") },
  [GSCOPE_LINE_POINTS] = { "points", N_ ("Points") },
  [GSCOPE_LINE_FILLED] = { "filled", N_ ("Filled") },
  [GSCOPE_LINE_IMPULSES] = { "impulses", N_ ("Impulses") },
};

/**
 * gscope_line_mode_get_nick:
 * @mode: a line mode
 *
 * The mode's name in files and protocols. Any thread may call this.
 *
 * Returns: the nick
 */
const char *
gscope_line_mode_get_nick (GscopeLineMode mode)
{
  g_return_val_if_fail ((guint) mode < GSCOPE_N_LINE_MODES, NULL);

  return line_modes[mode].nick;
}

/**
 * gscope_line_mode_get_title:
 * @mode: a line mode
 *
 * The mode's name for people, translated. Any thread may call this.
 *
 * Returns: the title
 */
const char *
gscope_line_mode_get_title (GscopeLineMode mode)
{
  g_return_val_if_fail ((guint) mode < GSCOPE_N_LINE_MODES, NULL);

  return g_dgettext (GETTEXT_PACKAGE, line_modes[mode].title);
}

/**
 * gscope_line_mode_from_nick:
 * @nick: a name
 * @mode: (out): the line mode
 *
 * Finds a line mode by its name in files and protocols. Any thread may call this.
 *
 * Returns: whether there is one
 */
gboolean
gscope_line_mode_from_nick (const char *nick, GscopeLineMode *mode)
{
  for (guint i = 0; i < GSCOPE_N_LINE_MODES; i++)
    if (g_strcmp0 (nick, line_modes[i].nick) == 0)
      {
        *mode = i;
        return TRUE;
      }
  return FALSE;
}
