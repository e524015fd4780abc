/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/list.h>
#include <gscope/capture/private.h>
#include <gscope/clock/transport.h>
#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <gscope/trigger/private.h>
#include <list-model.h>

/* Columns of the samples of a capture that are not in memory. */
#define N_COLUMNS 2048
#define MAX_COUNT 1000
#define MAX_BYTES ((gsize) 64 << 20)
/* Trigger times that wait for the end of their captures. */
#define MAX_PENDING 65536

/**
 * GscopeCaptureList:
 *
 * A list model of captures: the samples of signals around each firing of a trigger, in the order of their times.
 *
 * A capture is taken once the samples up to its end are there. A firing that comes before the end of the previous
 * capture is counted, but not captured. At first a list has a window of 100 ms before and after a firing, and bounds of
 * 1000 captures and 64 MiB. If the list exceeds a bound, it removes the oldest capture that is not kept.
 *
 * When [property@Capture:kept] of a capture changes, the list adds or removes a note about the watched signal at the time of the
 * capture. Recordings have these notes, so that the list of a playback keeps the same captures.
 *
 * Every firing is a capture, overlaps one, waits, or is lost: [method@CaptureList.get_n_lost]. A list belongs to the main
 * thread.
 *
 * Since: 1.0
 */
struct _GscopeCaptureList
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopeTrigger *trigger;
  GPtrArray *signals;
  gint64 before;
  gint64 after;
  guint max_count;
  gsize max_bytes;

  GPtrArray *captures;
  gsize bytes;
  /* GscopeCaptureLoaded: samples that users of the list asked for, and those that the list asked for in playback */
  GPtrArray *loaded;
  GPtrArray *played;
  /* while the list waits for samples; the firing whose samples came last */
  GCancellable *waiting;
  gint64 asked;
  /* times of firings */
  GArray *pending;
  /* the time of the newest firing that is captured, and the end of its window */
  gint64 busy_from;
  gint64 busy_until;
  /* of a playback: the time from which notes are to be looked at */
  gint64 noted;
  guint64 n_taken;
  /* the number of the newest capture */
  guint64 number;
  guint64 n_evicted;
  guint64 n_overlapping;
  guint64 n_lost;
  /* firings that the trigger had not reported when the list was made */
  guint64 n_unreported;
};

LIST_MODEL_DEFINE (GscopeCaptureList, gscope_capture_list, GSCOPE_TYPE_CAPTURE, captures)

static void
on_kept (GscopeCapture *capture, GParamSpec *pspec, GscopeCaptureList *self)
{
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);

  if (watched)
    gscope_capture_set_noted (self->scope, watched, gscope_capture_get_time (capture),
                              gscope_capture_get_kept (capture));
}

static void
gscope_capture_list_finalize (GObject *object)
{
  GscopeCaptureList *self = GSCOPE_CAPTURE_LIST (object);

  for (guint i = 0; i < self->captures->len; i++)
    g_signal_handlers_disconnect_by_func (self->captures->pdata[i], on_kept, self);
  g_object_unref (self->scope);
  g_object_unref (self->trigger);
  g_ptr_array_unref (self->signals);
  g_ptr_array_unref (self->captures);
  g_ptr_array_unref (self->loaded);
  g_ptr_array_unref (self->played);
  if (self->waiting)
    g_cancellable_cancel (self->waiting);
  g_clear_object (&self->waiting);
  g_array_unref (self->pending);
  G_OBJECT_CLASS (gscope_capture_list_parent_class)->finalize (object);
}

static void
gscope_capture_list_class_init (GscopeCaptureListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_capture_list_finalize;
}

static void
gscope_capture_list_init (GscopeCaptureList *self)
{
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->captures = g_ptr_array_new_with_free_func (g_object_unref);
  self->loaded = gscope_capture_loaded_new ();
  self->played = gscope_capture_loaded_new ();
  self->asked = G_MININT64;
  self->pending = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->before = self->after = 100 * GSCOPE_MSEC;
  self->max_count = MAX_COUNT;
  self->max_bytes = MAX_BYTES;
  self->busy_from = self->busy_until = self->noted = G_MININT64;
}

