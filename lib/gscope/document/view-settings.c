/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/view-settings.h>
#include <gscope/enums.h>

#define PANE(setting, ...) PROP_##setting,
enum
{
  PROP_0,
  GSCOPE_VIEW_PANES (PANE)
  /* after the panes, for it may be read as off where one of them is on */
  PROP_TIME,
  PROP_STATISTICS,
  PROP_PHOSPHOR,
  PROP_OVERVIEW,
  PROP_WALL_CLOCK,
  PROP_LOGARITHMIC_AXES,
  PROP_AXIS_TITLES,
  PROP_LINKED,
  PROP_SPECTROGRAM,
  PROP_WINDOW,
  PROP_AVERAGING,
  PROP_N_AVERAGED,
  PROP_SIZE,
  PROP_DECIBELS,
  PROP_LOGARITHMIC_FREQUENCIES,
  PROP_N_PEAKS,
  PROP_N_BINS,
  PROP_LOGARITHMIC_COUNTS,
  PROP_LOGARITHMIC_VALUES,
  PROP_PERCENTILES,
  PROP_X,
  PROP_Y,
  PROP_EQUAL_SCALES,
  PROP_INPUT,
  PROP_OUTPUT,
  PROP_HARMONICS,
  PROP_LEAD,
  PROP_TRIGGER,
  PROP_PRE_TRIGGER,
  PROP_N_OVERLAID,
  PROP_CAPTURE_MEAN,
  PROP_N_MEAN,
  PROP_MAX_CAPTURES,
  PROP_CAPTURE_MEMORY,
  N_PROPS
};
#undef PANE

enum
{
  MIN_SIZE = 16,
  MAX_SIZE = 16384,
};

static GParamSpec *properties[N_PROPS];

/**
 * GscopeViewSettings:
 *
 * What a view shows beside its signals over time, and how it is measured: spectrum or spectrogram,
 * histogram, one signal over another, an overview, statistics, phosphor.
 *
 * All of it are properties, so that a user interface, a workspace and a list of what can be undone
 * treat them alike: whoever shows a view follows `notify`. In a workspace the view's `settings` has what
 * is not the default, by the properties' names. Of [property@ViewSettings:time] and the
 * panes, such as [property@ViewSettings:spectrum], one is always on: the last one stays.
 *
 * It belongs to the main thread.
 *
 * Since: 1.0
 */
struct _GscopeViewSettings
{
  GObject parent_instance;

  GValue values[N_PROPS];
};

G_DEFINE_FINAL_TYPE (GscopeViewSettings, gscope_view_settings, G_TYPE_OBJECT)

static gboolean
is_on (GscopeViewSettings *self, guint id)
{
  return g_value_get_boolean (&self->values[id]);
}

static gboolean
is_last_part (GscopeViewSettings *self, guint id)
{
  for (guint other = 1; other <= PROP_TIME; other++)
    if (other != id && is_on (self, other))
      return FALSE;
  return id <= PROP_TIME;
}

/* Returns how many there are; -1 if something else is in the text. */
static int
parse_percents (const char *text, double *percents, guint max)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ;%", -1);
  guint n = 0;

  for (guint i = 0; words[i]; i++)
    {
      char *end;
      double percent = g_ascii_strtod (words[i], &end);

      if (!words[i][0])
        continue;
      if (*end || !(percent >= 0 && percent <= 100) || n == max)
        return -1;
      percents[n++] = percent;
    }
  return (int) n;
}

/* Makes a value one that can be; returns FALSE where it cannot. */
static gboolean
tidy (GscopeViewSettings *self, guint id, GValue *value)
{
  double percents[GSCOPE_MAX_PERCENTS];

  if (id <= PROP_TIME && !g_value_get_boolean (value))
    return !is_last_part (self, id);
  switch (id)
    {
    case PROP_SIZE:
      if (g_value_get_uint (value) > 0)
        g_value_set_uint (value, MAX (g_value_get_uint (value), MIN_SIZE) & ~1u);
      return TRUE;
    case PROP_PERCENTILES:
      return parse_percents (g_value_get_string (value), percents, GSCOPE_MAX_PERCENTS) >= 0;
    default:
      return TRUE;
    }
}

static void
gscope_view_settings_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_copy (&GSCOPE_VIEW_SETTINGS (object)->values[id], value);
}

static void
gscope_view_settings_set_property (GObject *object, guint id, const GValue *value,
                                   GParamSpec *pspec)
{
  GscopeViewSettings *self = GSCOPE_VIEW_SETTINGS (object);
  g_auto (GValue) wanted = G_VALUE_INIT;

  g_value_init (&wanted, pspec->value_type);
  g_value_copy (value, &wanted);
  if (G_VALUE_HOLDS_STRING (&wanted) && !g_value_get_string (&wanted))
    g_value_set_static_string (&wanted, "");
  if (tidy (self, id, &wanted))
    {
      if (g_param_values_cmp (pspec, &self->values[id], &wanted) == 0)
        return;
      g_value_copy (&wanted, &self->values[id]);
    }
  /* also where it is refused: what was shown as if it were so turns back */
  g_object_notify_by_pspec (object, pspec);
}

