/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/marker-private.h>
#include <gscope/enums.h>
#include <property.h>

/**
 * GscopeMarker:
 *
 * A labelled instant on the time axis: a parameter write, an event that a source reports, a user's
 * note.
 *
 * The marker of a write is there while the write is pending and is resolved when it is answered;
 * its properties notify then. It lives in the main context.
 *
 * Since: 1.0
 */
struct _GscopeMarker
{
  GObject parent_instance;

  gint64 time;
  /* the lists that it is in */
  GSList *lists;
  GscopeMarkerKind kind;
  /* NULL if empty: recordings have a million markers */
  char *subject;
  char *label;
  char *detail;
  char *origin;
  /* the other clock that took the time, NULL for none, and its error then, nanoseconds */
  char *clock;
  gint64 time_error;
};

G_DEFINE_FINAL_TYPE (GscopeMarker, gscope_marker, G_TYPE_OBJECT)

static void
gscope_marker_finalize (GObject *object)
{
  GscopeMarker *self = GSCOPE_MARKER (object);

  g_free (self->subject);
  g_free (self->label);
  g_free (self->detail);
  g_free (self->origin);
  g_free (self->clock);
  G_OBJECT_CLASS (gscope_marker_parent_class)->finalize (object);
}

/* Lists hear of changes without a connection for each marker, which would take more memory than the marker. */
static void
gscope_marker_notify (GObject *object, GParamSpec *pspec)
{
  GscopeMarker *self = GSCOPE_MARKER (object);

  for (GSList *list = self->lists; list; list = list->next)
    gscope_marker_list_tell_changed (list->data, self);
}

static void
gscope_marker_class_init (GscopeMarkerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_marker_finalize;
  object_class->notify = gscope_marker_notify;

  /**
   * GscopeMarker:time:
   *
   * When: nanoseconds on the scope's clock.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "time", gscope_marker_get_time, NULL, G_MININT64, G_MAXINT64,
                0);
  /**
   * GscopeMarker:kind:
   *
   * The kind of the marker.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "kind", gscope_marker_get_kind, NULL, GSCOPE_TYPE_MARKER_KIND,
                GSCOPE_MARKER_KIND_PENDING);
  /**
   * GscopeMarker:subject:
   *
   * The full name of what it is about; empty for none.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "subject", gscope_marker_get_subject, NULL, "");
  /**
   * GscopeMarker:label:
   *
   * A few words.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "label", gscope_marker_get_label, NULL, "");
  /**
   * GscopeMarker:detail:
   *
   * A sentence: who wrote, or why it was refused; empty for none.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "detail", gscope_marker_get_detail, NULL, "");
  /**
   * GscopeMarker:origin:
   *
   * What tells a marker of another program from all others; empty for those of this program.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "origin", gscope_marker_get_origin, NULL, "");
}

static void
gscope_marker_init (GscopeMarker *self)
{
}

static const char *
get_text (const char *field)
{
  return field ? field : "";
}

static gboolean
set_text (char **field, const char *text)
{
  text = get_text (text);
  if (g_str_equal (get_text (*field), text))
    return FALSE;
  g_free (*field);
  *field = *text ? g_strdup (text) : NULL;
  return TRUE;
}

static void
change_text (GscopeMarker *self, char **field, const char *text, const char *prop)
{
  if (set_text (field, text))
    g_object_notify (G_OBJECT (self), prop);
}

void
gscope_marker_join (GscopeMarker *self, GscopeMarkerList *list)
{
  self->lists = g_slist_prepend (self->lists, list);
}

void
gscope_marker_leave (GscopeMarker *self, GscopeMarkerList *list)
{
  self->lists = g_slist_remove (self->lists, list);
}

/**
 * gscope_marker_new:
 * @time: nanoseconds on the scope's clock
 * @kind: the kind
 * @subject: (nullable): the full name of its signal or parameter
 * @label: (nullable): a few words
 * @detail: (nullable): a sentence
 *
 * Makes a marker.
 *
 * Returns: (transfer full): a marker
 *
 * Since: 1.0
 */
GscopeMarker *
gscope_marker_new (gint64 time, GscopeMarkerKind kind, const char *subject, const char *label,
                   const char *detail)
{
  GscopeMarker *self = g_object_new (GSCOPE_TYPE_MARKER, NULL);

  self->time = time;
  self->kind = kind;
  set_text (&self->subject, subject);
  set_text (&self->label, label);
  set_text (&self->detail, detail);
  return self;
}

/**
 * gscope_marker_new_foreign:
 * @time: nanoseconds on the scope's clock
 * @kind: the kind
 * @origin: what tells it from all other markers
 * @label: (nullable): a few words
 * @detail: (nullable): a sentence
 *
 * Makes a marker of another program, which may come several times, because several sources of that program
 * are shown here. A list of markers takes it once.
 *
 * Returns: (transfer full): a marker
 *
 * Since: 1.0
 */
GscopeMarker *
gscope_marker_new_foreign (gint64 time, GscopeMarkerKind kind, const char *origin,
                           const char *label, const char *detail)
{
  GscopeMarker *self = gscope_marker_new (time, kind, NULL, label, detail);

  set_text (&self->origin, origin);
  return self;
}

/**
 * gscope_marker_get_time:
 * @self: a marker
 *
 * Gets when it is.
 *
 * Returns: nanoseconds on the scope's clock
 *
 * Since: 1.0
 */
gint64
gscope_marker_get_time (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), 0);

  return self->time;
}

