/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

#define TSL_MECHANISM_SIZE 16
#define TSL_GROUP_SIZE 32
#define TSL_NAME_SIZE 32
#define TSL_UNIT_SIZE 16

/**
 * TslCellKind:
 * @TSL_CELL_KIND_COUNTER: a number of events; it only grows
 * @TSL_CELL_KIND_GAUGE: a measured value
 * @TSL_CELL_KIND_KNOB: a value that other processes may request to change
 *
 * The kind of a cell in a page. A counter holds an integer, a gauge or a knob a floating-point
 * number.
 *
 * Since: 1.0
 */
typedef enum
{
  TSL_CELL_KIND_COUNTER,
  TSL_CELL_KIND_GAUGE,
  TSL_CELL_KIND_KNOB,
} TslCellKind;

/**
 * TslCellInfo:
 * @mechanism: the mechanism, such as "firm-timer" or "reserve"
 * @group: the name of the thread, queue or timers that the cell belongs to; may be empty
 * @name: the cell's name in the group
 * @unit: the unit, in SI style; empty for a pure number
 * @kind: the kind of the cell
 * @min: the least value of a knob, the bottom of a gauge's range
 * @max: the greatest value of a knob, the top of a gauge's range
 *
 * Describes a cell. Names are UTF-8 and end with a NUL byte within their arrays.
 *
 * Since: 1.0
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

/* A cell's layout in the page: 192 bytes, of which the last 64 change during the cell's life. */
typedef struct
{
  /*< private >*/
  TslCellInfo info;
  guint32 is_used;
  guint64 value;
  guint64 asked;
  guint64 n_asked;
  guint64 n_answered;
  /* number of the request that the program is processing */
  guint64 n_taken;
} __attribute__ ((aligned (64))) TslCell;

TSL_AVAILABLE_IN_1_0
gint64 tsl_cell_get_count (const TslCell *self);
TSL_AVAILABLE_IN_1_0
void tsl_cell_set_count (TslCell *self, gint64 count);
TSL_AVAILABLE_IN_1_0
double tsl_cell_get (const TslCell *self);
TSL_AVAILABLE_IN_1_0
void tsl_cell_set (TslCell *self, double value);
TSL_AVAILABLE_IN_1_0
gboolean tsl_cell_take (TslCell *self, double *asked);
TSL_AVAILABLE_IN_1_0
void tsl_cell_answer (TslCell *self, double value);

/**
 * tsl_cell_count:
 * @self: a counter
 * @n: number of events to add
 *
 * Adds to a counter; takes no lock and makes no system call. Any thread may call it.
 *
 * Since: 1.0
 */
static inline void
tsl_cell_count (TslCell *self, gint64 n)
{
  __atomic_fetch_add (&self->value, n, __ATOMIC_RELAXED);
}

G_END_DECLS
