/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome-json/collector.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

enum
{
  /* records in memory: 16 MiB */
  RUN = 512 * 1024,
  /* states of a thread that have begun and not ended */
  MAX_OPEN = 256,
};

void
gscope_chrome_collector_init (GscopeChromeCollector *self)
{
  *self = (GscopeChromeCollector){ 0 };
  gscope_chrome_tracks_init (&self->tracks);
  self->sorter = gscope_import_sorter_new (RUN);
}

void
gscope_chrome_collector_clear (GscopeChromeCollector *self)
{
  gscope_chrome_tracks_clear (&self->tracks);
  gscope_import_sorter_free (self->sorter);
}

/* Events of each kind. Each function returns FALSE if the records could not be kept. */

static gboolean
add_state (GscopeChromeCollector *self, guint thread, guint32 name, gint64 time, gint64 duration,
           GError **error)
{
  GscopeImportRecord record = { .time = time,
                                .duration = duration,
                                .kind = GSCOPE_IMPORT_BEGIN,
                                .subject = thread,
                                .name = name,
                                .number = self->n_events };

  return gscope_import_sorter_add_state (self->sorter, &record, error);
}

static gboolean
take_whole (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error)
{
  guint thread = gscope_chrome_tracks_get_thread (&self->tracks, event);

  if (thread != GSCOPE_CHROME_NONE)
    return add_state (self, thread, gscope_chrome_tracks_get_name (&self->tracks, event->name),
                      event->time, event->duration, error);
  self->n_beyond++;
  return TRUE;
}

static gboolean
take_begin (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error)
{
  guint index = gscope_chrome_tracks_get_thread (&self->tracks, event);
  GscopeChromeThread *thread =
      index != GSCOPE_CHROME_NONE ? self->tracks.threads->pdata[index] : NULL;
  GscopeChromeOpen open = { .time = event->time };

  if (!thread || thread->open->len == MAX_OPEN)
    {
      self->n_beyond++;
      return TRUE;
    }
  open.name = gscope_chrome_tracks_get_name (&self->tracks, event->name);
  g_array_append_val (thread->open, open);
  return TRUE;
}

/* The begins and ends of a thread are in the order of their times in the file. */
static gboolean
take_end (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error)
{
  guint index = gscope_chrome_tracks_get_thread (&self->tracks, event);
  GscopeChromeThread *thread =
      index != GSCOPE_CHROME_NONE ? self->tracks.threads->pdata[index] : NULL;
  GscopeChromeOpen open;

  if (!thread || thread->open->len == 0)
    {
      self->n_malformed++;
      return TRUE;
    }
  open = g_array_index (thread->open, GscopeChromeOpen, thread->open->len - 1);
  g_array_set_size (thread->open, thread->open->len - 1);
  if (event->time >= open.time)
    return add_state (self, index, open.name, open.time, event->time - open.time, error);
  self->n_malformed++;
  return TRUE;
}

static gboolean
take_counter (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error)
{
  GscopeJsonCursor cursor = { event->arguments.text,
                              event->arguments.text + event->arguments.size };
  GscopeJsonSpan key;
  double value;

  while (gscope_chrome_event_next_number (&cursor, &key, &value))
    {
      GscopeImportRecord record = {
        .time = event->time, .value = value, .kind = GSCOPE_IMPORT_COUNTER, .number = self->n_events
      };

      record.subject = gscope_chrome_tracks_get_counter (&self->tracks, event, key);
      self->n_beyond += record.subject == GSCOPE_CHROME_NONE;
      if (record.subject != GSCOPE_CHROME_NONE
          && !gscope_import_sorter_add (self->sorter, &record, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_instant (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error)
{
  GscopeImportRecord record = { .time = event->time,
                                .kind = GSCOPE_IMPORT_INSTANT,
                                .number = self->n_events };

  record.duration = event->scope == 'g'   ? GSCOPE_CHROME_OF_ALL
                    : event->scope == 'p' ? GSCOPE_CHROME_OF_PROCESS
                                          : GSCOPE_CHROME_OF_THREAD;
  record.name = gscope_chrome_tracks_get_name (&self->tracks, event->name);
  if (record.duration == GSCOPE_CHROME_OF_ALL)
    record.subject = GSCOPE_CHROME_NONE;
  else
    record.subject = gscope_chrome_tracks_get_thread (&self->tracks, event);
  if (record.name != GSCOPE_CHROME_NONE)
    return gscope_import_sorter_add (self->sorter, &record, error);
  self->n_beyond++;
  return TRUE;
}

/* Other facts are about how a viewer shows them. */
static gboolean
take_fact (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error)
{
  if (gscope_json_span_equal (event->name, "process_name"))
    gscope_chrome_tracks_name_process (&self->tracks, event);
  else if (gscope_json_span_equal (event->name, "thread_name"))
    gscope_chrome_tracks_name_thread (&self->tracks, event);
  return TRUE;
}

static const struct
{
  char phase;
  gboolean needs_time;
  gboolean (*take) (GscopeChromeCollector *self, const GscopeChromeEvent *event, GError **error);
} kinds[] = {
  { 'B', TRUE, take_begin },   { 'E', TRUE, take_end },     { 'X', TRUE, take_whole },
  { 'C', TRUE, take_counter }, { 'i', TRUE, take_instant }, { 'I', TRUE, take_instant },
  { 'M', FALSE, take_fact },
};

static gboolean
take_event (GscopeChromeCollector *self, GscopeJsonSpan text, GError **error)
{
  GscopeChromeEvent event;

  if (!gscope_chrome_event_read (&event, text))
    {
      self->n_malformed++;
      return TRUE;
    }
  if (self->n_events == G_MAXUINT32)
    {
      self->n_beyond++;
      return TRUE;
    }
  self->n_events++;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (kinds[i].phase != event.phase)
        continue;
      if (event.has_time || !kinds[i].needs_time)
        return kinds[i].take (self, &event, error);
      self->n_malformed++;
      return TRUE;
    }
  if (self->n_others++ == 0)
    self->other = g_ascii_isgraph (event.phase) ? event.phase : '?';
  return TRUE;
}

/* States that do not end in the file last until after its end. */
static gboolean
add_open (GscopeChromeCollector *self, GError **error)
{
  for (guint i = 0; i < self->tracks.threads->len; i++)
    {
      const GscopeChromeThread *thread = self->tracks.threads->pdata[i];

      for (guint k = 0; k < thread->open->len; k++)
        {
          const GscopeChromeOpen *open = &g_array_index (thread->open, GscopeChromeOpen, k);

          self->n_events += self->n_events < G_MAXUINT32;
          if (!add_state (self, i, open->name, open->time, G_MAXINT64, error))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
gscope_chrome_collector_read (GscopeChromeCollector *self, int fd, GError **error)
{
  g_autoptr (GscopeChromeEvents) events = gscope_chrome_events_new (fd);
  GscopeJsonSpan text;

  while (gscope_chrome_events_next (events, &text))
    if (!take_event (self, text, error))
      return FALSE;
  if (!gscope_chrome_events_has_list (events))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("it has no list of events, “traceEvents”"));
      return FALSE;
    }
  self->beginning = gscope_chrome_events_get_beginning (events);
  self->is_cut = gscope_chrome_events_is_cut (events);
  self->n_malformed += gscope_chrome_events_get_malformed (events);
  return add_open (self, error) && gscope_import_sorter_finish (self->sorter, error);
}
