/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-status.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <gscope/net/tuple-names.h>

enum
{
  /* Clients with signals of their own; the totals are over all clients. */
  N_SHOWN = 16,
  N_DESCRIBED = 3,
  DIGITS = 2,
};

#define DAY (24 * 3600 * GSCOPE_SEC)

typedef enum
{
  TOTAL_CLIENTS,
  TOTAL_TUPLES,
  TOTAL_REFUSED,
  TOTAL_LATE,
  TOTAL_TURNED_AWAY,
  TOTAL_TIMED_OUT,
  TOTAL_NO_TUPLES,
  TOTAL_NO_TOKEN,
  N_TOTALS,
} Total;

typedef enum
{
  CLIENT_OFFSET,
  CLIENT_UNCERTAINTY,
  CLIENT_TUPLES,
  CLIENT_REFUSED,
  CLIENT_LATE,
  N_CLIENT_WORDS,
} ClientWord;

typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  const char *description;
} Row;

static const Row totals_rows[N_TOTALS] = {
  [TOTAL_CLIENTS] = { "clients", N_ ("%s: clients"), "", N_ ("Connected clients") },
  [TOTAL_TUPLES] = { "tuples", N_ ("%s: tuples"), "/s", N_ ("Tuples of all clients") },
  [TOTAL_REFUSED] = { "refused", N_ ("%s: refused"), "",
                      N_ ("Malformed lines and lines over a limit, of all clients") },
  [TOTAL_LATE] = { "late", N_ ("%s: late"), "",
                   N_ ("Tuples that arrived later than the delay allows, of all clients") },
  [TOTAL_TURNED_AWAY] = { "turned away", N_ ("%s: turned away"), "",
                          N_ ("Clients refused because the server had too many") },
  [TOTAL_TIMED_OUT] = { "timed out", N_ ("%s: timed out"), "",
                        N_ ("Clients that sent no whole line for too long, or did not answer") },
  [TOTAL_NO_TUPLES] = { "not tuples", N_ ("%s: not tuples"), "",
                        N_ ("Clients that sent HTTP or TLS, as browsers do") },
  [TOTAL_NO_TOKEN] = { "without token", N_ ("%s: without token"), "",
                       N_ ("Clients that did not send the server's token") },
};

static const Row client_rows[N_CLIENT_WORDS] = {
  [CLIENT_OFFSET] = { "clock offset", N_ ("%s: clock offset"), "s",
                      N_ ("Offset that is added to the client's times") },
  [CLIENT_UNCERTAINTY] = { "clock uncertainty", N_ ("%s: clock uncertainty"), "s",
                           N_ ("Uncertainty of the clock offset") },
  [CLIENT_TUPLES] = { "tuples", N_ ("%s: tuples"), "/s", N_ ("Tuples of the client") },
  [CLIENT_REFUSED] = { "refused", N_ ("%s: refused"), "",
                       N_ ("Malformed lines and lines over a limit, of the client") },
  [CLIENT_LATE] = { "late", N_ ("%s: late"), "",
                    N_ ("Tuples of the client that arrived later than the delay allows") },
};

/* The words are read by the poller. */
struct _GscopeTupleStatus
{
  GscopeSource *source;
  gint64 updated;
  double totals[N_TOTALS];
  guint64 n_tuples;
  guint n_shown;
  double clients[N_SHOWN][N_CLIENT_WORDS];
  gconstpointer seen[N_SHOWN];
  guint64 n_client_tuples[N_SHOWN];
  GPtrArray *signals;
};

static void
set_word (double *word, double value)
{
  __atomic_store (word, &value, __ATOMIC_RELAXED);
}

/* If a client already sends a signal with such a name, the status signal is not added. */
static void
add_signals (GscopeTupleStatus *self, const char *group, const char *group_title, const Row *rows,
             guint n, double *words)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeSignal) signal = gscope_signal_new_double (rows[i].name, &words[i]);
      g_autofree char *title = g_strdup_printf (_ (rows[i].title), group_title);

      words[i] = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
      gscope_signal_set_group (signal, group);
      gscope_signal_set_title (signal, title);
      gscope_signal_set_role (signal, rows[i].name);
      gscope_signal_set_unit (signal, rows[i].unit);
      gscope_signal_set_description (signal, _ (rows[i].description));
      gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_STEPS);
      gscope_signal_set_diagnostic (signal, TRUE);
      if (gscope_source_add_signal (self->source, signal, NULL))
        g_ptr_array_add (self->signals, g_steal_pointer (&signal));
    }
}

GscopeTupleStatus *
gscope_tuple_status_new (GscopeSource *source)
{
  GscopeTupleStatus *self = g_new0 (GscopeTupleStatus, 1);

  self->source = source;
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  add_signals (self, "server", _ ("server"), totals_rows, N_TOTALS, self->totals);
  return self;
}

/* Detaches the signals from the memory that is freed here, because others may still hold a
 * reference to them. */
void
gscope_tuple_status_free (GscopeTupleStatus *self)
{
  for (guint i = 0; i < self->signals->len; i++)
    gscope_signal_end (self->signals->pdata[i]);
  g_ptr_array_unref (self->signals);
  g_free (self);
}

static double
get_rate (guint64 n, guint64 *before, double seconds)
{
  double rate = seconds > 0 && n >= *before ? (n - *before) / seconds
                                            : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);

  *before = n;
  return rate;
}

