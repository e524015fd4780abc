/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/compare/comparison-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/compare/anchors.h>
#include <gscope/compare/facts.h>
#include <gscope/error.h>
#include <gscope/playback/player-private.h>
#include <gscope/scope/private.h>
#include <property.h>

/* The name of the source of the first run. */
#define NAME "ref"

/**
 * GscopeComparison:
 *
 * Puts a recording, a run, under the signals of a scope, be they live or of another recording. A
 * [class@ComparisonList] makes it, because several runs can be compared. A source of the scope has the signals of the
 * recording. It is called `ref` for the first run, and expressions can compute with its signals:
 * `mxtraf/latency - ref/mxtraf/latency`.
 *
 * The recording is moved in time so that an *anchor* is at the same time in both: `begin`, the
 * beginnings; `end`, the newest samples; `trigger`, the first time in the recording at which a
 * trigger would have fired, and the last time here; or `marker:` with a marker's subject and label:
 * its first time in the recording, and its last time here. If the marker is not here, the last one
 * of the same subject is taken, so that runs with other values of a parameter can be compared.
 * [property@Comparison:offset] comes on top of that.
 *
 * Since: 1.0
 */
struct _GscopeComparison
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopePlayer *player;
  /* from 1 on */
  guint number;
  /* NULL until the recording was read */
  char *label;
  GscopeAnchors *anchors;
  char *anchor;
  /* how much later the anchor is here than in the recording, nanoseconds */
  gint64 distance;
  gint64 offset;
  gboolean is_started;
  gboolean is_read;
};

G_DEFINE_FINAL_TYPE (GscopeComparison, gscope_comparison, G_TYPE_OBJECT)

/* The lists of signals show the values of the recording at the pen. */
static void
show_values (GscopeComparison *self)
{
  gscope_player_show_values (self->player, gscope_scope_get_pen (self->scope));
}

static void
gscope_comparison_dispose (GObject *object)
{
  GscopeComparison *self = GSCOPE_COMPARISON (object);

  gscope_comparison_end (self);
  g_clear_pointer (&self->anchors, gscope_anchors_free);
  G_OBJECT_CLASS (gscope_comparison_parent_class)->dispose (object);
}

static void
gscope_comparison_finalize (GObject *object)
{
  GscopeComparison *self = GSCOPE_COMPARISON (object);

  g_clear_object (&self->scope);
  g_clear_object (&self->player);
  g_free (self->anchor);
  g_free (self->label);
  G_OBJECT_CLASS (gscope_comparison_parent_class)->finalize (object);
}

static void
gscope_comparison_class_init (GscopeComparisonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_comparison_dispose;
  object_class->finalize = gscope_comparison_finalize;
  /**
   * GscopeComparison:number:
   *
   * The number of the run, from 1 on.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "number", gscope_comparison_get_number, NULL, 0, G_MAXUINT, 0);
  /**
   * GscopeComparison:label:
   *
   * What tells the run apart from others.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "label", gscope_comparison_get_label, NULL, NULL);
  /**
   * GscopeComparison:anchor:
   *
   * The instant that is at the same time in both.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "anchor", gscope_comparison_get_anchor, NULL, NULL);
  /**
   * GscopeComparison:offset:
   *
   * How much later the recording is than the anchor puts it, nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "offset", gscope_comparison_get_offset,
                gscope_comparison_set_offset, -GSCOPE_COMPARISON_MAX_OFFSET,
                GSCOPE_COMPARISON_MAX_OFFSET, 0);

  /**
   * GscopeComparison::aligned:
   * @self: the comparison
   *
   * Emitted when the recording was read and aligned, and when it was aligned again.
   *
   * Since: 1.0
   */
  g_signal_new ("aligned", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_comparison_init (GscopeComparison *self)
{
}

GscopeComparison *
gscope_comparison_new (GscopeScope *scope, guint number, GFile *file)
{
  GscopeComparison *self = g_object_new (GSCOPE_TYPE_COMPARISON, NULL);
  g_autofree char *name = number == 1 ? g_strdup (NAME) : g_strdup_printf (NAME "-%u", number);

  self->scope = g_object_ref (scope);
  self->number = number;
  self->player = gscope_player_new_compared (name, file, number);
  self->anchors = gscope_anchors_new (scope, self->player);
  self->anchor = g_strdup (GSCOPE_ANCHOR_END);
  return self;
}

/**
 * gscope_comparison_get_number: (get-property number)
 * @self: a comparison
 *
 * Gets the number of the run.
 *
 * Returns: from 1 on
 *
 * Since: 1.0
 */
guint
gscope_comparison_get_number (GscopeComparison *self)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self), 0);

  return self->number;
}

