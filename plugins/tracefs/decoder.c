/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoder.h"

#include <event-parse.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/gap.h>
#include <kbuffer.h>
#include <string.h>
#include <thread-state.h>

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

  /* of an event of the scheduler: the thread that runs or is woken; NULL for other events */
  struct tep_format_field *thread;
  struct tep_format_field *thread_name;
  /* the thread that leaves the processor, and how; NULL for a wake-up */
  struct tep_format_field *before;
  struct tep_format_field *state;
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

static struct tep_format_field *
find_number (const Kind *self, const char *name)
{
  struct tep_format_field *field = tep_find_any_field (self->event, name);

  return field && is_number (field) ? field : NULL;
}

/* Returns NULL for a text that is elsewhere in the event. */
static struct tep_format_field *
find_text (const Kind *self, const char *name)
{
  struct tep_format_field *field = tep_find_any_field (self->event, name);

  return field && (field->flags & TEP_FIELD_IS_DYNAMIC) == 0 ? field : NULL;
}

static void
find_scheduled (Kind *self, const TraceChoice *choice)
{
  if (trace_choice_is_switch (choice))
    {
      self->before = find_number (self, "prev_pid");
      self->state = find_number (self, "prev_state");
      self->thread = self->before && self->state ? find_number (self, "next_pid") : NULL;
      self->thread_name = find_text (self, "next_comm");
    }
  else if (g_str_equal (choice->system, "sched")
           && (g_str_equal (choice->name, "sched_wakeup")
               || g_str_equal (choice->name, "sched_wakeup_new")))
    {
      self->thread = find_number (self, "pid");
      self->thread_name = find_text (self, "comm");
    }
}

static gboolean
find_fields (Kind *self, const TraceChoice *choice, GError **error)
{
  for (guint i = 0; i < choice->n_fields; i++)
    {
      self->fields[i] = find_number (self, choice->fields[i]);
      if (self->fields[i])
        continue;
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
  find_scheduled (&kind, choice);
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
    return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
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

/* Leaves a text empty that the event does not have. */
static void
read_text (const TraceDecoder *self, const struct tep_format_field *field, char *text, int size)
{
  if (!field || field->offset + field->size > self->record.size)
    return;
  memcpy (text, (const char *) self->record.data + field->offset, MIN (field->size, size - 1));
}

static guint8
find_flags (guint64 prev_state)
{
  return (thread_state_is_ready (prev_state) ? SWITCHES_IS_READY : 0)
         | (thread_state_is_dead (prev_state) ? SWITCHES_IS_DEAD : 0);
}

/* Returns FALSE for an event that is not of the scheduler, and for one that is too short. */
static gboolean
read_scheduled (const TraceDecoder *self, SwitchesEvent *event)
{
  const Kind *kind = self->kind;
  const double thread = read_number (self, kind->thread);
  const double before = kind->before ? read_number (self, kind->before) : 0;
  const double state = kind->before ? read_number (self, kind->state) : 0;

  /* not-a-number, for a field that is missing, is neither */
  if (!(thread >= 0 && before >= 0 && state >= 0))
    return FALSE;
  *event = (SwitchesEvent){
    .time = self->record.ts,
    .budget = SWITCHES_NO_BUDGET,
    .budget_before = SWITCHES_NO_BUDGET,
    .thread = (guint) thread,
    .before = (guint) before,
    .cpu = (gushort) self->record.cpu,
    .kind = kind->before ? SWITCHES_SWITCH : SWITCHES_WAKE,
    .flags = kind->before ? find_flags ((guint64) state) : 0,
  };
  read_text (self, kind->thread_name, event->name, sizeof event->name);
  return TRUE;
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

/* Returns FALSE for an event of no choice. */
static gboolean
take_event (TraceDecoder *self, gboolean has_lost, TraceEventFunc func, gpointer data)
{
  guint kind = GPOINTER_TO_UINT (g_hash_table_lookup (
      self->by_id, GINT_TO_POINTER (tep_data_type (self->tep, &self->record))));
  TraceEvent event = { .time = (gint64) self->record.ts, .kind = kind - 1, .has_lost = has_lost };

  if (kind == 0)
    return FALSE;
  self->kind = &g_array_index (self->kinds, Kind, kind - 1);
  for (guint i = 0; i < self->kind->n_fields; i++)
    event.values[i] = read_number (self, self->kind->fields[i]);
  event.is_scheduled = read_scheduled (self, &event.scheduled);
  func (self, &event, data);
  return TRUE;
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
      if (take_event (self, has_lost, func, data))
        has_lost = FALSE;
    }
}
