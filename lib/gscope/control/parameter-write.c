/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* One apply is in flight; the newest waiting write supersedes older ones. All of it runs in the
 * main context. State is settled before anybody is told, as whoever is told may write again. */

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-private.h>
#include <gscope/error.h>

/* Writes of one writer belong together if less time passes between them: key presses on a slider,
 * clicks, a script's loop. */
#define WRITE_PAUSE (1 * GSCOPE_SEC)

/* The same of changes that a source notices, which it may look for once a second only. */
#define NOTICE_PAUSE (2 * GSCOPE_SEC)

/* A check's task has a value, and this of it. */
#define VERDICT "gscope-verdict"

typedef struct
{
  GVariant *value;
  char *writer;
  guint drag;
  /* the revision of the value for which it was made; 0 for any value */
  guint64 revision;
  /* the number of the write that it takes back; 0 for none */
  guint64 taken_back;
  /* once it is accepted */
  GscopeParameterChange change;
} Write;

static void
write_free (Write *write)
{
  g_variant_unref (write->value);
  g_clear_pointer (&write->change.former, g_variant_unref);
  g_free (write->writer);
  g_free (write);
}

static Write *
write_new (GVariant *value, const char *writer, guint drag, guint64 revision)
{
  Write *write = g_new0 (Write, 1);

  write->value = g_variant_ref (value);
  write->writer = g_strdup (writer);
  write->drag = drag;
  write->revision = revision;
  return write;
}

