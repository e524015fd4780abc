/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/zstd-compressor.h>

#include <glib/gi18n-lib.h>
#include <gscope/hand-over.h>
#include <zstd.h>

#define GSCOPE_TYPE_ZSTD_COMPRESSOR (gscope_zstd_compressor_get_type ())
G_DECLARE_FINAL_TYPE (GscopeZstdCompressor, gscope_zstd_compressor, GSCOPE, ZSTD_COMPRESSOR,
                      GObject)

struct _GscopeZstdCompressor
{
  GObject parent_instance;

  ZSTD_CStream *stream;
};

static GConverterResult
convert (GConverter *converter, const void *input, gsize input_size, void *output,
         gsize output_size, GConverterFlags flags, gsize *n_read, gsize *n_written, GError **error)
{
  GscopeZstdCompressor *self = GSCOPE_ZSTD_COMPRESSOR (converter);
  ZSTD_inBuffer in = { input, input_size, 0 };
  ZSTD_outBuffer out = { output, output_size, 0 };
  gboolean is_end = (flags & G_CONVERTER_INPUT_AT_END) != 0;
  gboolean is_flush = (flags & G_CONVERTER_FLUSH) != 0;
  gsize left;

  gscope_hand_over (self);
  left = ZSTD_compressStream2 (self->stream, &out, &in,
                               is_end     ? ZSTD_e_end
                               : is_flush ? ZSTD_e_flush
                                          : ZSTD_e_continue);
  gscope_hand_over (self);
  *n_read = in.pos;
  *n_written = out.pos;
  if (ZSTD_isError (left))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("zstd cannot compress: %s"),
                   ZSTD_getErrorName (left));
      return G_CONVERTER_ERROR;
    }
  if (is_end && left == 0)
    return G_CONVERTER_FINISHED;
  if (is_flush && left == 0)
    return G_CONVERTER_FLUSHED;
  if (in.pos > 0 || out.pos > 0)
    return G_CONVERTER_CONVERTED;
  g_set_error_literal (error, G_IO_ERROR,
                       output_size == 0 ? G_IO_ERROR_NO_SPACE : G_IO_ERROR_PARTIAL_INPUT,
                       _ ("zstd needs more room or more input"));
  return G_CONVERTER_ERROR;
}

static void
reset (GConverter *converter)
{
  ZSTD_CCtx_reset (GSCOPE_ZSTD_COMPRESSOR (converter)->stream, ZSTD_reset_session_only);
}

static void
converter_init (GConverterIface *iface)
{
  iface->convert = convert;
  iface->reset = reset;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GscopeZstdCompressor, gscope_zstd_compressor, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, converter_init))

static void
gscope_zstd_compressor_finalize (GObject *object)
{
  ZSTD_freeCStream (GSCOPE_ZSTD_COMPRESSOR (object)->stream);
  G_OBJECT_CLASS (gscope_zstd_compressor_parent_class)->finalize (object);
}

static void
gscope_zstd_compressor_class_init (GscopeZstdCompressorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_zstd_compressor_finalize;
}

static void
gscope_zstd_compressor_init (GscopeZstdCompressor *self)
{
  self->stream = ZSTD_createCStream ();
  gscope_hand_over (self);
}

GConverter *
gscope_zstd_compressor_new (void)
{
  return g_object_new (GSCOPE_TYPE_ZSTD_COMPRESSOR, NULL);
}
