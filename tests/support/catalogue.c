/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/catalogue.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

#define FOLDER "de/LC_MESSAGES"

static char *
build_path (const char *directory, const char *domain)
{
  return g_strdup_printf ("%s/" FOLDER "/%s.mo", directory, domain);
}

/* As msgfmt writes it: a head, two tables of lengths and offsets, the texts. */
static void
write_catalogue (const char *path, const char *text, const char *translation)
{
  const guint32 n = strlen (text), m = strlen (translation);
  const guint32 head[] = { 0x950412de, 0, 1, 28, 36, 0, 44, n, 44, m, 44 + n + 1 };
  g_autoptr (GByteArray) file = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) head, sizeof head);
  g_byte_array_append (file, (const guint8 *) text, n + 1);
  g_byte_array_append (file, (const guint8 *) translation, m + 1);
  g_assert_true (g_file_set_contents (path, (const char *) file->data, file->len, NULL));
}

char *
catalogue_install (const char *domain, const char *text, const char *translation)
{
  char *directory = g_dir_make_tmp ("gscope-catalogue-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (directory, FOLDER, NULL);
  g_autofree char *path = build_path (directory, domain);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  write_catalogue (path, text, translation);
  setlocale (LC_ALL, "C.UTF-8");
  g_setenv ("LANGUAGE", "de", TRUE);
  bindtextdomain (domain, directory);
  return directory;
}

void
catalogue_remove (char *directory, const char *domain)
{
  g_autofree char *path = build_path (directory, domain);
  g_autofree char *language = g_build_filename (directory, "de", NULL);
  g_autofree char *folder = g_build_filename (directory, FOLDER, NULL);

  g_unsetenv ("LANGUAGE");
  g_unlink (path);
  g_rmdir (folder);
  g_rmdir (language);
  g_rmdir (directory);
  g_free (directory);
}