void
gscope_gesture_free (GscopeGesture *gesture)
{
  g_clear_object (&gesture->marker);
  g_clear_pointer (&gesture->begin, g_variant_unref);
  g_clear_pointer (&gesture->old, g_variant_unref);
  g_clear_pointer (&gesture->asked, g_variant_unref);
  g_clear_pointer (&gesture->value, g_variant_unref);
  g_free (gesture->reason);
  g_free (gesture->writer);
  g_free (gesture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeGesture, gscope_gesture_free)

static gboolean
is_initial (const char *writer)
{
  return g_strcmp0 (writer, GSCOPE_INITIAL_WRITER) == 0;
}

static gint64
get_time (GscopeParameter *self)
{
  return self->owner ? self->verbs->get_time (self->owner) : 0;
}

static GscopeMarker *
add_marker_at (GscopeParameter *self, gint64 time, GscopeTimeBase *base, GscopeMarkerKind kind,
               GVariant *from, GVariant *to, const char *writer)
{
  g_autofree char *subject = gscope_parameter_dup_full_name (self);
  g_autofree char *label = gscope_parameter_describe_change (self, from, to);
  GscopeMarker *marker;

  if (!self->owner || is_initial (writer))
    return NULL;
  marker = gscope_marker_new (time, kind, subject, label, writer);
  if (base)
    gscope_marker_set_time_error (marker, base->error, base->clock);
  self->verbs->add_marker (self->owner, marker);
  return marker;
}

static GscopeMarker *
add_marker (GscopeParameter *self, GscopeMarkerKind kind, GVariant *from, GVariant *to,
            const char *writer)
{
  return add_marker_at (self, get_time (self), NULL, kind, from, to, writer);
}

static void
emit_written (GscopeParameter *self, GVariant *old, GVariant *asked, GVariant *value,
              const char *reason, const char *writer)
{
  g_signal_emit_by_name (self, "written", old, asked, value, reason, writer);
}

static void
record_answer (GscopeGesture *gesture, Write *write, GVariant *value, const GError *error)
{
  g_clear_pointer (&gesture->asked, g_variant_unref);
  g_clear_pointer (&gesture->value, g_variant_unref);
  g_free (gesture->reason);
  g_free (gesture->writer);
  gesture->asked = g_variant_ref (write->value);
  gesture->value = value ? g_variant_ref (value) : NULL;
  gesture->reason = g_strdup (error ? error->message : NULL);
  gesture->writer = g_strdup (write->writer);
}

void
gscope_run_clear (GscopeRun *run)
{
  g_clear_object (&run->marker);
  g_clear_pointer (&run->begin, g_variant_unref);
  g_clear_pointer (&run->writer, g_free);
}

static void
set_run (GscopeParameter *self, GscopeMarker *marker, GVariant *begin, const char *writer,
         gboolean is_noticed)
{
  GscopeRun old = self->run;

  self->run = (GscopeRun){ .begin = g_variant_ref (begin),
                           .writer = g_strdup (writer),
                           .time = get_time (self),
                           .is_noticed = is_noticed };
  g_set_object (&self->run.marker, marker);
  gscope_run_clear (&old);
}

static gboolean
continues_run (GscopeParameter *self, const char *writer, gboolean is_noticed)
{
  gint64 pause = is_noticed ? NOTICE_PAUSE : WRITE_PAUSE;

  return self->run.marker && self->run.is_noticed == is_noticed
         && get_time (self) - self->run.time < pause && g_strcmp0 (self->run.writer, writer) == 0;
}

/* A choice is made, while a number is moved. */
static gboolean
is_number (GscopeParameter *self)
{
  return self->rules.type == GSCOPE_PARAMETER_TYPE_INTEGER
         || self->rules.type == GSCOPE_PARAMETER_TYPE_DOUBLE;
}

static GscopeGesture *
begin_gesture (GscopeParameter *self, Write *write)
{
  GscopeGesture *gesture = g_new0 (GscopeGesture, 1);

  gesture->old = g_variant_ref (self->value);
  gesture->continues = is_number (self) && continues_run (self, write->writer, FALSE);
  if (gesture->continues)
    {
      gesture->begin = g_variant_ref (self->run.begin);
      gesture->marker = g_object_ref (self->run.marker);
    }
  else
    {
      /* what others write from now on is told apart from what they wrote before */
      gscope_run_clear (&self->run);
      self->n_markers += !is_initial (write->writer);
      gesture->begin = g_variant_ref (self->value);
      gesture->marker =
          add_marker (self, GSCOPE_MARKER_KIND_PENDING, self->value, write->value, write->writer);
    }
  gesture->number = is_initial (write->writer) ? 0 : self->n_markers;
  record_answer (gesture, write, NULL, NULL);
  return gesture;
}

static void
accept_gesture (GscopeParameter *self, GscopeGesture *gesture)
{
  g_autofree char *label = gscope_parameter_describe_change (self, gesture->begin, gesture->value);

  if (gesture->marker)
    gscope_marker_resolve (gesture->marker, GSCOPE_MARKER_KIND_WRITE, label, gesture->writer);
}

/* The writes that were accepted before keep their marker. */
static void
refuse_gesture (GscopeParameter *self, GscopeGesture *gesture)
{
  g_autofree char *label = gscope_parameter_describe_change (self, gesture->old, gesture->asked);

  if (gesture->continues)
    {
      g_object_unref (gesture->marker);
      gesture->marker =
          add_marker (self, GSCOPE_MARKER_KIND_PENDING, gesture->old, gesture->asked, NULL);
    }
  if (gesture->marker)
    gscope_marker_resolve (gesture->marker, GSCOPE_MARKER_KIND_REFUSED, label, gesture->reason);
}

static void
end_gesture (GscopeParameter *self, GscopeGesture *taken)
{
  g_autoptr (GscopeGesture) gesture = taken;
  const GscopeGesture *outer = self->reported;

  if (gesture->value)
    accept_gesture (self, gesture);
  else
    refuse_gesture (self, gesture);
  self->reported = gesture;
  emit_written (self, gesture->old, gesture->asked, gesture->value, gesture->reason,
                gesture->writer);
  self->reported = outer;
}

/* The next write may begin before the marker of this gesture is resolved. */
static GscopeGesture *
take_gesture (GscopeParameter *self)
{
  GscopeGesture *gesture = g_steal_pointer (&self->gesture);

  if (gesture->value && gesture->marker)
    set_run (self, gesture->marker, gesture->begin, gesture->writer, FALSE);
  return gesture;
}

static gboolean
is_gesture_over (GscopeParameter *self, GTask *done, GTask *next)
{
  guint drag = ((Write *) g_task_get_task_data (done))->drag;

  if (drag == 0)
    return TRUE;
  if (next)
    return ((Write *) g_task_get_task_data (next))->drag != drag;
  return self->drag != drag;
}

static void start_write (GscopeParameter *self, GTask *task);

gboolean
gscope_parameter_check_revision (GscopeParameter *self, guint64 revision, GError **error)
{
  g_autofree char *value = NULL;

  if (revision == 0 || revision == gscope_parameter_get_revision (self))
    return TRUE;
  value = gscope_parameter_format (self, self->value);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED,
               _ ("somebody else has changed the value to %s; write again if you still want to"),
               value);
  return FALSE;
}

