/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <gscope/file.h>
#include <locale.h>
#include <sys/resource.h>
#include <unistd.h>

/* Memory for the largest file that is read, bytes. */
#define MAX_MEMORY (G_GUINT64_CONSTANT (4) << 30)

static gboolean
write_all (int fd, const char *data, gsize size)
{
  while (size > 0)
    {
      gssize n = write (fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      size -= (gsize) n;
    }
  return TRUE;
}

static gboolean
write_frame (DecodeFrameKind kind, gconstpointer data, gsize size, gpointer user_data)
{
  const DecodeFrame frame = { kind, (guint32) size };
  int fd = GPOINTER_TO_INT (user_data);

  return write_all (fd, (const char *) &frame, sizeof frame) && write_all (fd, data, size);
}

/* Returns the descriptor for frames: what the libraries print goes nowhere. */
static int
move_output (void)
{
  int output = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), nowhere = open ("/dev/null", O_WRONLY);

  if (nowhere >= 0)
    {
      dup2 (nowhere, STDOUT_FILENO);
      dup2 (nowhere, STDERR_FILENO);
      close (nowhere);
    }
  return output;
}

/* A damaged file may ask for any memory. Sanitizers reserve more than that. */
static void
limit (void)
{
  const struct rlimit none = { 0, 0 };

  setrlimit (RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  setrlimit (RLIMIT_AS, &(const struct rlimit){ MAX_MEMORY, MAX_MEMORY });
#endif
}

static int
run (DecodeFunc decode, guint64 offset, const char *selection)
{
  int fd = move_output ();
  DecodeOutput output;

  if (fd < 0)
    return 1;
  limit ();
  decode_output_init (&output, offset, write_frame, GINT_TO_POINTER (fd));
  decode (STDIN_FILENO, selection, &output);
  decode_output_flush (&output, 0);
  decode_output_clear (&output);
  write_frame (DECODE_END, NULL, 0, GINT_TO_POINTER (fd));
  return 0;
}

/* Libgscope starts it: gscope-decode KIND OFFSET [SELECTION] reads the file at its standard input. */
int
main (int argc, char *argv[])
{
  g_autofree char *locale_dir = gscope_file_find_installed (DECODE_LOCALE_DIR);
  DecodeFunc decode = argc == 3 || argc == 4 ? decode_find (argv[1]) : NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  if (decode)
    return run (decode, g_ascii_strtoull (argv[2], NULL, 10), argc == 4 ? argv[3] : NULL);
  g_printerr ("%s\n",
              _ ("gscope-decode reads files for Gscope, which starts it when it opens one."));
  return 2;
}
