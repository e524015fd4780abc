/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* The announcement of an agent's network ports by DNS-SD, which Avahi publishes. It follows Avahi's restarts, and takes other
 * names if some are taken. */
typedef struct _AgentAnnouncement AgentAnnouncement;

/* Reports what is announced, or why nothing is. */
typedef void (*AgentAnnouncementFunc) (const char *status, gboolean is_problem, gpointer data);

AgentAnnouncement *agent_announcement_new (AgentAnnouncementFunc tell, gpointer data);
/* Withdraws everything. */
void agent_announcement_free (AgentAnnouncement *self);
/* Announces the ports of those addresses that other machines reach, in place of the former ones. */
void agent_announcement_set_addresses (AgentAnnouncement *self, const char *const *addresses);
