/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/page/page.h>

/* A cell of a mechanism, and the offset of the member that points to it in the mechanism's object. */
typedef struct
{
  gsize offset;
  TslCellKind kind;
  const char *name;
  const char *unit;
  double min;
  double max;
} TslCellRow;

#define TSL_COUNTER(offset, name)                                                                  \
  {                                                                                                \
    offset, TSL_CELL_KIND_COUNTER, name, "", 0, G_MAXINT64                                         \
  }
#define TSL_GAUGE(offset, name, unit, min, max)                                                    \
  {                                                                                                \
    offset, TSL_CELL_KIND_GAUGE, name, unit, min, max                                              \
  }
#define TSL_KNOB(offset, name, unit, min, max)                                                     \
  {                                                                                                \
    offset, TSL_CELL_KIND_KNOB, name, unit, min, max                                               \
  }

/* Add the cells of a table to the page, and remove them. Knobs begin at their minimum. */
void tsl_page_add_rows (TslPage *self, const char *mechanism, const char *group,
                        const TslCellRow *rows, guint n_rows, gpointer object);
void
tsl_page_remove_rows (TslPage *self, const TslCellRow *rows, guint n_rows, gconstpointer object);
