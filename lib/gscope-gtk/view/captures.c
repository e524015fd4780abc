/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/trigger-handles.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/view/objects.h>

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

enum
{
  /* Captures that are added to the mean before the main loop goes on. */
  MEASURED = 128,
};

struct _GscopeGtkCaptures
{
  GscopeGtkView *view;
  GscopeGtkPainting *painting;
  GscopeGtkViewport *viewport;
  GscopeViewSettings *settings;
  GscopeGtkTriggerHandles handles;
  GscopeCaptureList *list;
  GscopeCapture *shown;
  /* the captures with which the shown one is compared */
  GscopeGtkKeptCaptures *kept;
  /* where the trigger stands: the share of the plot left of it; the setting has the nearest percentage */
  double pre;
  /* whether this object holds the viewport, because a single capture was taken */
  gboolean is_stopped;
  /* whether new captures are shown: not after the user went to an older one */
  gboolean is_following;
  /* whether this object moves the viewport itself */
  gboolean is_moving;

  /* the mean of the newest captures, with a point for each column; NULL while it is not shown */
  GscopeCaptureMean *mean;
  gint64 mean_width;
  guint mean_columns;
  guint mean_idle;

  /* when the shown capture was described, and the timeout until it may be again, microseconds */
  gint64 described_at;
  guint describing;
};

static guint
get_setting (GscopeGtkCaptures *self, const char *name)
{
  guint number;

  g_object_get (self->settings, name, &number, NULL);
  return number;
}

static gint64
get_width (GscopeGtkCaptures *self)
{
  return gscope_gtk_viewport_get_column_width (self->viewport);
}

/* Captures end a column later than the plot, as the zero is drawn at the nearest column. */
static void
set_window (GscopeGtkCaptures *self)
{
  gint64 span = gscope_gtk_viewport_get_span (self->viewport), width = get_width (self);
  gint64 before = (gint64) (self->pre * (double) span);

  gscope_capture_list_set_window (self->list, before + width, span - before + width);
}

/* Returns the place of a capture in the list; the number of captures if it is not there. */
static guint
find (GscopeGtkCaptures *self, GscopeCapture *capture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = n; i-- > 0;)
    {
      g_autoptr (GscopeCapture) listed = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (listed == capture)
        return i;
    }
  return n;
}

/* Lists the captures before the one that is shown, which may be gone; without those that are kept. */
static GPtrArray *
list_behind (GscopeGtkCaptures *self)
{
  GPtrArray *behind = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list)), place = find (self, self->shown);
  guint n_behind = place < n ? MIN (place, get_setting (self, "n-overlaid")) : 0;

  for (guint i = place - n_behind; i < place; i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (!gscope_capture_get_kept (capture))
        g_ptr_array_add (behind, g_steal_pointer (&capture));
    }
  return behind;
}

/* The words for a capture that the user went to. */

static void
append_measurement (GString *text, GscopeGtkBadge *badge, GscopeCapture *capture)
{
  GscopeGtkViewSignal *signal = gscope_gtk_badge_get_signal (badge);
  g_autofree char *value = NULL;

  if (!signal || gscope_gtk_badge_get_description (badge)->over != GSCOPE_MEASUREMENT_SPAN_CAPTURE)
    return;
  value = gscope_gtk_badge_format_value (badge, gscope_gtk_badge_measure (badge, capture));
  g_string_append_printf (text, "; %s %s %s", gscope_gtk_badge_get_label (badge),
                          gscope_gtk_view_signal_get_label (signal), value);
}

static void
describe_now (GscopeGtkCaptures *self)
{
  GListModel *badges = G_LIST_MODEL (gscope_gtk_view_get_badges (self->view));
  g_autofree char *time =
      gscope_gtk_chrome_format_clock (gscope_gtk_painting_get_annotations (self->painting),
                                      gscope_capture_get_time (self->shown), 3);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Capture %" PRIu64 " at %s"),
                          gscope_capture_get_number (self->shown), time);
  for (guint i = 0; i < g_list_model_get_n_items (badges); i++)
    {
      g_autoptr (GscopeGtkBadge) badge = g_list_model_get_item (badges, i);

      append_measurement (text, badge, self->shown);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
  self->described_at = g_get_monotonic_time ();
}

