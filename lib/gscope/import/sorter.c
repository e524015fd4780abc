/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/import/sorter.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <pointer-heap.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
  /* records of a run that are read at a time */
  PART = 1024,
  MAX_RUNS = 512,
};

/* Sorted records in the file. */
typedef struct
{
  guint64 begin;
  guint64 n;
  /* how many were read, and those of them that are to come */
  guint64 n_read;
  GscopeImportRecord *part;
  gsize n_part;
  gsize at;
} Run;

struct _GscopeImportSorter
{
  /* of GscopeImportRecord: a run that is not in the file */
  GArray *records;
  gsize run;
  gsize at;
  /* -1 if all records are in memory */
  int fd;
  guint64 n_written;
  GArray *runs;
  /* the runs with records to come: a binary heap */
  GPtrArray *heap;
  gboolean is_damaged;
};

static void
run_clear (gpointer data)
{
  g_free (((Run *) data)->part);
}

GscopeImportSorter *
gscope_import_sorter_new (gsize run)
{
  GscopeImportSorter *self = g_new0 (GscopeImportSorter, 1);

  self->records = g_array_new (FALSE, FALSE, sizeof (GscopeImportRecord));
  self->run = run;
  self->fd = -1;
  self->runs = g_array_new (FALSE, TRUE, sizeof (Run));
  g_array_set_clear_func (self->runs, run_clear);
  self->heap = g_ptr_array_new ();
  return self;
}

void
gscope_import_sorter_free (GscopeImportSorter *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_array_unref (self->records);
  g_ptr_array_unref (self->heap);
  g_array_unref (self->runs);
  g_free (self);
}

/* The order. */

static int
compare (const void *a, const void *b)
{
  const GscopeImportRecord *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  if (first->kind == GSCOPE_IMPORT_BEGIN && first->duration != second->duration)
    return first->duration > second->duration ? -1 : 1;
  if (first->number != second->number)
    return first->number < second->number ? -1 : 1;
  return first->subject < second->subject ? -1 : first->subject > second->subject;
}

/* The file. */

/* The file has no name, so that it ends with the program. Large ones are not in a folder that may be in memory. */
static gboolean
open_file (GscopeImportSorter *self, GError **error)
{
  const char *folder = g_getenv ("TMPDIR");
  g_autofree char *path =
      g_build_filename (folder && *folder ? folder : "/var/tmp", "gscope-XXXXXX", NULL);

  if (self->fd >= 0)
    return TRUE;
  self->fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  if (self->fd >= 0)
    {
      g_unlink (path);
      return TRUE;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("its events cannot be sorted in a temporary file “%s”: %s. Set TMPDIR to a "
                  "folder with room"),
               path, g_strerror (errno));
  return FALSE;
}

static gboolean
write_records (GscopeImportSorter *self, GError **error)
{
  const char *data = self->records->data;
  gsize left = self->records->len * sizeof (GscopeImportRecord);
  guint64 offset = self->n_written * sizeof (GscopeImportRecord);

  while (left > 0)
    {
      gssize n = pwrite (self->fd, data, left, (off_t) offset);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("its events cannot be sorted in a temporary file: %s. Set TMPDIR to a "
                          "folder with room"),
                       g_strerror (errno));
          return FALSE;
        }
      data += n;
      left -= (gsize) n;
      offset += (guint64) n;
    }
  return TRUE;
}

/* Sorts the records in memory and moves them to the file. */
static gboolean
put_run (GscopeImportSorter *self, GError **error)
{
  Run run = { .begin = self->n_written, .n = self->records->len };

  if (self->runs->len == MAX_RUNS)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                           _ ("it has too many events. Divide it into several files"));
      return FALSE;
    }
  qsort (self->records->data, self->records->len, sizeof (GscopeImportRecord), compare);
  if (!open_file (self, error) || !write_records (self, error))
    return FALSE;
  self->n_written += run.n;
  g_array_append_val (self->runs, run);
  g_array_set_size (self->records, 0);
  return TRUE;
}

