/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/text/tuple.h>

/* How a format is made of tuples with annotations. A writer is made for each file; it appends the bytes of the file to `output`,
 * and sets `error` if the file cannot be made. */
typedef struct
{
  gpointer (*begin) (GByteArray *output, GError **error);
  void (*free) (gpointer writer);
  void (*take_tuples) (gpointer writer, GscopeTupleParser *parser, const GscopeTuple *tuples,
                       gsize n);
  void (*take_annotation) (gpointer writer, GscopeAnnotation *annotation);
  /* what was taken so far can be read afterwards */
  void (*flush) (gpointer writer);
  void (*close) (gpointer writer);
} GscopeTupleFormat;

/* Makes a file of a format, as a compressor does. The format outlives the converter. */
GConverter *gscope_tuple_converter_new (const GscopeTupleFormat *format);
