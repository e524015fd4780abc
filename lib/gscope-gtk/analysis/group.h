/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The signals and parameters of one thing, by their roles: how much it uses, how much it may, in which
 * period. The signal “changed” says that its presentation has changed. */
#define GSCOPE_GTK_TYPE_GROUP (gscope_gtk_group_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkGroup, gscope_gtk_group, GSCOPE_GTK, GROUP, GObject)

/* key is `instance/group`. */
GscopeGtkGroup *gscope_gtk_group_new (const char *key, const char *title);
const char *gscope_gtk_group_get_key (GscopeGtkGroup *self);
const char *gscope_gtk_group_get_title (GscopeGtkGroup *self);

/* Takes what has a role here; the first of a role counts. */
void gscope_gtk_group_forget_members (GscopeGtkGroup *self);
void gscope_gtk_group_take_signal (GscopeGtkGroup *self, GscopeSignal *signal);
void gscope_gtk_group_take_parameter (GscopeGtkGroup *self, GscopeParameter *parameter);
/* Returns whether it has a usage to show. */
gboolean gscope_gtk_group_is_row (GscopeGtkGroup *self);
gboolean gscope_gtk_group_has_ended (GscopeGtkGroup *self);

/* Reads the newest values; says if they are others. */
void gscope_gtk_group_update (GscopeGtkGroup *self);

/* Parts of the whole: 1 is all of the period where usage is a time, and otherwise all of its range. Not a
 * number where there is none. The limit that was asked for differs from that in force while a write is
 * under way. */
double gscope_gtk_group_get_usage (GscopeGtkGroup *self);
double gscope_gtk_group_get_limit (GscopeGtkGroup *self);
double gscope_gtk_group_get_asked (GscopeGtkGroup *self);

/* For people; never NULL. */
char *gscope_gtk_group_format_usage (GscopeGtkGroup *self);
char *gscope_gtk_group_format_limit (GscopeGtkGroup *self);
char *gscope_gtk_group_format_period (GscopeGtkGroup *self);

/* The parameter that sets the limit, or NULL. */
GscopeParameter *gscope_gtk_group_get_parameter (GscopeGtkGroup *self);
/* Returns the parameter's value for a part of the whole, with the present period; NULL without a
 * parameter. */
GVariant *gscope_gtk_group_make_value (GscopeGtkGroup *self, double part);