gboolean
gscope_import_sorter_add (GscopeImportSorter *self, const GscopeImportRecord *record,
                          GError **error)
{
  if (self->records->len == self->run && !put_run (self, error))
    return FALSE;
  g_array_append_val (self->records, *record);
  return TRUE;
}

gboolean
gscope_import_sorter_add_state (GscopeImportSorter *self, const GscopeImportRecord *begin,
                                GError **error)
{
  GscopeImportRecord end = *begin;

  if (!gscope_import_sorter_add (self, begin, error))
    return FALSE;
  if (begin->duration == 0 || begin->duration == G_MAXINT64)
    return TRUE;
  end.kind = GSCOPE_IMPORT_END;
  end.time = begin->time + begin->duration;
  return gscope_import_sorter_add (self, &end, error);
}

gboolean
gscope_import_sorter_finish (GscopeImportSorter *self, GError **error)
{
  if (self->fd >= 0)
    {
      if (!put_run (self, error))
        return FALSE;
      /* its memory is not needed any more */
      g_array_unref (self->records);
      self->records = g_array_new (FALSE, FALSE, sizeof (GscopeImportRecord));
    }
  else if (self->records->len > 1)
    qsort (self->records->data, self->records->len, sizeof (GscopeImportRecord), compare);
  gscope_import_sorter_rewind (self);
  return TRUE;
}

/* Merging. */

/* Reads on, if all that was read was taken. Returns FALSE at the end of the run. */
static gboolean
fill_run (GscopeImportSorter *self, Run *run)
{
  gsize n = (gsize) MIN (PART, run->n - run->n_read);
  gsize size = n * sizeof (GscopeImportRecord), done = 0;

  if (run->at < run->n_part)
    return TRUE;
  if (n == 0)
    return FALSE;
  if (!run->part)
    run->part = g_new (GscopeImportRecord, PART);
  while (done < size)
    {
      gssize got =
          pread (self->fd, (char *) run->part + done, size - done,
                 (off_t) ((run->begin + run->n_read) * sizeof (GscopeImportRecord) + done));

      if (got < 0 && errno == EINTR)
        continue;
      self->is_damaged |= got <= 0;
      if (got <= 0)
        return FALSE;
      done += (gsize) got;
    }
  run->n_read += n;
  run->n_part = n;
  run->at = 0;
  return TRUE;
}

static gboolean
is_before (gconstpointer one, gconstpointer other)
{
  const Run *a = one, *b = other;

  return compare (&a->part[a->at], &b->part[b->at]) < 0;
}

void
gscope_import_sorter_rewind (GscopeImportSorter *self)
{
  self->at = 0;
  g_ptr_array_set_size (self->heap, 0);
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = &g_array_index (self->runs, Run, i);

      run->n_read = 0;
      run->n_part = run->at = 0;
      if (fill_run (self, run))
        g_ptr_array_add (self->heap, run);
    }
  pointer_heap_build (self->heap, is_before);
}

static gboolean
next_of_runs (GscopeImportSorter *self, GscopeImportRecord *record)
{
  Run *first;

  if (self->heap->len == 0)
    return FALSE;
  first = self->heap->pdata[0];
  *record = first->part[first->at++];
  if (!fill_run (self, first))
    g_ptr_array_remove_index_fast (self->heap, 0);
  pointer_heap_sink (self->heap, 0, is_before);
  return TRUE;
}

gboolean
gscope_import_sorter_next (GscopeImportSorter *self, GscopeImportRecord *record)
{
  if (self->fd >= 0)
    return next_of_runs (self, record);
  if (self->at == self->records->len)
    return FALSE;
  *record = g_array_index (self->records, GscopeImportRecord, self->at++);
  return TRUE;
}

gboolean
gscope_import_sorter_is_damaged (const GscopeImportSorter *self)
{
  return self->is_damaged;
}
