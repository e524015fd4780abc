/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

enum
{
  MAX_CLOCK_AGENTS = 8,
};

/* Processes in time namespaces of their own, whose sources are remote sources "agent0", "agent1" … here. The kernel
 * stamps each event, a datagram that all of them and this process receive; the signal "event" of each source has a
 * sample with the number of the event at its time by the clock there. */
typedef struct
{
  guint n;
  struct
  {
    int receiver;
    int fd;
    pid_t pid;
    GscopeSource *remote;
  } agents[MAX_CLOCK_AGENTS];
  int receiver;
  int sender;
  GscopeScope *scope;
  guint n_markers;
} ClockAgents;

/* Starts agents whose clocks are 1000 s apart and drift, seconds per second: the second one in the other direction, and
 * so on. To be called first of all, before there are threads. Returns why it could not, NULL if it could. */
const char *clock_agents_start (ClockAgents *self, guint n, double drift);
/* Connects to the agents, and waits until all clocks were compared. */
void clock_agents_connect (ClockAgents *self);
/* Waits until the stated errors of all clocks are at most @limit ns: on a busy machine some comparisons take long. */
void clock_agents_settle (ClockAgents *self, gint64 limit);
/* Sends an event, and returns its time by the clock here. */
gint64 clock_agents_send_event (ClockAgents *self, guint number);
/* Steps the clocks of all agents an hour ahead. */
void clock_agents_step (ClockAgents *self);
/* Waits until all agents have stamped that many events. */
void clock_agents_wait (ClockAgents *self, guint n_events);
/* Returns the time here of an event by an agent, and the error bound that is stated for it. */
gint64 clock_agents_get_time (ClockAgents *self, guint agent, guint number, gint64 *error);
/* Waits until the sources have added @n markers in all. */
void clock_agents_wait_for_markers (ClockAgents *self, guint n);
void clock_agents_end (ClockAgents *self);