static gboolean
on_describe (gpointer data)
{
  GscopeGtkCaptures *self = data;

  self->describing = 0;
  if (self->shown)
    describe_now (self);
  return G_SOURCE_REMOVE;
}

/* Describes the shown capture, at most once a second: screen readers read it. */
static void
describe (GscopeGtkCaptures *self)
{
  gint64 rest = self->described_at + G_USEC_PER_SEC - g_get_monotonic_time ();

  if (self->describing > 0)
    return;
  if (rest <= 0)
    describe_now (self);
  else
    self->describing = g_timeout_add ((guint) (rest / 1000) + 1, on_describe, self);
}

/* The mean of the newest captures. */

static void
drop_mean (GscopeGtkCaptures *self)
{
  g_clear_handle_id (&self->mean_idle, g_source_remove);
  g_clear_object (&self->mean);
  gscope_gtk_scene_show_mean (gscope_gtk_painting_get_scene (self->painting), NULL);
}

static void
make_mean (GscopeGtkCaptures *self)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);

  self->mean_width = get_width (self);
  self->mean_columns = gscope_gtk_viewport_get_n_columns (self->viewport);
  self->mean = gscope_capture_mean_new (self->list, get_setting (self, "n-mean"), self->mean_width,
                                        self->mean_columns);
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

      gscope_capture_mean_add_signal (self->mean, gscope_signal_get_full_name (signal),
                                      gscope_gtk_view_signal_get_line_mode (entry)
                                          == GSCOPE_LINE_MODE_STEPS);
    }
}

/* Shows the captures that were added. Returns whether there are more. */
static gboolean
add_to_mean (GscopeGtkCaptures *self)
{
  gboolean has_more = gscope_capture_mean_measure (self->mean, MEASURED);

  gscope_gtk_scene_show_mean (gscope_gtk_painting_get_scene (self->painting),
                              gscope_capture_mean_get_capture (self->mean));
  return has_more;
}

static gboolean
on_idle (gpointer data)
{
  GscopeGtkCaptures *self = data;
  gboolean has_more = add_to_mean (self);

  gscope_gtk_painting_redraw (self->painting);
  if (!has_more)
    self->mean_idle = 0;
  return has_more;
}

static void
show_mean (GscopeGtkCaptures *self)
{
  gboolean is_on = gscope_view_settings_is_on (self->settings, "capture-mean");

  if (!is_on || self->mean_width != get_width (self)
      || self->mean_columns != (guint) gscope_gtk_viewport_get_n_columns (self->viewport))
    drop_mean (self);
  if (!is_on)
    return;
  if (!self->mean)
    make_mean (self);
  if (add_to_mean (self) && self->mean_idle == 0)
    self->mean_idle = g_idle_add (on_idle, self);
}

/* Cursors stay where they are on the plot. */
static void
carry_cursors (GscopeGtkCaptures *self, gint64 distance)
{
  gint64 a, b;
  guint n = gscope_gtk_view_get_cursors (self->view, &a, &b);

  if (n > 0)
    gscope_gtk_view_set_cursors (self->view, n, a + distance, n > 1 ? b + distance : 0);
}

/* The pen of the viewport comes with the frames, and not at all while it is held: a capture that is newer would be no past. */
static void
bring_pen (GscopeGtkCaptures *self, gint64 end)
{
  gboolean held = gscope_gtk_viewport_get_held (self->viewport);

  if (end < gscope_gtk_viewport_get_pen (self->viewport))
    return;
  g_object_freeze_notify (G_OBJECT (self->viewport));
  gscope_gtk_viewport_set_held (self->viewport, FALSE);
  if (end >= gscope_gtk_viewport_get_pen (self->viewport))
    gscope_gtk_viewport_set_pen (self->viewport, end + 1);
  gscope_gtk_viewport_set_held (self->viewport, held);
  g_object_thaw_notify (G_OBJECT (self->viewport));
}

