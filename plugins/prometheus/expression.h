/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "past.h"

/* An expression in PromQL. */
typedef struct
{
  /* the group of its signals; NULL to name them after their metrics */
  char *name;
  char *text;
  PrometheusPast *past;
  /* why the server refuses it, or its warning; NULL if all is well */
  char *trouble;
} PrometheusExpression;

/* Parses “NAME = EXPRESSION; EXPRESSION; …”. Returns an array of PrometheusExpression; NULL with an error. */
GPtrArray *prometheus_expressions_parse (const char *text, GError **error);
