/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/filter.h"
#include "flows/ranking.h"

/* The user's settings. It is not changed once it is shared. */
typedef struct
{
  TcpFilter filter;
  TcpChoice choice;
  char *process;
  char *namespace;
  guint limit;
} TcpConfig;

TcpConfig *tcp_config_new (void);
TcpConfig *tcp_config_copy (TcpConfig *self);
TcpConfig *tcp_config_ref (TcpConfig *self);
void tcp_config_unref (TcpConfig *self);

/* The complete result of the last list, with or without trouble since: a newer report replaces an
 * older one. */
typedef struct
{
  TcpTotals totals;
  /* TcpSocket: the flows that are shown; the busiest one's cookie, 0 for none */
  GArray *shown;
  guint64 busiest;
  guint n_chosen;
  guint n_unread;
  gboolean has_process;
  guint n_processes;
  guint n_denied;
  /* NULL where sockets can be listed; only waiting for a process is no real trouble */
  char *trouble;
  gboolean is_waiting;
  /* why a flow is not steered, or NULL */
  char *refusal;
} TcpReport;

TcpReport *tcp_report_new (void);
void tcp_report_free (TcpReport *self);
/* Sentences for the source's status, empty if there is nothing to say. */
char *tcp_report_dup_status (const TcpReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpConfig, tcp_config_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpReport, tcp_report_free)