static void
show (GscopeGtkCaptures *self, GscopeCapture *capture)
{
  gint64 width = get_width (self), n = gscope_gtk_viewport_get_n_columns (self->viewport);
  gint64 column, zero, end, before = gscope_gtk_painting_get_scene (self->painting)->captures->zero;
  g_autoptr (GPtrArray) behind = NULL, references = NULL;
  gboolean is_new = capture != self->shown;

  column = gscope_gtk_divide_down (gscope_capture_get_zero (capture) + width / 2, width);
  zero = column * width;
  self->is_moving = TRUE;
  if (self->shown)
    carry_cursors (self, zero - before);
  g_set_object (&self->shown, capture);
  behind = list_behind (self);
  gscope_gtk_scene_show_capture (gscope_gtk_painting_get_scene (self->painting), capture, behind,
                                 zero);
  references = gscope_gtk_kept_captures_list (self->kept, capture);
  gscope_gtk_scene_show_references (gscope_gtk_painting_get_scene (self->painting), references);
  show_mean (self);
  end = zero + (n - (gint64) (self->pre * (double) n)) * width - 1;
  bring_pen (self, end);
  gscope_gtk_viewport_look_at (self->viewport, end);
  gscope_gtk_painting_follow (self->painting);
  self->is_moving = FALSE;
  if (is_new)
    g_object_notify (G_OBJECT (self->view), "shown-capture");
}

static void
show_at (GscopeGtkCaptures *self, guint place)
{
  g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (self->list), place);

  self->is_following = place + 1 == g_list_model_get_n_items (G_LIST_MODEL (self->list));
  show (self, capture);
}

static void
show_newest (GscopeGtkCaptures *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  self->is_following = TRUE;
  if (n > 0)
    show_at (self, n - 1);
}

static void
show_none (GscopeGtkCaptures *self)
{
  if (!self->shown)
    return;
  g_clear_object (&self->shown);
  self->is_following = TRUE;
  drop_mean (self);
  gscope_gtk_scene_show_capture (gscope_gtk_painting_get_scene (self->painting), NULL, NULL, 0);
  gscope_gtk_viewport_go_live (self->viewport);
  g_object_notify (G_OBJECT (self->view), "shown-capture");
}

/* Holds the picture of a single capture until the trigger is armed again, and arms it when the picture goes on. */

static gboolean
has_ended (GscopeGtkCaptures *self)
{
  GscopeTrigger *trigger = gscope_capture_list_get_trigger (self->list);

  return gscope_trigger_get_settings (trigger)->mode == GSCOPE_TRIGGER_MODE_SINGLE
         && !gscope_trigger_is_armed (trigger);
}

static void
set_stopped (GscopeGtkCaptures *self, gboolean stopped)
{
  if (self->is_stopped == stopped)
    return;
  self->is_stopped = stopped;
  gscope_gtk_viewport_set_held (self->viewport, stopped);
}

static void
on_trigger_changed (GscopeGtkCaptures *self)
{
  if (!has_ended (self))
    set_stopped (self, FALSE);
}

static void
on_held (GscopeGtkCaptures *self)
{
  if (!self->is_stopped || gscope_gtk_viewport_get_held (self->viewport))
    return;
  self->is_stopped = FALSE;
  gscope_trigger_arm (gscope_capture_list_get_trigger (self->list));
}

static void
on_captured (GListModel *list, guint position, guint n_removed, guint n_added,
             GscopeGtkCaptures *self)
{
  if (g_list_model_get_n_items (list) == 0)
    show_none (self);
  if (n_added == 0 || !self->is_following || gscope_gtk_viewport_get_held (self->viewport))
    return;
  show_newest (self);
  if (has_ended (self))
    set_stopped (self, TRUE);
}

/* Takes another place of the trigger; the zero is at the nearest column. */
static void
set_pre (GscopeGtkCaptures *self, double pre)
{
  if (fabs (pre - self->pre) * gscope_gtk_viewport_get_n_columns (self->viewport) < 1)
    return;
  self->pre = pre;
  g_object_set (self->settings, "pre-trigger", (guint) lround (100 * pre), NULL);
}

