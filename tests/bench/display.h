/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>

/* Starts an X server of our own on a free display, for GTK to draw on by software; it ends with this
 * process. Call it before gtk_init (). Says why and ends the program if it cannot. */
pid_t display_start (void);
void display_stop (pid_t server);

/* A process's CPU time so far, seconds, of all its threads (proc(5), schedstat). */
double display_read_cpu (pid_t pid);
