/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/trigger/watch.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define NEVER G_MININT64

G_DEFINE_BOXED_TYPE (GscopeTriggerSettings, gscope_trigger_settings, gscope_trigger_settings_copy,
                     gscope_trigger_settings_free)

/* A comparison with a level and hysteresis. The side is known once the value was far enough from the level; NEITHER is the
 * way back. */
typedef enum
{
  NEITHER,
  LOW,
  HIGH,
  N_SIDES,
} Side;

typedef struct
{
  double level;
  double hysteresis;
  /* the values that change nothing on each side */
  GscopeExtent calm[N_SIDES];
  Side side;
  gint64 rise;
  gint64 fall;
  /* about the newest sample */
  gboolean rises;
  gboolean falls;
} Comparator;

struct _GscopeTriggerWatch
{
  GscopeTriggerCondition condition;
  Comparator lower;
  /* of kinds with two levels */
  Comparator upper;
  GscopeSample sample;
  /* the time before which calm samples do not fire, and their values */
  gint64 calm_until;
  GscopeExtent calm;
};

static gboolean
is_within (const GscopeTriggerWatch *self, gint64 begin, gint64 end)
{
  return begin != NEVER && end - begin >= self->condition.min_width
         && end - begin <= self->condition.max_width;
}

static gboolean
fires_rising (GscopeTriggerWatch *self)
{
  return self->lower.rises;
}

static gboolean
fires_falling (GscopeTriggerWatch *self)
{
  return self->lower.falls;
}

static gboolean
fires_either (GscopeTriggerWatch *self)
{
  return self->lower.rises || self->lower.falls;
}

/* Fires at each sample there, so that no value there is calm. */
static gboolean
fires_above (GscopeTriggerWatch *self)
{
  self->calm = (GscopeExtent){ -INFINITY, self->condition.level };
  return self->sample.value > self->condition.level;
}

static gboolean
fires_below (GscopeTriggerWatch *self)
{
  self->calm = (GscopeExtent){ self->condition.level, INFINITY };
  return self->sample.value < self->condition.level;
}

static gboolean
fires_high_pulse (GscopeTriggerWatch *self)
{
  return self->lower.falls && is_within (self, self->lower.rise, self->sample.time);
}

static gboolean
fires_low_pulse (GscopeTriggerWatch *self)
{
  return self->lower.rises && is_within (self, self->lower.fall, self->sample.time);
}

static gboolean
is_inside (const GscopeTriggerWatch *self)
{
  return self->sample.value >= self->condition.level && self->sample.value <= self->condition.upper;
}

static gboolean
fires_entering (GscopeTriggerWatch *self)
{
  return is_inside (self) && (self->lower.rises || self->upper.falls);
}

/* A jump from one side of the window to the other leaves nothing. */
static gboolean
fires_leaving (GscopeTriggerWatch *self)
{
  return self->lower.falls != self->upper.rises && self->lower.rises == self->upper.falls;
}

/* A crossing begins one slew. */
static gint64
take_time (gint64 *time)
{
  gint64 taken = *time;

  *time = NEVER;
  return taken;
}

static gboolean
fires_rising_slew (GscopeTriggerWatch *self)
{
  return self->upper.rises && is_within (self, take_time (&self->lower.rise), self->sample.time);
}

static gboolean
fires_falling_slew (GscopeTriggerWatch *self)
{
  return self->lower.falls && is_within (self, take_time (&self->upper.fall), self->sample.time);
}

static gboolean
fires_high_runt (GscopeTriggerWatch *self)
{
  return self->lower.falls && self->lower.rise != NEVER && self->upper.rise < self->lower.rise;
}

static gboolean
fires_low_runt (GscopeTriggerWatch *self)
{
  return self->upper.rises && self->upper.fall != NEVER && self->lower.fall < self->upper.fall;
}

/* Fires once after each crossing. */
static gboolean
fires_dropped_out (GscopeTriggerWatch *self)
{
  gint64 crossed = MAX (self->lower.rise, self->lower.fall);

  if (crossed == NEVER)
    return FALSE;
  if (self->sample.time - crossed < self->condition.min_width || crossed == self->sample.time)
    {
      self->calm_until = crossed + self->condition.min_width;
      return FALSE;
    }
  self->lower.rise = self->lower.fall = NEVER;
  return TRUE;
}

