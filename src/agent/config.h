/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The rights of a principal: patterns of what it may read, write and create. */
typedef struct
{
  char *principal;
  GStrv paths[GSCOPE_N_ACCESSES];
} AgentRights;

/* The configuration file of the agent. */
typedef struct
{
  /* the file; NULL if there is none */
  char *path;

  char *workspace;
  GStrv addresses;
  /* of NATS servers */
  GStrv carriers;
  /* by which viewers find the agent at NATS servers */
  GStrv groups;
  gboolean is_read_only;
  /* by DNS-SD */
  gboolean is_announced;
  /* the file of values for Performance Co-Pilot; NULL for none */
  char *mmv;
  gint64 n_simulated;
  gint64 n_clients;
  /* also of a user of this machine */
  gint64 n_clients_per_address;

  /* of the network */
  char *certificate;
  char *key;
  char *tokens;
  char *client_authority;
  GStrv names;
  GStrv origins;
  /* viewers may use the protocol of Foxglove */
  gboolean has_foxglove;

  char *journal_file;
  guint64 journal_bytes;
  gboolean has_system_journal;

  /* NULL to record nothing */
  char *recording_directory;
  guint64 recording_bytes;
  gint64 recording_hours;

  /* AgentRights */
  GPtrArray *rights;
} AgentConfig;

/* Reads a file, or the default one of the user if `path` is NULL; a default file need not exist. */
AgentConfig *agent_config_read (const char *path, GError **error);
void agent_config_free (AgentConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AgentConfig, agent_config_free)

/* Checks addresses of agents at NATS servers; NULL for none. */
gboolean agent_config_check_carriers (const char *const *addresses, GError **error);
/* Checks groups of agents; NULL for none. */
gboolean agent_config_check_groups (const char *const *groups, GError **error);
/* Returns where the file of a user is who gives no other: a system one for root. */
char *agent_config_get_default_path (void);
