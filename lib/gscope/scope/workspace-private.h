/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/json-private.h>
#include <gscope/scope/workspace.h>

/* A source and a scope, as data. What is not set is NULL, or negative. */
typedef struct
{
  char *path;
  char *type;
  char *name;
  GVariant *options;
  GVariant *parameters;
} GscopeWorkspaceSource;

typedef struct
{
  char *path;
  char *name;
  gint64 period;
  gint64 delay;
  gint64 budget;
  GPtrArray *sources;
} GscopeWorkspaceScope;

/* What a document says; in workspace-read.c. */
typedef struct
{
  char *title;
  char *description;
  GPtrArray *scopes;
  GPtrArray *views;
  GListStore *problems;
} GscopeWorkspaceData;

gboolean gscope_workspace_data_read (GscopeWorkspaceData *self, const char *text, gsize length,
                                     GError **error);
void gscope_workspace_data_clear (GscopeWorkspaceData *self);

G_GNUC_PRINTF (3, 4)
void gscope_workspace_report (GListStore *problems, const char *path, const char *format, ...);
