/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "output.h"

/* Arrays of numbers that have names, such as `run.speed` or `run/speed`: a vector, or each column of a matrix, becomes a signal. Its times are in
 * another array, which is called t, time or Time and is beside it or further out; without one, values are a second apart. */

/* Why something is not shown, or only in part. */
typedef enum
{
  DECODE_LOSS_TEXT,
  DECODE_LOSS_OTHER,
  DECODE_LOSS_COMPLEX,
  DECODE_LOSS_DIMENSIONS,
  DECODE_LOSS_LENGTH,
  DECODE_LOSS_SIZE,
  DECODE_N_LOSSES,
} DecodeLoss;

typedef struct
{
  char *name;
  gsize n_rows;
  gsize n_columns;
  /* column by column */
  double *values;
  /* of a vector of integers that doubles may not hold, which may be times: the same values; NULL for others */
  gint64 *integers;
} DecodeArray;

typedef struct
{
  DecodeOutput *output;
  /* DecodeArray, also by name */
  GPtrArray *all;
  GHashTable *by_name;
  guint64 n_values;
  /* the names of what is lost */
  GPtrArray *lost[DECODE_N_LOSSES];
} DecodeArrays;

void decode_arrays_init (DecodeArrays *self, DecodeOutput *output);
void decode_arrays_clear (DecodeArrays *self);

/* Returns whether there is room for further values. */
gboolean decode_arrays_have_room (const DecodeArrays *self, guint64 n);
/* Adds an array whose dimensions have as many values as there is room for. Returns where its values belong, column by column, which are
 * not-a-number before; NULL for an array that has no values, or too many dimensions. */
double *decode_arrays_add (DecodeArrays *self, const char *name, const gsize *dimensions,
                           guint n_dimensions);
/* Returns where the values of the array that was added last belong as integers, which are no times before; NULL if it is no vector, or there
 * is no room. */
gint64 *decode_arrays_add_integers (DecodeArrays *self);
void decode_arrays_lose (DecodeArrays *self, DecodeLoss loss, const char *name);

/* Writes the text. `time` is the name of the array with the times, or NULL. */
void decode_arrays_write (DecodeArrays *self, const char *time);
