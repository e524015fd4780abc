/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoder.h"

#include <event-parse.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/gap.h>
#include <kbuffer.h>
#include <string.h>

enum
{
  /* bytes of the text of an event */
  MAX_TEXT = 200,
};

typedef struct
{
  struct tep_event *event;
  struct tep_format_field *fields[TRACE_MAX_FIELDS];
  guint n_fields;
} Kind;

struct _TraceDecoder
{
  struct tep_handle *tep;
  struct kbuffer *page;
  /* of Kind; one whose event is NULL cannot be read */
  GArray *kinds;
  /* numbers of kinds plus 1 by the kernel's numbers of events */
  GHashTable *by_id;

  /* the event for which a function is called */
  struct tep_record record;
  const Kind *kind;
};

TraceDecoder *
trace_decoder_new (void)
{
  TraceDecoder *self = g_new0 (TraceDecoder, 1);
  const gboolean is_big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;

  self->tep = tep_alloc ();
  tep_set_local_bigendian (self->tep, is_big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
  tep_set_file_bigendian (self->tep, is_big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
  tep_set_long_size (self->tep, sizeof (long));
  tep_set_loglevel (TEP_LOG_NONE);
  self->page = kbuffer_alloc (sizeof (long) == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
                              is_big_endian ? KBUFFER_ENDIAN_BIG : KBUFFER_ENDIAN_LITTLE);
  self->kinds = g_array_new (FALSE, TRUE, sizeof (Kind));
  self->by_id = g_hash_table_new (NULL, NULL);
  return self;
}

void
trace_decoder_free (TraceDecoder *self)
{
  kbuffer_free (self->page);
  tep_free (self->tep);
  g_array_unref (self->kinds);
  g_hash_table_unref (self->by_id);
  g_free (self);
}

static gboolean
is_number (const struct tep_format_field *field)
{
  const unsigned long texts = TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_STRING | TEP_FIELD_IS_DYNAMIC;

  return (field->flags & texts) == 0
         && (field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8);
}

static gboolean
find_fields (Kind *self, const TraceChoice *choice, GError **error)
{
  for (guint i = 0; i < choice->n_fields; i++)
    {
      self->fields[i] = tep_find_any_field (self->event, choice->fields[i]);
      if (self->fields[i] && is_number (self->fields[i]))
        continue;
      self->fields[i] = NULL;
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("the event “%s:%s” has no number “%s”"), choice->system, choice->name,
                   choice->fields[i]);
      return FALSE;
    }
  return TRUE;
}

gboolean
trace_decoder_add (TraceDecoder *self, const TraceChoice *choice, const char *format,
                   GError **error)
{
  Kind kind = { .n_fields = choice->n_fields };
  gboolean is_whole;

  if (!format || tep_parse_event (self->tep, format, strlen (format), choice->system) != 0
      || !(kind.event = tep_find_event_by_name (self->tep, choice->system, choice->name)))
    {
      g_array_append_val (self->kinds, kind);
      if (format)
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                     _ ("the description of the event “%s:%s” cannot be read"), choice->system,
                     choice->name);
      return format == NULL;
    }
  is_whole = find_fields (&kind, choice, error);
  g_array_append_val (self->kinds, kind);
  g_hash_table_insert (self->by_id, GINT_TO_POINTER (kind.event->id),
                       GUINT_TO_POINTER (self->kinds->len));
  return is_whole;
}

/* Reads a number, with the sign of those that have one. */
static double
read_number (const TraceDecoder *self, struct tep_format_field *field)
{
  unsigned long long value;

  if (!field || field->offset + field->size > self->record.size
      || tep_read_number_field (field, self->record.data, &value) != 0)
    return gscope_gap_value (GSCOPE_GAP_NO_VALUE);
  if ((field->flags & TEP_FIELD_IS_SIGNED) == 0)
    return (double) value;
  switch (field->size)
    {
    case 1:
      return (gint8) value;
    case 2:
      return (gint16) value;
    case 4:
      return (gint32) value;
    default:
      return (double) (gint64) value;
    }
}

char *
trace_decoder_dup_text (TraceDecoder *self)
{
  struct trace_seq seq;
  char *text;

  trace_seq_init (&seq);
  tep_print_event (self->tep, &seq, &self->record, "%s", TEP_PRINT_INFO);
  text = g_utf8_make_valid (seq.buffer, MIN (seq.len, MAX_TEXT));
  trace_seq_destroy (&seq);
  return g_strstrip (text);
}

static void
take_event (TraceDecoder *self, gboolean has_lost, TraceEventFunc func, gpointer data)
{
  guint kind = GPOINTER_TO_UINT (g_hash_table_lookup (
      self->by_id, GINT_TO_POINTER (tep_data_type (self->tep, &self->record))));
  TraceEvent event = { .time = (gint64) self->record.ts, .kind = kind - 1, .has_lost = has_lost };

  if (kind == 0)
    return;
  self->kind = &g_array_index (self->kinds, Kind, kind - 1);
  for (guint i = 0; i < self->kind->n_fields; i++)
    event.values[i] = read_number (self, self->kind->fields[i]);
  func (self, &event, data);
}

void
trace_decoder_take (TraceDecoder *self, guint processor, guint8 *page, TraceEventFunc func,
                    gpointer data)
{
  unsigned long long time;
  gboolean has_lost;
  void *event;

  kbuffer_load_subbuffer (self->page, page);
  has_lost = kbuffer_missed_events (self->page) != 0;
  for (event = kbuffer_read_event (self->page, &time); event;
       event = kbuffer_next_event (self->page, &time))
    {
      self->record = (struct tep_record){
        .ts = time,
        .cpu = (int) processor,
        .data = event,
        .size = kbuffer_event_size (self->page),
      };
      /* the head of an event: its number, flags and a process */
      if (self->record.size < 8)
        continue;
      take_event (self, has_lost, func, data);
      has_lost = FALSE;
    }
}
