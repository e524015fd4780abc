/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The options of a tuple server. */
typedef struct
{
  /* of GscopeTupleAddress */
  GPtrArray *addresses;
  gboolean remote;
  char *token;
  gint64 clients;
  gint64 names;
  gint64 all_names;
  gint64 rate;
} GscopeTupleOptions;

/* The option "listen", an array of texts. */
GPtrArray *gscope_tuple_options_read_addresses (GVariant *texts, GError **error);
/* Implements list_demands() of GscopeSourceClass: lists addresses that other machines can reach.
 * `listen` is the option's row. */
void gscope_tuple_options_list_demands (const GscopeSourceOption *listen, GVariant *options,
                                        GPtrArray *demands);