/* Returns whether the value is still the one for which a write was made. */
static gboolean
check_turn (GscopeParameter *self, const Write *write, GError **error)
{
  if (write->taken_back == 0 || write->taken_back == gscope_parameter_get_write_number (self))
    return gscope_parameter_check_revision (self, write->revision, error);
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED,
                       _ ("somebody else has written the value since, which stays"));
  return FALSE;
}

/* Takes the waiting write. If it was made for another value than the present one, it is stale. */
static GTask *
take_next (GscopeParameter *self, GTask **stale, GError **error)
{
  GTask *next = g_steal_pointer (&self->waiting);

  if (!next || check_turn (self, g_task_get_task_data (next), error))
    return next;
  *stale = next;
  return NULL;
}

/* Takes the value of an accepted write. */
static void
take_written (GscopeParameter *self, Write *write, GVariant *value)
{
  write->change.former = g_variant_ref (self->value);
  write->change.former_number = gscope_parameter_get_write_number (self);
  gscope_parameter_take_value (self, value, get_time (self));
  write->change.number = gscope_parameter_get_write_number (self);
}

const GscopeParameterChange *
gscope_parameter_get_change (GAsyncResult *result)
{
  return &((Write *) g_task_get_task_data (G_TASK (result)))->change;
}

static void
complete_write (GscopeParameter *self, GTask *task, GVariant *value, GError *error)
{
  Write *write = g_task_get_task_data (task);
  g_autoptr (GTask) next = NULL;
  g_autoptr (GTask) stale = NULL;
  g_autoptr (GscopeGesture) over = NULL;
  GError *reason = NULL;

  record_answer (self->gesture, write, value, error);
  g_object_freeze_notify (G_OBJECT (self));
  g_clear_object (&self->current);
  if (value)
    take_written (self, write, value);
  next = take_next (self, &stale, &reason);
  if (is_gesture_over (self, task, next))
    over = take_gesture (self);
  if (next)
    start_write (self, next);
  else
    gscope_parameter_set_outcome (
        self, error ? GSCOPE_PARAMETER_STATE_REFUSED : GSCOPE_PARAMETER_STATE_IN_SYNC, write->value,
        error ? error->message : NULL);
  g_object_thaw_notify (G_OBJECT (self));

  if (over)
    end_gesture (self, g_steal_pointer (&over));
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  if (stale)
    g_task_return_error (stale, reason);
}

static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeParameter *self = g_task_get_source_object (task);
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GVariant) value = NULL;
  GError *error = NULL;

  /* The parameter was taken away meanwhile, and the write has failed. */
  if (self->current != task)
    return;

  answer = self->verbs->apply_finish (self->owner, result, &error);
  if (answer)
    {
      value = gscope_parameter_rules_fit (&self->rules, answer, &error);
      g_prefix_error (&error, _ ("%s: what was read back is wrong: "), self->name);
    }
  complete_write (self, task, value, error);
}

const char *
gscope_parameter_get_writer (GscopeParameter *self)
{
  Write *write = self->current ? g_task_get_task_data (self->current) : NULL;

  return write ? write->writer : NULL;
}

