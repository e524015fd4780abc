/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/view/objects.h>

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* of the span, before the first capture */
#define PRE_SHARE 0.25

struct _GscopeGtkCaptures
{
  GscopeGtkView *view;
  GscopeGtkPainting *painting;
  GscopeGtkViewport *viewport;
  GscopeCaptureList *list;
  GscopeCapture *shown;
  guint n_behind;
  /* where the trigger stands: the share of the plot left of it */
  double pre;
  /* whether new captures are shown: not after the user went to an older one */
  gboolean is_following;
  /* whether this object moves the viewport itself */
  gboolean is_moving;
};

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

static guint
find_shown (GscopeGtkCaptures *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = n; i-- > 0;)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (capture == self->shown)
        return i;
    }
  return n;
}

/* Lists the captures before a place. */
static GPtrArray *
list_behind (GscopeGtkCaptures *self, guint place)
{
  GPtrArray *behind = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = place - MIN (place, self->n_behind); i < place; i++)
    g_ptr_array_add (behind, g_list_model_get_item (G_LIST_MODEL (self->list), i));
  return behind;
}

static void
describe (GscopeGtkCaptures *self)
{
  g_autofree char *text =
      g_strdup_printf (_ ("Capture %" PRIu64), gscope_capture_get_number (self->shown));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
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

static void
show (GscopeGtkCaptures *self, guint place)
{
  g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (self->list), place);
  g_autoptr (GPtrArray) behind = list_behind (self, place);
  gint64 width = get_width (self), n = gscope_gtk_viewport_get_n_columns (self->viewport);
  gint64 column, zero, before = gscope_gtk_painting_get_scene (self->painting)->captures->zero;

  column = gscope_gtk_divide_down (gscope_capture_get_zero (capture) + width / 2, width);
  zero = column * width;
  self->is_moving = TRUE;
  if (self->shown)
    carry_cursors (self, zero - before);
  g_set_object (&self->shown, capture);
  gscope_gtk_scene_show_capture (gscope_gtk_painting_get_scene (self->painting), capture, behind,
                                 zero);
  gscope_gtk_viewport_look_at (self->viewport,
                               zero + (n - (gint64) (self->pre * (double) n)) * width - 1);
  gscope_gtk_painting_follow (self->painting);
  self->is_moving = FALSE;
}

static void
show_newest (GscopeGtkCaptures *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  self->is_following = TRUE;
  if (n > 0)
    show (self, n - 1);
}

static void
on_captured (GListModel *list, guint position, guint n_removed, guint n_added,
             GscopeGtkCaptures *self)
{
  if (n_added > 0 && self->is_following && !gscope_gtk_viewport_get_held (self->viewport))
    show_newest (self);
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
    self->pre = CLAMP (((double) zero / (double) get_width (self) - (double) first) / n, 0, 0.99);
  set_window (self);
}

GscopeGtkCaptures *
gscope_gtk_captures_new (GscopeGtkView *view, GscopeGtkPainting *painting)
{
  GscopeGtkCaptures *self = g_new0 (GscopeGtkCaptures, 1);

  self->view = view;
  self->painting = painting;
  self->viewport = gscope_gtk_view_get_viewport (view);
  self->pre = PRE_SHARE;
  self->is_following = TRUE;
  g_signal_connect_swapped (self->viewport, "changed", G_CALLBACK (on_moved), self);
  return self;
}

void
gscope_gtk_captures_free (GscopeGtkCaptures *self)
{
  g_signal_handlers_disconnect_by_data (self->viewport, self);
  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->list);
  g_clear_object (&self->shown);
  g_free (self);
}

void
gscope_gtk_captures_set_list (GscopeGtkCaptures *self, GscopeCaptureList *list)
{
  if (self->list == list)
    return;
  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->shown);
  g_set_object (&self->list, list);
  gscope_gtk_scene_show_capture (gscope_gtk_painting_get_scene (self->painting), NULL, NULL, 0);
  if (!list)
    {
      gscope_gtk_viewport_go_live (self->viewport);
      return;
    }
  g_signal_connect (list, "items-changed", G_CALLBACK (on_captured), self);
  set_window (self);
  show_newest (self);
}

GscopeCaptureList *
gscope_gtk_captures_get_list (GscopeGtkCaptures *self)
{
  return self->list;
}

void
gscope_gtk_captures_set_n_behind (GscopeGtkCaptures *self, guint n)
{
  guint place;

  self->n_behind = n;
  if (!self->shown)
    return;
  place = find_shown (self);
  if (place < g_list_model_get_n_items (G_LIST_MODEL (self->list)))
    show (self, place);
}

GscopeCapture *
gscope_gtk_captures_get_shown (GscopeGtkCaptures *self)
{
  return self->shown;
}

gboolean
gscope_gtk_captures_step (GscopeGtkCaptures *self, int direction)
{
  guint n, place;

  if (!self->list || !self->shown)
    return FALSE;
  n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  place = find_shown (self);
  /* one that is gone was older than the others */
  if (place == n)
    place = direction > 0 ? 0 : n;
  else if (direction > 0 ? place + 1 < n : place > 0)
    place += direction > 0 ? 1 : -1;
  if (place >= n)
    return TRUE;
  self->is_following = place + 1 == n;
  show (self, place);
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
 * time ruler counts. Panning moves that place, and the view sets the window of the next captures by it and by its span.
 * [ and ] go through the captures, End goes to the newest, and a held view stays at the one that it shows.
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
 * @n: how many captures to show faintly behind the one in front, at first 0
 *
 * Lets a triggered display show the captures before the one in front, too.
 */
void
gscope_gtk_view_set_n_overlaid (GscopeGtkView *self, guint n)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));

  gscope_gtk_captures_set_n_behind (gscope_gtk_view_get_objects (self)->captures, n);
}

/**
 * gscope_gtk_view_get_shown_capture:
 * @self: a view
 *
 * Gets the capture in front.
 *
 * Returns: (transfer none) (nullable): the capture; %NULL before the first one, or if the display is not triggered
 */
GscopeCapture *
gscope_gtk_view_get_shown_capture (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return gscope_gtk_captures_get_shown (gscope_gtk_view_get_objects (self)->captures);
}
