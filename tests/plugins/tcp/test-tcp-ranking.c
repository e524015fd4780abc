/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/ranking.h"
#include "flows/report.h"

#include <gscope-test/gscope-test.h>
#include <math.h>

enum
{
  SYN_SENT = 2,
  ESTABLISHED = 1,
};

typedef struct
{
  guint64 cookie;
  guint64 acked;
  double retransmits;
  guint8 state;
} Row;

static TcpRanking *
create (guint limit, const char *chosen)
{
  TcpRanking *ranking = tcp_ranking_new ();
  TcpChoice choice = { 0 };
  g_autofree char *text = tcp_choice_parse (&choice, chosen, NULL);

  tcp_ranking_set_rules (ranking, limit, &choice);
  tcp_choice_clear (&choice);
  return ranking;
}

/* A list that ends with a row of cookie 0. A flow's port is its cookie. */
static TcpTotals
give (TcpRanking *ranking, const Row *rows)
{
  TcpTotals totals;

  for (; rows->cookie > 0; rows++)
    {
      TcpSocket socket = { .cookie = rows->cookie,
                           .id.idiag_sport = g_htons (rows->cookie),
                           .state = rows->state ? rows->state : ESTABLISHED,
                           .acked = rows->acked };

      socket.values[TCP_METRIC_RETRANSMITS] = rows->retransmits;
      tcp_ranking_take (ranking, &socket);
    }
  tcp_ranking_end (ranking, TRUE, 2, &totals);
  return totals;
}

static guint64
get_busiest (TcpRanking *ranking)
{
  const TcpEntry *entry = tcp_ranking_get_busiest (ranking);

  return entry ? entry->socket.cookie : 0;
}

static gboolean
is_shown (TcpRanking *ranking, guint64 cookie)
{
  const TcpEntry *entry = tcp_ranking_find (ranking, cookie);

  return entry && entry->is_shown
         && g_ptr_array_find (tcp_ranking_get_shown (ranking), entry, NULL);
}

static void
test_totals (void)
{
  g_autoptr (TcpRanking) ranking = create (8, "");
  TcpTotals totals = give (ranking, (Row[]){ { 1, 0, 5, 0 }, { 2, 0, 0, SYN_SENT }, { 0 } });

  g_assert_cmpuint (totals.n_flows, ==, 2);
  g_assert_cmpuint (totals.n_shown, ==, 2);
  g_assert_true (isnan (totals.established));
  g_assert_true (isnan (totals.retransmits));

  /* In two seconds one was established that had been connecting, and one is new. */
  totals = give (ranking, (Row[]){ { 1, 0, 8, 0 }, { 2, 0, 0, 0 }, { 3, 0, 1, 0 }, { 0 } });
  g_assert_cmpfloat (totals.established, ==, 1);
  g_assert_cmpfloat (totals.retransmits, ==, 2);
  totals = give (ranking, (Row[]){ { 3, 0, 1, 0 }, { 0 } });
  g_assert_cmpuint (totals.n_flows, ==, 1);
  g_assert_cmpfloat (totals.established, ==, 0);
}

