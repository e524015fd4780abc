/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* How its clients reach an agent. */
typedef enum
{
  AGENT_SOCKET,
  AGENT_WEB_SOCKET,
  AGENT_TLS,
} AgentCarrier;

/* An agent in a process of its own, on a Unix socket and on another carrier. */
typedef struct
{
  const char *program;
  AgentCarrier carrier;
  char *directory;
  char *path;
  /* of the carrier; after the first start of a carrier of the network */
  char *address;
  char *fingerprint;
  GSubprocess *process;
  pid_t pid;
} AgentProcess;

/* The program is lab-agent (tests/support/lab-agent.c). Clients of the network have the default credentials. */
void agent_process_set_up (AgentProcess *self, const char *program, AgentCarrier carrier);
void agent_process_start (AgentProcess *self);
/* Kills the agent, which leaves it no time for anything. */
void agent_process_kill (AgentProcess *self);
/* Ends the agent in order, which asserts that it leaks nothing. Returns how many numbers it counted, and how many of
 * them were lost there. */
void agent_process_end (AgentProcess *self, guint64 *n_made, guint64 *n_lost);
void agent_process_tear_down (AgentProcess *self);

void agent_process_pause (AgentProcess *self);
void agent_process_resume (AgentProcess *self);

guint agent_process_count_descriptors (AgentProcess *self);
/* Returns the largest memory that the agent has had, in bytes. */
gsize agent_process_get_memory (AgentProcess *self);

/* The other end without a carrier. A message has its length in front. */
GSocket *agent_process_connect (const char *path);
void agent_process_send (GSocket *socket, const char *message);
/* Returns a socket that has said hello to the source "lab". */
GSocket *agent_process_greet (AgentProcess *self);

/* A source of the agent in this process, by another name: "lab" at its address, or at another one on the way there. */
GscopeSource *
agent_process_show (AgentProcess *self, GscopeScope *scope, const char *name, const char *address);

/* Runs the main loop until a condition holds, and drains a scope meanwhile. */
#define agent_process_await(scope, condition)                                                      \
  do                                                                                               \
    while (!(condition))                                                                           \
      {                                                                                            \
        g_main_context_iteration (NULL, TRUE);                                                     \
        gscope_scope_drain (scope);                                                                \
      }                                                                                            \
  while (FALSE)

/* A way to an agent that ends its first connection after some messages, or within the last of them. Later connections
 * are not ended. Messages are counted as the carrier has them: on a WebSocket, requests of HTTP and frames; on TLS,
 * records. */
typedef struct _CuttingProxy CuttingProxy;

CuttingProxy *
cutting_proxy_new (AgentProcess *agent, gboolean to_agent, guint n_messages, gboolean within);
/* Returns the address that leads over the proxy. */
const char *cutting_proxy_get_address (CuttingProxy *self);
gboolean cutting_proxy_has_cut (CuttingProxy *self);
void cutting_proxy_free (CuttingProxy *self);
