/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/import/writer.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>

void
gscope_import_writer_init (GscopeImportWriter *self, GscopeImportSorter *sorter,
                           GscopeImportMarkerFunc make_marker, gconstpointer data)
{
  *self = (GscopeImportWriter){ .sorter = sorter, .make_marker = make_marker, .data = data };
  gscope_import_rows_init (&self->rows);
  self->counters = g_ptr_array_new_with_free_func (g_free);
  self->head = g_string_new (NULL);
  gscope_text_queue_init (&self->queue);
}

void
gscope_import_writer_clear (GscopeImportWriter *self)
{
  gscope_import_rows_clear (&self->rows);
  g_ptr_array_unref (self->counters);
  g_string_free (self->head, TRUE);
  gscope_text_queue_clear (&self->queue);
}

void
gscope_import_writer_rewind (GscopeImportWriter *self)
{
  gscope_import_rows_end_all (&self->rows, 0);
  gscope_import_sorter_rewind (self->sorter);
  gscope_text_queue_rewind (&self->queue);
  g_string_append_len (self->queue.text, self->head->str, (gssize) self->head->len);
  self->has_ended = FALSE;
}

static void
append_record (GscopeImportWriter *self, const GscopeImportRecord *record)
{
  g_autoptr (GscopeMarker) marker = NULL;

  switch (record->kind)
    {
    case GSCOPE_IMPORT_END:
    case GSCOPE_IMPORT_BEGIN:
      gscope_import_rows_append (&self->rows, record, self->queue.text);
      break;
    case GSCOPE_IMPORT_COUNTER:
      gscope_tuple_append (self->queue.text, record->time, record->value,
                           self->counters->pdata[record->subject]);
      break;
    default:
      marker = self->make_marker (self->data, record);
      gscope_annotation_append_marker (self->queue.text, marker, GSCOPE_MARKER_NEWS_ADDED);
      break;
    }
}

static void
fill (GscopeImportWriter *self)
{
  GscopeImportRecord record;

  while (!gscope_text_queue_is_full (&self->queue) && !self->has_ended)
    if (gscope_import_sorter_next (self->sorter, &record))
      append_record (self, &record);
    else
      self->has_ended = TRUE;
}

gsize
gscope_import_writer_read (GscopeImportWriter *self, char *text, gsize n)
{
  if (gscope_text_queue_is_empty (&self->queue))
    fill (self);
  return gscope_text_queue_take (&self->queue, text, n);
}

static void
append_sentence (GString *text, char *sentence)
{
  g_string_append (text, text->len > 0 ? "; " : "");
  g_string_append (text, sentence);
  g_free (sentence);
}

/* Returns all that is not in the text; it is empty if nothing is missing. */
static char *
describe (const GscopeImportWriter *self, const GscopeImportDamage *damage)
{
  const guint64 n_beyond = damage->n_beyond + self->rows.n_beyond;
  GString *text = g_string_new (NULL);

  if (damage->is_cut)
    append_sentence (text, g_strdup (_ ("it ends early")));
  if (damage->begin > 0)
    append_sentence (text,
                     g_strdup_printf (_ ("it is damaged from byte %" PRIu64 " on"), damage->begin));
  if (gscope_import_sorter_is_damaged (self->sorter))
    append_sentence (text, g_strdup (_ ("its sorted events cannot be read again")));
  if (damage->n_malformed > 0)
    append_sentence (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                         "%" PRIu64 " of its events is malformed",
                                                         "%" PRIu64 " of its events are malformed",
                                                         damage->n_malformed),
                                            damage->n_malformed));
  if (damage->others)
    append_sentence (text, g_strdup (damage->others));
  if (n_beyond > 0)
    append_sentence (text, g_strdup_printf (_ ("events of too many threads, counters or depths are "
                                               "left out: %" PRIu64),
                                            n_beyond));
  return g_string_free (text, FALSE);
}

gssize
gscope_import_writer_end (const GscopeImportWriter *self, const GscopeImportDamage *damage,
                          GError **error)
{
  g_autofree char *text = describe (self, damage);

  if (!*text)
    return 0;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, text);
  return -1;
}
