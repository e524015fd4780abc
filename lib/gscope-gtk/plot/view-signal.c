/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/states.h>
#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/plot/state-lane.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <property.h>

#include <math.h>

/* How often lists show the newest value. */
#define LIST_PERIOD (GSCOPE_SEC / 5)

/**
 * GscopeGtkViewSignal:
 *
 * A signal as one view shows it: its place in the view, and the display properties that the view
 * overrides. All other properties follow the signal.
 *
 * Since: 1.0
 */
struct _GscopeGtkViewSignal
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopeSignal *signal;
  guint key;
  /* the key as text */
  char *mark;
  /* the signal of the view that it is compared with; NULL for none */
  GscopeGtkViewSignal *compared;
  char *title;
  char *label;
  char *unit;
  guint color;
  int line;
  int hidden;
  guint lease;
  /* of the signal, when this was made */
  double filter;
  GscopeAggregation aggregation;
  GscopeGtkPlacement placement;
  char *text;
  guint64 seen;
  GscopeStatistics *statistics;
};

/* Only a view makes instances, so that each has a signal. */
typedef GscopeGtkViewSignal GscopeGtkShownSignal;
typedef GscopeGtkViewSignalClass GscopeGtkShownSignalClass;
GType gscope_gtk_shown_signal_get_type (void);