static void
test_busiest (void)
{
  g_autoptr (TcpRanking) ranking = create (8, "");

  give (ranking, (Row[]){ { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 0);
  give (ranking, (Row[]){ { 1, 1000, 0, 0 }, { 2, 0, 0, 0 }, { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 1);

  /* A little busier is not enough, nor is one burst. */
  give (ranking, (Row[]){ { 1, 2000, 0, 0 }, { 2, 1200, 0, 0 }, { 0 } });
  give (ranking, (Row[]){ { 1, 3000, 0, 0 }, { 2, 2400, 0, 0 }, { 0 } });
  give (ranking, (Row[]){ { 1, 4000, 0, 0 }, { 2, 3600, 0, 0 }, { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 1);
  give (ranking, (Row[]){ { 1, 5000, 0, 0 }, { 2, 9000, 0, 0 }, { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 1);
  give (ranking, (Row[]){ { 1, 6000, 0, 0 }, { 2, 15000, 0, 0 }, { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 2);

  /* One that ended has no claim. */
  give (ranking, (Row[]){ { 1, 6000, 0, 0 }, { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 1);
  give (ranking, (Row[]){ { 0 } });
  g_assert_cmpuint (get_busiest (ranking), ==, 0);
}

static void
test_ends (void)
{
  g_autoptr (TcpRanking) ranking = create (8, "");
  const TcpSocket receiver = { .cookie = 1, .state = ESTABLISHED, .received = 1000 };
  const TcpSocket sender = { .cookie = 2, .state = ESTABLISHED, .acked = 1000 };
  TcpTotals totals;

  tcp_ranking_take (ranking, &receiver);
  tcp_ranking_take (ranking, &sender);
  tcp_ranking_end (ranking, TRUE, 1, &totals);
  g_assert_cmpuint (get_busiest (ranking), ==, 2);
}

static void
test_shown (void)
{
  g_autoptr (TcpRanking) ranking = create (2, "4");

  give (ranking, (Row[]){ { 1, 0, 0, 0 }, { 2, 0, 0, 0 }, { 3, 0, 0, 0 }, { 0 } });
  give (ranking, (Row[]){ { 1, 900, 0, 0 }, { 2, 500, 0, 0 }, { 3, 100, 0, 0 }, { 0 } });
  give (ranking, (Row[]){ { 1, 1800, 0, 0 }, { 2, 1000, 0, 0 }, { 3, 200, 0, 0 }, { 0 } });
  g_assert_true (is_shown (ranking, 1) && is_shown (ranking, 2) && !is_shown (ranking, 3));

  /* A little busier than one that is shown is not enough; clearly busier is. */
  give (ranking, (Row[]){ { 1, 2700, 0, 0 }, { 2, 1500, 0, 0 }, { 3, 800, 0, 0 }, { 0 } });
  g_assert_true (is_shown (ranking, 2) && !is_shown (ranking, 3));
  give (ranking, (Row[]){ { 1, 3600, 0, 0 }, { 2, 2000, 0, 0 }, { 3, 3800, 0, 0 }, { 0 } });
  g_assert_true (is_shown (ranking, 1) && is_shown (ranking, 3) && !is_shown (ranking, 2));

  /* A chosen one is shown however quiet it is. */
  give (ranking, (Row[]){ { 1, 4500, 0, 0 }, { 3, 6800, 0, 0 }, { 4, 0, 0, 0 }, { 0 } });
  g_assert_true (is_shown (ranking, 4));
  g_assert_cmpuint (tcp_ranking_get_shown (ranking)->len, ==, 2);
}

static void
test_incomplete (void)
{
  g_autoptr (TcpRanking) ranking = create (8, "");
  TcpTotals totals;

  give (ranking, (Row[]){ { 1, 0, 0, 0 }, { 2, 0, 0, 0 }, { 0 } });
  tcp_ranking_end (ranking, FALSE, 1, &totals);
  g_assert_cmpuint (totals.n_flows, ==, 2);
  tcp_ranking_end (ranking, TRUE, 1, &totals);
  g_assert_cmpuint (totals.n_flows, ==, 0);
}

static void
assert_status (const TcpReport *report, const char *status)
{
  g_autofree char *text = tcp_report_dup_status (report);

  g_assert_cmpstr (text, ==, status);
}

static void
test_status (void)
{
  g_autoptr (TcpReport) report = tcp_report_new ();

  assert_status (report, "");
  report->totals = (TcpTotals){ .n_flows = 1000, .n_shown = 256 };
  assert_status (report, "1000 flows, 256 shown; narrow the filter");
  report->totals = (TcpTotals){ .n_flows = 20, .n_shown = 20 };
  report->n_chosen = 12;
  report->n_unread = 4;
  assert_status (report, "12 flows are chosen, 8 of them read at every tick; choose fewer");
  report->n_unread = 0;
  report->has_process = TRUE;
  assert_status (report, "no process matches the filter");
  report->n_processes = 3;
  assert_status (report, "");
  report->n_denied = 2;
  assert_status (
      report,
      "2 of 3 matching processes belong to other users; unlock the source to see their flows, "
      "or give the program CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/tcp-ranking/totals", test_totals);
  gscope_test_add ("/tcp-ranking/busiest", test_busiest);
  gscope_test_add ("/tcp-ranking/ends", test_ends);
  gscope_test_add ("/tcp-ranking/shown", test_shown);
  gscope_test_add ("/tcp-ranking/incomplete", test_incomplete);
  gscope_test_add ("/tcp-ranking/status", test_status);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
