/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/access/rights.h>
#include <gscope/session/session.h>
#include <gscope/trace/sample.h>
#include <json-glib/json-glib.h>

/* The past of signals that somebody asks for by their full names, in columns: out of the traces, and before their begin out
 * of recordings. */
enum
{
  GSCOPE_PAST_MAX_SIGNALS = 64,
  /* Most columns of all signals together. */
  GSCOPE_PAST_MAX_COLUMNS = 8192,
};

/* Times are at most this far from 0. */
#define GSCOPE_PAST_LATEST (G_MAXINT64 / 2)

/* An interval as it is asked for: it ends at `to`, and begins at `from` or `seconds` before its end. */
typedef struct
{
  gint64 seconds;
  gboolean has_from;
  gint64 from;
  gint64 to;
  gint64 columns;
} GscopePastInterval;

typedef struct
{
  /* NULL if nothing is recorded */
  GscopeRecordRing *ring;
  GArray *subjects;
  gint64 from;
  gint64 width;
  /* the columns of each signal */
  gint64 n;
  /* later samples may still come */
  gint64 until;
  /* of all signals, one signal after the other */
  GscopeColumn *columns;
  /* the signal that is read next, and who waits for the last one */
  guint next;
  void (*func) (gpointer data);
  gpointer data;
} GscopePast;

/* Finds the signals that a principal may read. */
GscopePast *gscope_past_new (const GscopeSessionHost *host, const GscopePrincipal *principal,
                             const char *const *names, GError **error);
/* Frees a past that is not being read. */
void gscope_past_free (GscopePast *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopePast, gscope_past_free)

guint gscope_past_count (GscopePast *self);
const char *gscope_past_get_name (GscopePast *self, guint i);

/* The interval of those who name none: the ten seconds until now. */
GscopePastInterval gscope_past_get_default_interval (GscopePast *self);
/* Sets the interval, rounded up to whole columns. */
void gscope_past_set_interval (GscopePast *self, const GscopePastInterval *interval);
/* Reads the columns. Calls the function, before it returns or later. */
void gscope_past_read (GscopePast *self, void (*func) (gpointer data), gpointer data);
/* Sets the members of an answer: {"from_ns", "width_ns", "until_ns", "signals": [...]}. */
void gscope_past_describe (GscopePast *self, JsonObject *object);