G_DEFINE_ABSTRACT_TYPE (GscopeGtkViewSignal, gscope_gtk_view_signal, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (GscopeGtkShownSignal, gscope_gtk_shown_signal, GSCOPE_GTK_TYPE_VIEW_SIGNAL)

void
gscope_gtk_view_signal_change (GscopeGtkViewSignal *self, const char *property)
{
  g_object_notify (G_OBJECT (self), property);
  g_signal_emit_by_name (self, "changed");
}

/* Of a hidden signal, lists show the newest value. */
static void
renew_lease (GscopeGtkViewSignal *self)
{
  guint former = self->lease;

  self->lease = gscope_signal_lease (self->signal,
                                     gscope_gtk_view_signal_get_hidden (self) ? LIST_PERIOD : 0);
  if (former)
    gscope_signal_release (self->signal, former);
}

static void
renew_mark (GscopeGtkViewSignal *self)
{
  guint run = gscope_signal_get_run (self->signal);

  g_free (self->mark);
  if (run > 1)
    self->mark = g_strdup_printf ("%uR%u", self->key, run);
  else
    self->mark = g_strdup_printf ("%u%s", self->key, run == 1 ? "R" : "");
}

static void
on_signal_notify (GscopeSignal *signal, GParamSpec *pspec, GscopeGtkViewSignal *self)
{
  if (g_str_equal (pspec->name, "hidden") && self->hidden < 0)
    {
      renew_lease (self);
      g_object_notify (G_OBJECT (self), "hidden");
    }
  if (g_str_equal (pspec->name, "title") && !self->title)
    {
      g_object_notify (G_OBJECT (self), "title");
      g_object_notify (G_OBJECT (self), "label");
    }
  if (g_str_equal (pspec->name, "run"))
    renew_mark (self);
  if (!self->placement.owns_range)
    gscope_gtk_view_signal_reset_range (self);
  g_signal_emit_by_name (self, "changed");
}

static void
gscope_gtk_view_signal_finalize (GObject *object)
{
  GscopeGtkViewSignal *self = GSCOPE_GTK_VIEW_SIGNAL (object);

  g_signal_handlers_disconnect_by_data (self->signal, self);
  gscope_signal_release (self->signal, self->lease);
  g_object_unref (self->signal);
  g_object_unref (self->scope);
  g_clear_weak_pointer (&self->compared);
  g_free (self->mark);
  g_free (self->title);
  g_free (self->label);
  g_free (self->unit);
  g_free (self->text);
  g_clear_pointer (&self->statistics, gscope_statistics_unref);
  G_OBJECT_CLASS (gscope_gtk_view_signal_parent_class)->finalize (object);
}

/* Its signal, its number and its names. */
static void
install_identity (GObjectClass *object_class)
{
  /**
   * GscopeGtkViewSignal:signal:
   *
   * What it shows.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "signal", gscope_gtk_view_signal_get_signal, NULL,
                GSCOPE_TYPE_SIGNAL);
  /**
   * GscopeGtkViewSignal:key:
   *
   * Its number in the view, from 1.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "key", gscope_gtk_view_signal_get_key, NULL, 0, G_MAXUINT, 0);
  /**
   * GscopeGtkViewSignal:title:
   *
   * Its name for people.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "title", gscope_gtk_view_signal_get_title,
                gscope_gtk_view_signal_set_title, NULL);
  /**
   * GscopeGtkViewSignal:label:
   *
   * The title, with the title of the group and the name of the source where the title alone is ambiguous in the
   * view.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "label", gscope_gtk_view_signal_get_label, NULL, NULL);
}

static void
gscope_gtk_view_signal_class_init (GscopeGtkViewSignalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_gtk_view_signal_finalize;
  install_identity (object_class);
  /**
   * GscopeGtkViewSignal:color:
   *
   * Its colour as of [method@Gscope.Signal.get_color].
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "color", gscope_gtk_view_signal_get_color,
                gscope_gtk_view_signal_set_color, 0, G_MAXUINT, 0);
  /**
   * GscopeGtkViewSignal:line-mode:
   *
   * How it is drawn.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "line-mode", gscope_gtk_view_signal_get_line_mode,
                gscope_gtk_view_signal_set_line_mode, GSCOPE_TYPE_LINE_MODE,
                GSCOPE_LINE_MODE_STEPS);
  /**
   * GscopeGtkViewSignal:hidden:
   *
   * Whether the view does not draw it.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "hidden", gscope_gtk_view_signal_get_hidden,
                gscope_gtk_view_signal_set_hidden, FALSE);
  /**
   * GscopeGtkViewSignal:auto-range:
   *
   * Whether its range follows the values.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "auto-range", gscope_gtk_view_signal_get_auto_range, NULL,
                TRUE);
  gscope_gtk_view_signal_install_placement (object_class);
  /**
   * GscopeGtkViewSignal:text:
   *
   * Its newest value with its unit, for people, refreshed five times a second; or while its view has one
 * cursor, its value there.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "text", gscope_gtk_view_signal_get_text, NULL, NULL);

  /**
   * GscopeGtkViewSignal::changed:
   * @self: a signal of a view
   *
   * It looks different from now on.
   *
   * Since: 1.0
   */
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_gtk_view_signal_init (GscopeGtkViewSignal *self)
{
  self->line = -1;
  self->hidden = -1;
  self->placement.mapping.max = 1;
  self->placement.magnification = 1;
}

static void
gscope_gtk_shown_signal_class_init (GscopeGtkShownSignalClass *klass)
{
}

static void
gscope_gtk_shown_signal_init (GscopeGtkShownSignal *self)
{
}

static void
take_overrides (GscopeGtkViewSignal *self, const GscopeWorkspaceSignal *overrides)
{
  self->title = g_strdup (overrides->title);
  self->unit = g_strdup (overrides->unit);
  self->color = overrides->color;
  self->line = overrides->line;
  self->hidden = overrides->hidden;
  self->placement.axis = overrides->value_axis;
  self->placement.own_axis = overrides->own_axis;
  self->placement.offset = overrides->offset;
  self->placement.magnification = overrides->magnification;
  if (overrides->auto_range > 0)
    {
      gscope_gtk_view_signal_set_auto_range (self);
      gscope_gtk_view_signal_set_least_range (self, overrides->min, overrides->max);
    }
  else if (overrides->max > overrides->min)
    gscope_gtk_view_signal_set_range (self, overrides->min, overrides->max);
  if (!isnan (overrides->filter))
    gscope_signal_set_filter (self->signal, overrides->filter);
  if (overrides->aggregation >= 0)
    gscope_signal_set_aggregation (self->signal, overrides->aggregation);
}

GscopeGtkViewSignal *
gscope_gtk_view_signal_new (GscopeScope *scope, GscopeSignal *signal,
                            const GscopeWorkspaceSignal *overrides)
{
  GscopeGtkViewSignal *self = g_object_new (gscope_gtk_shown_signal_get_type (), NULL);

  self->scope = g_object_ref (scope);
  self->signal = g_object_ref (signal);
  gscope_gtk_view_signal_reset_range (self);
  if (overrides)
    take_overrides (self, overrides);
  self->filter = gscope_signal_get_filter (signal);
  self->aggregation = gscope_signal_get_aggregation (signal);
  renew_lease (self);
  g_signal_connect (signal, "notify", G_CALLBACK (on_signal_notify), self);
  return self;
}

/* Overrides that equal the signal's own properties are left out. */
static void
describe_title (GscopeGtkViewSignal *self, GscopeWorkspaceSignal *entry)
{
  gboolean is_own = g_strcmp0 (self->title, gscope_signal_get_title (self->signal)) == 0;

  if (is_own && !entry->title)
    return;
  g_free (entry->title);
  entry->title = g_strdup (self->title);
}

static void
describe_range (GscopeGtkViewSignal *self, GscopeWorkspaceSignal *entry)
{
  const GscopeGtkPlacement *placement = &self->placement;
  gboolean is_own = gscope_signal_has_range (self->signal)
                    && placement->min == gscope_signal_get_min (self->signal)
                    && placement->max == gscope_signal_get_max (self->signal);

  if (!placement->has_range)
    {
      gscope_gtk_view_signal_get_least_range (self, &entry->min, &entry->max);
      entry->auto_range = gscope_signal_has_range (self->signal) ? TRUE : entry->auto_range;
      return;
    }
  entry->auto_range = -1;
  if (is_own && isnan (entry->min))
    return;
  entry->min = placement->min;
  entry->max = placement->max;
}

GscopeWorkspaceSignal *
gscope_gtk_view_signal_describe (GscopeGtkViewSignal *self, const GscopeWorkspaceSignal *base)
{
  GscopeWorkspaceSignal *entry = gscope_workspace_signal_copy (base);

  g_free (entry->match);
  entry->match = g_strdup (gscope_signal_get_full_name (self->signal));
  describe_title (self, entry);
  entry->color = self->color;
  if (entry->line >= 0 || self->line != (int) gscope_signal_get_line_mode (self->signal))
    entry->line = self->line;
  if (entry->hidden >= 0 || self->hidden != gscope_signal_get_hidden (self->signal))
    entry->hidden = self->hidden;
  entry->value_axis = self->placement.axis;
  entry->own_axis = self->placement.own_axis;
  entry->offset = self->placement.offset;
  entry->magnification = self->placement.magnification;
  describe_range (self, entry);
  if (gscope_signal_get_filter (self->signal) != self->filter)
    entry->filter = gscope_signal_get_filter (self->signal);
  if (gscope_signal_get_aggregation (self->signal) != self->aggregation)
    entry->aggregation = gscope_signal_get_aggregation (self->signal);
  return entry;
}

void
gscope_gtk_view_signal_set_key (GscopeGtkViewSignal *self, guint key)
{
  if (self->key == key)
    return;
  self->key = key;
  renew_mark (self);
  gscope_gtk_view_signal_change (self, "key");
}

void
gscope_gtk_view_signal_set_compared (GscopeGtkViewSignal *self, GscopeGtkViewSignal *compared)
{
  if (g_set_weak_pointer (&self->compared, compared))
    gscope_gtk_view_signal_change (self, "color");
}

GscopeGtkViewSignal *
gscope_gtk_view_signal_get_compared (GscopeGtkViewSignal *self)
{
  return self->compared;
}

/**
 * gscope_gtk_view_signal_get_unit:
 * @self: an entry of a view
 *
 * Gets the unit of its values: the signal's, if the view has no other.
 *
 * Returns: (nullable): the unit
 *
 * Since: 1.0
 */
const char *
gscope_gtk_view_signal_get_unit (GscopeGtkViewSignal *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), NULL);

  return self->unit ? self->unit : gscope_signal_get_unit (self->signal);
}

