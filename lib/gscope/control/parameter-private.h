/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter-owner.h>
#include <gscope/signal/signal.h>

/* The range and the choices, each type its own. */
typedef struct
{
  GscopeParameterType type;
  gint64 integer_min;
  gint64 integer_max;
  double min;
  double max;
  double step;
  GStrv nicks;
  GStrv titles;
} GscopeParameterRules;

/* The binding of a parameter to the program: none, a word of the kinds that signals read, or a
 * function. */
typedef struct
{
  GscopeSignalKind kind;
  gpointer word;
  GscopeParameterFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} GscopeBinding;

/* One write, or all the writes of a drag. begin is the value before the first write that its marker
 * counts, which may be of a gesture before. Gestures with one marker have one number; that of initial
 * values is 0. */
typedef struct
{
  guint number;
  GscopeMarker *marker;
  gboolean continues;
  GVariant *begin;
  GVariant *old;
  GVariant *asked;
  GVariant *value;
  char *reason;
  char *writer;
} GscopeGesture;

/* The newest marker of changes, which those that follow without a pause continue. */
typedef struct
{
  GscopeMarker *marker;
  GVariant *begin;
  char *writer;
  gint64 time;
  gboolean is_noticed;
} GscopeRun;

struct _GscopeParameter
{
  GObject parent_instance;

  GscopeParameterRules rules;
  char *name;
  char *title;
  char *description;
  char *group;
  char *role;
  char *unit;
  gboolean logarithmic;
  GStrv steered;
  GVariant *value;
  guint64 revision;
  /* the writes and noticed changes until now, also those that gave the value again */
  guint64 n_taken;
  /* when the value was last changed, by the clock of the owner */
  gint64 changed;
  GVariant *initial;
  GVariant *asked;
  GscopeParameterState state;
  char *reason;
  GscopeBinding binding;

  const GscopeParameterOwner *verbs;
  gpointer owner;
  char *instance;
  GTask *current;
  GTask *waiting;
  GscopeGesture *gesture;
  /* the gesture that “written” reports, while it does */
  const GscopeGesture *reported;
  GscopeRun run;
  guint drag;
  guint n_drags;
  guint n_markers;
};

void gscope_binding_clear (GscopeBinding *binding);

/* The writes' side. */
void gscope_parameter_take_value (GscopeParameter *self, GVariant *value, gint64 time);
void gscope_parameter_set_outcome (GscopeParameter *self, GscopeParameterState state,
                                   GVariant *asked, const char *reason);
void gscope_gesture_free (GscopeGesture *gesture);
void gscope_run_clear (GscopeRun *run);

/* Values, in parameter-value.c. fit accepts whatever the type can hold, whatever the range. */
GVariant *
gscope_parameter_rules_fit (const GscopeParameterRules *rules, GVariant *value, GError **error);
GVariant *gscope_parameter_rules_validate (const GscopeParameterRules *rules, GVariant *value,
                                           const char *unit, GError **error);
GVariant *
gscope_parameter_rules_parse (const GscopeParameterRules *rules, const char *text, GError **error);
double gscope_parameter_rules_get_number (const GscopeParameterRules *rules, GVariant *value);
char *gscope_value_format (GVariant *value);
char *gscope_value_abbreviate (GVariant *value);
