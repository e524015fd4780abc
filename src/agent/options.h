/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "config.h"

/* The command line of the agent. */
typedef struct
{
  /* the file of a workspace; NULL for none */
  char *workspace;
  GStrv addresses;
  /* of NATS servers */
  GStrv carriers;
  GStrv groups;
  /* the name of a token that is to be made; NULL for none */
  char *new_token;
  gboolean is_stdio;
  gboolean is_read_only;
  gboolean is_announced;
  int n_simulated;
  int n_simulated_agents;
  char *config;
  gboolean checks_config;
  char *journal;
  char *certificate;
  char *key;
  char *tokens;
  char *client_authority;
  gboolean prints_version;
} AgentOptions;

gboolean agent_options_parse (AgentOptions *self, int argc, char *argv[], GError **error);
void agent_options_clear (AgentOptions *self);

/* Reads the configuration, in which options of the command line take the place of values of the file. */
AgentConfig *agent_options_read_config (const AgentOptions *self, GError **error);
/* Reads configuration and workspace and prints whether they are valid. Returns whether they are. */
gboolean agent_options_check_config (const AgentOptions *self);