GscopeGtkPlacement *
gscope_gtk_view_signal_get_placement (GscopeGtkViewSignal *self)
{
  return &self->placement;
}

/**
 * gscope_gtk_view_signal_format_value:
 * @self: a signal of a view
 * @value: a value of it
 *
 * Formats a value for people: as the name of its state, or as a number with its unit.
 *
 * Returns: (transfer full): the text; “–” if there is no value
 *
 * Since: 1.0
 */
char *
gscope_gtk_view_signal_format_value (GscopeGtkViewSignal *self, double value)
{
  const GscopeState *state = gscope_signal_find_state (self->signal, value);

  if (state)
    return g_strdup (state->name);
  return isfinite (value)
             ? gscope_quantity_format (value, gscope_gtk_view_signal_get_unit (self), 4)
             : g_strdup ("–");
}

gboolean
gscope_gtk_view_signal_show_value (GscopeGtkViewSignal *self, double value)
{
  g_autofree char *text = gscope_gtk_view_signal_format_value (self, value);

  if (g_strcmp0 (text, self->text) == 0)
    return FALSE;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  g_object_notify (G_OBJECT (self), "text");
  return TRUE;
}

gint64
gscope_gtk_view_signal_take_news (GscopeGtkViewSignal *self)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  guint64 end = gscope_trace_get_end (trace), last = self->seen;
  GscopeTimeline timeline = { trace, NULL };
  GscopeGtkInterval state;
  gint64 time;

  if (end == self->seen)
    return G_MAXINT64;
  self->seen = end;
  time =
      gscope_trace_get_time (trace, MAX (gscope_trace_get_first (trace), last > 0 ? last - 1 : 0));
  /* a state that has ended is drawn again from its begin on */
  if (gscope_gtk_state_lane_takes (self) && gscope_gtk_states_find (&timeline, time, 0, &state)
      && state.end != G_MAXINT64)
    return state.begin;
  return time;
}