static gboolean
fires_never (GscopeTriggerWatch *self)
{
  self->calm = (GscopeExtent){ -INFINITY, INFINITY };
  return FALSE;
}

/* Another kind of trigger is one value of the enumeration and one row here; a parameter of it is one row of `fields`. A
 * function that looks at more than the sides of the levels sets `calm`. */
static const struct
{
  const char *title;
  gboolean (*fires) (GscopeTriggerWatch *self);
  gboolean has_edge;
  gboolean has_upper;
  gboolean has_min;
  gboolean has_max;
  gboolean is_write;
} rows[] = {
  [GSCOPE_TRIGGER_KIND_RISING] = { N_ ("Rising"), fires_rising, .has_edge = TRUE },
  [GSCOPE_TRIGGER_KIND_FALLING] = { N_ ("Falling"), fires_falling, .has_edge = TRUE },
  [GSCOPE_TRIGGER_KIND_EITHER] = { N_ ("Rising or falling"), fires_either, .has_edge = TRUE },
  [GSCOPE_TRIGGER_KIND_ABOVE] = { N_ ("Above"), fires_above },
  [GSCOPE_TRIGGER_KIND_BELOW] = { N_ ("Below"), fires_below },
  [GSCOPE_TRIGGER_KIND_HIGH_PULSE] = { N_ ("High pulse"), fires_high_pulse, .has_edge = TRUE,
                                       .has_min = TRUE, .has_max = TRUE },
  [GSCOPE_TRIGGER_KIND_LOW_PULSE] = { N_ ("Low pulse"), fires_low_pulse, .has_edge = TRUE,
                                      .has_min = TRUE, .has_max = TRUE },
  [GSCOPE_TRIGGER_KIND_ENTERS] = { N_ ("Enters window"), fires_entering, .has_edge = TRUE,
                                   .has_upper = TRUE },
  [GSCOPE_TRIGGER_KIND_LEAVES] = { N_ ("Leaves window"), fires_leaving, .has_edge = TRUE,
                                   .has_upper = TRUE },
  [GSCOPE_TRIGGER_KIND_RISING_SLEW] = { N_ ("Rising slew"), fires_rising_slew, .has_edge = TRUE,
                                        .has_upper = TRUE, .has_min = TRUE, .has_max = TRUE },
  [GSCOPE_TRIGGER_KIND_FALLING_SLEW] = { N_ ("Falling slew"), fires_falling_slew, .has_edge = TRUE,
                                         .has_upper = TRUE, .has_min = TRUE, .has_max = TRUE },
  [GSCOPE_TRIGGER_KIND_HIGH_RUNT] = { N_ ("High runt"), fires_high_runt, .has_edge = TRUE,
                                      .has_upper = TRUE },
  [GSCOPE_TRIGGER_KIND_LOW_RUNT] = { N_ ("Low runt"), fires_low_runt, .has_edge = TRUE,
                                     .has_upper = TRUE },
  [GSCOPE_TRIGGER_KIND_DROPOUT] = { N_ ("Dropout"), fires_dropped_out, .has_edge = TRUE,
                                    .has_min = TRUE },
  [GSCOPE_TRIGGER_KIND_WRITTEN] = { N_ ("Parameter written"), fires_never, .is_write = TRUE },
};

static const char *const mode_titles[] = {
  [GSCOPE_TRIGGER_MODE_NORMAL] = N_ ("Normal"),
  [GSCOPE_TRIGGER_MODE_SINGLE] = N_ ("Single"),
  [GSCOPE_TRIGGER_MODE_AUTO] = N_ ("Auto"),
};

