/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/import/rows.h>
#include <gscope/sysprof/frames.h>

/* In the place of an index: there are too many, or there is none. */
#define GSCOPE_SYSPROF_NONE G_MAXUINT32

/* Texts with indexes from 0 on. */
typedef struct
{
  GPtrArray *all;
  /* indexes plus 1 by text */
  GHashTable *indexes;
  guint max;
} GscopeSysprofTexts;

typedef struct
{
  char *category;
  char *name;
  char *description;
  gboolean is_double;
} GscopeSysprofCounter;

/* The marks of one process that are in the same rows. */
typedef struct
{
  gint32 pid;
  char *title;
} GscopeSysprofGroup;

/* All frames of a capture: the records that they make, and the names of what the records are about. The subject of a state or an
 * instant is a group; the duration of an instant is the index of its message. */
typedef struct
{
  GscopeImportSorter *sorter;
  /* GscopeSysprofCounter, GscopeSysprofGroup */
  GPtrArray *counters;
  GPtrArray *groups;
  /* indexes plus 1 by number, and by process and title */
  GHashTable *counter_ids;
  GHashTable *group_ids;
  /* of states and instants */
  GscopeSysprofTexts names;
  GscopeSysprofTexts messages;
  /* names of programs by process */
  GHashTable *programs;

  char *date;
  gint64 begin;
  /* written by this library: a group is the name of a signal, and a message the name of a state */
  gboolean is_ours;
  guint32 n_records;

  /* what is left out */
  gboolean is_cut;
  guint64 damage;
  guint64 n_malformed;
  guint64 n_beyond;
  /* of kinds that are not read, and the first of them */
  guint64 n_others;
  guint other;
} GscopeSysprofCollector;

void gscope_sysprof_collector_init (GscopeSysprofCollector *self);
void gscope_sysprof_collector_clear (GscopeSysprofCollector *self);

/* Reads a file to its end, once. fd remains the caller's. */
gboolean gscope_sysprof_collector_read (GscopeSysprofCollector *self, int fd, GError **error);

/* Returns the name of a process for users; NULL for no process. */
char *gscope_sysprof_collector_dup_process (const GscopeSysprofCollector *self, gint32 pid);
