/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>
#include <tsl-bpf/switches-kernel.h>

/* Reports what the kernel's scheduler does: switches from thread to thread (sched_switch), wake-ups
 * (sched_wakeup) and renewed budgets (the timer of a thread without budget). It needs BPF: root, or CAP_BPF and
 * CAP_PERFMON, and a kernel that describes its types. */
typedef struct _Switches Switches;

typedef void (*SwitchesFunc) (const SwitchesEvent *event, gpointer data);

Switches *switches_new (GError **error);
void switches_free (Switches *self);

/* Reads the events that have not been read yet, approximately in order of time. One thread at a time may
 * call it. */
gsize switches_read (Switches *self, SwitchesFunc func, gpointer data);
/* Returns how many events were lost because the ring was full. One thread at a time may call it. */
guint64 switches_count_lost (Switches *self);
