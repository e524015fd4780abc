/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/document/reader.h>
#include <gscope/experiment/results.h>

struct _GscopeExperiment
{
  GObject parent_instance;

  /* the document */
  char *data;
  char *checksum;
  /* of its file; NULL without one */
  GFile *directory;
  char *name;
  gboolean quick;

  char *title;
  char *description;
  char *workspace;
  char *kernel;
  GPtrArray *figures;
  GVariant *settings;
  char *parameter;
  gboolean logarithmic;
  guint repetitions;
  gint64 settle;
  gint64 run;
  GPtrArray *record;
  GPtrArray *points;
  GPtrArray *steps;
  GPtrArray *measures;
  GPtrArray *papers;
  GPtrArray *claims;
};

/* The ending of files of results. */
#define GSCOPE_EXPERIMENT_RESULTS_SUFFIX ".jsonl"
/* The ending of the names of quick results. */
#define GSCOPE_EXPERIMENT_QUICK_SUFFIX "-quick"

/* Gives an experiment the name and the directory of a file. Takes the name. */
void gscope_experiment_set_place (GscopeExperiment *self, GFile *directory, char *name);

/* The least number of pairs of runs that can refute a claim about pairs. */
#define GSCOPE_EXPERIMENT_LEAST_PAIRS 5

/* Returns whether a claim compares pairs of runs, not means. */
#define GSCOPE_EXPERIMENT_IS_OF_PAIRS(relation)                                                    \
  ((relation) == GSCOPE_EXPERIMENT_RELATION_NO_LESS                                                \
   || (relation) == GSCOPE_EXPERIMENT_RELATION_NO_MORE)

/* Returns what a run measured; not-a-number if it has no value. */
double gscope_experiment_results_get_value (GscopeExperimentResults *self, guint measure,
                                            guint point, guint repetition);
/* Returns the values of all runs of a point: an array of double. */
GArray *
gscope_experiment_results_list_values (GscopeExperimentResults *self, guint measure, guint point);

/* read.c */
void gscope_experiment_read (GscopeExperiment *self, JsonObject *root, GListStore *problems);

/* points.c: the sweep. `n_quick` is how many of its points a quick run takes, besides those that claims name; 0 for all. */
void gscope_experiment_read_points (GscopeExperiment *self, GscopeReader *root);
void gscope_experiment_thin_points (GscopeExperiment *self, guint n_quick);
/* Returns the values of parameters at a point, `a{sv}`. The values of the point take the place of the values of all points. */
GVariant *gscope_experiment_merge_settings (GscopeExperiment *self, guint position);
/* Makes the name of the point of a value: a text as it is, a number as short as it can be. Returns NULL for another type. */
char *gscope_experiment_name_value (GVariant *value);
/* Reads values of parameters by full name; empty if there are none. */
GVariant *gscope_experiment_read_settings (GscopeReader *reader, const char *key);
/* Reads the value of a parameter. Returns a new reference; NULL if there is none, or a wrong and reported one. */
GVariant *gscope_experiment_read_value (GscopeReader *reader, const char *key);
