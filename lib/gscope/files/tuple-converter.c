/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/tuple-converter.h>

#include <glib/gi18n-lib.h>
#include <gscope/hand-over.h>
#include <gscope/text/annotation.h>
#include <string.h>

/* The name that a loss has when it belongs to no signal that is written. */
#define OURS "gscope"

#define GSCOPE_TYPE_TUPLE_CONVERTER (gscope_tuple_converter_get_type ())
G_DECLARE_FINAL_TYPE (GscopeTupleConverter, gscope_tuple_converter, GSCOPE, TUPLE_CONVERTER,
                      GObject)

struct _GscopeTupleConverter
{
  GObject parent_instance;

  const GscopeTupleFormat *format;
  gpointer writer;
  GscopeTupleParser *parser;
  /* of the newest tuple */
  gint64 latest;
  /* what was made, and how much of it was handed over */
  GByteArray *output;
  gsize n_taken;
  gboolean has_ended;
  GError *error;
};

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  GscopeTupleConverter *self = user_data;

  self->latest = tuples[n - 1].time;
  if (!self->error)
    self->format->take_tuples (self->writer, parser, tuples, n);
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer user_data)
{
  GscopeTupleConverter *self = user_data;

  if (!self->error)
    self->format->take_annotation (self->writer, annotation);
}

/* Adds the tuples that the parser skipped to the losses of the file: its signals were too many. */
static void
tell_skipped (GscopeTupleConverter *self)
{
  const guint64 n = gscope_tuple_parser_get_over_limit (self->parser);
  g_autoptr (GString) text = g_string_new (NULL);

  if (n == 0)
    return;
  gscope_annotation_append_loss (text, OURS, self->latest, GSCOPE_LOSS_LIMIT, n);
  gscope_tuple_parser_feed (self->parser, text->str, text->len);
}

static void
feed (GscopeTupleConverter *self, const void *input, gsize n, GConverterFlags flags)
{
  gscope_tuple_parser_feed (self->parser, input, n);
  if ((flags & G_CONVERTER_INPUT_AT_END) != 0 && !self->has_ended)
    {
      gscope_tuple_parser_finish (self->parser);
      tell_skipped (self);
      if (!self->error)
        self->format->close (self->writer);
      self->has_ended = TRUE;
    }
  else if ((flags & G_CONVERTER_FLUSH) != 0 && !self->error)
    self->format->flush (self->writer);
}

static gsize
take_output (GscopeTupleConverter *self, void *output, gsize room)
{
  gsize n = MIN (room, self->output->len - self->n_taken);

  if (n > 0)
    memcpy (output, self->output->data + self->n_taken, n);
  self->n_taken += n;
  if (self->n_taken < self->output->len)
    return n;
  g_byte_array_set_size (self->output, 0);
  self->n_taken = 0;
  return n;
}

/* Converted data is handed over before more is taken. */
static GConverterResult
convert_some (GscopeTupleConverter *self, const void *input, gsize input_size, void *output,
              gsize output_size, GConverterFlags flags, gsize *n_read, gsize *n_written,
              GError **error)
{
  const gboolean is_waiting = self->output->len > 0;

  *n_read = is_waiting ? 0 : input_size;
  if (!is_waiting)
    feed (self, input, input_size, flags);
  if (self->error)
    {
      g_propagate_error (error, g_error_copy (self->error));
      return G_CONVERTER_ERROR;
    }
  *n_written = take_output (self, output, output_size);
  if (!is_waiting && self->output->len == 0 && flags != G_CONVERTER_NO_FLAGS)
    return (flags & G_CONVERTER_INPUT_AT_END) != 0 ? G_CONVERTER_FINISHED : G_CONVERTER_FLUSHED;
  if (*n_read > 0 || *n_written > 0)
    return G_CONVERTER_CONVERTED;
  g_set_error_literal (error, G_IO_ERROR,
                       is_waiting ? G_IO_ERROR_NO_SPACE : G_IO_ERROR_PARTIAL_INPUT,
                       _ ("the converter of tuples needs more room or more input"));
  return G_CONVERTER_ERROR;
}

static GConverterResult
convert (GConverter *converter, const void *input, gsize input_size, void *output,
         gsize output_size, GConverterFlags flags, gsize *n_read, gsize *n_written, GError **error)
{
  GscopeTupleConverter *self = GSCOPE_TUPLE_CONVERTER (converter);
  GConverterResult result;

  gscope_hand_over (self);
  result =
      convert_some (self, input, input_size, output, output_size, flags, n_read, n_written, error);
  gscope_hand_over (self);
  return result;
}

static void
clear (GscopeTupleConverter *self)
{
  gscope_tuple_parser_unref (self->parser);
  self->format->free (self->writer);
  g_byte_array_unref (self->output);
  g_clear_error (&self->error);
}

static void
begin (GscopeTupleConverter *self)
{
  self->parser = gscope_tuple_parser_new (take_tuples, self, NULL);
  gscope_tuple_parser_set_annotation_func (self->parser, take_annotation, self, NULL);
  self->output = g_byte_array_new ();
  self->n_taken = 0;
  self->has_ended = FALSE;
  self->writer = self->format->begin (self->output, &self->error);
}

static void
reset (GConverter *converter)
{
  clear (GSCOPE_TUPLE_CONVERTER (converter));
  begin (GSCOPE_TUPLE_CONVERTER (converter));
}

static void
converter_init (GConverterIface *iface)
{
  iface->convert = convert;
  iface->reset = reset;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GscopeTupleConverter, gscope_tuple_converter, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, converter_init))

static void
gscope_tuple_converter_finalize (GObject *object)
{
  clear (GSCOPE_TUPLE_CONVERTER (object));
  G_OBJECT_CLASS (gscope_tuple_converter_parent_class)->finalize (object);
}

static void
gscope_tuple_converter_class_init (GscopeTupleConverterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_tuple_converter_finalize;
}

static void
gscope_tuple_converter_init (GscopeTupleConverter *self)
{
}

GConverter *
gscope_tuple_converter_new (const GscopeTupleFormat *format)
{
  GscopeTupleConverter *self = g_object_new (GSCOPE_TYPE_TUPLE_CONVERTER, NULL);

  self->format = format;
  begin (self);
  gscope_hand_over (self);
  return G_CONVERTER (self);
}
