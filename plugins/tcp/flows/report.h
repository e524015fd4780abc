/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/filter.h"
#include "flows/ranking.h"

/* The user's settings. Constant after it is shared. */
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

/* The result of the last complete list, with any trouble since then. A newer report replaces an
 * older one. */
typedef struct
{
  TcpTotals totals;
  /* TcpSocket of each shown flow; cookie of the busiest flow, 0 for none */
  GArray *shown;
  guint64 busiest;
  guint n_chosen;
  guint n_unread;
  gboolean has_process;
  guint n_processes;
  guint n_denied;
  /* reason why sockets cannot be listed, or NULL; is_waiting is whether the reason is only that a
   * process does not exist yet */
  char *trouble;
  gboolean is_waiting;
  /* why a flow is not steered, or NULL */
  char *refusal;
  /* whether a privilege is missing */
  gboolean is_locked;
} TcpReport;

TcpReport *tcp_report_new (void);
void tcp_report_free (TcpReport *self);
/* Returns sentences for the source's status; may be empty. */
char *tcp_report_dup_status (const TcpReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpConfig, tcp_config_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpReport, tcp_report_free)
