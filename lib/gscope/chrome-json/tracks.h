/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/chrome-json/event.h>
#include <gscope/text/name-table.h>

/* The processes, threads and counters of events, and the names of states. All of these have indexes from 0 on. */

/* In the place of an index: there are too many. */
#define GSCOPE_CHROME_NONE G_MAXUINT32

/* Ids and names are texts that can be parts of names of signals. */
typedef struct
{
  char *id;
  /* NULL if no event says it */
  char *name;
} GscopeChromeProcess;

typedef struct
{
  guint process;
  char *id;
  /* NULL if no event says it */
  char *name;
  /* GscopeChromeOpen: states that have not ended in the file, the innermost one last */
  GArray *open;
} GscopeChromeThread;

typedef struct
{
  gint64 time;
  guint32 name;
} GscopeChromeOpen;

typedef struct
{
  guint process;
  char *name;
} GscopeChromeCounter;

typedef struct
{
  GPtrArray *processes;
  GPtrArray *threads;
  GPtrArray *counters;

  /* by what events have */
  GscopeNameTable process_ids;
  GscopeNameTable thread_ids;
  GscopeNameTable counter_ids;
  GscopeNameTable names;
  GString *key;
} GscopeChromeTracks;

void gscope_chrome_tracks_init (GscopeChromeTracks *self);
void gscope_chrome_tracks_clear (GscopeChromeTracks *self);

guint gscope_chrome_tracks_get_process (GscopeChromeTracks *self, const GscopeChromeEvent *event);
guint gscope_chrome_tracks_get_thread (GscopeChromeTracks *self, const GscopeChromeEvent *event);
/* Gets the counter of an event that has a key among its arguments. */
guint gscope_chrome_tracks_get_counter (GscopeChromeTracks *self, const GscopeChromeEvent *event,
                                        GscopeJsonSpan key);
guint32 gscope_chrome_tracks_get_name (GscopeChromeTracks *self, GscopeJsonSpan name);

void gscope_chrome_tracks_name_process (GscopeChromeTracks *self, const GscopeChromeEvent *event);
void gscope_chrome_tracks_name_thread (GscopeChromeTracks *self, const GscopeChromeEvent *event);

/* Return what users read. */
char *gscope_chrome_tracks_dup_process (const GscopeChromeTracks *self, guint process);
char *gscope_chrome_tracks_dup_thread (const GscopeChromeTracks *self, guint thread);
char *gscope_chrome_tracks_dup_name (const GscopeChromeTracks *self, guint32 name);