/**
 * gscope_comparison_get_label: (get-property label)
 * @self: a comparison
 *
 * Gets what tells the run apart from others: the parameters whose values differ, or the name of the file
 * if there are none.
 *
 * Returns: (nullable): a text for people; %NULL until the recording was read
 *
 * Since: 1.0
 */
const char *
gscope_comparison_get_label (GscopeComparison *self)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self), NULL);

  return self->label;
}

void
gscope_comparison_set_label (GscopeComparison *self, const char *label)
{
  GListModel *signals = gscope_source_get_signals (GSCOPE_SOURCE (self->player));

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      gscope_signal_set_run (signal, self->number, label);
    }
  if (g_strcmp0 (self->label, label) == 0)
    return;
  g_free (self->label);
  self->label = g_strdup (label);
  g_object_notify (G_OBJECT (self), "label");
}

gboolean
gscope_comparison_is_read (GscopeComparison *self)
{
  return self->is_read;
}

/**
 * gscope_comparison_get_player:
 * @self: a comparison
 *
 * Gets the source of the signals of the recording.
 *
 * Returns: (transfer none): the player
 *
 * Since: 1.0
 */
GscopePlayer *
gscope_comparison_get_player (GscopeComparison *self)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self), NULL);

  return self->player;
}

GHashTable *
gscope_comparison_collect_facts (GscopeComparison *self)
{
  GHashTable *facts = gscope_facts_new ();
  g_autoptr (GVariant) values = gscope_player_describe_parameters (self->player);
  GPtrArray *markers = gscope_player_get_markers (self->player);
  GscopeMarker *anchor = gscope_anchors_find_marker (self->anchors, self->anchor);

  gscope_facts_take_values (facts, values);
  for (guint i = 0; i < markers->len; i++)
    {
      gscope_facts_take_marker (facts, markers->pdata[i], markers->pdata[i] == anchor);
      if (markers->pdata[i] == anchor)
        break;
    }
  return facts;
}

/**
 * gscope_comparison_find_compared:
 * @self: a comparison
 * @signal: a signal of the scope
 *
 * Gets the signal of the recording that is compared with a signal.
 *
 * Returns: (transfer none) (nullable): the compared signal; %NULL if the recording has none
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_comparison_find_compared (GscopeComparison *self, GscopeSignal *signal)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self) && self->player, NULL);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), NULL);

  return gscope_anchors_find_compared (self->player, signal);
}

/**
 * gscope_comparison_set_trigger:
 * @self: a comparison
 * @trigger: (nullable): a trigger of the scope; %NULL for none
 *
 * Sets the trigger of the anchor `trigger`.
 *
 * Since: 1.0
 */
void
gscope_comparison_set_trigger (GscopeComparison *self, GscopeTrigger *trigger)
{
  g_return_if_fail (GSCOPE_IS_COMPARISON (self) && self->anchors);

  gscope_anchors_set_trigger (self->anchors, trigger);
}

/**
 * gscope_comparison_list_anchors:
 * @self: a comparison
 *
 * Lists what both have in common: the beginnings, the newest samples, the trigger if there is one,
 * and the first 40 different markers of the recording whose subjects have markers here.
 *
 * Returns: (transfer full): names for [method@Comparison.align]
 *
 * Since: 1.0
 */
GStrv
gscope_comparison_list_anchors (GscopeComparison *self)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self) && self->anchors, NULL);

  return gscope_anchors_list (self->anchors);
}

/**
 * gscope_comparison_dup_title:
 * @self: a comparison
 * @anchor: the name of an anchor
 *
 * Gets the name of an anchor for people.
 *
 * Returns: (transfer full): the title
 *
 * Since: 1.0
 */