/**
 * gscope_marker_get_kind:
 * @self: a marker
 *
 * Gets the kind of the marker.
 *
 * Returns: the kind
 *
 * Since: 1.0
 */
GscopeMarkerKind
gscope_marker_get_kind (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), GSCOPE_MARKER_KIND_NOTE);

  return self->kind;
}

/**
 * gscope_marker_get_subject:
 * @self: a marker
 *
 * Gets the full name of the parameter or source that it is about.
 *
 * Returns: the subject; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_marker_get_subject (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), NULL);

  return get_text (self->subject);
}

/**
 * gscope_marker_get_label:
 * @self: a marker
 *
 * Gets a few words: of a write, its old and new value.
 *
 * Returns: the label
 *
 * Since: 1.0
 */
const char *
gscope_marker_get_label (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), NULL);

  return get_text (self->label);
}

/**
 * gscope_marker_get_detail:
 * @self: a marker
 *
 * Gets a sentence: of a write, who wrote; of a refused one, why.
 *
 * Returns: the detail; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_marker_get_detail (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), NULL);

  return get_text (self->detail);
}

/**
 * gscope_marker_get_origin:
 * @self: a marker
 *
 * Gets the identifier of a marker that comes from another program.
 *
 * Returns: the origin; empty for a marker of this program
 *
 * Since: 1.0
 */
const char *
gscope_marker_get_origin (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), NULL);

  return get_text (self->origin);
}

/**
 * gscope_marker_set_time_error:
 * @self: a new marker
 * @error: how far its time can be from the truth at most, nanoseconds
 * @far_clock: what tells the clock from others
 *
 * Sets which other clock took its time, which was then converted to the clock here.
 *
 * Since: 1.0
 */
void
gscope_marker_set_time_error (GscopeMarker *self, gint64 error, const char *far_clock)
{
  g_return_if_fail (GSCOPE_IS_MARKER (self));
  g_return_if_fail (error >= 0 && far_clock);

  self->time_error = error;
  g_free (self->clock);
  self->clock = g_strdup (far_clock);
}

/**
 * gscope_marker_get_time_error:
 * @self: a marker
 *
 * Gets how far its time can be from the truth at most. The time of a marker of another machine was taken by
 * the clock there, and converted to the clock here.
 *
 * Returns: nanoseconds; 0 for a time of the clock here
 *
 * Since: 1.0
 */
gint64
gscope_marker_get_time_error (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), 0);

  return self->time_error;
}

/**
 * gscope_marker_get_clock:
 * @self: a marker
 *
 * Gets what tells the clock that took its time from others.
 *
 * Returns: (nullable): the name of the clock; %NULL for the clock here
 *
 * Since: 1.0
 */
const char *
gscope_marker_get_clock (GscopeMarker *self)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), NULL);

  return self->clock;
}

/**
 * gscope_marker_get_interval_error:
 * @self: a marker
 * @other: a marker
 *
 * Gets how far the time from one marker to the other can be from the truth at most. It is exact if one clock
 * measured both.
 *
 * Returns: nanoseconds; 0 if both markers have one clock
 *
 * Since: 1.0
 */
gint64
gscope_marker_get_interval_error (GscopeMarker *self, GscopeMarker *other)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER (self), 0);
  g_return_val_if_fail (GSCOPE_IS_MARKER (other), 0);

  return g_strcmp0 (self->clock, other->clock) == 0 ? 0 : self->time_error + other->time_error;
}

/**
 * gscope_marker_resolve:
 * @self: a marker
 * @kind: the new kind
 * @label: (nullable): a few words
 * @detail: (nullable): a sentence
 *
 * Sets the result of a pending write, or the new text of a note.
 *
 * Since: 1.0
 */
void
gscope_marker_resolve (GscopeMarker *self, GscopeMarkerKind kind, const char *label,
                       const char *detail)
{
  g_return_if_fail (GSCOPE_IS_MARKER (self));

  g_object_freeze_notify (G_OBJECT (self));
  change_text (self, &self->label, label, "label");
  change_text (self, &self->detail, detail, "detail");
  if (self->kind != kind)
    {
      self->kind = kind;
      g_object_notify (G_OBJECT (self), "kind");
    }
  g_object_thaw_notify (G_OBJECT (self));
}