GscopeStatistics *
gscope_gtk_view_signal_get_statistics (GscopeGtkViewSignal *self)
{
  if (!self->statistics)
    self->statistics = gscope_statistics_new (self->signal);
  return self->statistics;
}

guint32
gscope_gtk_view_signal_resolve (GscopeGtkViewSignal *self, const GscopeGtkPalette *palette,
                                gboolean *dashed)
{
  guint32 color = gscope_gtk_palette_resolve (palette, gscope_gtk_view_signal_get_color (self),
                                              self->key, dashed);

  if (!self->compared)
    return color;
  if (dashed)
    *dashed = TRUE;
  return gscope_gtk_palette_shade (palette, color, gscope_signal_get_run (self->signal));
}

/**
 * gscope_gtk_view_signal_get_signal: (get-property signal)
 * @self: a signal of a view
 *
 * What it shows.
 *
 * Returns: (transfer none): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_gtk_view_signal_get_signal (GscopeGtkViewSignal *self)
{
  return self->signal;
}

/**
 * gscope_gtk_view_signal_get_scope:
 * @self: a signal of a view
 *
 * The scope that its signal is of.
 *
 * Returns: (transfer none): the scope
 *
 * Since: 1.0
 */
GscopeScope *
gscope_gtk_view_signal_get_scope (GscopeGtkViewSignal *self)
{
  return self->scope;
}

/**
 * gscope_gtk_view_signal_get_key: (get-property key)
 * @self: a signal of a view
 *
 * Its number in the view, from 1, which it keeps while it is there: the digit of its coloured square,
 * and of the keyboard. A compared signal has the number of the signal with which it is compared
 * ([method@Gscope.Signal.get_compared_with]).
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint
gscope_gtk_view_signal_get_key (GscopeGtkViewSignal *self)
{
  return self->key;
}

/**
 * gscope_gtk_view_signal_get_mark:
 * @self: a signal of a view
 *
 * Gets the text of its coloured square: its key, followed by R for a compared signal, as
 * oscilloscopes call it Ref, and by the number of the run from the second on.
 *
 * Returns: the text
 *
 * Since: 1.0
 */
const char *
gscope_gtk_view_signal_get_mark (GscopeGtkViewSignal *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), NULL);

  return self->mark ? self->mark : "";
}

/**
 * gscope_gtk_view_signal_get_color: (get-property color)
 * @self: a signal of a view
 *
 * Its colour as of [method@Gscope.Signal.get_color].
 *
 * Returns: the colour
 *
 * Since: 1.0
 */
guint
gscope_gtk_view_signal_get_color (GscopeGtkViewSignal *self)
{
  if (self->color)
    return self->color;
  return self->compared ? gscope_gtk_view_signal_get_color (self->compared)
                        : gscope_signal_get_color (self->signal);
}

/**
 * gscope_gtk_view_signal_set_color: (set-property color)
 * @self: a signal of a view
 * @color: the colour, or 0 for the signal's own
 *
 * Sets its colour in this view.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_color (GscopeGtkViewSignal *self, guint color)
{
  if (self->color == color)
    return;
  self->color = color;
  gscope_gtk_view_signal_change (self, "color");
}

/**
 * gscope_gtk_view_signal_get_title: (get-property title)
 * @self: a signal of a view
 *
 * Its name for people.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_gtk_view_signal_get_title (GscopeGtkViewSignal *self)
{
  return self->title ? self->title : gscope_signal_get_title (self->signal);
}

/**
 * gscope_gtk_view_signal_set_title: (set-property title)
 * @self: a signal of a view
 * @title: (nullable): the title, or %NULL for the signal's own
 *
 * Sets its name in this view.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_title (GscopeGtkViewSignal *self, const char *title)
{
  if (g_strcmp0 (self->title, title) == 0)
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  g_object_notify (G_OBJECT (self), "label");
  gscope_gtk_view_signal_change (self, "title");
}

/**
 * gscope_gtk_view_signal_get_label: (get-property label)
 * @self: a signal of a view
 *
 * Returns the text that names the signal in legends, rows and tables: its title, followed by the title
 * of its group and the name of its source where several signals of the view have the same title.
 *
 * Returns: the label
 *
 * Since: 1.0
 */
