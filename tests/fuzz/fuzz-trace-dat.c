/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/files/trace-dat.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An input is a file of trace-cmd. Its text is read twice, in parts of different sizes, and is the same both times. */

/* Returns the text up to the end, or to the damage; a text of more than `most` bytes is cut off. */
static GString *
read_text (GscopeTraceDat *dat, gsize part, gsize most)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *room = g_malloc (part);
  GString *text = g_string_new (NULL);
  gssize n;

  gscope_trace_dat_rewind (dat);
  while (text->len < most && (n = gscope_trace_dat_read (dat, room, part, &error)) > 0)
    g_string_append_len (text, room, n);
  g_string_truncate (text, MIN (text->len, most));
  return text;
}

static void
read_dat (int fd)
{
  enum
  {
    /* of some files, each processor has all events */
    MOST = 256 * 1024
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTraceDat) dat = gscope_trace_dat_new (fd, &error);
  g_autoptr (GString) first = NULL, second = NULL;

  g_assert_true ((dat != NULL) != (error != NULL));
  if (!dat)
    return;
  first = read_text (dat, 4096, MOST);
  second = read_text (dat, 1000, MOST);
  g_assert_cmpmem (first->str, first->len, second->str, second->len);
  g_assert_null (memchr (first->str, '\0', first->len));
  g_assert_true (g_utf8_validate_len (first->str, first->len, NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  int fd = memfd_create ("trace", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  read_dat (fd);
  close (fd);
  return 0;
}