/* Another place or span of the picture is another place of the trigger; the end of the past is the newest capture. */
static void
on_moved (GscopeGtkCaptures *self)
{
  gint64 first = gscope_gtk_viewport_get_first_column (self->viewport);
  gint64 zero = gscope_gtk_painting_get_scene (self->painting)->captures->zero;
  double n = gscope_gtk_viewport_get_n_columns (self->viewport);

  if (!self->list || self->is_moving)
    return;
  if (self->shown && gscope_gtk_viewport_get_live (self->viewport))
    {
      show_newest (self);
      return;
    }
  if (self->shown)
    set_pre (self,
             CLAMP (((double) zero / (double) get_width (self) - (double) first) / n, 0, 0.99));
  if (self->shown)
    show_mean (self);
  set_window (self);
}

/* Shows the capture at another place of the trigger. */
static void
take_pre (GscopeGtkCaptures *self)
{
  if (self->list)
    set_window (self);
  if (self->shown)
    show (self, self->shown);
}

static void
on_pre_trigger (GscopeGtkCaptures *self)
{
  guint percent = get_setting (self, "pre-trigger");

  if ((guint) lround (100 * self->pre) == percent)
    return;
  self->pre = percent / 100.0;
  take_pre (self);
}

static void
show_again (GscopeGtkCaptures *self)
{
  if (self->shown)
    show (self, self->shown);
}

static void
on_mean (GscopeGtkCaptures *self)
{
  drop_mean (self);
  show_again (self);
}

static void
set_bounds (GscopeGtkCaptures *self)
{
  if (self->list)
    gscope_capture_list_set_bounds (self->list, get_setting (self, "max-captures"),
                                    (gsize) get_setting (self, "capture-memory") << 20);
}

/* All signals of the view are captured. */
static void
add_signals (GscopeGtkCaptures *self)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);

  drop_mean (self);
  for (guint i = 0; self->list && i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

      gscope_capture_list_add_signal (self->list, gscope_gtk_view_signal_get_signal (entry));
    }
  if (self->shown)
    show_mean (self);
}

/* The handles of the trigger. */

static void
place_handles (GscopeGtkCaptures *self)
{
  gscope_gtk_trigger_handles_follow (&self->handles, gscope_gtk_painting_get_scene (self->painting),
                                     self->pre);
}

void
gscope_gtk_captures_allocate (GscopeGtkCaptures *self)
{
  place_handles (self);
  gscope_gtk_trigger_handles_allocate (&self->handles);
}

void
gscope_gtk_captures_snapshot (GscopeGtkCaptures *self, GtkSnapshot *snapshot)
{
  gscope_gtk_trigger_handles_snapshot (&self->handles, snapshot);
}

static void
on_level_moved (GscopeGtkCaptures *self, GscopeTrigger *trigger,
                const GscopeTriggerSettings *before, guint gesture)
{
  g_signal_emit_by_name (self->view, "level-moved", trigger, before, gesture);
}

static void
on_place_moved (GscopeGtkCaptures *self, double pre)
{
  set_pre (self, pre);
  take_pre (self);
  place_handles (self);
}

static void
add_handles (GscopeGtkCaptures *self)
{
  gscope_gtk_trigger_handles_init (&self->handles, GTK_WIDGET (self->view));
  for (guint i = 0; i < G_N_ELEMENTS (self->handles.levels); i++)
    g_signal_connect_swapped (self->handles.levels[i], "moved", G_CALLBACK (on_level_moved), self);
  g_signal_connect_swapped (self->handles.place, "moved", G_CALLBACK (on_place_moved), self);
  g_signal_connect_swapped (self->view, "arranged", G_CALLBACK (place_handles), self);
  g_signal_connect_swapped (self->view, "refreshed", G_CALLBACK (place_handles), self);
}

void
gscope_gtk_captures_install_signal (void)
{
  /**
   * GscopeGtkView::level-moved:
   * @self: the view
   * @trigger: the trigger of its captures
   * @before: its settings from before
   * @gesture: the number of the gesture: several changes of one gesture are one
   *
   * Emitted when the user has moved a level of the trigger or its hysteresis.
   *
   * Since: 1.0
   */
  g_signal_new ("level-moved", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, GSCOPE_TYPE_TRIGGER, GSCOPE_TYPE_TRIGGER_SETTINGS, G_TYPE_UINT);
}

