/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <glib.h>

/* Runs a fuzzer's inputs once each: `replay-NAME FOLDER`. */

static int
replay (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  int n = 0;

  if (dir == NULL)
    g_error ("%s", error->message);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *data = NULL;
      gsize length;

      if (!g_file_get_contents (path, &data, &length, &error))
        g_error ("%s", error->message);
      LLVMFuzzerTestOneInput ((const uint8_t *) data, length);
      n++;
    }
  return n;
}

int
main (int argc, char *argv[])
{
  if (argc != 2)
    {
      g_printerr ("Usage: %s FOLDER\n", argv[0]);
      return 2;
    }
  if (replay (argv[1]) == 0)
    {
      g_printerr ("%s: there is no input in %s\n", argv[0], argv[1]);
      return 1;
    }
  return 0;
}
