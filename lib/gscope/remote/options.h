/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* The options of a source in another process, in the order in which they were first set. Each start
 * sends all of them. */
typedef struct
{
  char *name;
  GVariant *value;
} GscopeRemoteOption;

GPtrArray *gscope_remote_options_new (void);
/* Sets an option, or replaces its value. Returns FALSE if it does not fit into a message. */
gboolean
gscope_remote_options_set (GPtrArray *options, const char *name, GVariant *value, GError **error);
