/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-connection.h>
#include <gscope/source/source.h>

extern const GscopeSourceOption gscope_tuple_source_options[];

/* The options of a tuple server. */
typedef struct
{
  /* of GscopeTupleAddress */
  GPtrArray *addresses;
  gboolean remote;
  guint clients;
  guint all_names;
  char *token;
  GscopeTupleLimits limits;
} GscopeTupleOptions;

void gscope_tuple_options_init (GscopeTupleOptions *self);
void gscope_tuple_options_clear (GscopeTupleOptions *self);
/* For GscopeSourceClass: addresses that other machines can reach. */
void
gscope_tuple_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands);
/* Takes options of a workspace, `a{sv}`. */
gboolean gscope_tuple_options_read (GscopeTupleOptions *self, GVariant *options, GError **error);
