/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/choice.h"

/* Compares successive lists: finds new and ended flows, the flows that are busy enough to be shown,
 * and the busiest flow. */
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

/* Rates are NaN without an earlier list. */
typedef struct
{
  guint n_flows;
  guint n_shown;
  double established;
  double retransmits;
} TcpTotals;

TcpRanking *tcp_ranking_new (void);
void tcp_ranking_free (TcpRanking *self);

/* Sets the maximum number of shown flows, and the choice, which is not copied. */
void tcp_ranking_set_rules (TcpRanking *self, guint limit, const TcpChoice *choice);

/* Take each socket of a list, then its end. If the list is not complete, missing flows have not
 * ended. seconds is the time since the last list. */
void tcp_ranking_take (TcpRanking *self, const TcpSocket *socket);
void tcp_ranking_end (TcpRanking *self, gboolean is_complete, double seconds, TcpTotals *totals);

/* Returns TcpEntry elements, valid until the next list. */
GPtrArray *tcp_ranking_get_shown (TcpRanking *self);
const TcpEntry *tcp_ranking_find (TcpRanking *self, guint64 cookie);
/* Returns NULL if there is no flow. */
const TcpEntry *tcp_ranking_get_busiest (TcpRanking *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpRanking, tcp_ranking_free)