GscopeGtkCaptures *
gscope_gtk_captures_new (GscopeGtkView *view, GscopeGtkPainting *painting)
{
  GscopeGtkCaptures *self = g_new0 (GscopeGtkCaptures, 1);

  self->view = view;
  self->painting = painting;
  self->viewport = gscope_gtk_view_get_viewport (view);
  self->settings = gscope_gtk_view_get_settings (view);
  self->pre = get_setting (self, "pre-trigger") / 100.0;
  self->is_following = TRUE;
  g_signal_connect_swapped (self->viewport, "changed", G_CALLBACK (on_moved), self);
  g_signal_connect_swapped (self->viewport, "notify::held", G_CALLBACK (on_held), self);
  g_signal_connect_swapped (self->settings, "notify::pre-trigger", G_CALLBACK (on_pre_trigger),
                            self);
  g_signal_connect_swapped (self->settings, "notify::n-overlaid", G_CALLBACK (show_again), self);
  g_signal_connect_swapped (self->settings, "notify::capture-mean", G_CALLBACK (on_mean), self);
  g_signal_connect_swapped (self->settings, "notify::n-mean", G_CALLBACK (on_mean), self);
  g_signal_connect_swapped (self->settings, "notify::max-captures", G_CALLBACK (set_bounds), self);
  g_signal_connect_swapped (self->settings, "notify::capture-memory", G_CALLBACK (set_bounds),
                            self);
  g_signal_connect_swapped (gscope_gtk_view_get_signals (view), "items-changed",
                            G_CALLBACK (add_signals), self);
  add_handles (self);
  return self;
}

void
gscope_gtk_captures_clear (GscopeGtkCaptures *self)
{
  g_signal_handlers_disconnect_by_data (self->view, self);
  gscope_gtk_trigger_handles_clear (&self->handles);
}

static void
drop_list (GscopeGtkCaptures *self)
{
  if (!self->list)
    return;
  g_signal_handlers_disconnect_by_data (gscope_capture_list_get_trigger (self->list), self);
  g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_pointer (&self->kept, gscope_gtk_kept_captures_free);
  gscope_gtk_scene_show_references (gscope_gtk_painting_get_scene (self->painting), NULL);
  drop_mean (self);
  g_clear_object (&self->list);
}

void
gscope_gtk_captures_free (GscopeGtkCaptures *self)
{
  g_signal_handlers_disconnect_by_data (self->viewport, self);
  g_signal_handlers_disconnect_by_data (self->settings, self);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_signals (self->view), self);
  drop_list (self);
  g_clear_handle_id (&self->describing, g_source_remove);
  g_clear_object (&self->shown);
  g_free (self);
}

void
gscope_gtk_captures_set_list (GscopeGtkCaptures *self, GscopeCaptureList *list)
{
  if (self->list == list)
    return;
  drop_list (self);
  gscope_gtk_trigger_handles_set_trigger (&self->handles, NULL);
  place_handles (self);
  set_stopped (self, FALSE);
  show_none (self);
  if (!list)
    return;
  self->list = g_object_ref (list);
  g_signal_connect_swapped (gscope_capture_list_get_trigger (list), "changed",
                            G_CALLBACK (on_trigger_changed), self);
  g_signal_connect_swapped (gscope_capture_list_get_trigger (list), "changed",
                            G_CALLBACK (place_handles), self);
  gscope_gtk_trigger_handles_set_trigger (&self->handles, gscope_capture_list_get_trigger (list));
  place_handles (self);
  add_signals (self);
  set_window (self);
  set_bounds (self);
  /* before captures are shown, so that it knows them */
  self->kept = gscope_gtk_kept_captures_new (list, (GscopeGtkKeptFunc) show_again, self);
  g_signal_connect (list, "items-changed", G_CALLBACK (on_captured), self);
  show_newest (self);
}

GscopeCaptureList *
gscope_gtk_captures_get_list (GscopeGtkCaptures *self)
{
  return self->list;
}

GscopeCapture *
gscope_gtk_captures_get_shown (GscopeGtkCaptures *self)
{
  return self->shown;
}

GscopeCapture *
gscope_gtk_captures_get_mean (GscopeGtkCaptures *self)
{
  return gscope_gtk_painting_get_scene (self->painting)->captures->mean;
}

