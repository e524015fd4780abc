/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/json-private.h>
#include <gscope/workspace/tuning.h>
#include <gscope/workspace/workspace.h>

#define GSCOPE_WORKSPACE_VERSION_KEY "gscope-workspace"
#define GSCOPE_WORKSPACE_VERSION 1
#define GSCOPE_WORKSPACE_MIB (1024 * 1024)

/* A source and a scope, as data, with the objects made from them, if any. Unset members are NULL or
 * negative. */
typedef struct
{
  char *path;
  char *type;
  char *name;
  GVariant *options;
  GVariant *parameters;
  GVariant *steers;
  GscopeSource *source;
  GPtrArray *watched;
  /* whether the parameters of the document were compared with the existing ones */
  gboolean checked;
  /* whether somebody did not want it */
  gboolean declined;
} GscopeWorkspaceSource;

typedef struct
{
  char *path;
  char *name;
  gint64 period;
  gint64 delay;
  gint64 budget;
  GPtrArray *sources;
  GscopeWorkspaceTuning *tuning;
  GscopeScope *scope;
} GscopeWorkspaceScope;

/* The contents of a document. */
typedef struct
{
  char *title;
  char *description;
  GPtrArray *scopes;
  GPtrArray *views;
  GPtrArray *windows;
  GscopeWorkspacePlayback *playback;
  GListStore *problems;
} GscopeWorkspaceData;

struct _GscopeWorkspace
{
  GObject parent_instance;

  GscopeWorkspaceData data;
  GListStore *scopes;
  GHashTable *names;
  GscopeRegistry *registry;
  GscopeClock *clock;
  gboolean instantiated;
  guint n_open;
};

/* workspace-make.c; a source that cannot be made is an error, and so is an option that it refuses,
 * unless problems are reported. */
GscopeSource *gscope_workspace_make_source (GscopeWorkspace *self, GscopeWorkspaceSource *spec,
                                            GListStore *problems, GError **error);
void gscope_workspace_start_source (GscopeWorkspace *self, GscopeWorkspaceScope *scope,
                                    GscopeWorkspaceSource *spec, GscopeSource *source);

/* workspace-scope.c; one that was made has been instantiated. */
GscopeWorkspaceScope *gscope_workspace_scope_new (const char *path);
void gscope_workspace_scope_free (gpointer data);
void gscope_workspace_scope_make (GscopeWorkspaceScope *self, GscopeClock *clock);

/* workspace-make.c; with its sources */
void
gscope_workspace_make_scope (GscopeWorkspace *self, GscopeWorkspaceScope *spec, guint position);

/* workspace-read.c */
GscopeWorkspaceScope *gscope_workspace_data_insert_scope (GscopeWorkspaceData *self, guint position,
                                                          const char *text, GError **error);
GscopeWorkspaceSource *
gscope_workspace_data_read_source (GscopeWorkspaceData *self, const char *path, const char *text,
                                   GError **error);
void gscope_workspace_data_init (GscopeWorkspaceData *self);
gboolean gscope_workspace_data_read (GscopeWorkspaceData *self, const char *text, gsize length,
                                     GError **error);
void gscope_workspace_data_clear (GscopeWorkspaceData *self);

/* workspace-write.c */
char *gscope_workspace_source_write (const GscopeWorkspaceSource *self);
char *gscope_workspace_scope_write (const GscopeWorkspaceScope *self);
char *gscope_workspace_data_write (const GscopeWorkspaceData *self, gboolean with_values);

/* workspace-source.c; a source that is adopted has its parameters watched: what is written to them
 * is what a document says from then on, and so are the signals that they steer. */
GscopeWorkspaceSource *gscope_workspace_source_new (const char *path);
void gscope_workspace_source_free (gpointer data);
void gscope_workspace_source_adopt (GscopeWorkspaceSource *self, GscopeSource *source);
/* For messages: what there is. */
char *gscope_workspace_source_list_parameters (GscopeSource *source);
/* Reports once the parameters and signals of `steers` that do not exist. */
void gscope_workspace_source_check (GscopeWorkspaceSource *self, GscopeWorkspace *workspace);
/* Names of signals, `as`, by the parameters that steer them, `a{sv}`, in place of what the source
 * says. */
void gscope_workspace_source_set_steers (GscopeWorkspaceSource *self, GVariant *steers);

G_GNUC_PRINTF (3, 4)
void gscope_workspace_report (GListStore *problems, const char *path, const char *format, ...);
