/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

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