static void
start_write (GscopeParameter *self, GTask *task)
{
  Write *write = g_task_get_task_data (task);

  self->current = g_object_ref (task);
  if (!self->gesture)
    self->gesture = begin_gesture (self, write);
  gscope_parameter_set_outcome (self, GSCOPE_PARAMETER_STATE_PENDING, write->value, NULL);

  if (self->current != task)
    return;
  if (self->verbs)
    self->verbs->apply_async (self->owner, self, write->value, g_task_get_cancellable (task),
                              on_applied, g_object_ref (task));
  else
    complete_write (self, task, write->value, NULL);
}

static void
queue_write (GscopeParameter *self, GTask *task)
{
  g_autoptr (GTask) older = g_steal_pointer (&self->waiting);
  Write *write = g_task_get_task_data (task);

  self->waiting = g_object_ref (task);
  gscope_parameter_set_outcome (self, GSCOPE_PARAMETER_STATE_PENDING, write->value, NULL);
  if (older)
    g_task_return_new_error (older, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED,
                             _ ("%s: a newer value took this one's place before it was applied"),
                             self->name);
}

/**
 * gscope_parameter_write_async:
 * @self: a parameter
 * @value: the value, which gscope_parameter_validate() judges; consumed if floating
 * @writer: (nullable): who writes, for the marker
 * @cancellable: (nullable): given to the source
 * @callback: (scope async): called with the answer
 * @user_data: data for @callback
 *
 * Asks the source to apply a value. One apply is in flight at a time; of the writes that wait for
 * it only the newest is applied, the others end with %GSCOPE_ERROR_SUPERSEDED. An invalid value is
 * refused at once, without asking the source and without a marker. A parameter that no source has
 * takes a valid value as it is. Main context only.
 *
 * Writes of a number by one writer that follow each other within 1 s are one gesture, such as ten presses
 * of a key: they have one marker, from the value before the first to the last that was accepted. A refused
 * one has a marker of its own.
 *
 * Since: 1.0
 */
void
gscope_parameter_write_async (GscopeParameter *self, GVariant *value, const char *writer,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (value);

  gscope_parameter_write_for_async (self, 0, value, writer, cancellable, callback, user_data);
}

/* Begins a write whose task, which it takes, has the value. */
static void
write_value (GscopeParameter *self, GVariant *value, const char *writer, guint64 revision,
             guint64 taken_back, GTask *new_task)
{
  g_autoptr (GTask) task = new_task;
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);
  g_autoptr (GVariant) valid = NULL;
  GError *error = NULL;
  Write *write;

  g_task_set_source_tag (task, gscope_parameter_write_async);
  /* An applied value stays applied, so a late cancellation must not hide it. */
  g_task_set_check_cancellable (task, FALSE);

  valid = gscope_parameter_validate (self, taken, &error);
  if (!valid)
    {
      if (!self->current)
        gscope_parameter_set_outcome (self, GSCOPE_PARAMETER_STATE_REFUSED, taken, error->message);
      g_task_return_error (task, error);
      return;
    }

  write = write_new (valid, writer, self->drag, revision);
  write->taken_back = taken_back;
  g_task_set_task_data (task, write, (GDestroyNotify) write_free);
  if (self->current)
    queue_write (self, task);
  else
    start_write (self, task);
}

void
gscope_parameter_write_for_async (GscopeParameter *self, guint64 revision, GVariant *value,
                                  const char *writer, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  write_value (self, value, writer, revision, 0,
               g_task_new (self, cancellable, callback, user_data));
}

void
gscope_parameter_take_back_async (GscopeParameter *self, guint64 number, GVariant *former,
                                  const char *writer, GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  write_value (self, former, writer, 0, number, g_task_new (self, NULL, callback, user_data));
}

/**
 * gscope_parameter_write_finish:
 * @self: a parameter
 * @result: the answer
 * @error: the reason for refusal
 *
 * Ends gscope_parameter_write_async().
 *
 * Returns: (transfer full): the value read back
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_write_finish (GscopeParameter *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * gscope_parameter_return_checked:
 * @task: the task of a source's `check_async`
 * @value: (transfer full): the value that would be read back
 * @verdict: (nullable): the comment of the source on the value
 *
 * Ends a check with the answer that the value would be accepted, and explains for people by which
 * tests and with what margin. It may have several lines.
 *
 * Since: 1.0
 */