/* Returns the time before which all samples have come. */
static gint64
get_limit (GscopeCaptureList *self)
{
  gint64 limit = gscope_scope_get_pen (self->scope);

  if (GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self->scope)))
    return limit;
  for (guint i = 0; i < self->signals->len; i++)
    if (gscope_signal_is_attached (self->signals->pdata[i]))
      limit = MIN (limit,
                   gscope_intake_get_horizon (gscope_signal_get_intake (self->signals->pdata[i])));
  return limit;
}

gint64
gscope_capture_choose_width (const GscopeHistoryRange *window)
{
  return MAX ((window->end - window->begin) / N_COLUMNS, 1);
}

void
gscope_capture_list_get_window (GscopeCaptureList *self, gint64 time, GscopeHistoryRange *window)
{
  gint64 width;

  *window = (GscopeHistoryRange){ time - self->before, time + self->after };
  /* the samples beside the ends, too */
  width = gscope_capture_choose_width (window);
  window->begin -= 2 * width;
  window->end += 2 * width;
}

/* Copies the samples of a signal; of those that are not in memory, the ones that were loaded, or the columns that its history
 * knows. */
static void
copy (GscopeCaptureList *self, GPtrArray *loaded, GscopeCapture *capture, GscopeSignal *signal,
      gint64 time)
{
  const char *name = gscope_signal_get_full_name (signal);
  g_autoptr (GscopeTrace) composed = NULL;
  GscopeHistoryRange window;
  GscopeTimeline timeline;
  GscopeTrace *found;
  guint64 n_coarse;

  gscope_signal_get_timeline (signal, &timeline);
  gscope_capture_list_get_window (self, time, &window);
  found = gscope_capture_loaded_find (loaded, signal, &window);
  if (found)
    timeline = (GscopeTimeline){ found, NULL };
  if (gscope_timeline_lacks (&timeline, window.begin))
    composed = gscope_timeline_compose (&timeline, window.begin, window.end,
                                        gscope_capture_choose_width (&window), &n_coarse);
  gscope_capture_copy (capture, name, composed ? composed : timeline.trace);
}

/* Returns the samples of the watched signal around a time that were loaded; NULL if its trace has the samples. */
static GscopeTrace *
find_watched (GscopeCaptureList *self, GPtrArray *loaded, gint64 time)
{
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);
  GscopeHistoryRange window;

  gscope_capture_list_get_window (self, time, &window);
  return watched ? gscope_capture_loaded_find (loaded, watched, &window) : NULL;
}

static GscopeCapture *
take (GscopeCaptureList *self, GPtrArray *loaded, gint64 time)
{
  gint64 zero =
      gscope_trigger_find_zero_in (self->trigger, find_watched (self, loaded, time), time);
  GscopeCapture *capture =
      gscope_capture_new (++self->number, time, zero, zero - self->before, zero + self->after);

  self->n_taken++;
  for (guint i = 0; i < self->signals->len; i++)
    copy (self, loaded, capture, self->signals->pdata[i], time);
  self->bytes += gscope_capture_get_bytes (capture);
  return capture;
}

