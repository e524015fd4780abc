/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A loop of one thread that sleeps in epoll. */
typedef struct _MxtrafLoop MxtrafLoop;

/* A handler of a descriptor's events (EPOLLIN, EPOLLOUT, …). Its owner keeps it in place. */
typedef struct
{
  int fd;
  void (*ready) (gpointer data, guint32 events);
  gpointer data;
} MxtrafWatch;

MxtrafLoop *mxtraf_loop_new (void);
void mxtraf_loop_add (MxtrafLoop *self, MxtrafWatch *watch, guint32 events);
void mxtraf_loop_change (MxtrafLoop *self, MxtrafWatch *watch, guint32 events);
/* The handler gets no more events. Closes the descriptor. */
void mxtraf_loop_close (MxtrafLoop *self, MxtrafWatch *watch);
G_NORETURN void mxtraf_loop_run (MxtrafLoop *self);
