/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/document/comparison.h>
#include <gscope/document/identification.h>
#include <gscope/document/playback.h>
#include <gscope/document/problem.h>
#include <gscope/document/view.h>
#include <gscope/document/window.h>
#include <gscope/field.h>
#include <gscope/limit/settings.h>
#include <gscope/trigger/condition.h>

/* A document is the data in the file of a workspace. It knows no live objects: lib/gscope/workspace makes them. */

#define GSCOPE_DOCUMENT_VERSION_KEY "gscope-workspace"
#define GSCOPE_DOCUMENT_VERSION 1
/* As in a list of comparisons, which is not known here. */
#define GSCOPE_DOCUMENT_MAX_COMPARISONS 8
#define GSCOPE_DOCUMENT_MAX_IDENTIFICATIONS 256

/* A signal with a period of its own, a trigger or a limit. */
typedef struct
{
  char *name;
  /* 0 for the scope's */
  gint64 period;
  /* NULL for none */
  GscopeTriggerSettings *trigger;
  /* NULL for none */
  GscopeLimitSettings *limit;
} GscopeDocumentSignal;

typedef struct
{
  char *type;
  char *name;
  GVariant *options;
  GVariant *parameters;
  GVariant *steers;
  /*< private >*/
  /* where it was read, for messages */
  char *path;
} GscopeDocumentSource;

typedef struct
{
  char *name;
  gint64 period;
  gint64 delay;
  gint64 budget;
  GPtrArray *sources;
  GPtrArray *signals;
  /*< private >*/
  char *path;
} GscopeDocumentScope;

typedef struct
{
  char *title;
  char *description;
  GscopeWorkspacePlayback *playback;
  /* GscopeWorkspaceComparison */
  GPtrArray *comparisons;
  /* GscopeWorkspaceIdentification, the latest one first, one for each parameter */
  GPtrArray *identifications;
  GPtrArray *scopes;
  GPtrArray *views;
  GPtrArray *windows;
  GListStore *problems;
} GscopeDocument;

extern const GscopeField gscope_document_fields[];
extern const GscopeField gscope_document_scope_fields[];
extern const GscopeField gscope_document_source_fields[];
extern const GscopeField gscope_document_signal_fields[];
extern const GscopeField gscope_workspace_playback_fields[];
extern const GscopeField gscope_workspace_comparison_fields[];
extern const GscopeField gscope_workspace_identification_fields[];
extern const GscopeField gscope_workspace_view_fields[];

void gscope_document_init (GscopeDocument *self);
void gscope_document_clear (GscopeDocument *self);

GscopeDocumentSource *gscope_document_source_new (const char *path);
GscopeDocumentSource *
gscope_document_source_copy (const GscopeDocumentSource *self, const char *path);
void gscope_document_source_free (gpointer data);

GscopeDocumentScope *gscope_document_scope_new (const char *path);
void gscope_document_scope_free (gpointer data);
/* The entry of a signal; NULL if there is none. */
GscopeDocumentSignal *
gscope_document_scope_find_signal (const GscopeDocumentScope *self, const char *name);
/* The entry of a signal, which is made if there is none. */
GscopeDocumentSignal *
gscope_document_scope_get_signal (GscopeDocumentScope *self, const char *name);
/* Adds the entries of all signals to another scope. */
void gscope_document_scope_copy_signals (const GscopeDocumentScope *self, GscopeDocumentScope *to);
/* Entries of signals whose names have this prefix move to another scope. */
void gscope_document_scope_move_signals (GscopeDocumentScope *self, GscopeDocumentScope *to,
                                         const char *prefix);
/* Sets what the trigger does, or removes it for NULL. */
void gscope_document_signal_set_trigger (GscopeDocumentSignal *self,
                                         const GscopeTriggerSettings *settings);
/* Sets the bounds of the values, or removes them for NULL. */
void
gscope_document_signal_set_limit (GscopeDocumentSignal *self, const GscopeLimitSettings *settings);

/* read.c */
gboolean
gscope_document_read (GscopeDocument *self, const char *text, gsize length, GError **error);
GscopeDocumentScope *gscope_document_insert_scope (GscopeDocument *self, guint position,
                                                   const char *text, GError **error);
GscopeDocumentSource *gscope_document_read_source (GscopeDocument *self, const char *path,
                                                   const char *text, GError **error);
/* Reads the settings of a trigger. Returns NULL if they are not valid, or of a later release. */
GscopeTriggerSettings *gscope_document_read_trigger (const char *text);

/* translate.c */
/* Translates the titles and the description of a workspace that comes with Gscope. */
void gscope_document_translate (GscopeDocument *self);

/* write.c */
char *gscope_document_write (const GscopeDocument *self, gboolean with_values);
char *gscope_document_scope_write (const GscopeDocumentScope *self);
char *gscope_document_source_write (const GscopeDocumentSource *self);
char *gscope_document_write_trigger (const GscopeTriggerSettings *settings);

/* reader.c */
G_GNUC_PRINTF (3, 4)
void gscope_document_report (GListStore *problems, const char *path, const char *format, ...);