static void
remove_at (GscopeCaptureList *self, guint position)
{
  self->bytes -= gscope_capture_get_bytes (self->captures->pdata[position]);
  g_signal_handlers_disconnect_by_func (self->captures->pdata[position], on_kept, self);
  g_ptr_array_remove_index (self->captures, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

static void
keep_bounds (GscopeCaptureList *self)
{
  guint place = 0;

  while (place < self->captures->len
         && (self->captures->len > self->max_count || self->bytes > self->max_bytes))
    {
      if (gscope_capture_get_kept (self->captures->pdata[place]))
        {
          place++;
          continue;
        }
      remove_at (self, place);
      self->n_evicted++;
    }
}

/* Returns the position of the first capture from a time on. */
static guint
find_place (GscopeCaptureList *self, gint64 time)
{
  guint low = 0, high = self->captures->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (gscope_capture_get_time (self->captures->pdata[middle]) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
has_at (GscopeCaptureList *self, guint place, gint64 time)
{
  return place < self->captures->len
         && gscope_capture_get_time (self->captures->pdata[place]) == time;
}

gboolean
gscope_capture_list_has (GscopeCaptureList *self, gint64 time)
{
  return has_at (self, find_place (self, time), time);
}

static void
insert_capture (GscopeCaptureList *self, guint place, GscopeCapture *capture)
{
  g_ptr_array_insert (self->captures, (int) place, g_object_ref (capture));
  g_signal_connect (capture, "notify::kept", G_CALLBACK (on_kept), self);
}

/* Returns whether a recording keeps the capture, and the bounds leave room for it: what is kept never goes. */
static gboolean
is_noted (GscopeCaptureList *self, gint64 time)
{
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);

  return watched && self->captures->len < self->max_count && self->bytes <= self->max_bytes
         && gscope_capture_get_noted (self->scope, watched, time);
}

/* Takes a capture in the order of the times, unless there is one of that time. */
static gboolean
insert (GscopeCaptureList *self, GPtrArray *loaded, guint place, gint64 time)
{
  g_autoptr (GscopeCapture) capture = NULL;

  if (has_at (self, place, time))
    return FALSE;
  capture = take (self, loaded, time);
  gscope_capture_set_kept (capture, is_noted (self, time));
  insert_capture (self, place, capture);
  return TRUE;
}

static void take_pending (GscopeCaptureList *self);

/* Without the samples, a capture has what the traces have. */
static void
on_played (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree GWeakRef *weak = data;
  g_autoptr (GscopeCaptureList) self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_task_propagate_boolean (G_TASK (result), NULL);
  if (!self)
    return;
  g_clear_object (&self->waiting);
  take_pending (self);
}

/* Returns whether all samples around a firing are there. In a playback of a recording that is larger than memory, it asks for those
 * that are not: the firing waits for them. */
static gboolean
has_samples (GscopeCaptureList *self, gint64 time)
{
  GscopeHistoryRange window;
  GWeakRef *weak;

  if (!GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self->scope)))
    return TRUE;
  if (self->waiting)
    return FALSE;
  if (time == self->asked || gscope_capture_list_has (self, time)
      || !gscope_capture_list_lacks_in (self, self->played, time))
    return TRUE;
  self->asked = time;
  self->waiting = g_cancellable_new ();
  weak = g_new (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  gscope_capture_list_get_window (self, time, &window);
  gscope_capture_load (self->signals, &window, self->played,
                       g_task_new (NULL, self->waiting, on_played, weak));
  return FALSE;
}

/* Takes captures whose samples have come, as many as may be in the list. Returns FALSE if there are none. */
static gboolean
take_batch (GscopeCaptureList *self, gint64 limit)
{
  guint old = self->captures->len, first = old, n = 0;
  gsize bytes = self->bytes;

  while (n < MIN (self->pending->len, MAX (self->max_count, 1))
         && self->bytes - bytes <= self->max_bytes)
    {
      gint64 time = g_array_index (self->pending, gint64, n);
      guint place;

      if (time + self->after > limit || !has_samples (self, time))
        break;
      n++;
      place = find_place (self, time);
      if (insert (self, self->played, place, time))
        first = MIN (first, place);
    }
  g_array_remove_range (self->pending, 0, n);
  if (self->captures->len > old)
    g_list_model_items_changed (G_LIST_MODEL (self), first, old - first,
                                self->captures->len - first);
  keep_bounds (self);
  return n > 0;
}

/* Lets a playback take the captures that were kept when the recording was made. At the times of some of them the trigger does not
 * fire, such as those of failures. */
static void
await_noted (GscopeCaptureList *self, gint64 limit)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (self->scope);
  GscopeClock *clock = gscope_scope_get_clock (self->scope);
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);

  if (!watched || !GSCOPE_IS_TRANSPORT (clock))
    return;
  self->noted = MAX (self->noted, gscope_transport_get_begin (GSCOPE_TRANSPORT (clock)));
  for (guint i = gscope_marker_list_find (markers, self->noted);; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (markers), i);
      gint64 time;

      if (!marker || self->pending->len == MAX_PENDING)
        return;
      time = gscope_marker_get_time (marker);
      if (time > limit - self->after)
        return;
      self->noted = time + 1;
      if (gscope_capture_is_note (marker, watched))
        g_array_append_val (self->pending, time);
    }
}