char *
gscope_comparison_dup_title (GscopeComparison *self, const char *anchor)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self) && self->anchors, NULL);
  g_return_val_if_fail (anchor != NULL, NULL);

  return gscope_anchors_dup_title (self->anchors, anchor);
}

/**
 * gscope_comparison_get_anchor: (get-property anchor)
 * @self: a comparison
 *
 * Gets the anchor at which the recording was aligned last.
 *
 * Returns: its name
 *
 * Since: 1.0
 */
const char *
gscope_comparison_get_anchor (GscopeComparison *self)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self), NULL);

  return self->anchor;
}

/* Moves the recording. */
static gboolean
move_to (GscopeComparison *self, gint64 distance, gint64 offset)
{
  gint64 shift;

  if (__builtin_add_overflow (distance, offset, &shift)
      || !gscope_player_set_shift (self->player, shift))
    return FALSE;
  self->distance = distance;
  self->offset = offset;
  show_values (self);
  return TRUE;
}

/**
 * gscope_comparison_align:
 * @self: a comparison that is started
 * @anchor: the name of an anchor
 * @error: why it was not aligned
 *
 * Moves the recording so that the anchor is at the same time in both, and the offset later. An
 * anchor is looked for once: when the marker comes again here, this method has to be called again.
 *
 * Returns: whether it was moved; if not, with the error %GSCOPE_ERROR_NOT_FOUND, the recording stays
 *   where it is
 *
 * Since: 1.0
 */
gboolean
gscope_comparison_align (GscopeComparison *self, const char *anchor, GError **error)
{
  gint64 here, there, distance;

  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self), FALSE);
  g_return_val_if_fail (anchor != NULL, FALSE);
  g_return_val_if_fail (self->is_started, FALSE);

  if (!gscope_anchors_find (self->anchors, anchor, &here, &there))
    {
      g_autofree char *title = gscope_comparison_dup_title (self, anchor);

      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("“%s” is not both here and in the recording. Choose another anchor, or wait "
                      "until it has come."),
                   title);
      return FALSE;
    }
  if (__builtin_sub_overflow (here, there, &distance) || !move_to (self, distance, self->offset))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("The times of the recording are too far from those here to be compared."));
      return FALSE;
    }
  if (!g_str_equal (anchor, self->anchor))
    {
      g_free (self->anchor);
      self->anchor = g_strdup (anchor);
      g_object_notify (G_OBJECT (self), "anchor");
    }
  g_signal_emit_by_name (self, "aligned");
  return TRUE;
}

/**
 * gscope_comparison_get_offset: (get-property offset)
 * @self: a comparison
 *
 * Gets how much later the recording is than the anchor puts it.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_comparison_get_offset (GscopeComparison *self)
{
  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self), 0);

  return self->offset;
}

/**
 * gscope_comparison_set_offset: (set-property offset)
 * @self: a comparison
 * @offset: nanoseconds; limited to a day in both directions
 *
 * Moves the recording by an offset.
 *
 * Since: 1.0
 */
void
gscope_comparison_set_offset (GscopeComparison *self, gint64 offset)
{
  g_return_if_fail (GSCOPE_IS_COMPARISON (self));

  offset = CLAMP (offset, -GSCOPE_COMPARISON_MAX_OFFSET, GSCOPE_COMPARISON_MAX_OFFSET);
  if (offset != self->offset && move_to (self, self->distance, offset))
    g_object_notify (G_OBJECT (self), "offset");
}

/* Start and end. */

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeComparison *self = g_task_get_source_object (task);
  g_autofree char *best = NULL;
  GError *error = NULL;
  gboolean is_read = gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error);

  if (!self->is_started)
    {
      g_clear_error (&error);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                               _ ("The comparison was ended before the recording was read"));
      return;
    }
  if (!is_read)
    {
      gscope_comparison_end (self);
      g_task_return_error (task, error);
      return;
    }
  g_signal_connect_object (self->scope, "drained", G_CALLBACK (show_values), self,
                           G_CONNECT_SWAPPED);
  if (gscope_scope_is_playback (self->scope))
    g_signal_connect_object (gscope_scope_get_clock (self->scope), "moved",
                             G_CALLBACK (show_values), self, G_CONNECT_SWAPPED);
  self->is_read = TRUE;
  gscope_anchors_collect (self->anchors);
  best = gscope_anchors_choose (self->anchors);
  gscope_comparison_align (self, best, NULL);
  g_task_return_boolean (task, TRUE);
}

