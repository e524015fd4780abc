/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

/* The kinds of files, as lib/gscope/files/decoder.h names them. */
static const struct
{
  const char *kind;
  DecodeFunc decode;
} kinds[] = {
  { "audio", decode_audio },
  { "database", decode_database },
  { "hdf5", decode_hdf5 },
  { "matlab", decode_matlab },
};

DecodeFunc
decode_find (const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].kind, kind))
      return kinds[i].decode;
  return NULL;
}
