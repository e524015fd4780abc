/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* An event loop of one thread, based on epoll. */
typedef struct _MxtrafLoop MxtrafLoop;

/* A handler of a descriptor's events (EPOLLIN, EPOLLOUT, …). Its address must not change while it
 * is in the loop. */
typedef struct
{
  int fd;
  void (*ready) (gpointer data, guint32 events);
  gpointer data;
} MxtrafWatch;

MxtrafLoop *mxtraf_loop_new (void);
void mxtraf_loop_add (MxtrafLoop *self, MxtrafWatch *watch, guint32 events);
void mxtraf_loop_change (MxtrafLoop *self, MxtrafWatch *watch, guint32 events);
/* Removes the handler and closes its descriptor. */
void mxtraf_loop_close (MxtrafLoop *self, MxtrafWatch *watch);

/* Sets a function for check points: it is called after each handler. */
void mxtraf_loop_set_check (MxtrafLoop *self, void (*check) (gpointer data), gpointer data);
/* Adds the processor time of each wait for events to a counter; NULL for none. */
void mxtraf_loop_set_counter (MxtrafLoop *self, guint64 *wait_time);
/* A check point within a handler that takes long. */
void mxtraf_loop_check (MxtrafLoop *self);
G_NORETURN void mxtraf_loop_run (MxtrafLoop *self);
