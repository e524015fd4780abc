/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/bound-handle.h>

#include <glib/gi18n-lib.h>

enum
{
  DIGITS = 4,
};

struct _GscopeGtkBoundHandle
{
  GscopeGtkValueHandle parent_instance;

  gboolean is_upper;
  GscopeLimit *limit;
  /* whether the limit is another one since the handle followed the last time */
  gboolean is_other;
  /* the bound that is shown: the limit has it, or will have it after the drag */
  double value;
};

G_DEFINE_FINAL_TYPE (GscopeGtkBoundHandle, gscope_gtk_bound_handle, GSCOPE_GTK_TYPE_VALUE_HANDLE)

static gboolean
gscope_gtk_bound_handle_has_value (GscopeGtkValueHandle *handle)
{
  GscopeGtkBoundHandle *self = GSCOPE_GTK_BOUND_HANDLE (handle);
  GscopeLimitKind kind;

  if (!self->limit)
    return FALSE;
  kind = gscope_limit_get_settings (self->limit)->kind;
  return kind == GSCOPE_LIMIT_KIND_BETWEEN
         || kind == (self->is_upper ? GSCOPE_LIMIT_KIND_AT_MOST : GSCOPE_LIMIT_KIND_AT_LEAST);
}

static double
get_bound (GscopeGtkBoundHandle *self)
{
  const GscopeLimitSettings *settings = gscope_limit_get_settings (self->limit);

  return self->is_upper ? settings->upper : settings->lower;
}

static const char *
get_unit (GscopeGtkBoundHandle *self)
{
  return gscope_signal_get_unit (gscope_limit_get_signal (self->limit));
}

static double
gscope_gtk_bound_handle_get_value (GscopeGtkValueHandle *handle)
{
  return GSCOPE_GTK_BOUND_HANDLE (handle)->value;
}

static char *
gscope_gtk_bound_handle_describe (GscopeGtkValueHandle *handle)
{
  GscopeGtkBoundHandle *self = GSCOPE_GTK_BOUND_HANDLE (handle);

  return gscope_quantity_format (self->value, get_unit (self), DIGITS);
}

static gboolean
gscope_gtk_bound_handle_follow (GscopeGtkValueHandle *handle, gboolean is_moved)
{
  GscopeGtkBoundHandle *self = GSCOPE_GTK_BOUND_HANDLE (handle);
  gboolean is_other = self->is_other;

  self->is_other = FALSE;
  if (is_moved)
    gscope_gtk_value_handle_cancel (handle);
  if (!gscope_gtk_value_handle_is_shown (handle) || gscope_gtk_value_handle_is_dragged (handle)
      || self->value == get_bound (self))
    return is_other;
  self->value = get_bound (self);
  return TRUE;
}

/* The lower bound stays below the upper one. */
static void
gscope_gtk_bound_handle_move (GscopeGtkValueHandle *handle, double value, double by, double x,
                              GdkModifierType state)
{
  GscopeGtkBoundHandle *self = GSCOPE_GTK_BOUND_HANDLE (handle);
  const GscopeLimitSettings *settings = gscope_limit_get_settings (self->limit);

  if (settings->kind == GSCOPE_LIMIT_KIND_BETWEEN)
    value = self->is_upper ? MAX (value, settings->lower) : MIN (value, settings->upper);
  self->value = value;
  gscope_gtk_value_handle_update (handle);
}

static void
gscope_gtk_bound_handle_end (GscopeGtkValueHandle *handle)
{
  GscopeGtkBoundHandle *self = GSCOPE_GTK_BOUND_HANDLE (handle);
  g_autoptr (GscopeLimitSettings) settings = NULL;

  if (!gscope_gtk_value_handle_is_shown (handle) || self->value == get_bound (self))
    return;
  settings = gscope_limit_settings_copy (gscope_limit_get_settings (self->limit));
  if (self->is_upper)
    settings->upper = self->value;
  else
    settings->lower = self->value;
  /* the gestures of the upper and the lower handle differ */
  g_signal_emit_by_name (self, "moved", self->limit, settings,
                         2 * gscope_gtk_value_handle_get_gesture (handle)
                             + (self->is_upper ? 1 : 0));
}

static void
gscope_gtk_bound_handle_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkBoundHandle *self = GSCOPE_GTK_BOUND_HANDLE (widget);
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (widget);
  const GscopeGtkValuePlace *place = gscope_gtk_value_handle_get_value_place (handle);

  if (!gscope_gtk_value_handle_is_shown (handle))
    return;
  if (gscope_gtk_value_handle_is_dragged (handle) || gtk_widget_has_focus (widget))
    gscope_gtk_value_place_draw_line (place, snapshot, self->value);
  gscope_gtk_value_place_draw_flag (place, widget, snapshot, self->is_upper ? "≤" : "≥",
                                    self->value, get_unit (self));
}

static void
gscope_gtk_bound_handle_dispose (GObject *object)
{
  g_clear_object (&GSCOPE_GTK_BOUND_HANDLE (object)->limit);
  G_OBJECT_CLASS (gscope_gtk_bound_handle_parent_class)->dispose (object);
}

static void
gscope_gtk_bound_handle_class_init (GscopeGtkBoundHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GscopeGtkValueHandleClass *handle_class = GSCOPE_GTK_VALUE_HANDLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_bound_handle_dispose;
  widget_class->snapshot = gscope_gtk_bound_handle_snapshot;
  handle_class->has_value = gscope_gtk_bound_handle_has_value;
  handle_class->get_value = gscope_gtk_bound_handle_get_value;
  handle_class->describe = gscope_gtk_bound_handle_describe;
  handle_class->follow = gscope_gtk_bound_handle_follow;
  handle_class->move = gscope_gtk_bound_handle_move;
  handle_class->end = gscope_gtk_bound_handle_end;
  g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, GSCOPE_TYPE_LIMIT, G_TYPE_POINTER, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "bound");
}

static void
gscope_gtk_bound_handle_init (GscopeGtkBoundHandle *self)
{
}

GtkWidget *
gscope_gtk_bound_handle_new (gboolean is_upper)
{
  GscopeGtkBoundHandle *self = g_object_new (GSCOPE_GTK_TYPE_BOUND_HANDLE, NULL);

  self->is_upper = is_upper;
  gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                               is_upper ? _ ("Upper bound of the limit: drag or ↑ ↓")
                                        : _ ("Lower bound of the limit: drag or ↑ ↓"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_upper ? _ ("Upper Bound") : _ ("Lower Bound"), -1);
  return GTK_WIDGET (self);
}

void
gscope_gtk_bound_handle_set_limit (GscopeGtkBoundHandle *self, GscopeLimit *limit)
{
  self->is_other |= g_set_object (&self->limit, limit);
}
