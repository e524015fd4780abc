/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/overview.h>

#include <gscope/trace/gap.h>

/* Without a finite value, min is greater than max; a gap has its gap value. */
typedef struct
{
  gint64 begin;
  gint64 end;
  double min;
  double max;
} Cell;

void
gscope_overview_init (GscopeOverview *self)
{
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  self->n = 0;
}

void
gscope_overview_clear (GscopeOverview *self)
{
  g_clear_pointer (&self->cells, g_array_unref);
}

static void
end_cell (GscopeOverview *self)
{
  Cell cell = { self->begin, self->end, self->extent.min, self->extent.max };

  if (self->n > 0)
    g_array_append_val (self->cells, cell);
  self->n = 0;
}

void
gscope_overview_append (GscopeOverview *self, gsize cell_size, const gint64 *times,
                        const double *values, gsize n)
{
  while (n > 0)
    {
      gsize k = MIN (n, cell_size - MIN (self->n, cell_size - 1));

      if (self->n == 0)
        {
          self->begin = times[0];
          self->extent = GSCOPE_EXTENT_EMPTY;
        }
      gscope_minmax (values, k, &self->extent);
      self->end = times[k - 1];
      self->n += k;
      if (self->n >= cell_size)
        end_cell (self);
      times += k;
      values += k;
      n -= k;
    }
}

void
gscope_overview_append_gap (GscopeOverview *self, gint64 time, GscopeGapCause cause)
{
  double value = gscope_gap_value (cause);
  Cell cell = { time, time, value, value };

  end_cell (self);
  g_array_append_val (self->cells, cell);
}

/* Returns how many samples from the first one on are finite numbers, up to a maximum. */
static gsize
count_numbers (const double *values, gsize max)
{
  gsize n = 0;

  while (n < max && isfinite (values[n]))
    n++;
  return n;
}

gsize
gscope_overview_reduce (gsize cell_size, gint64 *times, double *values, gsize n)
{
  gsize n_kept = 0;

  for (gsize i = 0; i < n;)
    {
      gsize k = count_numbers (values + i, MIN (n - i, cell_size));
      GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

      if (k < 2)
        {
          times[n_kept] = times[i];
          values[n_kept++] = values[i++];
          continue;
        }
      gscope_minmax (values + i, k, &extent);
      times[n_kept] = times[i];
      values[n_kept++] = extent.min;
      times[n_kept] = times[i + k - 1];
      values[n_kept++] = extent.max;
      i += k;
    }
  return n_kept;
}

guint
gscope_overview_get_n_cells (const GscopeOverview *self)
{
  return self->cells->len;
}

static Cell
join (const Cell *a, const Cell *b)
{
  gboolean a_is_gap = isnan (a->min), b_is_gap = isnan (b->min);
  Cell cell = { a->begin, b->end, a->min, a->max };

  if (a_is_gap || b_is_gap)
    {
      cell.min = a_is_gap ? b->min : a->min;
      cell.max = a_is_gap ? b->max : a->max;
      return cell;
    }
  cell.min = MIN (a->min, b->min);
  cell.max = MAX (a->max, b->max);
  return cell;
}

void
gscope_overview_coarsen (GscopeOverview *self)
{
  Cell *cells = (Cell *) self->cells->data;
  guint n = self->cells->len;

  for (guint i = 0; i + 1 < n; i += 2)
    cells[i / 2] = join (&cells[i], &cells[i + 1]);
  if (n % 2 == 1)
    cells[n / 2] = cells[n - 1];
  g_array_set_size (self->cells, (n + 1) / 2);
}

static void
write_cell (const Cell *cell, gint64 begin, gint64 end, GscopeTrace *trace)
{
  const gint64 times[] = { begin, end };
  const double values[] = { cell->min, cell->max };
  GscopeGapCause cause;

  if (gscope_gap_from_value (cell->min, &cause))
    gscope_trace_append_gap (trace, begin, cause);
  else if (cell->min > cell->max)
    gscope_trace_append (trace, times, (const double[]){ NAN }, 1);
  else
    gscope_trace_append (trace, times, values, begin == end && cell->min == cell->max ? 1 : 2);
}

/* The cell that is being filled counts as one. */
static guint
get_n (const GscopeOverview *self)
{
  return self->cells->len + (self->n > 0);
}

static Cell
get_cell (const GscopeOverview *self, guint i)
{
  if (i < self->cells->len)
    return g_array_index (self->cells, Cell, i);
  return (Cell){ self->begin, self->end, self->extent.min, self->extent.max };
}

void
gscope_overview_write_before (const GscopeOverview *self, gint64 time, GscopeTrace *trace)
{
  for (guint i = 0; i < get_n (self); i++)
    {
      Cell cell = get_cell (self, i);

      if (cell.begin >= time)
        return;
      write_cell (&cell, cell.begin, MIN (cell.end, time), trace);
    }
}

void
gscope_overview_write_after (const GscopeOverview *self, gint64 time, GscopeTrace *trace)
{
  for (guint i = 0; i < get_n (self); i++)
    {
      Cell cell = get_cell (self, i);

      if (cell.end > time)
        write_cell (&cell, MAX (cell.begin, time), cell.end, trace);
    }
}