static void
take_pending (GscopeCaptureList *self)
{
  gint64 limit = get_limit (self);

  await_noted (self, limit);
  while (take_batch (self, limit))
    continue;
}

static void
on_triggered (GscopeTrigger *trigger, gint64 time, GscopeCaptureList *self)
{
  /* a trigger that looks again where the pen of a playback went back to fires at earlier times */
  if (time >= self->busy_from && time < self->busy_until)
    {
      self->n_overlapping++;
      return;
    }
  if (self->pending->len == MAX_PENDING)
    {
      g_array_remove_index (self->pending, 0);
      self->n_lost++;
    }
  g_array_append_val (self->pending, time);
  self->busy_from = time;
  self->busy_until = time + self->after;
  /* a playback that pauses does not drain */
  if (GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self->scope)))
    take_pending (self);
}

/* The trigger's report comes later, from the main loop; a capture then waits for the next samples, which it mostly
 * needs anyway. */
static void
on_drained (GscopeScope *scope, GscopeCaptureList *self)
{
  gscope_scope_look_for (scope, self->trigger);
  take_pending (self);
}

GPtrArray *
gscope_capture_list_peek_signals (GscopeCaptureList *self)
{
  return self->signals;
}

GPtrArray *
gscope_capture_list_peek_loaded (GscopeCaptureList *self)
{
  return self->loaded;
}

gsize
gscope_capture_list_get_max_bytes (GscopeCaptureList *self)
{
  return self->max_bytes;
}

GscopeScope *
gscope_capture_list_peek_scope (GscopeCaptureList *self)
{
  return self->scope;
}

/**
 * gscope_capture_list_new:
 * @scope: the scope of the signal that the trigger watches
 * @trigger: a trigger
 *
 * Makes an empty list that captures the watched signal from now on. In playback it finds the firings in the part that the
 * pen passes. The samples of a recording that is larger than memory are read then, before a capture is taken.
 *
 * Returns: (transfer full): the list
 *
 * Since: 1.0
 */
GscopeCaptureList *
gscope_capture_list_new (GscopeScope *scope, GscopeTrigger *trigger)
{
  GscopeCaptureList *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (GSCOPE_IS_TRIGGER (trigger), NULL);

  self = g_object_new (GSCOPE_TYPE_CAPTURE_LIST, NULL);
  self->scope = g_object_ref (scope);
  self->trigger = g_object_ref (trigger);
  self->n_unreported = gscope_trigger_get_n_unreported (trigger);
  if (gscope_trigger_get_watched (trigger))
    gscope_capture_list_add_signal (self, gscope_trigger_get_watched (trigger));
  g_signal_connect_object (trigger, "triggered", G_CALLBACK (on_triggered), self, 0);
  g_signal_connect_object (scope, "drained", G_CALLBACK (on_drained), self, 0);
  gscope_scope_look_for (scope, trigger);
  return self;
}

/**
 * gscope_capture_list_get_trigger:
 * @self: a list
 *
 * Gets the trigger around whose firings it captures.
 *
 * Returns: (transfer none): the trigger
 *
 * Since: 1.0
 */
GscopeTrigger *
gscope_capture_list_get_trigger (GscopeCaptureList *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), NULL);

  return self->trigger;
}

/**
 * gscope_capture_list_add_signal:
 * @self: a list
 * @signal: a signal of a scope on the same clock
 *
 * Captures another signal from the next capture on. A signal that is captured already stays once.
 *
 * Since: 1.0
 */
void
gscope_capture_list_add_signal (GscopeCaptureList *self, GscopeSignal *signal)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));
  g_return_if_fail (GSCOPE_IS_SIGNAL (signal));

  if (!g_ptr_array_find (self->signals, signal, NULL))
    g_ptr_array_add (self->signals, g_object_ref (signal));
}

