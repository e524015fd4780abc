/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/magic.h>

#include <string.h>

/* Bytes at an offset. */
typedef struct
{
  gsize offset;
  const char *bytes;
  gsize size;
} Part;

#define PART(offset, bytes)                                                                        \
  {                                                                                                \
    offset, bytes, sizeof (bytes) - 1                                                              \
  }

static gboolean
has_part (gconstpointer head, gsize n, const Part *part)
{
  return part->offset + part->size <= n
         && memcmp ((const char *) head + part->offset, part->bytes, part->size) == 0;
}

gboolean
gscope_magic_is_audio (gconstpointer head, gsize n)
{
  static const Part formats[][2] = {
    { PART (0, "RIFF"), PART (8, "WAVE") },
    { PART (0, "RF64"), PART (8, "WAVE") },
    { PART (0, "riff\x2e\x91\xcf\x11"), PART (24, "wave\xf3\xac\xd3\x11") },
    { PART (0, "FORM"), PART (8, "AIF") },
    { PART (0, "fLaC"), PART (0, "") },
    { PART (0, "OggS"), PART (0, "") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (has_part (head, n, &formats[i][0]) && has_part (head, n, &formats[i][1]))
      return TRUE;
  return FALSE;
}

gboolean
gscope_magic_is_database (gconstpointer head, gsize n)
{
  /* with the zero at its end */
  static const Part magic = { 0, "SQLite format 3", 16 };

  return has_part (head, n, &magic);
}

gboolean
gscope_magic_is_hdf5 (gconstpointer head, gsize n)
{
  static const Part magic = PART (0, "\x89HDF\r\n\x1a\n");

  return has_part (head, n, &magic);
}

/* The version and the order of bytes are behind a text. */
gboolean
gscope_magic_is_matlab (gconstpointer head, gsize n)
{
  static const Part text = PART (0, "MATLAB ");
  static const Part versions[] = {
    PART (124, "\x00\x01IM"),
    PART (124, "\x01\x00MI"),
    PART (124, "\x00\x02IM"),
    PART (124, "\x02\x00MI"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    if (has_part (head, n, &text) && has_part (head, n, &versions[i]))
      return TRUE;
  return FALSE;
}
