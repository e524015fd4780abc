/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/await.h"
#include "support/test-credentials.h"

#include <gscope-test/gscope-test.h>

/* An agent on the network of this machine, with a source “lab” and tokens, and a scope that shows that source, on one
 * test clock. The token “lab” may do everything, “watch” may read. */
typedef struct
{
  GscopeClock *clock;
  char *folder;
  char *tokens;
  GscopeScope *far;
  GscopeSource *served;
  GscopeAgent *agent;
  /* after agent_bed_listen() */
  char *address;

  TestCredentials *credentials;
  GscopeScope *near;
  GscopeSource *shown;
} AgentBed;

#define LAB_TOKEN "correct-horse-battery"
#define WATCH_TOKEN "staple-staple-staple"

void agent_bed_set_up (AgentBed *self);
void agent_bed_tear_down (AgentBed *self);
/* Replaces the file of tokens; NULL for those above. */
void agent_bed_write_tokens (AgentBed *self, const char *text);
/* Sets the certificate of a name in a folder. */
void agent_bed_certify (AgentBed *self, const char *folder, const char *name);
void agent_bed_listen (AgentBed *self, const char *address);

/* Sets an option of the source here. */
void agent_bed_configure (AgentBed *self, const char *name, const char *text);
/* Starts the source here. Returns the error; NULL if it starts. */
GError *agent_bed_start (AgentBed *self);
void agent_bed_stop (AgentBed *self);
/* Writes a parameter. Returns the reason of a refusal; NULL if it is written. */
char *agent_bed_write (AgentBed *self, double value);
