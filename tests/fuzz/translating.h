/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/text/tuple.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What fuzzers share that translate files of other programs to tuples, and tuples to such files. */

enum
{
  /* of a file with many events of few bytes, or whose compression is very good */
  TRANSLATING_MOST = 256 * 1024,
};

/* The functions that read a kind of files. */
typedef struct
{
  gpointer (*open) (int fd, GError **error);
  gssize (*read) (gpointer translation, char *text, gsize n, GError **error);
  void (*rewind) (gpointer translation);
  void (*free) (gpointer translation);
} Translator;

#define TRANSLATING(prefix)                                                                        \
  {                                                                                                \
    (gpointer (*) (int, GError **)) prefix##_new,                                                  \
        (gssize (*) (gpointer, char *, gsize, GError **)) prefix##_read,                           \
        (GDestroyNotify) prefix##_rewind, (GDestroyNotify) prefix##_free                           \
  }

/* Returns the descriptor of a file, which the caller closes. */
static inline int
translating_put (gconstpointer data, gsize size)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  return fd;
}

/* Returns the text up to the end, or to the damage. A text of more than TRANSLATING_MOST bytes is
 * cut off. */
static inline GString *
translating_read (const Translator *translator, gpointer translation, gsize part)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *room = g_malloc (part);
  GString *text = g_string_new (NULL);
  gssize n;

  translator->rewind (translation);
  while (text->len < TRANSLATING_MOST
         && (n = translator->read (translation, room, part, &error)) > 0)
    g_string_append_len (text, room, n);
  g_string_truncate (text, MIN (text->len, TRANSLATING_MOST));
  return text;
}

/* Reads the text of a file twice, in parts of different sizes: it is the same both times. Returns
 * NULL if the file cannot be opened. */
static inline GString *
translating_check (const Translator *translator, int fd)
{
  g_autoptr (GError) error = NULL;
  gpointer translation = translator->open (fd, &error);
  g_autoptr (GString) second = NULL;
  GString *first;

  g_assert_true ((translation != NULL) != (error != NULL));
  if (!translation)
    return NULL;
  first = translating_read (translator, translation, 4096);
  second = translating_read (translator, translation, 1000);
  g_assert_cmpmem (first->str, first->len, second->str, second->len);
  translator->free (translation);
  return first;
}

static inline void
translating_take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n,
                         gpointer user_data)
{
}

static inline void
translating_on_fault (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
                      gpointer user_data)
{
  g_error ("line %" G_GUINT64_FORMAT ": %s", line, reason);
}

/* A text is tuples without faults, in the order of time. The last line may be cut off. */
static inline void
translating_check_tuples (const GString *text)
{
  GscopeTupleParser *parser = gscope_tuple_parser_new (translating_take_tuples, NULL, NULL);
  const char *last = memrchr (text->str, '\n', text->len);

  gscope_tuple_parser_require_order (parser, G_MININT64);
  gscope_tuple_parser_set_error_func (parser, translating_on_fault, NULL, NULL);
  gscope_tuple_parser_feed (parser, text->str, last ? (gsize) (last + 1 - text->str) : 0);
  gscope_tuple_parser_unref (parser);
}

/* Returns the file that a converter, which is taken, makes of a text. */
static inline GBytes *
translating_convert (GConverter *converter, const GString *text)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GError) error = NULL;

  g_object_unref (converter);
  g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}