void
gscope_parameter_return_checked (GTask *task, GVariant *value, const char *verdict)
{
  g_object_set_data_full (G_OBJECT (task), VERDICT, g_strdup (verdict), g_free);
  g_task_return_pointer (task, value, (GDestroyNotify) g_variant_unref);
}

GVariant *
gscope_parameter_propagate_checked (GTask *task, char **verdict, GError **error)
{
  if (verdict)
    *verdict = g_strdup (g_object_get_data (G_OBJECT (task), VERDICT));
  return g_task_propagate_pointer (task, error);
}

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeParameter *self = g_task_get_source_object (task);
  g_autofree char *verdict = NULL;
  GVariant *value;
  GError *error = NULL;

  if (!self->owner || self->owner != g_task_get_task_data (task))
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                               _ ("%s: its source was removed while it checked"), self->name);
      return;
    }
  value = self->verbs->check_finish (self->owner, result, &verdict, &error);
  if (value)
    gscope_parameter_return_checked (task, g_variant_take_ref (value), verdict);
  else
    g_task_return_error (task, error);
}

/**
 * gscope_parameter_check_async:
 * @self: a parameter
 * @value: a value; consumed if floating
 * @cancellable: (nullable): given to the source
 * @callback: (scope async): called with the answer
 * @user_data: data for @callback
 *
 * Asks whether a write of @value would be accepted, without writing it. Main context only.
 *
 * Since: 1.0
 */
void
gscope_parameter_check_async (GscopeParameter *self, GVariant *value, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GVariant) taken = NULL;
  g_autoptr (GVariant) valid = NULL;
  GError *error = NULL;

  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (value);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_parameter_check_async);
  g_task_set_task_data (task, self->owner, NULL);
  taken = g_variant_ref_sink (value);
  valid = gscope_parameter_validate (self, taken, &error);
  if (!valid)
    g_task_return_error (task, error);
  else if (self->verbs)
    self->verbs->check_async (self->owner, self, valid, cancellable, on_checked,
                              g_steal_pointer (&task));
  else
    g_task_return_pointer (task, g_steal_pointer (&valid), (GDestroyNotify) g_variant_unref);
}

/**
 * gscope_parameter_check_finish:
 * @self: a parameter
 * @result: the answer
 * @verdict: (out) (optional) (nullable) (transfer full): the comment of the source on the value,
 *   for people
 * @error: why the value would be refused
 *
 * Ends gscope_parameter_check_async().
 *
 * Returns: (transfer full): the value that would be read back
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_check_finish (GscopeParameter *self, GAsyncResult *result, char **verdict,
                               GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return gscope_parameter_propagate_checked (G_TASK (result), verdict, error);
}

/**
 * gscope_parameter_get_gesture:
 * @self: a parameter
 *
 * Gets the number of the newest gesture: writes that have one marker have one number. A
 * handler of #GscopeParameter::written gets the number of the write that is reported.
 *
 * Returns: the number; 0 for the initial value that a workspace writes
 *
 * Since: 1.0
 */
guint
gscope_parameter_get_gesture (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), 0);

  return self->reported ? self->reported->number : self->n_markers;
}

/**
 * gscope_parameter_begin_drag:
 * @self: a parameter
 *
 * Begins a drag: the writes until gscope_parameter_end_drag() count as one, from the value before
 * the first to the answer to the last; they leave one marker and one #GscopeParameter::written.
 * Within a drag it does nothing. Main context only.
 *
 * Since: 1.0
 */
void
gscope_parameter_begin_drag (GscopeParameter *self)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  if (self->drag == 0)
    self->drag = ++self->n_drags;
}

/**
 * gscope_parameter_end_drag:
 * @self: a parameter
 *
 * Ends a drag. Its last write may still be in flight; the drag is then reported when that is
 * answered. Main context only.
 *
 * Since: 1.0
 */
void
gscope_parameter_end_drag (GscopeParameter *self)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));

  self->drag = 0;
  if (self->gesture && !self->current)
    end_gesture (self, take_gesture (self));
}