const char *
gscope_gtk_view_signal_get_label (GscopeGtkViewSignal *self)
{
  return self->label ? self->label : gscope_gtk_view_signal_get_title (self);
}

void
gscope_gtk_view_signal_set_label (GscopeGtkViewSignal *self, const char *label)
{
  if (g_strcmp0 (self->label, label) == 0)
    return;
  g_free (self->label);
  self->label = g_strdup (label);
  g_object_notify (G_OBJECT (self), "label");
}

/**
 * gscope_gtk_view_signal_get_line_mode: (get-property line-mode)
 * @self: a signal of a view
 *
 * How it is drawn.
 *
 * Returns: the line mode
 *
 * Since: 1.0
 */
GscopeLineMode
gscope_gtk_view_signal_get_line_mode (GscopeGtkViewSignal *self)
{
  return self->line >= 0 ? (GscopeLineMode) self->line : gscope_signal_get_line_mode (self->signal);
}

/**
 * gscope_gtk_view_signal_set_line_mode: (set-property line-mode)
 * @self: a signal of a view
 * @mode: the line mode
 *
 * Sets how it is drawn in this view.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_line_mode (GscopeGtkViewSignal *self, GscopeLineMode mode)
{
  if (self->line == (int) mode)
    return;
  self->line = mode;
  gscope_gtk_view_signal_change (self, "line-mode");
}

/**
 * gscope_gtk_view_signal_get_hidden: (get-property hidden)
 * @self: a signal of a view
 *
 * Whether the view does not draw it.
 *
 * Returns: whether it is hidden
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_signal_get_hidden (GscopeGtkViewSignal *self)
{
  return self->hidden >= 0 ? self->hidden : gscope_signal_get_hidden (self->signal);
}

/**
 * gscope_gtk_view_signal_set_hidden: (set-property hidden)
 * @self: a signal of a view
 * @hidden: whether the view does not draw it
 *
 * Hides it in this view or shows it.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_set_hidden (GscopeGtkViewSignal *self, gboolean hidden)
{
  if (self->hidden == !!hidden)
    return;
  self->hidden = !!hidden;
  renew_lease (self);
  gscope_gtk_view_signal_change (self, "hidden");
}

/**
 * gscope_gtk_view_signal_overrides:
 * @self: a signal of a view
 * @property: the name of a property
 *
 * Gets whether the view has a value of its own for a property. Without one, `title`, `color`, `line-mode` and `hidden`
 * follow the signal.
 *
 * Returns: whether it has; %TRUE for all other properties
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_signal_overrides (GscopeGtkViewSignal *self, const char *property)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self), FALSE);
  g_return_val_if_fail (property, FALSE);

  if (g_str_equal (property, "title"))
    return self->title != NULL;
  if (g_str_equal (property, "color"))
    return self->color != 0;
  if (g_str_equal (property, "line-mode"))
    return self->line >= 0;
  return !g_str_equal (property, "hidden") || self->hidden >= 0;
}

/**
 * gscope_gtk_view_signal_reset:
 * @self: a signal of a view
 * @property: `title`, `color`, `line-mode` or `hidden`
 *
 * Lets a property follow the signal again.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_signal_reset (GscopeGtkViewSignal *self, const char *property)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW_SIGNAL (self));
  g_return_if_fail (property);

  if (g_str_equal (property, "title"))
    gscope_gtk_view_signal_set_title (self, NULL);
  else if (g_str_equal (property, "color"))
    gscope_gtk_view_signal_set_color (self, 0);
  else if (g_str_equal (property, "line-mode") && self->line >= 0)
    {
      self->line = -1;
      gscope_gtk_view_signal_change (self, "line-mode");
    }
  else if (g_str_equal (property, "hidden") && self->hidden >= 0)
    {
      self->hidden = -1;
      renew_lease (self);
      gscope_gtk_view_signal_change (self, "hidden");
    }
}

/**
 * gscope_gtk_view_signal_get_text: (get-property text)
 * @self: a signal of a view
 *
 * Its newest value with its unit, for people, refreshed five times a second; or while its view has one
 * cursor, its value there.
 *
 * Returns: (nullable): the value in words
 *
 * Since: 1.0
 */
const char *
gscope_gtk_view_signal_get_text (GscopeGtkViewSignal *self)
{
  return self->text;
}
