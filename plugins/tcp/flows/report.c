/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/report.h"

#include <glib/gi18n-lib.h>

enum
{
  DEFAULT_LIMIT = 32
};

TcpConfig *
tcp_config_new (void)
{
  TcpConfig *self = g_atomic_rc_box_new0 (TcpConfig);

  tcp_filter_init (&self->filter);
  self->process = g_strdup ("");
  self->namespace = g_strdup ("");
  self->limit = DEFAULT_LIMIT;
  return self;
}

TcpConfig *
tcp_config_copy (TcpConfig *self)
{
  TcpConfig *copy = g_atomic_rc_box_dup (sizeof *self, self);

  copy->process = g_strdup (self->process);
  copy->namespace = g_strdup (self->namespace);
  copy->choice.pattern = g_strdup (self->choice.pattern);
  return copy;
}

TcpConfig *
tcp_config_ref (TcpConfig *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_config (gpointer data)
{
  TcpConfig *self = data;

  g_free (self->process);
  g_free (self->namespace);
  tcp_choice_clear (&self->choice);
}

void
tcp_config_unref (TcpConfig *self)
{
  g_atomic_rc_box_release_full (self, clear_config);
}

TcpReport *
tcp_report_new (void)
{
  TcpReport *self = g_new0 (TcpReport, 1);

  self->shown = g_array_new (FALSE, FALSE, sizeof (TcpSocket));
  return self;
}

void
tcp_report_free (TcpReport *self)
{
  g_array_unref (self->shown);
  g_free (self->trouble);
  g_free (self->refusal);
  g_free (self);
}

static void add_sentence (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_sentence (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append (text, "; ");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static void
add_process (const TcpReport *self, GString *text)
{
  if (!self->has_process)
    return;
  if (self->n_processes == 0)
    add_sentence (text, _ ("no process matches the filter"));
  else if (self->n_denied > 0)
    add_sentence (text,
                  g_dngettext (GETTEXT_PACKAGE,
                               "%u of %u matching process belongs to another user; unlock the "
                               "source to see its flows, or give the program CAP_SYS_PTRACE and "
                               "CAP_DAC_READ_SEARCH",
                               "%u of %u matching processes belong to other users; unlock the "
                               "source to see their flows, or give the program CAP_SYS_PTRACE and "
                               "CAP_DAC_READ_SEARCH",
                               self->n_processes),
                  self->n_denied, self->n_processes);
}

char *
tcp_report_dup_status (const TcpReport *self)
{
  GString *text = g_string_new (self->trouble);
  const TcpTotals *totals = &self->totals;

  if (totals->n_flows > totals->n_shown)
    add_sentence (text,
                  g_dngettext (GETTEXT_PACKAGE, "%u flow, %u shown; narrow the filter",
                               "%u flows, %u shown; narrow the filter", totals->n_flows),
                  totals->n_flows, totals->n_shown);
  if (self->n_unread > 0)
    add_sentence (text,
                  g_dngettext (GETTEXT_PACKAGE,
                               "%u flow is chosen, %u of them read at every tick; choose fewer",
                               "%u flows are chosen, %u of them read at every tick; choose fewer",
                               self->n_chosen),
                  self->n_chosen, self->n_chosen - self->n_unread);
  add_process (self, text);
  if (self->refusal)
    add_sentence (text, "%s", self->refusal);
  return g_string_free (text, FALSE);
}
