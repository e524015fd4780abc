/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/converters.h>

#include <gscope/files/mcap-converter.h>
#include <gscope/files/perfetto-converter.h>
#include <gscope/files/sysprof-converter.h>
#include <gscope/files/zstd-compressor.h>
#include <string.h>

enum
{
  /* The fastest: it keeps up with 10^6 tuples/s. */
  GZIP_LEVEL = 1,
};

static GConverter *
make_gzip (void)
{
  return G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, GZIP_LEVEL));
}

typedef struct
{
  const char *suffix;
  GscopeExportFormat format;
  GConverter *(*make) (void);
} Row;

/* The compressions and other formats, by the suffix of the file that asks for each. */
static const Row rows[] = {
  { ".gz", GSCOPE_EXPORT_FORMAT_TUPLES, make_gzip },
  { ".zst", GSCOPE_EXPORT_FORMAT_TUPLES, gscope_zstd_compressor_new },
  { ".mcap", GSCOPE_EXPORT_FORMAT_MCAP, gscope_mcap_converter_new },
  { ".pftrace", GSCOPE_EXPORT_FORMAT_PERFETTO, gscope_perfetto_converter_new },
  { ".perfetto-trace", GSCOPE_EXPORT_FORMAT_PERFETTO, gscope_perfetto_converter_new },
  { ".syscap", GSCOPE_EXPORT_FORMAT_SYSPROF, gscope_sysprof_converter_new },
};

GConverter *
gscope_record_converter_new (GscopeExportFormat format)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (format != GSCOPE_EXPORT_FORMAT_TUPLES && rows[i].format == format)
      return rows[i].make ();
  return NULL;
}

static const Row *
find_row (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_suffix (name, rows[i].suffix))
      return &rows[i];
  return NULL;
}

GConverter *
gscope_record_converter_new_for_name (const char *name)
{
  const Row *row = find_row (name);

  return row ? row->make () : NULL;
}

gsize
gscope_record_converter_get_suffix (const char *name)
{
  const Row *row = find_row (name);

  return row ? strlen (row->suffix) : 0;
}
