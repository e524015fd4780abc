/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The signals and parameters of a group by their roles: usage, limit, period. The signal “changed”
 * is emitted when its presentation has changed. */
#define GSCOPE_GTK_TYPE_GROUP (gscope_gtk_group_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkGroup, gscope_gtk_group, GSCOPE_GTK, GROUP, GObject)

/* key is `instance/group`. */
GscopeGtkGroup *gscope_gtk_group_new (const char *key, const char *title);
const char *gscope_gtk_group_get_key (GscopeGtkGroup *self);
const char *gscope_gtk_group_get_title (GscopeGtkGroup *self);

/* Clear the members, and add those that have a role; the first of each role counts. */
void gscope_gtk_group_forget_members (GscopeGtkGroup *self);
void gscope_gtk_group_take_signal (GscopeGtkGroup *self, GscopeSignal *signal);
void gscope_gtk_group_take_parameter (GscopeGtkGroup *self, GscopeParameter *parameter);
/* Returns whether it has a usage to show. */
gboolean gscope_gtk_group_is_row (GscopeGtkGroup *self);
gboolean gscope_gtk_group_has_ended (GscopeGtkGroup *self);

/* Reads the newest values; emits “changed” if they differ. */
void gscope_gtk_group_update (GscopeGtkGroup *self);

/* Fractions of the whole: 1 is the whole period if the usage is a time, otherwise its whole range.
 * Not-a-number if there is no value. While a write is pending, the requested limit differs from the
 * limit in force. */
double gscope_gtk_group_get_usage (GscopeGtkGroup *self);
double gscope_gtk_group_get_limit (GscopeGtkGroup *self);
double gscope_gtk_group_get_asked (GscopeGtkGroup *self);

/* Texts for users; never NULL. */
char *gscope_gtk_group_format_usage (GscopeGtkGroup *self);
char *gscope_gtk_group_format_limit (GscopeGtkGroup *self);
char *gscope_gtk_group_format_period (GscopeGtkGroup *self);

/* The parameter that sets the limit, or NULL. */
GscopeParameter *gscope_gtk_group_get_parameter (GscopeGtkGroup *self);
/* Returns the parameter's value for a part of the whole, with the present period; NULL without a
 * parameter. */
GVariant *gscope_gtk_group_make_value (GscopeGtkGroup *self, double part);
