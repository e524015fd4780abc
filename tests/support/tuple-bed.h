/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A tuple server called “t” in a scope of period 10 ms and delay 100 ms, on a clock at 1000 s, and
 * sockets that connect to it. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeTupleServer *server;
  guint heartbeat;
} TupleBed;

/* options is JSON text; listens at a TCP port that the system chooses if it is NULL. A clock of NULL
 * is one that stands still. */
void tuple_bed_init (TupleBed *self, GscopeClock *clock, const char *options);
void tuple_bed_clear (TupleBed *self);
void tuple_bed_start (TupleBed *self);
void tuple_bed_stop (TupleBed *self);
/* Runs the main loop a little and drains. */
void tuple_bed_step (TupleBed *self);
#define tuple_bed_await(self, condition)                                                           \
  do                                                                                               \
    tuple_bed_step (self);                                                                         \
  while (!(condition))

/* The nth address that it listens at. */
char *tuple_bed_dup_address (TupleBed *self, guint n);
/* Connects a socket to an address of a server, by TCP, UDP or a file. */
int tuple_bed_connect_to (const char *address);
/* Connects to its nth address. */
int tuple_bed_connect (TupleBed *self, guint n);
void tuple_bed_send (int fd, const char *text);
/* Returns the data sent to a client until the server closed the connection; closes the client. */
char *tuple_bed_read_all (TupleBed *self, int fd);
/* Returns the data sent to it so far. */
char *tuple_bed_read_line (TupleBed *self, int fd);

/* The number of samples of a signal, 0 if there is none. */
guint64 tuple_bed_count (TupleBed *self, const char *full_name);
GscopeSample tuple_bed_get_latest (TupleBed *self, const char *full_name);
/* The newest value of a status signal; -1 for none. */
double tuple_bed_get_status (TupleBed *self, const char *full_name);
