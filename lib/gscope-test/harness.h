/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A source in a scope of period 100 ms on a test clock at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
} Bed;

/* options is a workspace's, as JSON. The source is started. */
void bed_init (Bed *self, GType type, const char *options);
void bed_clear (Bed *self);
/* Moves the clock on and drains. */
void bed_advance (Bed *self, gint64 milliseconds);
/* Stops the source, and starts it again. */
void bed_stop (Bed *self);
void bed_start (Bed *self);
/* Waits until the source's list of signals shows or does not show a full name. */
void bed_await (Bed *self, const char *full_name, gboolean shown);
/* The newest value of a signal that there is; not-a-number for none. */
double bed_get (Bed *self, const char *full_name);
/* Writes a parameter; returns why it was refused, or NULL. */
char *bed_write (Bed *self, const char *parameter, GVariant *value);
/* Options as a workspace would hand them on. */
GVariant *bed_parse (const char *json);
/* Runs a test of this program again, as g_test_trap_subprocess () does, as the first process of a PID namespace with a
 * /proc of its own; asserts that it passes there, or skips the test where the machine forbids namespaces. The environment
 * there has BED_OUTSIDE, unless outside is NULL. */
#define BED_OUTSIDE "BED_OUTSIDE"
void bed_trap_pid_namespace (const char *path, const char *outside);
