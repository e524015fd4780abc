/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

/* Chooses the signals that a view shows: those of its scopes that its description names, and those that the user
 * has added, without those that the user has removed. Remembers their order and how they looked. */
typedef struct _GscopeGtkMembership GscopeGtkMembership;

GscopeGtkMembership *gscope_gtk_membership_new (GscopeGtkView *view);
void gscope_gtk_membership_free (GscopeGtkMembership *self);
/* Leaves all scopes. */
void gscope_gtk_membership_clear (GscopeGtkMembership *self);

/* Returns the signals: GscopeGtkViewSignal. */
GListModel *gscope_gtk_membership_get_signals (GscopeGtkMembership *self);
/* Returns the i-th scope; NULL past the last one. */
GscopeScope *gscope_gtk_membership_get_scope (GscopeGtkMembership *self, guint i);
/* Returns whether a scope is on the clock of the others. */
gboolean gscope_gtk_membership_takes (GscopeGtkMembership *self, GscopeScope *scope);
/* Shows all signals of a scope that the description names. */
void gscope_gtk_membership_add_scope (GscopeGtkMembership *self, GscopeScope *scope);
/* Returns whether a scope is shown with all signals, present and future. */
gboolean gscope_gtk_membership_is_whole (GscopeGtkMembership *self);

/* Shows a signal, or does not, whatever the description says. */
void gscope_gtk_membership_choose (GscopeGtkMembership *self, GscopeScope *scope,
                                   GscopeSignal *signal, gboolean wanted);
/* Lets a signal that is not shown come as a visible one. */
void gscope_gtk_membership_reveal (GscopeGtkMembership *self, GscopeSignal *signal);
/* Lists the full names of signals that the user has removed. */
GPtrArray *gscope_gtk_membership_list_removed (GscopeGtkMembership *self);

/* The description; NULL if there is none. Setting it forgets what the user has chosen. */
const GscopeWorkspaceView *gscope_gtk_membership_get_description (GscopeGtkMembership *self);
void
gscope_gtk_membership_set_description (GscopeGtkMembership *self, GscopeWorkspaceView *description);
/* Returns whether an entry of a description, which may be NULL, names the run that a compared signal is of, as “ref/…” does. */
gboolean gscope_gtk_membership_names_run (const GscopeWorkspaceSignal *entry, GscopeSignal *signal);
/* Shows of the described signals those whose names have a prefix; NULL for all. Takes effect with the next description. */
void gscope_gtk_membership_set_prefix (GscopeGtkMembership *self, const char *prefix);
