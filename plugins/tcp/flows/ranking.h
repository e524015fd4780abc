/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/choice.h"

/* Compares successive lists: flows that came and went, flows busy enough to be shown, and the
 * busiest. */
typedef struct _TcpRanking TcpRanking;

typedef struct
{
  TcpSocket socket;
  guint64 weight;
  double activity;
  guint list;
  gboolean is_shown;
  gboolean is_chosen;
} TcpEntry;

/* Rates are not-a-number where there is no earlier list to compare with. */
typedef struct
{
  guint n_flows;
  guint n_shown;
  double established;
  double retransmits;
} TcpTotals;

TcpRanking *tcp_ranking_new (void);
void tcp_ranking_free (TcpRanking *self);

/* From then on other flows may be listed, shown and chosen; the choice is not kept. */
void tcp_ranking_set_rules (TcpRanking *self, guint limit, const TcpChoice *choice);

/* One list: every socket of it, then its end. Where it is not complete, nothing that it lacks ended.
 * seconds is the time since the last list. */
void tcp_ranking_take (TcpRanking *self, const TcpSocket *socket);
void tcp_ranking_end (TcpRanking *self, gboolean is_complete, double seconds, TcpTotals *totals);

/* TcpEntry, until the next list. */
GPtrArray *tcp_ranking_get_shown (TcpRanking *self);
const TcpEntry *tcp_ranking_find (TcpRanking *self, guint64 cookie);
/* NULL where there is no flow. */
const TcpEntry *tcp_ranking_get_busiest (TcpRanking *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpRanking, tcp_ranking_free)