static const char *const captures_titles[] = {
  [GSCOPE_TRIGGER_SCOPE_NOTHING] = N_ ("Nothing"),
  [GSCOPE_TRIGGER_SCOPE_SIGNAL] = N_ ("This Signal"),
  [GSCOPE_TRIGGER_SCOPE_SCOPE] = N_ ("All Signals of the Scope"),
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

#define HAS(name)                                                                                  \
  static gboolean name (gconstpointer record)                                                      \
  {                                                                                                \
    return rows[((const GscopeTriggerSettings *) record)->condition.kind].name;                    \
  }

HAS (has_edge)
HAS (has_upper)
HAS (has_min)
HAS (has_max)
HAS (is_write)

static gboolean
has_level (gconstpointer record)
{
  return !is_write (record);
}

static gboolean
is_automatic (gconstpointer record)
{
  return ((const GscopeTriggerSettings *) record)->mode == GSCOPE_TRIGGER_MODE_AUTO;
}

static gboolean
captures (gconstpointer record)
{
  return ((const GscopeTriggerSettings *) record)->captures != GSCOPE_TRIGGER_SCOPE_NOTHING;
}

/* In milliseconds. */
#define SHORTEST 1e-6
#define LONGEST 3600e3
#define IN_MSEC .unit = "ms", .scale = GSCOPE_MSEC, .max = LONGEST
#define ANY .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE

/* Documents, comparisons and dialogs read this table. A field follows those by which it applies. */
static const GscopeField fields[] = {
  { "kind", GSCOPE_FIELD_TYPE_CHOICE,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.kind),
    .title = NC_ ("field", "Condition"), .get_type = gscope_trigger_kind_get_type,
    .get_choice = get_kind },
  { "level", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.level),
    .title = NC_ ("field", "Level"), ANY, .applies = has_level },
  { "upper-level", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.upper),
    .title = NC_ ("field", "Upper Level"), ANY, .applies = has_upper,
    .floor = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.level) },
  { "hysteresis", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.hysteresis),
    .title = NC_ ("field", "Hysteresis"), .max = G_MAXDOUBLE, .applies = has_edge },
  { "min-width-ms", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.min_width),
    .title = NC_ ("field", "Shortest Time"), IN_MSEC, .applies = has_min },
  { "max-width-ms", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.max_width),
    .title = NC_ ("field", "Longest Time"), IN_MSEC, .initial = 1000, .idle = 1000,
    .applies = has_max, .floor = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.min_width) },
  { "parameter", GSCOPE_FIELD_TYPE_TEXT,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, condition.parameter),
    .title = NC_ ("field", "Parameter"), .applies = is_write },
  { "mode", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, mode),
    .title = NC_ ("field", "Mode"), .get_type = gscope_trigger_mode_get_type,
    .get_choice = get_mode },
  { "timeout-ms", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, timeout),
    .title = NC_ ("field", "Auto Timeout"), IN_MSEC, .min = SHORTEST, .initial = 1000, .idle = 1000,
    .applies = is_automatic },
  { "holdoff-ms", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, holdoff), .title = NC_ ("field", "Holdoff"),
    IN_MSEC },
  { "captures", GSCOPE_FIELD_TYPE_CHOICE,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, captures),
    .title = NC_ ("field", "Captured Signals"), .section = NC_ ("section", "Capture"),
    .description =
        N_ ("Buffered signals, such as tuples, keep only the samples around the trigger; "
            "polled signals keep all samples"),
    .get_type = gscope_trigger_scope_get_type, .get_choice = get_captures },
  { "before-ms", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, before),
    .title = NC_ ("field", "Pre-Trigger"), .section = NC_ ("section", "Capture"), IN_MSEC,
    .initial = 1000, .applies = captures },
  { "after-ms", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeTriggerSettings, after),
    .title = NC_ ("field", "Post-Trigger"), .section = NC_ ("section", "Capture"), IN_MSEC,
    .min = SHORTEST, .initial = 1000, .idle = SHORTEST, .applies = captures },
  { .key = NULL },
};

static void
comparator_init (Comparator *self, double level, double hysteresis)
{
  *self = (Comparator){ .level = level, .hysteresis = hysteresis, .rise = NEVER, .fall = NEVER };
  self->calm[LOW] = (GscopeExtent){ -INFINITY, nextafter (level, -INFINITY) };
  self->calm[HIGH] = (GscopeExtent){ nextafter (level, INFINITY), INFINITY };
  self->calm[NEITHER] = (GscopeExtent){ level, level };
  if (hysteresis > 0)
    self->calm[NEITHER] = (GscopeExtent){ nextafter (level - hysteresis, INFINITY),
                                          nextafter (level + hysteresis, -INFINITY) };
}

GscopeTriggerWatch *
gscope_trigger_watch_new (const GscopeTriggerCondition *condition)
{
  GscopeTriggerWatch *self = g_new0 (GscopeTriggerWatch, 1);

  self->condition = *condition;
  self->condition.parameter = NULL;
  self->calm = GSCOPE_EXTENT_EMPTY;
  comparator_init (&self->lower, condition->level, condition->hysteresis);
  comparator_init (&self->upper, condition->upper, condition->hysteresis);
  return self;
}

