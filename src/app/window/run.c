/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/run.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <gtk/gtk.h>

#include "window/application.h"

/* As the specification of base directories says. */
#define USUAL_DATA_DIRS "/usr/local/share/:/usr/share/"

void
app_run_find_data (void)
{
  const char *variable = g_getenv ("XDG_DATA_DIRS");
  const char *usual = variable && variable[0] ? variable : USUAL_DATA_DIRS;
  g_auto (GStrv) paths = g_strsplit (usual, ":", -1);
  g_autofree char *installed = gscope_file_find_installed (APP_DATA_DIR);
  g_autofree char *with_slash = g_strconcat (installed, "/", NULL);
  g_autofree char *all = g_strconcat (installed, ":", usual, NULL);

  if (!g_strv_contains ((const char *const *) paths, installed)
      && !g_strv_contains ((const char *const *) paths, with_slash))
    g_setenv ("XDG_DATA_DIRS", all, TRUE);
}

static gboolean
has_gpu (void)
{
  g_autoptr (GDir) directory = g_dir_open ("/dev/dri", 0, NULL);
  const char *name;

  while (directory && (name = g_dir_read_name (directory)))
    if (g_str_has_prefix (name, "renderD"))
      return TRUE;
  return FALSE;
}

/* OpenGL that runs on the CPU costs more than cairo does, and looking for it more than all else. */
static void
choose_renderer (void)
{
  const char *disabled = gtk_check_version (4, 16, 0) ? "GDK_DEBUG" : "GDK_DISABLE";

  if (!has_gpu ())
    g_setenv ("GSK_RENDERER", "cairo", FALSE);
  if (g_strcmp0 (g_getenv ("GSK_RENDERER"), "cairo") == 0)
    g_setenv (disabled, g_str_equal (disabled, "GDK_DEBUG") ? "gl-disable" : "gl", FALSE);
}

/* Where no desktop says what the font is, GTK takes any. */
static void
choose_font (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *name = NULL;

  g_object_get (settings, "gtk-font-name", &name, NULL);
  if (g_str_equal (name, "Sans 10"))
    g_object_set (settings, "gtk-font-name", "Cantarell 11", NULL);
}

/* GSettings ends the program where there is none. */
static gboolean
has_schema (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  GSettingsSchema *schema = source ? g_settings_schema_source_lookup (source, APP_ID, TRUE) : NULL;

  if (!schema)
    return FALSE;
  g_settings_schema_unref (schema);
  return TRUE;
}

int
app_run (const AppOptions *options)
{
  g_autoptr (AppApplication) application = NULL;
  int status;

  choose_renderer ();
  if (!gtk_init_check ())
    {
      g_printerr ("%s\n", _ ("gscope: There is no display to open a window on: run it in a "
                             "graphical session or under xvfb-run, or record without a window with "
                             "--record FILE."));
      return 1;
    }
  if (!has_schema ())
    {
      g_printerr ("%s\n",
                  _ ("gscope: Its settings are not installed: install Gscope, or run it with "
                     "meson devenv."));
      return 1;
    }
  choose_font ();
  application = app_application_new (options);
  status = g_application_run (G_APPLICATION (application), 0, NULL);
  return status ? status : app_application_get_status (application);
}
