/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Compressed recordings: whole, cut and damaged. */

#include "support/player-bed.h"

#include <string.h>
#include <zstd.h>

static GBytes *
compress_zstd (const char *text, gsize length)
{
  gsize size = ZSTD_compressBound (length);
  char *data = g_malloc (size);

  size = ZSTD_compress (data, size, text, length, 1);
  g_assert_false (ZSTD_isError (size));
  return g_bytes_new_take (data, size);
}

typedef GBytes *(*Compress) (const char *text, gsize length);

/* Two streams, one behind the other, as `cat a.gz b.gz` writes them. */
static void
check_compressed (PlayerBed *f, Compress compress)
{
  g_autofree char *text = player_bed_make_walk (100000);
  gsize length = strlen (text), half = length / 2;
  g_autoptr (GBytes) first = compress (text, half);
  g_autoptr (GBytes) second = compress (text + half, length - half);
  g_autoptr (GByteArray) both = g_byte_array_new ();

  g_byte_array_append (both, g_bytes_get_data (first, NULL), g_bytes_get_size (first));
  g_byte_array_append (both, g_bytes_get_data (second, NULL), g_bytes_get_size (second));
  player_bed_write (f, (const char *) both->data, both->len);
  player_bed_start (f);
  g_assert_no_error (f->error);
  player_bed_assert_walk (f, 100000);
}

/* The file of a killed program: a stream without its end. */
static void
check_cut (PlayerBed *f, Compress compress)
{
  g_autofree char *text = player_bed_make_walk (100000);
  g_autoptr (GBytes) all = compress (text, strlen (text));

  player_bed_write (f, g_bytes_get_data (all, NULL), g_bytes_get_size (all) * 3 / 4);
  player_bed_start (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), >, 10000);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), <, 100000);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==,
                   GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (
      strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "ends within its compressed"));
}

static void
check_damaged (PlayerBed *f, Compress compress)
{
  g_autofree char *text = player_bed_make_walk (200000);
  g_autoptr (GBytes) all = compress (text, strlen (text));
  gsize length;
  g_autofree char *data = g_memdup2 (g_bytes_get_data (all, &length), g_bytes_get_size (all));

  memset (data + length * 3 / 4, 0xff, length / 4);
  player_bed_write (f, data, length);
  player_bed_start (f);
  g_assert_no_error (f->error);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==,
                   GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "damaged"));
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), >, 1000);
}

static void
test_gzip (PlayerBed *f, gconstpointer data)
{
  check_compressed (f, player_bed_compress_gzip);
  player_bed_stop (f);
  check_cut (f, player_bed_compress_gzip);
  player_bed_stop (f);
  check_damaged (f, player_bed_compress_gzip);
}

static void
test_zstd (PlayerBed *f, gconstpointer data)
{
  check_compressed (f, compress_zstd);
  player_bed_stop (f);
  check_cut (f, compress_zstd);
  player_bed_stop (f);
  check_damaged (f, compress_zstd);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/player-compressed/" name, PlayerBed, NULL, player_bed_set_up, func,                \
              player_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("gzip", test_gzip);
  ADD ("zstd", test_zstd);
  return g_test_run ();
}
