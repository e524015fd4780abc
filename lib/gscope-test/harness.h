/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

G_BEGIN_DECLS

/* A source that runs on a test clock at 1 s, with a tick every 100 ms. The name of the source is “x”, so the full names
 * of its signals begin with “x/”. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
} GscopeHarness;

/* Makes a source and starts it. options are the options of a workspace as JSON, such as "{}". */
void gscope_harness_init (GscopeHarness *self, GType type, const char *options);
/* The same for a type of source that a plugin registers; GSCOPE_PLUGIN_PATH names the folder of the plugin. */
void gscope_harness_init_plugin (GscopeHarness *self, const char *type, const char *options);
/* Stops the source, and asserts that nothing else has a reference to it. */
void gscope_harness_clear (GscopeHarness *self);
/* Advances the clock, which polls the source at each tick. */
void gscope_harness_advance (GscopeHarness *self, gint64 milliseconds);
void gscope_harness_stop (GscopeHarness *self);
void gscope_harness_start (GscopeHarness *self);
/* Waits until the source's list of signals shows or does not show a full name. */
void gscope_harness_await (GscopeHarness *self, const char *full_name, gboolean shown);
/* Returns the newest value of a signal; not-a-number if it has none. */
double gscope_harness_get (GscopeHarness *self, const char *full_name);
/* Writes a parameter. Returns the reason if it was refused, otherwise NULL. */
char *gscope_harness_write (GscopeHarness *self, const char *parameter, GVariant *value);
/* Returns options of a workspace for gscope_source_configure(). */
GVariant *gscope_harness_parse (const char *json);

G_END_DECLS
