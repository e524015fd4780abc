/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "reader.h"
#include "session.h"

#include <inttypes.h>

enum
{
  BLOCK = 1024,
};

/* How often samples are printed. */
#define PERIOD (50 * GSCOPE_MSEC)

/* A signal, and which of its samples were printed. */
typedef struct
{
  GscopeSignal *signal;
  ToolsReader place;
} Reader;

/* A sample with the index of its signal. */
typedef struct
{
  GscopeSample sample;
  guint reader;
} Item;

typedef struct
{
  ToolsSession session;
  GArray *readers;
  GArray *items;
  void (*append) (GString *text, const GscopeSample *sample, const char *name);
} Stream;

/* The formats. */

static void
append_tuple (GString *text, const GscopeSample *sample, const char *name)
{
  gscope_tuple_append (text, sample->time, sample->value, name);
}

static void
append_csv (GString *text, const GscopeSample *sample, const char *name)
{
  g_autofree char *quoted = tools_output_quote_csv (name);
  char time[G_ASCII_DTOSTR_BUF_SIZE];
  char value[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (time, sizeof time, "%.6f", (double) sample->time / (double) GSCOPE_MSEC);
  g_ascii_dtostr (value, sizeof value, sample->value);
  g_string_append_printf (text, "%s,%s,%s\n", time, value, quoted);
}

static void
append_json (GString *text, const GscopeSample *sample, const char *name)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *line = NULL;

  json_object_set_int_member (object, "time_ns", sample->time);
  tools_output_set_number (object, "value", sample->value);
  json_object_set_string_member (object, "name", name);
  line = json_to_string (node, FALSE);
  g_string_append_printf (text, "%s\n", line);
}

/* Reading. */

static void
read_samples (Stream *self, guint index, gint64 end)
{
  Reader *reader = &g_array_index (self->readers, Reader, index);
  GscopeTrace *trace = gscope_signal_get_trace (reader->signal);
  GscopeSample samples[BLOCK];
  gsize n;

  do
    {
      n = tools_reader_read (&reader->place, trace, end, samples, BLOCK);
      for (gsize i = 0; i < n; i++)
        {
          Item item = { samples[i], index };

          g_array_append_val (self->items, item);
        }
    }
  while (n == BLOCK);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 first = ((const Item *) a)->sample.time;
  gint64 second = ((const Item *) b)->sample.time;

  return (first > second) - (first < second);
}

/* Samples wait until none of another signal can come before them. */
static gboolean
on_tick (gpointer data, gboolean is_last, GError **error)
{
  Stream *self = data;
  g_autoptr (GString) text = g_string_new (NULL);

  gscope_scope_drain (self->session.scope);
  g_array_set_size (self->items, 0);
  for (guint i = 0; i < self->readers->len; i++)
    read_samples (self, i, is_last ? G_MAXINT64 : gscope_scope_get_pen (self->session.scope));
  g_array_sort (self->items, compare);
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);
      GscopeSignal *signal = g_array_index (self->readers, Reader, item->reader).signal;
      GscopeGapCause cause;

      if (!gscope_gap_from_value (item->sample.value, &cause))
        self->append (text, &item->sample, gscope_signal_get_full_name (signal));
    }
  return text->len == 0 || tools_output_write (text->str, error);
}

static gboolean
find_signals (Stream *self, GPtrArray *signals, GError **error)
{
  const ToolsOptions *options = self->session.options;

  for (guint i = 0; options->arguments[i]; i++)
    if (!tools_session_add_signals (&self->session, options->arguments[i], signals, error))
      return FALSE;
  for (guint i = 0; i < signals->len; i++)
    {
      Reader reader = { .signal = signals->pdata[i] };

      tools_reader_init (&reader.place, gscope_signal_get_trace (reader.signal));
      gscope_signal_lease (reader.signal, 0);
      g_array_append_val (self->readers, reader);
    }
  return TRUE;
}

gboolean
tools_stream (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) readers = g_array_new (FALSE, FALSE, sizeof (Reader));
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));
  Stream self = { .readers = readers, .items = items };
  gboolean done;

  self.append = options->csv ? append_csv : options->json ? append_json : append_tuple;
  tools_session_init (&self.session, options);
  done = find_signals (&self, signals, error)
         && (!options->csv || tools_output_write ("time_ms,value,name\n", error))
         && tools_session_run (&self.session, PERIOD, on_tick, &self, error);
  for (guint i = 0; i < readers->len; i++)
    {
      const Reader *reader = &g_array_index (readers, Reader, i);

      tools_output_report_losses (reader->signal, reader->place.n_dropped);
    }
  tools_session_clear (&self.session);
  return done;
}
