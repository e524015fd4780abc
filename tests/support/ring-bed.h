/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-test/gscope-test.h>
#include <gscope/record/ring-private.h>

#define RING_BED_PERIOD (10 * GSCOPE_MSEC)
#define RING_BED_NAME "lab/wave"

/* A ring of recordings in a directory of its own, which records a signal on a test clock that begins at 1000 s. */
typedef struct
{
  GscopeClock *clock;
  char *directory;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeSignal *wave;
  GscopeProducer *producer;
  GscopeRecordRing *ring;
  guint64 n;
  /* of the present run */
  guint64 begin;
  /* sentences about files of former runs; how often a problem or its end was reported */
  GString *found;
  guint n_told;
} RingBed;

void ring_bed_start (RingBed *f, const char *clock_name, guint64 max_bytes, gint64 max_duration);
void ring_bed_set_up (RingBed *f, gconstpointer data);
void ring_bed_stop (RingBed *f);
guint ring_bed_count_files (RingBed *f, const char *suffix);
void ring_bed_remove_files (RingBed *f, const char *suffix);
void ring_bed_tear_down (RingBed *f, gconstpointer data);
/* Value i comes at i periods after the begin. */
void ring_bed_push (RingBed *f, guint n);
gint64 ring_bed_get_time (guint64 i);
/* Lets the ring write until the file has the newest sample. */
void ring_bed_flush (RingBed *f);
GscopeRecordRingAnswer *ring_bed_send (RingBed *f, const GscopeRecordRingQuestion *question);
GscopeRecordRingAnswer *
ring_bed_ask_about (RingBed *f, const char *name, gint64 from, gint64 width, gsize n);
GscopeRecordRingAnswer *ring_bed_ask (RingBed *f, gint64 from, gint64 width, gsize n);
/* Checks columns of `each` samples from sample i on. */
void ring_bed_check_columns (RingBed *f, guint64 i, guint each, gsize n);
/* Returns the path of the only file with a suffix. */
char *ring_bed_find_file (RingBed *f, const char *suffix);