static void
gscope_view_settings_finalize (GObject *object)
{
  GscopeViewSettings *self = GSCOPE_VIEW_SETTINGS (object);

  for (guint id = 1; id < N_PROPS; id++)
    g_value_unset (&self->values[id]);
  G_OBJECT_CLASS (gscope_view_settings_parent_class)->finalize (object);
}

#define FLAGS (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)

static void
add_parts (void)
{
#define PANE(setting, ...)                                                                         \
  properties[PROP_##setting] = g_param_spec_boolean (#setting, NULL, NULL, FALSE, FLAGS);
  GSCOPE_VIEW_PANES (PANE)
#undef PANE
  /**
   * GscopeViewSettings:time:
   *
   * Whether signals are shown over time.
   *
   * Since: 1.0
   */
  properties[PROP_TIME] = g_param_spec_boolean ("time", NULL, NULL, TRUE, FLAGS);
  /**
   * GscopeViewSettings:statistics:
   *
   * Whether there is a table of the statistics of what is in view.
   *
   * Since: 1.0
   */
  properties[PROP_STATISTICS] = g_param_spec_boolean ("statistics", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:phosphor:
   *
   * Whether signals over time are graded by how often they were where.
   *
   * Since: 1.0
   */
  properties[PROP_PHOSPHOR] = g_param_spec_boolean ("phosphor", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:overview:
   *
   * Whether there is an overview of the whole history or recording, with the visible time as a window in it.
   *
   * Since: 1.0
   */
  properties[PROP_OVERVIEW] = g_param_spec_boolean ("overview", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:wall-clock:
   *
   * Whether the time axis has times of day also while the picture moves. A recording without wall-clock times has times
   * since its start in any case.
   *
   * Since: 1.0
   */
  properties[PROP_WALL_CLOCK] = g_param_spec_boolean ("wall-clock", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:logarithmic-axes:
   *
   * Whether value axes are logarithmic where the signal does not say otherwise. Values from 0 down are missing there.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC_AXES] =
      g_param_spec_boolean ("logarithmic-axes", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:axis-titles:
   *
   * Whether value axes have titles: the names of their signals, with the unit.
   *
   * Since: 1.0
   */
  properties[PROP_AXIS_TITLES] = g_param_spec_boolean ("axis-titles", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:linked:
   *
   * Whether it shows the same time as the other linked views of its window, with the same cursors.
   *
   * Since: 1.0
   */
  properties[PROP_LINKED] = g_param_spec_boolean ("linked", NULL, NULL, FALSE, FLAGS);
}

static void
add_spectrum (void)
{
  /**
   * GscopeViewSettings:spectrogram:
   *
   * Whether the spectrum is that of one signal over time.
   *
   * Since: 1.0
   */
  properties[PROP_SPECTROGRAM] = g_param_spec_boolean ("spectrogram", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:window:
   *
   * What segments are multiplied by.
   *
   * Since: 1.0
   */
  properties[PROP_WINDOW] = g_param_spec_enum ("window", NULL, NULL, GSCOPE_TYPE_SPECTRUM_WINDOW,
                                               GSCOPE_SPECTRUM_WINDOW_HANN, FLAGS);
  /**
   * GscopeViewSettings:averaging:
   *
   * How segments become one spectrum.
   *
   * Since: 1.0
   */
  properties[PROP_AVERAGING] =
      g_param_spec_enum ("averaging", NULL, NULL, GSCOPE_TYPE_SPECTRUM_AVERAGING,
                         GSCOPE_SPECTRUM_AVERAGING_LINEAR, FLAGS);
  /**
   * GscopeViewSettings:n-averaged:
   *
   * How many segments are averaged.
   *
   * Since: 1.0
   */
  properties[PROP_N_AVERAGED] = g_param_spec_uint ("n-averaged", NULL, NULL, 1, 1024, 4, FLAGS);
  /**
   * GscopeViewSettings:size:
   *
   * Samples a segment, an even number from 16 on; 0 is chosen by what is in view.
   *
   * Since: 1.0
   */
  properties[PROP_SIZE] = g_param_spec_uint ("size", NULL, NULL, 0, MAX_SIZE, 0, FLAGS);
  /**
   * GscopeViewSettings:decibels:
   *
   * Whether the values of spectra are in decibels.
   *
   * Since: 1.0
   */
  properties[PROP_DECIBELS] = g_param_spec_boolean ("decibels", NULL, NULL, TRUE, FLAGS);
  /**
   * GscopeViewSettings:logarithmic-frequencies:
   *
   * Whether frequencies are spaced by their logarithms.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC_FREQUENCIES] =
      g_param_spec_boolean ("logarithmic-frequencies", NULL, NULL, TRUE, FLAGS);
  /**
   * GscopeViewSettings:n-peaks:
   *
   * How many peaks of a spectrum are read out.
   *
   * Since: 1.0
   */
  properties[PROP_N_PEAKS] = g_param_spec_uint ("n-peaks", NULL, NULL, 0, 8, 1, FLAGS);
  /**
   * GscopeViewSettings:harmonics:
   *
   * Whether the harmonics of a spectrum's highest peak are marked.
   *
   * Since: 1.0
   */
  properties[PROP_HARMONICS] = g_param_spec_boolean ("harmonics", NULL, NULL, FALSE, FLAGS);
}

static void
add_histogram (void)
{
  /**
   * GscopeViewSettings:n-bins:
   *
   * How many bins a histogram has.
   *
   * Since: 1.0
   */
  properties[PROP_N_BINS] = g_param_spec_uint ("n-bins", NULL, NULL, 1, 4096, 64, FLAGS);
  /**
   * GscopeViewSettings:logarithmic-counts:
   *
   * Whether the bars of a histogram are as high as the logarithm of their counts.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC_COUNTS] =
      g_param_spec_boolean ("logarithmic-counts", NULL, NULL, TRUE, FLAGS);
  /**
   * GscopeViewSettings:logarithmic-values:
   *
   * Whether the bins of a histogram are even by the logarithm of values.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC_VALUES] =
      g_param_spec_boolean ("logarithmic-values", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:percentiles:
   *
   * Which percentiles a histogram marks: at most six numbers from 0 to 100, with spaces between them.
   *
   * Since: 1.0
   */
  properties[PROP_PERCENTILES] = g_param_spec_string ("percentiles", NULL, NULL, "50 95 99", FLAGS);
}

static void
add_others (void)
{
  /**
   * GscopeViewSettings:x:
   *
   * The full name of the signal along; empty for the first one.
   *
   * Since: 1.0
   */
  properties[PROP_X] = g_param_spec_string ("x", NULL, NULL, "", FLAGS);
  /**
   * GscopeViewSettings:y:
   *
   * The full name of the signal over it; empty for the next one.
   *
   * Since: 1.0
   */
  properties[PROP_Y] = g_param_spec_string ("y", NULL, NULL, "", FLAGS);
  /**
   * GscopeViewSettings:equal-scales:
   *
   * Whether a unit of one signal is as long as a unit of the other, so that a circle looks like one.
   *
   * Since: 1.0
   */
  properties[PROP_EQUAL_SCALES] = g_param_spec_boolean ("equal-scales", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:input:
   *
   * The full name of the input of the transfer function; empty for the first signal.
   *
   * Since: 1.0
   */
  properties[PROP_INPUT] = g_param_spec_string ("input", NULL, NULL, "", FLAGS);
  /**
   * GscopeViewSettings:output:
   *
   * The full name of the output of the transfer function; empty for the next signal.
   *
   * Since: 1.0
   */
  properties[PROP_OUTPUT] = g_param_spec_string ("output", NULL, NULL, "", FLAGS);
  /**
   * GscopeViewSettings:lead:
   *
   * The full name of the signal whose lane is the lead: it is 60 % as high as all lanes together, as far
   * as that leaves the others room to be read. Empty for lanes of one height.
   *
   * Since: 1.0
   */
  properties[PROP_LEAD] = g_param_spec_string ("lead", NULL, NULL, "", FLAGS);
}

static void
add_trigger (void)
{
  /**
   * GscopeViewSettings:trigger:
   *
   * The full name of the signal whose trigger a triggered display shows; empty for a display that is not triggered.
   *
   * Since: 1.0
   */
  properties[PROP_TRIGGER] = g_param_spec_string ("trigger", NULL, NULL, "", FLAGS);
  /**
   * GscopeViewSettings:pre-trigger:
   *
   * How much of the span a triggered display shows before the trigger, %.
   *
   * Since: 1.0
   */
  properties[PROP_PRE_TRIGGER] = g_param_spec_uint ("pre-trigger", NULL, NULL, 0, 99, 25, FLAGS);
  /**
   * GscopeViewSettings:n-overlaid:
   *
   * How many captures a triggered display shows faintly behind the one in front.
   *
   * Since: 1.0
   */
  properties[PROP_N_OVERLAID] = g_param_spec_uint ("n-overlaid", NULL, NULL, 0, 256, 0, FLAGS);
  /**
   * GscopeViewSettings:capture-mean:
   *
   * Whether a triggered display shows the mean of the newest captures behind the one in front, between the mean less the
   * standard deviation and the mean with it.
   *
   * Since: 1.0
   */
  properties[PROP_CAPTURE_MEAN] = g_param_spec_boolean ("capture-mean", NULL, NULL, FALSE, FLAGS);
  /**
   * GscopeViewSettings:n-mean:
   *
   * How many captures are in the mean.
   *
   * Since: 1.0
   */
  properties[PROP_N_MEAN] = g_param_spec_uint ("n-mean", NULL, NULL, 2, 10000, 16, FLAGS);
  /**
   * GscopeViewSettings:max-captures:
   *
   * How many captures a triggered display keeps.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_CAPTURES] =
      g_param_spec_uint ("max-captures", NULL, NULL, 1, 10000, 1000, FLAGS);
  /**
   * GscopeViewSettings:capture-memory:
   *
   * How much memory the captures of a triggered display use, MiB.
   *
   * Since: 1.0
   */
  properties[PROP_CAPTURE_MEMORY] =
      g_param_spec_uint ("capture-memory", NULL, NULL, 1, 4096, 64, FLAGS);
}

static void
gscope_view_settings_class_init (GscopeViewSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gscope_view_settings_get_property;
  object_class->set_property = gscope_view_settings_set_property;
  object_class->finalize = gscope_view_settings_finalize;
  add_parts ();
  add_spectrum ();
  add_histogram ();
  add_others ();
  add_trigger ();
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gscope_view_settings_init (GscopeViewSettings *self)
{
  for (guint id = 1; id < N_PROPS; id++)
    {
      g_value_init (&self->values[id], properties[id]->value_type);
      g_param_value_set_default (properties[id], &self->values[id]);
    }
}

/**
 * gscope_view_settings_new:
 *
 * Makes settings that are all defaults: signals over time, and nothing else.
 *
 * Returns: (transfer full): settings
 *
 * Since: 1.0
 */
GscopeViewSettings *
gscope_view_settings_new (void)
{
  return g_object_new (GSCOPE_TYPE_VIEW_SETTINGS, NULL);
}

/**
 * gscope_view_settings_assign:
 * @self: settings
 * @other: other settings
 *
 * Copies all settings from another object.
 *
 * Since: 1.0
 */
void
gscope_view_settings_assign (GscopeViewSettings *self, GscopeViewSettings *other)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint id = 1; id < N_PROPS; id++)
    if (g_param_values_cmp (properties[id], &self->values[id], &other->values[id]) != 0)
      {
        g_value_copy (&other->values[id], &self->values[id]);
        g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
      }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gscope_view_settings_is_on:
 * @self: settings
 * @name: a property that is on or off
 *
 * Gets one of them by its name, as `g_object_get()` does.
 *
 * Returns: whether it is on
 *
 * Since: 1.0
 */
gboolean
gscope_view_settings_is_on (GscopeViewSettings *self, const char *name)
{
  gboolean on = FALSE;

  g_object_get (self, name, &on, NULL);
  return on;
}

/**
 * gscope_view_settings_set_on:
 * @self: settings
 * @name: a property that is on or off
 * @on: whether it is to be on
 *
 * Sets one of them by its name, as `g_object_set()` does. The last one of what is shown stays on.
 *
 * Since: 1.0
 */
void
gscope_view_settings_set_on (GscopeViewSettings *self, const char *name, gboolean on)
{
  g_object_set (self, name, on, NULL);
}

/**
 * gscope_view_settings_apply_spectrum:
 * @self: settings
 * @settings: how a spectrum is made, which is changed
 *
 * Sets window, size, averaging and decibels of a spectrum from these settings. The rest stays. A
 * size of
 * 0 is to be chosen.
 *
 * Since: 1.0
 */
void
gscope_view_settings_apply_spectrum (GscopeViewSettings *self, GscopeSpectrumSettings *settings)
{
  settings->window = g_value_get_enum (&self->values[PROP_WINDOW]);
  settings->averaging = g_value_get_enum (&self->values[PROP_AVERAGING]);
  settings->n_averaged = g_value_get_uint (&self->values[PROP_N_AVERAGED]);
  settings->size = g_value_get_uint (&self->values[PROP_SIZE]);
  settings->decibels = is_on (self, PROP_DECIBELS);
}

/**
 * gscope_view_settings_get_percents:
 * @self: settings
 * @percents: (out caller-allocates) (array length=max): room for percentages
 * @max: how much room there is
 *
 * Gets the numbers of [property@ViewSettings:percentiles].
 *
 * Returns: how many there are
 *
 * Since: 1.0
 */
guint
gscope_view_settings_get_percents (GscopeViewSettings *self, double *percents, guint max)
{
  int n = parse_percents (g_value_get_string (&self->values[PROP_PERCENTILES]), percents, max);

  return n > 0 ? (guint) n : 0;
}
