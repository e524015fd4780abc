/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/time-link.h>

#include <gscope-gtk/plot/columns.h>

#define LINKED "linked"

/**
 * GscopeGtkTimeLink:
 *
 * Links the times of views on the same clock: those with [property@Gscope.ViewSettings:linked] show the same time,
 * with the same mode and the same cursors. When one of them is moved, zoomed or held, or its cursors are moved, the
 * others follow. A view that becomes linked follows one that is.
 *
 * ```c
 * GscopeGtkTimeLink *link = gscope_gtk_time_link_new ();
 * gscope_gtk_time_link_add (link, first);
 * gscope_gtk_time_link_add (link, second);
 * ```
 *
 * Since: 1.0
 */
struct _GscopeGtkTimeLink
{
  GObject parent_instance;

  /* not owned */
  GPtrArray *views;
  /* views that follow report changes, too */
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (GscopeGtkTimeLink, gscope_gtk_time_link, G_TYPE_OBJECT)

static gboolean
is_linked (GscopeGtkView *view)
{
  return gscope_view_settings_is_on (gscope_gtk_view_get_settings (view), LINKED);
}

static void
copy_time (GscopeGtkView *from, GscopeGtkView *to)
{
  GscopeGtkViewport *source = gscope_gtk_view_get_viewport (from);
  GscopeGtkViewport *target = gscope_gtk_view_get_viewport (to);

  gscope_gtk_viewport_set_mode (target, gscope_gtk_viewport_get_mode (source));
  gscope_gtk_viewport_set_pen (target, gscope_gtk_viewport_get_pen (source));
  gscope_gtk_viewport_set_held (target, gscope_gtk_viewport_get_held (source));
  gscope_gtk_viewport_set_span (target, gscope_gtk_viewport_get_span (source));
  gscope_gtk_viewport_look_at (target, gscope_gtk_viewport_get_live (source)
                                           ? G_MAXINT64
                                           : gscope_gtk_viewport_get_end (source));
}

/* Returns how far the times of two cursors at the same place differ at most. In a live view a cursor stays at a column. */
static gint64
get_tolerance (GscopeGtkView *a, GscopeGtkView *b)
{
  GscopeGtkViewport *x = gscope_gtk_view_get_viewport (a), *y = gscope_gtk_view_get_viewport (b);

  if (!gscope_gtk_viewport_get_live (x))
    return 0;
  return MAX (gscope_gtk_viewport_get_column_width (x), gscope_gtk_viewport_get_column_width (y));
}

static void
copy_cursors (GscopeGtkView *from, GscopeGtkView *to)
{
  gint64 tolerance = get_tolerance (from, to), a, b, x, y;
  guint n = gscope_gtk_view_get_cursors (from, &a, &b);

  if (gscope_gtk_view_get_cursors (to, &x, &y) != n || ABS (a - x) > tolerance
      || ABS (b - y) > tolerance)
    gscope_gtk_view_set_cursors (to, n, a, b);
}

/* All other linked views follow a view. */
static void
lead (GscopeGtkTimeLink *self, GscopeGtkView *view,
      void (*copy) (GscopeGtkView *from, GscopeGtkView *to))
{
  if (self->is_following || !is_linked (view))
    return;
  self->is_following = TRUE;
  for (guint i = 0; i < self->views->len; i++)
    if (self->views->pdata[i] != view && is_linked (self->views->pdata[i]))
      copy (view, self->views->pdata[i]);
  self->is_following = FALSE;
}

static void
on_viewport_changed (GscopeGtkTimeLink *self, GscopeGtkViewport *viewport)
{
  for (guint i = 0; i < self->views->len; i++)
    if (gscope_gtk_view_get_viewport (self->views->pdata[i]) == viewport)
      lead (self, self->views->pdata[i], copy_time);
}

static void
on_cursors_changed (GscopeGtkTimeLink *self, GscopeGtkView *view)
{
  lead (self, view, copy_cursors);
}

/* Makes a view that has become linked follow the first other one. */
static void
join (GscopeGtkTimeLink *self, GscopeGtkView *view)
{
  guint i = 0;

  while (i < self->views->len
         && (self->views->pdata[i] == view || !is_linked (self->views->pdata[i])))
    i++;
  if (i == self->views->len)
    return;
  self->is_following = TRUE;
  copy_time (self->views->pdata[i], view);
  copy_cursors (self->views->pdata[i], view);
  self->is_following = FALSE;
}

static void
on_linked (GscopeGtkTimeLink *self, GParamSpec *pspec, GscopeViewSettings *settings)
{
  for (guint i = 0; i < self->views->len; i++)
    if (gscope_gtk_view_get_settings (self->views->pdata[i]) == settings
        && is_linked (self->views->pdata[i]))
      join (self, self->views->pdata[i]);
}

static void
on_destroyed (GscopeGtkTimeLink *self, GscopeGtkView *view)
{
  g_ptr_array_remove (self->views, view);
}

static void
gscope_gtk_time_link_finalize (GObject *object)
{
  g_ptr_array_unref (GSCOPE_GTK_TIME_LINK (object)->views);
  G_OBJECT_CLASS (gscope_gtk_time_link_parent_class)->finalize (object);
}

static void
gscope_gtk_time_link_class_init (GscopeGtkTimeLinkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_gtk_time_link_finalize;
}

static void
gscope_gtk_time_link_init (GscopeGtkTimeLink *self)
{
  self->views = g_ptr_array_new ();
}

/**
 * gscope_gtk_time_link_new:
 *
 * Makes a link without views.
 *
 * Returns: (transfer full): the link
 *
 * Since: 1.0
 */
GscopeGtkTimeLink *
gscope_gtk_time_link_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_TIME_LINK, NULL);
}

/**
 * gscope_gtk_time_link_add:
 * @self: a link
 * @view: a view that it does not have, on the clock of the others
 *
 * Adds a view until it is destroyed. It takes part while its settings say that it is linked.
 *
 * Since: 1.0
 */
void
gscope_gtk_time_link_add (GscopeGtkTimeLink *self, GscopeGtkView *view)
{
  g_return_if_fail (GSCOPE_GTK_IS_TIME_LINK (self));
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (view));

  g_ptr_array_add (self->views, view);
  g_signal_connect_object (gscope_gtk_view_get_viewport (view), "changed",
                           G_CALLBACK (on_viewport_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gscope_gtk_view_get_settings (view), "notify::" LINKED,
                           G_CALLBACK (on_linked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "cursors-changed", G_CALLBACK (on_cursors_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "destroy", G_CALLBACK (on_destroyed), self, G_CONNECT_SWAPPED);
  if (is_linked (view))
    join (self, view);
}
