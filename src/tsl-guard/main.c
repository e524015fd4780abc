/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n.h>
#include <installed.h>
#include <locale.h>
#include <tsl/guard/guard.h>

int
main (int argc, char *argv[])
{
  g_autofree char *locale_dir =
      installed_find (tsl_guard_serve, GUARD_PREFIX, GUARD_LIB_DIR, GUARD_LOCALE_DIR);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  if (argc != 2)
    {
      g_printerr (_ ("tsl-guard: libtsl starts this program, with the name of a journal\n"));
      return 2;
    }
  return tsl_guard_serve (argv[1]);
}
