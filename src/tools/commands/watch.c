/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <math.h>
#include <unistd.h>

#define DEFAULT_PERIOD GSCOPE_SEC

typedef struct
{
  ToolsSession session;
  GPtrArray *signals;
  gboolean is_terminal;
  guint n_shown;
  gint64 start;
} Watch;

static double
get_latest (GscopeSignal *signal)
{
  GscopeSample sample;

  return gscope_signal_get_latest (signal, &sample) ? sample.value : NAN;
}

/* The lines of the last time are overwritten. */
static void
append_screen (Watch *self, GString *text)
{
  if (self->n_shown > 0)
    g_string_append_printf (text, "\033[%uA", self->n_shown);
  for (guint i = 0; i < self->signals->len; i++)
    {
      GscopeSignal *signal = self->signals->pdata[i];
      g_autofree char *unit = tools_text_clean (gscope_signal_get_unit (signal));
      g_autofree char *value = gscope_quantity_format (get_latest (signal), unit, 5);

      g_string_append_printf (text, "\033[K%-40s %s\n", gscope_signal_get_full_name (signal),
                              value);
    }
  self->n_shown = self->signals->len;
}

static void
append_head (Watch *self, GString *text)
{
  g_string_append (text, "time");
  for (guint i = 0; i < self->signals->len; i++)
    g_string_append_printf (text, "\t%s", gscope_signal_get_full_name (self->signals->pdata[i]));
  g_string_append_c (text, '\n');
}

static void
append_line (Watch *self, GString *text)
{
  gint64 now = gscope_clock_get_time (gscope_clock_get_system ());
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->n_shown++ == 0)
    append_head (self, text);
  g_ascii_formatd (number, sizeof number, "%.3f",
                   (double) (now - self->start) / (double) GSCOPE_SEC);
  g_string_append (text, number);
  for (guint i = 0; i < self->signals->len; i++)
    {
      g_ascii_formatd (number, sizeof number, "%.9g", get_latest (self->signals->pdata[i]));
      g_string_append_printf (text, "\t%s", number);
    }
  g_string_append_c (text, '\n');
}

static gboolean
on_tick (gpointer data, gboolean is_last, GError **error)
{
  Watch *self = data;
  g_autoptr (GString) text = g_string_new (NULL);

  if (is_last)
    return TRUE;
  gscope_scope_drain (self->session.scope);
  if (self->is_terminal)
    append_screen (self, text);
  else
    append_line (self, text);
  return tools_output_write (text->str, error);
}

gboolean
tools_watch (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 period = options->period ? options->period : DEFAULT_PERIOD;
  Watch self = { .signals = signals, .is_terminal = isatty (STDOUT_FILENO) };
  gboolean done = TRUE;

  tools_session_init (&self.session, options);
  for (guint i = 0; done && options->arguments[i]; i++)
    done = tools_session_add_signals (&self.session, options->arguments[i], signals, error);
  for (guint i = 0; i < signals->len; i++)
    gscope_signal_lease (signals->pdata[i], period);
  self.start = gscope_clock_get_time (gscope_clock_get_system ());
  done = done && tools_session_run (&self.session, period, on_tick, &self, error);
  tools_session_clear (&self.session);
  return done;
}
