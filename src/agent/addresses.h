/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The addresses at which an agent listens. Those that cannot be opened are tried again every two seconds, and when others
 * are set. */
typedef struct _AgentAddresses AgentAddresses;

typedef struct
{
  /* An address cannot be opened; reported once. */
  void (*failed) (gpointer data, const GError *error);
  /* An address was opened that could not be opened before. */
  void (*opened) (gpointer data);
  gpointer data;
} AgentAddressesFuncs;

AgentAddresses *agent_addresses_new (GscopeAgent *agent, const AgentAddressesFuncs *funcs);
void agent_addresses_free (AgentAddresses *self);
/* Listens at the first addresses. Fails if one of them cannot be opened. */
gboolean agent_addresses_open (AgentAddresses *self, const char *const *addresses, GError **error);
/* Listens at other addresses; those that stay are not opened again. */
void agent_addresses_set (AgentAddresses *self, const char *const *addresses);
