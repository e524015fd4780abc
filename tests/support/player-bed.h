/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A folder with a file, and a player of it at a test clock's pace. */
typedef struct
{
  char *folder;
  char *path;
  GscopeClock *base;
  GscopePlayer *player;
  GscopeTransport *transport;
  GscopeScope *scope;
  gboolean is_done;
  GError *error;
} PlayerBed;

/* The data of a test is the name of the file; without data it is walk.tuples. */
void player_bed_set_up (PlayerBed *f, gconstpointer data);
void player_bed_tear_down (PlayerBed *f, gconstpointer data);
/* Ends the player with its scope; then another one plays another file of the folder. */
void player_bed_drop_player (PlayerBed *f);
void player_bed_set_player (PlayerBed *f, const char *name);

/* Text of a recording. */
char *player_bed_make_walk (guint n);
/* Checks that the player has all samples of a walk, and each of its odd ones. */
void player_bed_assert_walk (PlayerBed *f, guint n);
GBytes *player_bed_compress_gzip (const char *text, gsize length);
void player_bed_write (PlayerBed *f, const char *text, gssize length);
void player_bed_append (PlayerBed *f, const char *text);

/* Verbs of the player, and of an exporter, which wait for the answer; an error is in the bed. */
void player_bed_on_verb (GObject *source, GAsyncResult *result, gpointer user_data);
void player_bed_wait_done (PlayerBed *f);
void player_bed_stop (PlayerBed *f);
void player_bed_start (PlayerBed *f);
/* Writes a recording and starts the player. */
void player_bed_open (PlayerBed *f, const char *text);
/* Compares a trace with one such as "1:2 3:nan", times in milliseconds; a sample of a gap is its cause. */
void player_bed_assert_trace (PlayerBed *f, const char *full_name, const char *expected);
void player_bed_wait_for_samples (PlayerBed *f, guint64 n);
/* Waits until the overview shows these times. */
void player_bed_show (PlayerBed *f, gint64 begin, gint64 end);
