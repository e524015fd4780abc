/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/record/ring-query.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An input is the file of an index of a ring of recordings. Each signal that it has is asked for, in several intervals and
 * widths, as the file of this clock and of another one. */

enum
{
  MAX_NAMES = 8,
  N_COLUMNS = 16,
};

static const gint64 offsets[] = { 0, -GSCOPE_RECORD_RING_MAX_OFFSET };
static const gint64 begins[] = { -(G_GINT64_CONSTANT (1) << 62) + 1, 0, 4096,
                                 (G_GINT64_CONSTANT (1) << 62) - (G_GINT64_CONSTANT (1) << 58) };
static const gint64 widths[] = { 1, 4096, G_GINT64_CONSTANT (1) << 30,
                                 G_GINT64_CONSTANT (1) << 54 };

static GVariant *
read_index (const uint8_t *data, size_t size)
{
  int fd = memfd_create ("index", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  GVariant *index;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  index = gscope_record_ring_index_read (path);
  close (fd);
  return index;
}

static void
on_loaded (gpointer owner, GscopeRecordRingFile *file, gboolean is_whole)
{
  g_assert_not_reached ();
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer answer)
{
  *(GscopeRecordRingAnswer **) answer = g_task_propagate_pointer (G_TASK (result), NULL);
}

static void
check (const GscopeRecordRingAnswer *answer, gint64 from, gint64 to)
{
  if (answer->has_before)
    g_assert_cmpint (answer->before.time, <, from);
  if (answer->has_after)
    g_assert_cmpint (answer->after.time, >=, to);
  for (guint i = 0; i < answer->gaps->len; i++)
    {
      const GscopeGap *gap = &g_array_index (answer->gaps, GscopeGap, i);

      g_assert_cmpint (gap->begin, <, to);
      g_assert_cmpint (gap->end, >, from);
      g_assert_cmpuint (gap->cause, <, GSCOPE_N_GAP_CAUSES);
    }
}

static void
ask (GVariant *index, const char *name, gint64 offset, gint64 from, gint64 width)
{
  const GscopeRecordRingQuestion question = {
    .signal = (char *) name, .from = from, .width = width, .n = N_COLUMNS, .end = G_MAXINT64
  };
  GPtrArray *files =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_record_ring_file_unref);
  GscopeRecordRingFile *file = g_rc_box_new0 (GscopeRecordRingFile);
  GscopeRecordRingAnswer *answer = NULL;
  g_auto (GscopeRecordRingEntry) entry = { 0 };

  file->path = g_strdup ("/nowhere");
  file->run = g_strdup ("run");
  file->offset = offset;
  file->index = g_variant_ref (index);
  g_ptr_array_add (files, file);
  gscope_record_ring_query (files, NULL, &question, on_loaded,
                            g_task_new (NULL, NULL, on_answer, &answer));
  while (!answer)
    g_main_context_iteration (NULL, TRUE);
  check (answer, from, from + width * N_COLUMNS);
  gscope_record_ring_answer_free (answer);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GVariant) index = size > 0 ? read_index (data, size) : NULL;
  g_autoptr (GVariant) entries = index ? g_variant_get_child_value (index, 5) : NULL;
  gsize n = entries ? MIN (g_variant_n_children (entries), MAX_NAMES) : 0;

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) entry = g_variant_get_child_value (entries, i);
      const char *name;

      g_variant_get_child (entry, 0, "&s", &name);
      for (guint j = 0; j < G_N_ELEMENTS (offsets) * G_N_ELEMENTS (begins) * G_N_ELEMENTS (widths);
           j++)
        ask (index, name, offsets[j % 2], begins[j / 2 % 4], widths[j / 8]);
    }
  return 0;
}