void
gscope_gtk_captures_go_to (GscopeGtkCaptures *self, GscopeCapture *capture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint place = find (self, capture);

  if (place == n || capture == self->shown)
    return;
  show_at (self, place);
  describe (self);
}

gboolean
gscope_gtk_captures_step (GscopeGtkCaptures *self, int direction)
{
  guint n, place;

  if (!self->list || !self->shown)
    return FALSE;
  n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  place = find (self, self->shown);
  /* one that is gone was older than the others */
  if (place == n)
    place = direction > 0 ? 0 : n;
  else if (direction > 0 ? place + 1 < n : place > 0)
    place += direction > 0 ? 1 : -1;
  if (place >= n)
    return TRUE;
  show_at (self, place);
  describe (self);
  return TRUE;
}

/**
 * gscope_gtk_view_get_captures:
 * @self: a view
 *
 * Gets the captures of its triggered display.
 *
 * Returns: (transfer none) (nullable): the captures; %NULL if the display is not triggered
 *
 * Since: 1.0
 */
GscopeCaptureList *
gscope_gtk_view_get_captures (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return gscope_gtk_captures_get_list (gscope_gtk_view_get_objects (self)->captures);
}

/**
 * gscope_gtk_view_set_captures:
 * @self: a view
 * @captures: (nullable): captures of signals of the view; %NULL to end the triggered display
 *
 * Begins a triggered display: the newest capture is shown, and its trigger stays at one place of the plot, from which the
 * time ruler counts. Panning moves that place, [property@Gscope.ViewSettings:pre-trigger], and the view sets the window of
 * the next captures by it and by its span, their bounds by its settings, and lets them have all of its signals.
 * [ and ] go through the captures, End goes to the newest, and a held view stays at the one that it shows. With
 * [property@Gscope.ViewSettings:capture-mean] the capture is over the mean of the newest captures. Kept captures are
 * dashed lines behind the one in front: [method@Gscope.Capture.set_kept]. A single
 * capture holds the view until its trigger is armed again; letting the view go arms it.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_captures (GscopeGtkView *self, GscopeCaptureList *captures)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));
  g_return_if_fail (!captures || GSCOPE_IS_CAPTURE_LIST (captures));

  gscope_gtk_captures_set_list (gscope_gtk_view_get_objects (self)->captures, captures);
}

/**
 * gscope_gtk_view_set_n_overlaid:
 * @self: a view
 * @n: how many captures to show faintly behind the one in front, at most 256
 *
 * Lets a triggered display show the captures before the one in front, too: the setting
 * [property@Gscope.ViewSettings:n-overlaid].
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_n_overlaid (GscopeGtkView *self, guint n)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));

  g_object_set (gscope_gtk_view_get_settings (self), "n-overlaid", n, NULL);
}

/**
 * gscope_gtk_view_show_capture:
 * @self: a view with captures
 * @capture: one of them
 *
 * Shows a capture. Later ones do not take its place until the view shows the newest one again.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_show_capture (GscopeGtkView *self, GscopeCapture *capture)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));
  g_return_if_fail (GSCOPE_IS_CAPTURE (capture));
  g_return_if_fail (gscope_gtk_view_get_captures (self));

  gscope_gtk_captures_go_to (gscope_gtk_view_get_objects (self)->captures, capture);
}

/**
 * gscope_gtk_view_get_shown_capture:
 * @self: a view
 *
 * Gets the capture in front.
 *
 * Returns: (transfer none) (nullable): the capture; %NULL before the first one, or if the display is not triggered
 *
 * Since: 1.0
 */
GscopeCapture *
gscope_gtk_view_get_shown_capture (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return gscope_gtk_captures_get_shown (gscope_gtk_view_get_objects (self)->captures);
}

/**
 * gscope_gtk_view_get_shown_mean:
 * @self: a view
 *
 * Gets the mean of captures behind the capture in front, as [method@Gscope.CaptureMean.get_capture] has it.
 *
 * Returns: (transfer none) (nullable): the mean; %NULL if none is shown
 *
 * Since: 1.0
 */
GscopeCapture *
gscope_gtk_view_get_shown_mean (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return gscope_gtk_captures_get_mean (gscope_gtk_view_get_objects (self)->captures);
}
