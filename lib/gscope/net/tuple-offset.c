/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-offset.h>

#include <gscope/trace/sample.h>

#define STAGE (2 * GSCOPE_SEC)
/* How old a tuple on the machine's own clocks may be, and how far ahead of them. */
#define OLDEST (10 * GSCOPE_SEC)
#define AHEAD GSCOPE_MSEC
#define NONE G_MAXINT64

void
gscope_tuple_offset_init (GscopeTupleOffset *self, gboolean local, gint64 round_trip)
{
  *self = (GscopeTupleOffset){
    .local = local,
    .half_trip = round_trip / 2,
    .most = G_MININT64,
  };
  for (guint i = 0; i < GSCOPE_OFFSET_STAGES; i++)
    self->least[i] = NONE;
}

static gint64
subtract (gint64 a, gint64 b)
{
  gint64 difference;

  if (!__builtin_sub_overflow (a, b, &difference))
    return difference;
  return a < b ? G_MININT64 : G_MAXINT64;
}

/* Enters the stage of an arrival, and clears the stages that passed without one. */
static void
enter_stage (GscopeTupleOffset *self, gint64 stage)
{
  if (self->n_stages > 0 && stage <= self->stage)
    return;
  for (gint64 i = MAX (self->stage + 1, stage - GSCOPE_OFFSET_STAGES + 1); i < stage; i++)
    self->least[i % GSCOPE_OFFSET_STAGES] = NONE;
  self->least[stage % GSCOPE_OFFSET_STAGES] = NONE;
  self->stage = stage;
  self->n_stages++;
}

static void
estimate (GscopeTupleOffset *self, gint64 difference, gint64 arrival)
{
  gint64 *least, offset = NONE, highest = G_MININT64;

  enter_stage (self, arrival / STAGE);
  least = &self->least[self->stage % GSCOPE_OFFSET_STAGES];
  *least = MIN (*least, difference);
  if (self->n_stages == 1)
    self->most = MAX (self->most, difference);
  for (guint i = 0; i < GSCOPE_OFFSET_STAGES; i++)
    {
      offset = MIN (offset, self->least[i]);
      /* The current stage may still get a smaller difference. */
      if (self->least[i] != NONE && &self->least[i] != least)
        highest = MAX (highest, self->least[i]);
    }
  self->offset = subtract (offset, self->half_trip);
  if (self->n_stages == 1)
    highest = self->most;
  self->uncertainty = subtract (MAX (subtract (highest, offset), 0), -self->half_trip);
}

static gboolean
is_basis (GscopeTupleOffset *self, GscopeOffsetBasis basis, gint64 age)
{
  if (age < -AHEAD && self->basis == basis)
    self->local = FALSE;
  /* A longer delay does not change the offset of the clock. */
  return self->local && age >= -AHEAD && (age < OLDEST || self->basis == basis);
}

static GscopeOffsetBasis
find_basis (GscopeTupleOffset *self, gint64 age, gint64 age_unix)
{
  if (!self->local)
    return GSCOPE_OFFSET_ESTIMATED;
  if (is_basis (self, GSCOPE_OFFSET_SCOPE, age))
    return GSCOPE_OFFSET_SCOPE;
  if (is_basis (self, GSCOPE_OFFSET_WALL, age_unix))
    return GSCOPE_OFFSET_WALL;
  return GSCOPE_OFFSET_ESTIMATED;
}

void
gscope_tuple_offset_update (GscopeTupleOffset *self, gint64 time, gint64 arrival,
                            gint64 arrival_unix)
{
  gint64 difference = subtract (arrival, time);

  self->basis = find_basis (self, difference, subtract (arrival_unix, time));
  estimate (self, difference, arrival);
  if (self->basis == GSCOPE_OFFSET_ESTIMATED)
    return;
  self->offset = self->basis == GSCOPE_OFFSET_SCOPE ? 0 : arrival - arrival_unix;
  self->uncertainty = 0;
}
