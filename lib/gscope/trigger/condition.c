/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/trigger/watch.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define NEVER G_MININT64

struct _GscopeTriggerWatch
{
  GscopeTriggerCondition condition;
  gboolean was_below;
  gboolean was_above;
  gint64 rise;
  gint64 fall;
};

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

/* Another kind of trigger is one value of the enumeration and one row here; a parameter of it is one row of `fields`. */
static const struct
{
  const char *title;
  gboolean (*fires) (const GscopeTriggerWatch *self, const Step *step);
  gboolean has_edge;
  gboolean has_width;
} rows[] = {
  [GSCOPE_TRIGGER_RISING] = { N_ ("Rising"), fires_rising, .has_edge = TRUE },
  [GSCOPE_TRIGGER_FALLING] = { N_ ("Falling"), fires_falling, .has_edge = TRUE },
  [GSCOPE_TRIGGER_EITHER] = { N_ ("Rising or falling"), fires_either, .has_edge = TRUE },
  [GSCOPE_TRIGGER_ABOVE] = { N_ ("Above"), fires_above },
  [GSCOPE_TRIGGER_BELOW] = { N_ ("Below"), fires_below },
  [GSCOPE_TRIGGER_HIGH_PULSE] = { N_ ("High pulse"), fires_high_pulse, .has_edge = TRUE,
                                  .has_width = TRUE },
  [GSCOPE_TRIGGER_LOW_PULSE] = { N_ ("Low pulse"), fires_low_pulse, .has_edge = TRUE,
                                 .has_width = TRUE },
};

static const char *const mode_titles[] = {
  [GSCOPE_TRIGGER_NORMAL] = N_ ("Normal"),
  [GSCOPE_TRIGGER_SINGLE] = N_ ("Single"),
  [GSCOPE_TRIGGER_AUTO] = N_ ("Auto"),
};

static const char *const captures_titles[] = {
  [GSCOPE_TRIGGER_CAPTURES_NOTHING] = N_ ("Nothing"),
  [GSCOPE_TRIGGER_CAPTURES_SIGNAL] = N_ ("This Signal"),
  [GSCOPE_TRIGGER_CAPTURES_SCOPE] = N_ ("All Signals of the Scope"),
};

static const char *
get_kind (int value)
{
  return gscope_trigger_kind_get_title (value);
}

static const char *
get_mode (int value)
{
  return g_dgettext (GETTEXT_PACKAGE, mode_titles[value]);
}

static const char *
get_captures (int value)
{
  return g_dgettext (GETTEXT_PACKAGE, captures_titles[value]);
}

static gboolean
has_edge (gconstpointer record)
{
  return rows[((const GscopeTriggerSettings *) record)->condition.kind].has_edge;
}

static gboolean
has_width (gconstpointer record)
{
  return rows[((const GscopeTriggerSettings *) record)->condition.kind].has_width;
}

static gboolean
is_automatic (gconstpointer record)
{
  return ((const GscopeTriggerSettings *) record)->mode == GSCOPE_TRIGGER_AUTO;
}

static gboolean
captures (gconstpointer record)
{
  return ((const GscopeTriggerSettings *) record)->captures != GSCOPE_TRIGGER_CAPTURES_NOTHING;
}

/* In milliseconds. */
#define SHORTEST 1e-6
#define LONGEST 3600e3
#define IN_MSEC .unit = "ms", .scale = GSCOPE_MSEC, .max = LONGEST
#define ANY .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE

/* Documents, comparisons and dialogs read this table. A field follows those by which it applies. */
static const GscopeField fields[] = {
  { "kind", GSCOPE_FIELD_CHOICE, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.kind),
    .title = N_ ("Condition"), .get_type = gscope_trigger_kind_get_type, .get_choice = get_kind },
  { "level", GSCOPE_FIELD_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.level), .title = N_ ("Level"),
    ANY },
  { "hysteresis", GSCOPE_FIELD_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.hysteresis),
    .title = N_ ("Hysteresis"), .max = G_MAXDOUBLE, .applies = has_edge },
  { "min-width-ms", GSCOPE_FIELD_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.min_width),
    .title = N_ ("Shortest Pulse"), IN_MSEC, .applies = has_width },
  { "max-width-ms", GSCOPE_FIELD_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.max_width),
    .title = N_ ("Longest Pulse"), IN_MSEC, .initial = 1000, .idle = 1000, .applies = has_width,
    .floor = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.min_width) },
  { "mode", GSCOPE_FIELD_CHOICE, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, mode),
    .title = N_ ("Mode"), .get_type = gscope_trigger_mode_get_type, .get_choice = get_mode },
  { "timeout-ms", GSCOPE_FIELD_SCALED, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, timeout),
    .title = N_ ("Auto Timeout"), IN_MSEC, .min = SHORTEST, .initial = 1000, .idle = 1000,
    .applies = is_automatic },
  { "holdoff-ms", GSCOPE_FIELD_SCALED, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, holdoff),
    .title = N_ ("Holdoff"), IN_MSEC },
  { "captures", GSCOPE_FIELD_CHOICE, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, captures),
    .title = N_ ("Captured Signals"), .section = N_ ("Capture"),
    .description =
        N_ ("Buffered signals, such as tuples, keep only the samples around the trigger; "
            "polled signals keep all samples"),
    .get_type = gscope_trigger_scope_get_type, .get_choice = get_captures },
  { "before-ms", GSCOPE_FIELD_SCALED, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, before),
    .title = N_ ("Pre-Trigger"), .section = N_ ("Capture"), IN_MSEC, .initial = 1000,
    .applies = captures },
  { "after-ms", GSCOPE_FIELD_SCALED, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, after),
    .title = N_ ("Post-Trigger"), .section = N_ ("Capture"), IN_MSEC, .min = SHORTEST,
    .initial = 1000, .idle = SHORTEST, .applies = captures },
  { .key = NULL },
};

GscopeTriggerWatch *
gscope_trigger_watch_new (const GscopeTriggerCondition *condition)
{
  GscopeTriggerWatch *self = g_new0 (GscopeTriggerWatch, 1);

  self->condition = *condition;
  self->rise = self->fall = NEVER;
  return self;
}

void
gscope_trigger_watch_free (GscopeTriggerWatch *self)
{
  g_free (self);
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
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (rows), NULL);

  return g_dgettext (GETTEXT_PACKAGE, rows[kind].title);
}

/**
 * gscope_trigger_settings_get_fields: (skip)
 *
 * Gets the table of the fields of a #GscopeTriggerSettings. Titles and descriptions are not translated.
 *
 * Returns: (transfer none): the fields, ended by one without a key
 */
const GscopeField *
gscope_trigger_settings_get_fields (void)
{
  return fields;
}
