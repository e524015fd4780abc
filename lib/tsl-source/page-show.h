/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <tsl-source/page-group.h>

/* How many groups that are gone stay. */
#define PAGE_SHOW_MAX_ENDED 32

/* The texts of a cell, marked for translation; a cell without such a row shows its name. */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  /* a counter's: whether its sum is shown too, as NAME-total */
  gboolean with_total;
  /* a knob's, where its values are choices: nicks and titles, by value; and one that is off or on */
  const char *const *nicks;
  const char *const *titles;
  gboolean is_switch;
  /* a knob's: what its numbers are rounded to; 0 for nothing */
  double step;
  /* a knob's: which signals respond to it, as of gscope_parameter_set_steered () */
  const char *const *steered;
} PageText;

/* A knob's parameter, and what is being written to it. */
typedef struct
{
  PageGroup *group;
  const PageCell *cell;
  GscopeParameter *parameter;
  GTask *task;
  gint64 deadline;
  /* by the guard, as it was before it was turned; 0 as long as it was not */
  guint kept;
} PageKnob;

/* Between what a page holds and what its parameter does. */
GVariant *page_knob_create_value (const PageKnob *self, double number);
double page_knob_get_number (const PageKnob *self, GVariant *value);
/* Answers the write that is pending: with a floating value, or with an error that it takes. The callback runs in
 * an iteration of its own, since it may remove knobs, groups and the source itself. */
void page_knob_answer (PageKnob *self, GVariant *value, GError *error);

/* The signals and parameters of groups, in the main context. */
typedef struct _PageShow PageShow;

/* The source owns it. texts ends with one without a name, or is NULL. */
PageShow *page_show_new (GscopeSource *source, const PageText *texts);
void page_show_free (PageShow *self);

/* PageGroup; those whose cells stand first in the table of texts are shown first. */
void page_show_add (PageShow *self, GPtrArray *groups);
/* Its signals end and stay for a while; its parameters go. */
void page_show_end (PageShow *self, PageGroup *group);
void page_show_clear (PageShow *self);

/* PageKnob of all groups that have not ended. */
GPtrArray *page_show_get_knobs (PageShow *self);
