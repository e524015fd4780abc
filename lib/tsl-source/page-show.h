/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <tsl-source/page-group.h>

/* Number of ended groups that stay. */
#define PAGE_SHOW_MAX_ENDED 32

/* The texts of a cell, marked for translation. A cell without texts shows its name. */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  /* for a counter: whether the count is shown, too, as NAME-total */
  gboolean with_total;
  /* for a knob with choices: nicks and titles, indexed by value; for a switch: is_switch */
  const char *const *nicks;
  const char *const *titles;
  gboolean is_switch;
  /* for a knob: the increment to which its values are rounded; 0 for none */
  double step;
  /* for a knob: the signals that respond to it, as in gscope_parameter_set_steered () */
  const char *const *steered;
} PageText;

/* A knob's parameter and its pending write. */
typedef struct
{
  PageGroup *group;
  const PageCell *cell;
  GscopeParameter *parameter;
  GTask *task;
  gint64 deadline;
  /* number of the original value in the guard; 0 before the first change */
  guint kept;
} PageKnob;

/* Convert between the number in a page and the parameter's value. */
GVariant *page_knob_create_value (const PageKnob *self, double number);
double page_knob_get_number (const PageKnob *self, GVariant *value);
/* Answers the pending write with a floating value or with an error, which it takes. The callback
 * runs in a later iteration of the main loop, since it may remove knobs, groups and the source
 * itself. */
void page_knob_answer (PageKnob *self, GVariant *value, GError *error);

/* The signals and parameters of groups; used in the main context. */
typedef struct _PageShow PageShow;

/* The source owns it. The last element of texts has no name; texts may be NULL. */
PageShow *page_show_new (GscopeSource *source, const PageText *texts);
void page_show_free (PageShow *self);

/* Adds PageGroups, in the order of their cells in the table of texts. */
void page_show_add (PageShow *self, GPtrArray *groups);
/* Ends the group's signals, which stay for a while, and removes its parameters. */
void page_show_end (PageShow *self, PageGroup *group);
void page_show_clear (PageShow *self);

/* Returns the PageKnobs of all groups that have not ended. */
GPtrArray *page_show_get_knobs (PageShow *self);