/**
 * gscope_comparison_start_async:
 * @self: a comparison that was never started
 * @cancellable: (nullable): stops the reading
 * @callback: called when the recording was read
 * @user_data: passed to @callback
 *
 * Adds the source to the scope, reads the recording, and aligns it: at the marker that both have
 * and that came last here, else at the newest samples, or in playback at the beginnings.
 *
 * Since: 1.0
 */
void
gscope_comparison_start_async (GscopeComparison *self, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (GSCOPE_IS_COMPARISON (self));
  g_return_if_fail (!self->is_started);

  task = g_task_new (self, cancellable, callback, user_data);
  self->is_started = TRUE;
  gscope_scope_add_source (self->scope, GSCOPE_SOURCE (self->player));
  gscope_source_start_async (GSCOPE_SOURCE (self->player), cancellable, on_started,
                             g_steal_pointer (&task));
}

/**
 * gscope_comparison_start_finish:
 * @self: a comparison
 * @result: the result
 * @error: why the file cannot be compared
 *
 * Ends gscope_comparison_start_async().
 *
 * Returns: whether the recording is there; if not, the source has left the scope
 *
 * Since: 1.0
 */
gboolean
gscope_comparison_start_finish (GscopeComparison *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_comparison_end:
 * @self: a comparison
 *
 * Takes the recording out of the scope. Without effect if it is not there.
 *
 * Since: 1.0
 */
void
gscope_comparison_end (GscopeComparison *self)
{
  g_return_if_fail (GSCOPE_IS_COMPARISON (self));

  if (!self->is_started)
    return;
  self->is_started = self->is_read = FALSE;
  g_signal_handlers_disconnect_by_data (self->scope, self);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_clock (self->scope), self);
  gscope_scope_remove_source (self->scope, GSCOPE_SOURCE (self->player));
  gscope_source_stop_async (GSCOPE_SOURCE (self->player), NULL, NULL, NULL);
}

static char *
format_age (gint64 age)
{
  gint64 seconds = age / GSCOPE_SEC;
  gint64 days = seconds / 86400, hours = seconds / 3600 % 24, minutes = seconds / 60 % 60;
  g_autofree char *clock = g_strdup_printf ("%02d:%02d:%02d.%03d", (int) hours, (int) minutes,
                                            (int) (seconds % 60), (int) (age / GSCOPE_MSEC % 1000));

  return days > 0 ? g_strdup_printf (_ ("%d d %s"), (int) days, clock) : g_steal_pointer (&clock);
}

/**
 * gscope_comparison_dup_description:
 * @self: a comparison
 *
 * Says how much older the recording is by the clock on the wall, and its offset.
 *
 * Returns: (transfer full): a sentence
 *
 * Since: 1.0
 */
char *
gscope_comparison_dup_description (GscopeComparison *self)
{
  GscopeClock *here, *there;
  const char *name;
  double offset;
  gint64 age;

  g_return_val_if_fail (GSCOPE_IS_COMPARISON (self) && self->player, NULL);

  here = gscope_scope_get_clock (self->scope);
  there = GSCOPE_CLOCK (gscope_player_get_transport (self->player));
  name = gscope_source_get_name (GSCOPE_SOURCE (self->player));
  offset = self->offset / 1e9;
  if (!gscope_clock_get_has_wall (here) || !gscope_clock_get_has_wall (there))
    return g_strdup_printf (_ ("%s is shifted by %.3f s."), name, offset);
  age = gscope_clock_to_unix (here, self->distance) - gscope_clock_to_unix (there, 0);
  if (age < 0)
    {
      g_autofree char *text = format_age (-age);

      return g_strdup_printf (_ ("%s is %s younger, and shifted by %.3f s."), name, text, offset);
    }
  else
    {
      g_autofree char *text = format_age (age);

      return g_strdup_printf (_ ("%s is %s older, and shifted by %.3f s."), name, text, offset);
    }
}
