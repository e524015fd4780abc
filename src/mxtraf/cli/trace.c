/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/trace.h"

#include "process/counters.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <inttypes.h>
#include <math.h>

enum
{
  MAX_BYTES = 64 * 1024 * 1024,
  MAX_SENDS = 1000000,
  MAX_SIZE = 100 * 1000 * 1000,
};

typedef struct
{
  GArray *sends;
  gint64 begin;
  GError *error;
} Reading;

static void
take_tuple (Reading *self, const GscopeTuple *tuple)
{
  MxtrafSend send = { .size = 0 };

  if (self->error || isnan (tuple->value))
    return;
  if (self->sends->len == MAX_SENDS)
    self->error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                               _ ("there are more than %d sends; use a shorter trace"), MAX_SENDS);
  else if (!(tuple->value >= 1 && tuple->value <= MAX_SIZE))
    self->error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                               _ ("send %u has %g bytes; write a size from 1 to %d"),
                               self->sends->len + 1, tuple->value, MAX_SIZE);
  if (self->error)
    return;
  if (self->sends->len == 0)
    self->begin = tuple->time;
  send.time = tuple->time - self->begin;
  send.size = tuple->value;
  g_array_append_val (self->sends, send);
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  for (gsize i = 0; i < n; i++)
    take_tuple (user_data, &tuples[i]);
}

static void
on_bad_line (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
             gpointer user_data)
{
  Reading *self = user_data;

  if (!self->error)
    self->error = g_error_new (
        GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
        _ ("line %" PRIu64 " is wrong: %s; write a time in milliseconds and a size in bytes"), line,
        reason);
}

GArray *
mxtraf_trace_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (MxtrafSend));
  Reading reading = { .sends = sends };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &reading, NULL);

  gscope_tuple_parser_set_error_func (parser, on_bad_line, &reading, NULL);
  gscope_tuple_parser_require_order (parser, G_MININT64);
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  if (sends->len == 0 && !reading.error)
    reading.error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                                         _ ("there are no sends; write lines such as: 20.5 1448"));
  if (!reading.error)
    return g_steal_pointer (&sends);
  g_propagate_error (error, reading.error);
  return NULL;
}

GArray *
mxtraf_trace_load (const char *path, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);
  GArray *self;

  if (!file)
    return NULL;
  if (g_mapped_file_get_length (file) > MAX_BYTES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("%s is longer than %d MiB; use a shorter trace"), path,
                   MAX_BYTES / (1024 * 1024));
      return NULL;
    }
  self = mxtraf_trace_parse (g_mapped_file_get_contents (file), g_mapped_file_get_length (file),
                             error);
  if (!self)
    g_prefix_error (error, "%s: ", path);
  return self;
}