static void
show_client (GscopeTupleStatus *self, guint i, GscopeTupleConnection *client, double seconds)
{
  GscopeTupleCounters counters;
  double *words = self->clients[i];

  if (!client)
    {
      for (guint w = 0; w < N_CLIENT_WORDS; w++)
        set_word (&words[w], gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE));
      self->seen[i] = NULL;
      return;
    }
  if (self->seen[i] != client)
    self->n_client_tuples[i] = 0;
  self->seen[i] = client;
  gscope_tuple_connection_get_counters (client, &counters);
  set_word (&words[CLIENT_OFFSET], counters.offset * 1e-9);
  set_word (&words[CLIENT_UNCERTAINTY], counters.uncertainty * 1e-9);
  set_word (&words[CLIENT_TUPLES], get_rate (counters.tuples, &self->n_client_tuples[i], seconds));
  set_word (&words[CLIENT_REFUSED], counters.malformed + counters.limit);
  set_word (&words[CLIENT_LATE], counters.late);
}

static void
show_totals (GscopeTupleStatus *self, const GscopeTupleTotals *totals, GPtrArray *clients,
             double seconds)
{
  GscopeTupleCounters sum = totals->gone, counters;

  for (guint i = 0; i < clients->len; i++)
    {
      if (!clients->pdata[i])
        continue;
      gscope_tuple_connection_get_counters (clients->pdata[i], &counters);
      sum.tuples += counters.tuples;
      sum.malformed += counters.malformed;
      sum.limit += counters.limit;
      sum.late += counters.late;
    }
  set_word (&self->totals[TOTAL_CLIENTS], totals->clients);
  set_word (&self->totals[TOTAL_TUPLES], get_rate (sum.tuples, &self->n_tuples, seconds));
  set_word (&self->totals[TOTAL_REFUSED], sum.malformed + sum.limit);
  set_word (&self->totals[TOTAL_LATE], sum.late);
  set_word (&self->totals[TOTAL_TURNED_AWAY], totals->turned_away);
  set_word (&self->totals[TOTAL_TIMED_OUT], totals->gone.refusals[GSCOPE_TUPLE_REFUSAL_SILENCE]);
  set_word (&self->totals[TOTAL_NO_TUPLES], totals->gone.refusals[GSCOPE_TUPLE_REFUSAL_PROTOCOL]);
  set_word (&self->totals[TOTAL_NO_TOKEN], totals->gone.refusals[GSCOPE_TUPLE_REFUSAL_TOKEN]);
}

static char *
format_seconds (gint64 nanoseconds)
{
  return gscope_quantity_format (ABS (nanoseconds) * 1e-9, "s", DIGITS);
}

/* Describes the zero of a client's clock: the wall clock's is in 1970, another is the client's own
 * start. */
static char *
describe_zero (GscopeClock *clock, guint number, gint64 zero, const char *error)
{
  gint64 ahead = -gscope_clock_to_unix (clock, zero);
  g_autofree char *text = NULL;
  g_autoptr (GDateTime) wall = NULL;

  if (ABS (ahead) < DAY)
    {
      text = format_seconds (ahead);
      return g_strdup_printf (ahead < 0 ? _ ("client %u's clock is %s behind, ± %s")
                                        : _ ("client %u's clock is %s ahead, ± %s"),
                              number, text, error);
    }
  wall = gscope_clock_to_wall (clock, zero);
  text = g_date_time_format (wall, "%Y-%m-%d %H:%M:%S");
  return g_strdup_printf (_ ("client %u's clock counts from %s, ± %s"), number, text, error);
}

static void
describe_clock (GscopeClock *clock, guint number, GscopeTupleConnection *client, GString *text)
{
  GscopeTupleCounters counters;
  g_autofree char *zero = NULL;
  g_autofree char *error = NULL;

  gscope_tuple_connection_get_counters (client, &counters);
  if (counters.tuples == 0)
    return;
  g_string_append (text, "; ");
  if (counters.is_local)
    {
      g_string_append_printf (text, _ ("client %u's clock is this machine's"), number);
      return;
    }
  error = format_seconds (counters.uncertainty);
  zero = describe_zero (clock, number, counters.offset, error);
  g_string_append (text, zero);
}

char *
gscope_tuple_status_describe_clocks (GscopeTupleStatus *self, GPtrArray *clients)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (clients->len, N_DESCRIBED); i++)
    if (clients->pdata[i])
      describe_clock (gscope_source_get_clock (self->source), i + 1, clients->pdata[i], text);
  return g_string_free (text, FALSE);
}

void
gscope_tuple_status_update (GscopeTupleStatus *self, const GscopeTupleTotals *totals,
                            GPtrArray *clients, gint64 now)
{
  double seconds = self->updated > 0 ? (now - self->updated) * 1e-9 : 0;

  for (guint i = self->n_shown; i < MIN (clients->len, N_SHOWN); i++)
    {
      g_autofree char *group = gscope_tuple_names_dup_group (i + 1);
      g_autofree char *title = g_strdup_printf (_ ("client %u"), i + 1);

      add_signals (self, group, title, client_rows, N_CLIENT_WORDS, self->clients[i]);
      self->n_shown++;
    }
  for (guint i = 0; i < self->n_shown; i++)
    show_client (self, i, i < clients->len ? clients->pdata[i] : NULL, seconds);
  show_totals (self, totals, clients, seconds);
  self->updated = now;
}
