/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/document/document.h>
#include <gscope/workspace/tuning.h>
#include <gscope/workspace/workspace.h>

/* A source that was made, and its part of the document. */
typedef struct
{
  GscopeDocumentSource *document;
  GscopeSource *source;
  GPtrArray *watched;
  /* whether the parameters of the document were compared with the existing ones */
  gboolean checked;
} GscopeWorkspaceSource;

/* A scope that was made, its part of the document, and its sources that were made. */
typedef struct
{
  GscopeDocumentScope *document;
  GscopeScope *scope;
  GscopeWorkspaceTuning *tuning;
  GPtrArray *sources;
} GscopeWorkspaceScope;

struct _GscopeWorkspace
{
  GObject parent_instance;

  GscopeDocument document;
  /* sources of the document that somebody did not want */
  GHashTable *declined;
  /* once it is instantiated, a GscopeWorkspaceScope for each scope of the document */
  GPtrArray *made;
  GListStore *scopes;
  GListStore *limits;
  GHashTable *names;
  /* the addresses of agents that run sources of the document, by the names of these */
  GHashTable *places;
  GscopeRegistry *registry;
  GscopeClock *clock;
  gboolean instantiated;
  guint n_open;
};

/* make.c */

/* A source that cannot be made is an error, and so is an option that it refuses, unless problems are reported. */
GscopeSource *
gscope_workspace_make_source (GscopeWorkspace *self, const GscopeDocumentSource *document,
                              GListStore *problems, GError **error);
void gscope_workspace_start_source (GscopeWorkspace *self, GscopeWorkspaceScope *scope,
                                    GscopeDocumentSource *document, GscopeSource *source);
/* Makes a scope with its sources. */
GscopeWorkspaceScope *gscope_workspace_make_scope (GscopeWorkspace *self, guint position);

/* scope.c */
GscopeWorkspaceScope *
gscope_workspace_scope_new (GscopeDocumentScope *document, GscopeClock *clock, GListStore *limits);
void gscope_workspace_scope_free (gpointer data);
/* Notes the present state of all scopes in the document, which is written then. */
void gscope_workspace_note (GscopeWorkspace *self);

/* source.c */

/* The parameters of the source are watched: what is written to them is what the document says from then on, and so
 * are the signals that they steer. */
GscopeWorkspaceSource *
gscope_workspace_source_new (GscopeDocumentSource *document, GscopeSource *source);
void gscope_workspace_source_free (gpointer data);
/* For messages: what there is. */
char *gscope_workspace_source_list_parameters (GscopeSource *source);
/* Reports once the parameters and signals of `steers` that do not exist. */
void gscope_workspace_source_check (GscopeWorkspaceSource *self, GscopeWorkspace *workspace);
