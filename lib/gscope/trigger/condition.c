/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trigger/watch.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define NEVER G_MININT64

/* The relation of a sample to a level. */
typedef struct
{
  const GscopeSample *sample;
  gboolean rises;
  gboolean falls;
} Step;

static gboolean
fires_rising (const GscopeTriggerWatch *self, const Step *step)
{
  return step->rises;
}

static gboolean
fires_falling (const GscopeTriggerWatch *self, const Step *step)
{
  return step->falls;
}

static gboolean
fires_either (const GscopeTriggerWatch *self, const Step *step)
{
  return step->rises || step->falls;
}

static gboolean
fires_above (const GscopeTriggerWatch *self, const Step *step)
{
  return step->sample->value > self->condition.level;
}

static gboolean
fires_below (const GscopeTriggerWatch *self, const Step *step)
{
  return step->sample->value < self->condition.level;
}

static gboolean
is_pulse (const GscopeTriggerWatch *self, gint64 begin, gint64 end)
{
  return begin != NEVER && end - begin >= self->condition.min_width
         && end - begin <= self->condition.max_width;
}

static gboolean
fires_high_pulse (const GscopeTriggerWatch *self, const Step *step)
{
  return step->falls && is_pulse (self, self->rise, step->sample->time);
}

static gboolean
fires_low_pulse (const GscopeTriggerWatch *self, const Step *step)
{
  return step->rises && is_pulse (self, self->fall, step->sample->time);
}

static gboolean
fires_func (const GscopeTriggerWatch *self, const Step *step)
{
  return self->func && self->func (step->sample, self->user_data);
}

/* Another kind of trigger is one value of the enumeration and one row here. */
static const struct
{
  const char *title;
  gboolean (*fires) (const GscopeTriggerWatch *self, const Step *step);
} rows[] = {
  [GSCOPE_TRIGGER_RISING] = { N_ ("Rising"), fires_rising },
  [GSCOPE_TRIGGER_FALLING] = { N_ ("Falling"), fires_falling },
  [GSCOPE_TRIGGER_EITHER] = { N_ ("Rising or falling"), fires_either },
  [GSCOPE_TRIGGER_ABOVE] = { N_ ("Above"), fires_above },
  [GSCOPE_TRIGGER_BELOW] = { N_ ("Below"), fires_below },
  [GSCOPE_TRIGGER_HIGH_PULSE] = { N_ ("High pulse"), fires_high_pulse },
  [GSCOPE_TRIGGER_LOW_PULSE] = { N_ ("Low pulse"), fires_low_pulse },
  [GSCOPE_TRIGGER_FUNC] = { N_ ("Function"), fires_func },
};

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == GSCOPE_N_TRIGGER_KINDS);

void
gscope_trigger_watch_init (GscopeTriggerWatch *self, const GscopeTriggerCondition *condition)
{
  *self = (GscopeTriggerWatch){ .condition = *condition, .rise = NEVER, .fall = NEVER };
}

/* Nothing is known of how a signal went on in a gap. */
static void
forget (GscopeTriggerWatch *self)
{
  self->was_below = self->was_above = FALSE;
  self->rise = self->fall = NEVER;
}

static void
note_sides (GscopeTriggerWatch *self, const Step *step)
{
  double level = self->condition.level, hysteresis = self->condition.hysteresis;
  double value = step->sample->value;

  if (step->rises)
    {
      self->rise = step->sample->time;
      self->was_below = FALSE;
    }
  if (step->falls)
    {
      self->fall = step->sample->time;
      self->was_above = FALSE;
    }
  self->was_below |= value < level && value <= level - hysteresis;
  self->was_above |= value > level && value >= level + hysteresis;
}

gboolean
gscope_trigger_watch_feed (GscopeTriggerWatch *self, const GscopeSample *sample)
{
  Step step = { sample, FALSE, FALSE };
  gboolean fires;

  if (isnan (sample->value))
    {
      forget (self);
      return FALSE;
    }
  step.rises = self->was_below && sample->value >= self->condition.level;
  step.falls = self->was_above && sample->value <= self->condition.level;
  fires = rows[self->condition.kind].fires (self, &step);
  note_sides (self, &step);
  return fires;
}

/**
 * gscope_trigger_kind_get_title:
 * @kind: a kind of trigger
 *
 * Gets its name to show to a user. Any thread may call this.
 *
 * Returns: the translated name, such as “High pulse”
 */
const char *
gscope_trigger_kind_get_title (GscopeTriggerKind kind)
{
  g_return_val_if_fail ((guint) kind < GSCOPE_N_TRIGGER_KINDS, NULL);

  return g_dgettext (GETTEXT_PACKAGE, rows[kind].title);
}
