/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/export.h>

G_BEGIN_DECLS

#define TSL_MECHANISM_SIZE 16
#define TSL_GROUP_SIZE 32
#define TSL_NAME_SIZE 32
#define TSL_UNIT_SIZE 16

/**
 * TslCellKind:
 * @TSL_CELL_COUNTER: a number of events, which only grows
 * @TSL_CELL_GAUGE: what something is now
 * @TSL_CELL_KNOB: what others may ask to be changed
 *
 * What a cell of a page is. A counter holds an integer, the others a floating-point number.
 */
typedef enum
{
  TSL_CELL_COUNTER,
  TSL_CELL_GAUGE,
  TSL_CELL_KNOB,
} TslCellKind;

/**
 * TslCellInfo:
 * @mechanism: the mechanism, such as "firm-timer" or "reserve" @group: the name of its thread, queue or timers; may be empty
 * @name: its name in the group
 * @unit: its unit, in SI style; empty for a pure number
 * @kind: its kind
 * @min: the least value of a knob, the bottom of a gauge's range
 * @max: the greatest value of a knob, the top of a gauge's range
 *
 * Describes a cell. Names are UTF-8 and end with a NUL byte within their arrays.
 */
typedef struct
{
  char mechanism[TSL_MECHANISM_SIZE];
  char group[TSL_GROUP_SIZE];
  char name[TSL_NAME_SIZE];
  char unit[TSL_UNIT_SIZE];
  guint32 kind;
  double min;
  double max;
} TslCellInfo;

/* The layout of a cell in the page: 192 bytes, of which the last 64 change while the cell exists.
 * */
typedef struct
{
  /*< private >*/
  TslCellInfo info;
  guint32 is_used;
  guint64 value;
  guint64 asked;
  guint64 n_asked;
  guint64 n_answered;
  /* of those that were asked, the one that the program is about to answer */
  guint64 n_taken;
} __attribute__ ((aligned (64))) TslCell;

TSL_EXPORT gint64 tsl_cell_get_count (const TslCell *self);
TSL_EXPORT void tsl_cell_set_count (TslCell *self, gint64 count);
TSL_EXPORT double tsl_cell_get (const TslCell *self);
TSL_EXPORT void tsl_cell_set (TslCell *self, double value);
TSL_EXPORT gboolean tsl_cell_take (TslCell *self, double *asked);
TSL_EXPORT void tsl_cell_answer (TslCell *self, double value);

/**
 * tsl_cell_count:
 * @self: a counter
 * @n: how many events
 *
 * Adds to a counter, without a lock and without a system call. Any thread may call it.
 */
static inline void
tsl_cell_count (TslCell *self, gint64 n)
{
  __atomic_fetch_add (&self->value, n, __ATOMIC_RELAXED);
}

G_END_DECLS