/**
 * gscope_capture_list_set_window:
 * @self: a list
 * @before: how long before a firing captures begin, nanoseconds, at least 0
 * @after: how long after a firing captures end, nanoseconds, more than 0
 *
 * Sets the window of the next captures.
 *
 * Since: 1.0
 */
void
gscope_capture_list_set_window (GscopeCaptureList *self, gint64 before, gint64 after)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));
  g_return_if_fail (before >= 0);
  g_return_if_fail (after > 0);

  self->before = before;
  self->after = after;
}

/**
 * gscope_capture_list_set_bounds:
 * @self: a list
 * @max_count: how many captures to have
 * @max_bytes: how much memory to use for them
 *
 * Sets the bounds. The oldest captures that are not kept go until the list is within them.
 *
 * Since: 1.0
 */
void
gscope_capture_list_set_bounds (GscopeCaptureList *self, guint max_count, gsize max_bytes)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));

  self->max_count = max_count;
  self->max_bytes = max_bytes;
  keep_bounds (self);
}

/**
 * gscope_capture_list_add_at:
 * @self: a list
 * @time: when the trigger fired, nanoseconds, such as [class@TriggerSearch] finds it
 *
 * Takes a capture from the samples that the traces of the signals have now. Where [method@CaptureList.lacks] says that samples are
 * not there, it takes those for which [method@CaptureList.load_async] has asked.
 *
 * Returns: %FALSE if there is a capture of that time already
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_add_at (GscopeCaptureList *self, gint64 time)
{
  guint place;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self) && self->scope, FALSE);

  place = find_place (self, time);
  if (!insert (self, self->loaded, place, time))
    return FALSE;
  g_list_model_items_changed (G_LIST_MODEL (self), place, 0, 1);
  keep_bounds (self);
  return TRUE;
}

/**
 * gscope_capture_list_add:
 * @self: a list
 * @capture: a capture that was removed, or one of another list
 *
 * Adds a capture, in the order of the times. The numbers of new captures are greater than its number.
 *
 * Returns: %FALSE if there is a capture of that time already
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_add (GscopeCaptureList *self, GscopeCapture *capture)
{
  guint place;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (capture), FALSE);

  place = find_place (self, gscope_capture_get_time (capture));
  if (has_at (self, place, gscope_capture_get_time (capture)))
    return FALSE;
  insert_capture (self, place, capture);
  self->bytes += gscope_capture_get_bytes (capture);
  self->number = MAX (self->number, gscope_capture_get_number (capture));
  g_list_model_items_changed (G_LIST_MODEL (self), place, 0, 1);
  keep_bounds (self);
  return TRUE;
}

/**
 * gscope_capture_list_remove:
 * @self: a list
 * @position: the position of a capture
 *
 * Removes a capture.
 *
 * Since: 1.0
 */
void
gscope_capture_list_remove (GscopeCaptureList *self, guint position)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));
  g_return_if_fail (position < self->captures->len);

  remove_at (self, position);
}

/**
 * gscope_capture_list_get_bytes:
 * @self: a list
 *
 * Gets the memory of the captures.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
gsize
gscope_capture_list_get_bytes (GscopeCaptureList *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), 0);

  return self->bytes;
}

/**
 * gscope_capture_list_get_n_taken:
 * @self: a list
 *
 * Gets how many captures were taken, with those that are gone.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_capture_list_get_n_taken (GscopeCaptureList *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), 0);

  return self->n_taken;
}

/**
 * gscope_capture_list_get_n_evicted:
 * @self: a list
 *
 * Gets how many captures went because of the bounds.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_capture_list_get_n_evicted (GscopeCaptureList *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), 0);

  return self->n_evicted;
}

/**
 * gscope_capture_list_get_n_overlapping:
 * @self: a list
 *
 * Gets how many firings came before the end of a capture.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_capture_list_get_n_overlapping (GscopeCaptureList *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), 0);

  return self->n_overlapping;
}

/**
 * gscope_capture_list_get_n_lost:
 * @self: a list
 *
 * Gets how many firings were not captured because too many came at once.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_capture_list_get_n_lost (GscopeCaptureList *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self) && self->trigger, 0);

  return self->n_lost + gscope_trigger_get_n_unreported (self->trigger) - self->n_unreported;
}