void
gscope_trigger_watch_free (GscopeTriggerWatch *self)
{
  g_free (self);
}

/* Nothing is known of how a signal went on in a gap. */
static void
forget (Comparator *self)
{
  self->side = NEITHER;
  self->rise = self->fall = NEVER;
}

static void
compare (Comparator *self, const GscopeSample *sample)
{
  double value = sample->value;

  self->rises = self->side == LOW && value >= self->level;
  self->falls = self->side == HIGH && value <= self->level;
  if (self->rises)
    self->rise = sample->time;
  if (self->falls)
    self->fall = sample->time;
  if (self->rises || self->falls)
    self->side = NEITHER;
  if (value < self->level && value <= self->level - self->hysteresis)
    self->side = LOW;
  else if (value > self->level && value >= self->level + self->hysteresis)
    self->side = HIGH;
}

/* Shrinks an extent to the values that leave the comparator as it is. */
static void
shrink (const Comparator *self, GscopeExtent *extent)
{
  const GscopeExtent *calm = &self->calm[self->side];

  extent->min = MAX (extent->min, calm->min);
  extent->max = MIN (extent->max, calm->max);
}

gboolean
gscope_trigger_watch_feed (GscopeTriggerWatch *self, const GscopeSample *sample)
{
  /* a copy of the whole would wait for the parts, which were written just now */
  self->sample.time = sample->time;
  self->sample.value = sample->value;
  self->calm_until = G_MAXINT64;
  if (isnan (sample->value))
    {
      forget (&self->lower);
      forget (&self->upper);
      self->calm = GSCOPE_EXTENT_EMPTY;
      return FALSE;
    }
  self->calm = (GscopeExtent){ -INFINITY, INFINITY };
  compare (&self->lower, sample);
  shrink (&self->lower, &self->calm);
  if (rows[self->condition.kind].has_upper)
    {
      compare (&self->upper, sample);
      shrink (&self->upper, &self->calm);
    }
  return rows[self->condition.kind].fires (self);
}

const GscopeExtent *
gscope_trigger_watch_get_calm (const GscopeTriggerWatch *self, gint64 *until)
{
  *until = self->calm_until;
  return &self->calm;
}

gboolean
gscope_trigger_settings_check (const GscopeTriggerSettings *self)
{
  return gscope_fields_check (fields, self) && self->after > 0;
}

static gboolean
find_crossing (const GscopeSample samples[2], double level, gint64 *time)
{
  double share = (level - samples[0].value) / (samples[1].value - samples[0].value);

  if (!(share >= 0 && share <= 1))
    return FALSE;
  *time = samples[0].time + llround (share * (double) (samples[1].time - samples[0].time));
  return TRUE;
}

gint64
gscope_trigger_condition_find_crossing (const GscopeTriggerCondition *self,
                                        const GscopeSample samples[2])
{
  gint64 time = samples[1].time;

  if (!find_crossing (samples, self->level, &time) && rows[self->kind].has_upper)
    find_crossing (samples, self->upper, &time);
  return time;
}

/**
 * gscope_trigger_kind_get_title:
 * @kind: a kind of trigger
 *
 * Gets its name to show to a user. Any thread may call this.
 *
 * Returns: the translated name, such as “High pulse”
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
const GscopeField *
gscope_trigger_settings_get_fields (void)
{
  return fields;
}

/**
 * gscope_trigger_settings_copy:
 * @self: (nullable): settings
 *
 * Copies settings.
 *
 * Returns: (transfer full) (nullable): the copy, for [method@TriggerSettings.free]
 *
 * Since: 1.0
 */
GscopeTriggerSettings *
gscope_trigger_settings_copy (const GscopeTriggerSettings *self)
{
  GscopeTriggerSettings *copy;

  if (!self)
    return NULL;
  copy = g_new0 (GscopeTriggerSettings, 1);
  gscope_fields_copy (fields, self, copy);
  return copy;
}

/**
 * gscope_trigger_settings_free:
 * @self: (nullable) (transfer full): settings
 *
 * Frees settings.
 *
 * Since: 1.0
 */
void
gscope_trigger_settings_free (GscopeTriggerSettings *self)
{
  if (!self)
    return;
  gscope_fields_clear (fields, self);
  g_free (self);
}