/* A program's controller writes again and again, and so does a drag elsewhere. */
static void
mark_notice (GscopeParameter *self, GVariant *old, GVariant *value, const char *writer, gint64 time,
             GscopeTimeBase *base)
{
  g_autoptr (GscopeMarker) marker = NULL;
  g_autoptr (GVariant) begin = NULL;
  g_autofree char *label = NULL;

  if (!continues_run (self, writer, TRUE))
    {
      self->n_markers++;
      gscope_run_clear (&self->run);
      marker = add_marker_at (self, time, base, GSCOPE_MARKER_KIND_WRITE, old, value, writer);
      set_run (self, marker, old, writer, TRUE);
      return;
    }
  begin = g_variant_ref (self->run.begin);
  marker = g_object_ref (self->run.marker);
  label = gscope_parameter_describe_change (self, begin, value);
  set_run (self, marker, begin, writer, TRUE);
  gscope_marker_resolve (marker, GSCOPE_MARKER_KIND_WRITE, label, writer);
}

/**
 * gscope_parameter_notice:
 * @self: a parameter
 * @value: what was read; consumed if floating
 * @writer: (nullable): who changed it, as far as is known
 *
 * Called by a source that finds another value than the parameter's: somebody else wrote it. A
 * difference becomes the parameter's value, with a marker and #GscopeParameter::written. Changes
 * that follow each other within 2 s share one marker, which shows the total change of the value. A
 * value of a wrong type is ignored. Main context only.
 *
 * Since: 1.0
 */
void
gscope_parameter_notice (GscopeParameter *self, GVariant *value, const char *writer)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (value);

  gscope_parameter_notice_at (self, value, writer, get_time (self), NULL);
}

void
gscope_parameter_notice_at (GscopeParameter *self, GVariant *value, const char *writer, gint64 time,
                            GscopeTimeBase *base)
{
  g_autoptr (GVariant) taken = NULL;
  g_autoptr (GVariant) fitted = NULL;
  g_autoptr (GVariant) old = NULL;
  g_autoptr (GError) error = NULL;

  taken = g_variant_ref_sink (value);
  fitted = gscope_parameter_rules_fit (&self->rules, taken, &error);
  if (!fitted)
    g_debug ("%s: ignored what was read: %s", self->name, error->message);
  if (!fitted || g_variant_equal (fitted, self->value))
    return;

  old = g_variant_ref (self->value);
  g_object_freeze_notify (G_OBJECT (self));
  gscope_parameter_take_value (self, fitted, time);
  if (!self->current)
    gscope_parameter_set_outcome (self, GSCOPE_PARAMETER_STATE_IN_SYNC, NULL, NULL);
  g_object_thaw_notify (G_OBJECT (self));

  mark_notice (self, old, fitted, writer, time, base);
  emit_written (self, old, fitted, fitted, NULL, writer);
}

static void
fail_writes (GscopeParameter *self)
{
  g_autoptr (GTask) waiting = g_steal_pointer (&self->waiting);
  g_autoptr (GTask) current = self->current ? g_object_ref (self->current) : NULL;
  GError *error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("%s: its source was removed before the value was applied"), self->name);

  if (waiting)
    g_task_return_error (waiting, g_error_copy (error));
  if (current)
    complete_write (self, current, NULL, g_error_copy (error));
  g_error_free (error);
}

gboolean
gscope_parameter_has_owner (GscopeParameter *self)
{
  return self->owner != NULL;
}

void
gscope_parameter_set_owner (GscopeParameter *self, const GscopeParameterOwner *verbs,
                            gpointer owner, const char *instance)
{
  char *name = g_strdup (instance);

  self->verbs = verbs;
  self->owner = owner;
  g_free (self->instance);
  self->instance = name;
  gscope_run_clear (&self->run);
  if (owner)
    return;
  /* A signal handler may drop the last reference. */
  g_object_ref (self);
  gscope_parameter_end_drag (self);
  fail_writes (self);
  g_object_unref (self);
}
