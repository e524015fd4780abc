/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/mirror.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/control/describe.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/remote/queries.h>
#include <gscope/signal/private.h>
#include <gscope/source/private.h>

/* How far converted times may be ahead of the clock here, beside their error. */
#define MAX_AHEAD (250 * GSCOPE_MSEC)

/* A signal and its last description; is_present while the other end has the signal. */
typedef struct
{
  GscopeSignal *signal;
  /* of the last sample */
  gint64 time;
  GscopeRemoteHistory *history;
  JsonObject *description;
  char *path;
  gboolean is_present;
} Image;

typedef struct
{
  GscopeParameter *parameter;
  gint64 revision;
  gboolean is_present;
} Knob;

struct _GscopeMirror
{
  GscopeSource *source;
  /* The number of the connection. Handlers of changes may end the connection within a message. */
  guint epoch;
  GscopeSubscriber *subscriber;
  GscopeRemoteQueries *queries;
  GscopeClockAlign *align;
  gboolean was_ahead;
  GscopeTimeBase *time_base;
  GHashTable *images;
  GHashTable *by_id;
  GHashTable *knobs;
};

static void
image_free (gpointer data)
{
  Image *image = data;

  gscope_remote_history_disconnect (image->history);
  g_object_unref (image->history);
  g_object_unref (image->signal);
  json_object_unref (image->description);
  g_free (image->path);
  g_free (image);
}

static void
knob_free (gpointer data)
{
  g_object_unref (((Knob *) data)->parameter);
  g_free (data);
}

GscopeMirror *
gscope_mirror_new (GscopeSource *source)
{
  GscopeMirror *self = g_new0 (GscopeMirror, 1);

  self->source = source;
  self->images = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, image_free);
  self->by_id = g_hash_table_new (NULL, NULL);
  self->knobs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, knob_free);
  return self;
}

void
gscope_mirror_free (GscopeMirror *self)
{
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->images);
  g_hash_table_unref (self->knobs);
  g_clear_pointer (&self->time_base, gscope_time_base_unref);
  g_free (self);
}

static gint64
get_time (GscopeMirror *self)
{
  return gscope_clock_get_time (gscope_source_get_clock (self->source));
}

void
gscope_mirror_begin (GscopeMirror *self, GscopeSubscriber *subscriber, GscopeRemoteQueries *queries)
{
  GHashTableIter iter;
  gpointer item;

  self->epoch++;
  self->subscriber = subscriber;
  self->queries = queries;
  g_hash_table_remove_all (self->by_id);
  g_hash_table_iter_init (&iter, self->images);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    ((Image *) item)->is_present = FALSE;
  g_hash_table_iter_init (&iter, self->knobs);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    ((Knob *) item)->is_present = FALSE;
}

void
gscope_mirror_complete (GscopeMirror *self)
{
  g_autoptr (GPtrArray) ended = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) removed = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->images);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    if (!((Image *) item)->is_present)
      g_ptr_array_add (ended, g_object_ref (((Image *) item)->signal));
  g_hash_table_iter_init (&iter, self->knobs);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    if (!((Knob *) item)->is_present)
      {
        g_ptr_array_add (removed, g_object_ref (((Knob *) item)->parameter));
        g_hash_table_iter_remove (&iter);
      }
  for (guint i = 0; i < ended->len; i++)
    gscope_signal_end (ended->pdata[i]);
  for (guint i = 0; i < removed->len; i++)
    gscope_source_remove_parameter (self->source, removed->pdata[i]);
}

/* Begins a gap in all signals that have samples, at their last sample at the earliest. */
static void
break_off (GscopeMirror *self, gint64 time, GscopeGapCause cause)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->images);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      GscopeSignal *signal = ((Image *) item)->signal;
      GscopeSample latest;

      if (!gscope_signal_get_ended (signal) && gscope_signal_get_latest (signal, &latest))
        gscope_intake_take_gap (gscope_signal_get_intake (signal), time, cause);
    }
}

static void
disconnect_histories (GscopeMirror *self)
{
  GHashTableIter iter;
  gpointer item;

  self->queries = NULL;
  g_hash_table_iter_init (&iter, self->images);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    gscope_remote_history_disconnect (((Image *) item)->history);
}

/* Samples that were on their way when a connection broke are missing, too. */
void
gscope_mirror_end (GscopeMirror *self, GscopeGapCause cause)
{
  self->epoch++;
  self->subscriber = NULL;
  disconnect_histories (self);
  break_off (self, cause == GSCOPE_GAP_CAUSE_SILENT ? G_MININT64 : get_time (self), cause);
}

void
gscope_mirror_fall_silent (GscopeMirror *self)
{
  break_off (self, G_MININT64, GSCOPE_GAP_CAUSE_SILENT);
}

void
gscope_mirror_step (GscopeMirror *self)
{
  break_off (self, G_MININT64, GSCOPE_GAP_CAUSE_STEPPED);
}

void
gscope_mirror_set_align (GscopeMirror *self, GscopeClockAlign *align, GscopeTimeBase *base)
{
  GscopeTimeBase *before = self->time_base;
  GHashTableIter iter;
  gpointer item;

  self->align = align;
  self->time_base = base ? gscope_time_base_ref (base) : NULL;
  g_clear_pointer (&before, gscope_time_base_unref);
  g_hash_table_iter_init (&iter, self->images);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    gscope_signal_set_time_base (((Image *) item)->signal, base);
}

/* Signals. */

static void
drop_image (GscopeMirror *self, Image *image)
{
  g_hash_table_steal (self->images, image->path);
  gscope_source_remove_signal (self->source, image->signal);
  image_free (image);
}

/* Makes room by removing signals that have ended and are kept for their history. */
static gboolean
has_room (GscopeMirror *self, GError **error)
{
  GHashTableIter iter;
  gpointer item;

  if (g_hash_table_size (self->images) < GSCOPE_MESSAGE_MAX_ITEMS)
    return TRUE;
  g_hash_table_iter_init (&iter, self->images);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    if (!((Image *) item)->is_present)
      {
        drop_image (self, item);
        return TRUE;
      }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("there are more than %d signals"),
               GSCOPE_MESSAGE_MAX_ITEMS);
  return FALSE;
}

static void
link_image (GscopeMirror *self, guint32 id, Image *image)
{
  /* Handlers of the new signal may have ended the connection. */
  if (g_hash_table_insert (self->by_id, GUINT_TO_POINTER (id), image) && self->subscriber)
    {
      gscope_subscriber_add (self->subscriber, id, image->signal);
      gscope_remote_history_connect (image->history, self->queries, id);
    }
}

static gboolean
add_image (GscopeMirror *self, guint32 id, GscopeSignal *signal, JsonObject *description,
           const char *path, GError **error)
{
  Image *image;

  if (!has_room (self, error) || !gscope_source_add_signal (self->source, signal, error))
    return FALSE;
  image = g_new0 (Image, 1);
  image->signal = g_object_ref (signal);
  image->time = G_MININT64;
  image->history = gscope_remote_history_new (gscope_source_get_clock (self->source));
  gscope_signal_set_history (signal, GSCOPE_HISTORY (image->history));
  gscope_signal_set_time_base (signal, self->time_base);
  /* All samples come from now on. */
  if (self->subscriber && gscope_subscriber_is_whole (self->subscriber))
    gscope_history_set_end (GSCOPE_HISTORY (image->history), get_time (self));
  image->description = json_object_ref (description);
  image->path = g_strdup (path);
  image->is_present = TRUE;
  g_hash_table_insert (self->images, image->path, image);
  link_image (self, id, image);
  return TRUE;
}

static void
translate_states (GscopeMirror *self, GscopeSignal *signal)
{
  GscopeState translated[GSCOPE_MAX_STATES];
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);

  for (gsize i = 0; i < n; i++)
    {
      translated[i] = states[i];
      translated[i].name = gscope_source_translate (self->source, states[i].name);
    }
  gscope_signal_set_states (signal, translated, n);
}

/* The other process may use another language. */
static GscopeSignal *
read_signal (GscopeMirror *self, JsonObject *description, guint32 *id, GError **error)
{
  GscopeSignal *signal = gscope_describe_read_signal (description, id, error);

  if (!signal)
    return NULL;
  /* a signal without a title is shown by its name, which is not translated */
  if (!g_str_equal (gscope_signal_get_title (signal), gscope_signal_get_name (signal)))
    gscope_signal_set_title (
        signal, gscope_source_translate (self->source, gscope_signal_get_title (signal)));
  gscope_signal_set_description (
      signal, gscope_source_translate (self->source, gscope_signal_get_description (signal)));
  translate_states (self, signal);
  return signal;
}

/* A local change of a property stays until the other side changes the property. */
static void
update_image (GscopeMirror *self, Image *image, GscopeSignal *signal, JsonObject *description)
{
  guint32 id;
  g_autoptr (GscopeSignal) before = read_signal (self, image->description, &id, NULL);
  g_autoptr (GscopeSignal) shown = g_object_ref (image->signal);

  json_object_unref (image->description);
  image->description = json_object_ref (description);
  gscope_describe_update_signal (shown, before, signal);
}

static gboolean
take_signal (GscopeMirror *self, JsonObject *description, GError **error)
{
  guint32 id;
  g_autoptr (GscopeSignal) signal = read_signal (self, description, &id, error);
  g_autofree char *path = NULL;
  Image *known, *named;

  if (!signal)
    return FALSE;
  path = gscope_describe_path (gscope_signal_get_group (signal), gscope_signal_get_name (signal));
  known = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  named = g_hash_table_lookup (self->images, path);
  if (known ? known != named : named && named->is_present)
    return gscope_json_refuse (error, path, _ ("another signal has this id or name"));
  /* A signal that has ended keeps its history until another one takes its name. */
  if (named && !known && gscope_signal_get_ended (named->signal)
      && !json_object_has_member (description, "ended"))
    {
      drop_image (self, named);
      named = NULL;
    }
  if (!named)
    return add_image (self, id, signal, description, path, error);
  named->is_present = TRUE;
  link_image (self, id, named);
  update_image (self, named, signal, description);
  return TRUE;
}

static Image *
find_image (GscopeMirror *self, gint64 id, GError **error)
{
  Image *image = id >= 0 && id <= G_MAXUINT32
                     ? g_hash_table_lookup (self->by_id, GUINT_TO_POINTER ((guint32) id))
                     : NULL;

  if (!image)
    gscope_json_refuse (error, "signals", _ ("there is no signal with this id"));
  return image;
}

static gboolean
take_element (GscopeMirror *self, const char *member, JsonNode *node, GError **error)
{
  gint64 id = json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : -1;
  Image *image;

  if (g_str_equal (member, "added"))
    return JSON_NODE_HOLDS_OBJECT (node)
               ? take_signal (self, json_node_get_object (node), error)
               : gscope_json_refuse (error, member, _ ("this is not a list of objects"));
  image = find_image (self, id, error);
  if (!image)
    return FALSE;
  if (g_str_equal (member, "ended"))
    {
      gscope_signal_end (image->signal);
      return TRUE;
    }
  g_hash_table_remove (self->by_id, GUINT_TO_POINTER ((guint32) id));
  if (self->subscriber)
    gscope_subscriber_remove (self->subscriber, (guint32) id);
  drop_image (self, image);
  return TRUE;
}

typedef gboolean (*TakeFunc) (GscopeMirror *self, const char *member, JsonNode *node,
                              GError **error);

static gboolean
take_list (GscopeMirror *self, guint epoch, JsonObject *object, const char *member, TakeFunc take,
           GError **error)
{
  JsonArray *array;

  if (!gscope_json_get_array (object, member, GSCOPE_MESSAGE_MAX_ITEMS, &array, error))
    return FALSE;
  for (guint i = 0; array && i < json_array_get_length (array) && self->epoch == epoch; i++)
    if (!take (self, member, json_array_get_element (array, i), error))
      return FALSE;
  return TRUE;
}

/* Removed signals come first, because their names may be used again. */
gboolean
gscope_mirror_take_signals (GscopeMirror *self, JsonObject *object, GError **error)
{
  guint epoch = self->epoch;

  return take_list (self, epoch, object, "removed", take_element, error)
         && take_list (self, epoch, object, "added", take_element, error)
         && take_list (self, epoch, object, "ended", take_element, error);
}

/* Samples and losses. */

/* Samples of the future would shut out later ones with right times. Returns their number. */
static gsize
count_ahead (GscopeMirror *self, const GscopeSample *samples, gsize n, gint64 error)
{
  gint64 limit = get_time (self) + MAX_AHEAD;
  gsize n_ahead = 0;

  if (__builtin_add_overflow (limit, error, &limit))
    limit = G_MAXINT64;
  while (n_ahead < n && samples[n - n_ahead - 1].time > limit)
    n_ahead++;
  self->was_ahead |= n_ahead > 0;
  return n_ahead;
}

/* Converts the times of samples. Returns the number of samples whose time is known. */
static gsize
align (GscopeMirror *self, Image *image, GscopeSample *samples, gsize n)
{
  gsize n_lost = n;

  if (n > 0 && gscope_clock_align_is_ready (self->align))
    {
      gint64 error = gscope_mirror_get_time_base (self, samples[n - 1].time)->error;

      gscope_clock_align_samples (self->align, samples, n);
      n_lost = count_ahead (self, samples, n, error);
    }
  if (n_lost > 0)
    gscope_intake_lose (gscope_signal_get_intake (image->signal), get_time (self),
                        GSCOPE_LOSS_NO_TIME, n_lost);
  return n - n_lost;
}

GscopeTimeBase *
gscope_mirror_get_time_base (GscopeMirror *self, gint64 time)
{
  if (self->align && gscope_clock_align_is_ready (self->align))
    self->time_base->error = gscope_clock_align_get_error (self->align, time);
  return self->time_base;
}

gboolean
gscope_mirror_was_ahead (GscopeMirror *self)
{
  gboolean was_ahead = self->was_ahead;

  self->was_ahead = FALSE;
  return was_ahead;
}

/* Leaves out samples that go backwards. Returns the number of the others. */
static gsize
put_in_order (GscopeMirror *self, Image *image, GscopeSample *samples, gsize n)
{
  gsize n_kept = 0;

  for (; n_kept < n && samples[n_kept].time >= image->time; n_kept++)
    image->time = samples[n_kept].time;
  for (gsize i = n_kept; i < n; i++)
    {
      if (G_UNLIKELY (samples[i].time < image->time))
        continue;
      image->time = samples[i].time;
      samples[n_kept++] = samples[i];
    }
  if (n_kept < n)
    gscope_intake_lose (gscope_signal_get_intake (image->signal), get_time (self),
                        GSCOPE_LOSS_BACKWARDS, n - n_kept);
  return n_kept;
}

/* The samples come in this thread, so that they need no ring. */
static gboolean
take_block (guint32 id, GscopeSample *samples, gsize n, gpointer user_data, GError **error)
{
  GscopeMirror *self = user_data;
  Image *image = find_image (self, id, error);

  if (!image)
    return FALSE;
  if (self->align)
    n = align (self, image, samples, n);
  n = put_in_order (self, image, samples, n);
  gscope_intake_take_pushed (gscope_signal_get_intake (image->signal), samples, n);
  return TRUE;
}

gboolean
gscope_mirror_take_samples (GscopeMirror *self, GBytes *message, GError **error)
{
  return gscope_message_read_blocks (message, take_block, self, error);
}

typedef struct
{
  GscopeMirror *mirror;
  guint32 id;
} Broadcast;

static gboolean
take_broadcast_block (guint32 id, GscopeSample *samples, gsize n, gpointer user_data,
                      GError **error)
{
  const Broadcast *broadcast = user_data;

  return take_block (broadcast->id, samples, n, broadcast->mirror, error);
}

gboolean
gscope_mirror_take_broadcast (GscopeMirror *self, guint32 id, GBytes *message, GError **error)
{
  Broadcast broadcast = { self, id };

  return gscope_message_read_blocks (message, take_broadcast_block, &broadcast, error);
}

gboolean
gscope_mirror_take_losses (GscopeMirror *self, JsonObject *object, GError **error)
{
  gint64 id, count;
  Image *image;
  int cause;

  if (!gscope_json_get_integer (object, "signal", 0, G_MAXUINT32, &id, error)
      || !gscope_json_get_integer (object, "count", 1, G_MAXINT64, &count, error)
      || !gscope_json_get_enum (object, "cause", GSCOPE_TYPE_LOSS, &cause, error))
    return FALSE;
  image = find_image (self, id, error);
  if (!image)
    return FALSE;
  gscope_intake_lose (gscope_signal_get_intake (image->signal), get_time (self), cause, count);
  return TRUE;
}

/* Parameters. */

static gboolean
add_knob (GscopeMirror *self, GscopeParameter *parameter, gint64 revision, char *path,
          GError **error)
{
  g_autofree char *key = path;
  Knob *knob;

  if (g_hash_table_size (self->knobs) >= GSCOPE_MESSAGE_MAX_ITEMS)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("there are more than %d parameters"),
                   GSCOPE_MESSAGE_MAX_ITEMS);
      return FALSE;
    }
  if (!gscope_source_add_parameter (self->source, parameter, error))
    return FALSE;
  knob = g_new0 (Knob, 1);
  knob->parameter = g_object_ref (parameter);
  knob->revision = revision;
  knob->is_present = TRUE;
  g_hash_table_insert (self->knobs, g_steal_pointer (&key), knob);
  return TRUE;
}

static void
drop_knob (GscopeMirror *self, Knob *knob, const char *path)
{
  g_autoptr (GscopeParameter) parameter = g_object_ref (knob->parameter);

  g_hash_table_remove (self->knobs, path);
  gscope_source_remove_parameter (self->source, parameter);
}

static GscopeParameter *
read_parameter (GscopeMirror *self, JsonObject *description, GError **error)
{
  GscopeParameter *parameter = gscope_describe_read_parameter (description, error);

  if (!parameter)
    return NULL;
  if (!g_str_equal (gscope_parameter_get_title (parameter), gscope_parameter_get_name (parameter)))
    gscope_parameter_set_title (
        parameter, gscope_source_translate (self->source, gscope_parameter_get_title (parameter)));
  gscope_parameter_set_description (
      parameter,
      gscope_source_translate (self->source, gscope_parameter_get_description (parameter)));
  return parameter;
}

static gboolean
get_revision (JsonObject *object, gint64 *revision, GError **error)
{
  return gscope_json_get_integer (object, "revision", 1, G_MAXINT64, revision, error);
}

static gboolean
take_knob (GscopeMirror *self, JsonObject *description, GError **error)
{
  g_autoptr (GscopeParameter) parameter = read_parameter (self, description, error);
  g_autofree char *path = NULL;
  gint64 revision;
  Knob *knob;

  if (!parameter || !get_revision (description, &revision, error))
    return FALSE;
  path = gscope_describe_path (gscope_parameter_get_group (parameter),
                               gscope_parameter_get_name (parameter));
  knob = g_hash_table_lookup (self->knobs, path);
  if (knob && knob->is_present)
    return gscope_json_refuse (error, path, _ ("another parameter has this name"));
  if (knob && gscope_describe_is_same_parameter (knob->parameter, parameter))
    {
      g_autoptr (GscopeParameter) known = g_object_ref (knob->parameter);

      knob->is_present = TRUE;
      knob->revision = revision;
      gscope_parameter_notice (known, gscope_parameter_get_value (parameter), NULL);
      return TRUE;
    }
  if (knob)
    drop_knob (self, knob, path);
  return add_knob (self, parameter, revision, g_steal_pointer (&path), error);
}

static gboolean
take_knob_element (GscopeMirror *self, const char *member, JsonNode *node, GError **error)
{
  const char *path;
  Knob *knob;

  if (g_str_equal (member, "added"))
    return JSON_NODE_HOLDS_OBJECT (node)
               ? take_knob (self, json_node_get_object (node), error)
               : gscope_json_refuse (error, member, _ ("this is not a list of objects"));
  path = json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : "";
  knob = g_hash_table_lookup (self->knobs, path);
  if (!knob)
    return gscope_json_refuse (error, "parameters", _ ("there is no parameter of this name"));
  drop_knob (self, knob, path);
  return TRUE;
}

gboolean
gscope_mirror_take_parameters (GscopeMirror *self, JsonObject *object, GError **error)
{
  guint epoch = self->epoch;

  return take_list (self, epoch, object, "removed", take_knob_element, error)
         && take_list (self, epoch, object, "added", take_knob_element, error);
}

/* A notice without a time is about a write of just now. */
static gboolean
read_time (GscopeMirror *self, JsonObject *object, gint64 *time, GscopeTimeBase **base,
           GError **error)
{
  gint64 far_time;

  *time = get_time (self);
  *base = NULL;
  if (!json_object_has_member (object, "time_ns"))
    return TRUE;
  if (!gscope_json_get_integer (object, "time_ns", G_MININT64, G_MAXINT64, &far_time, error))
    return FALSE;
  if (self->align && !gscope_clock_align_is_ready (self->align))
    return TRUE;
  *time = self->align ? gscope_clock_align_to_near (self->align, far_time) : far_time;
  *base = gscope_mirror_get_time_base (self, far_time);
  return TRUE;
}

gboolean
gscope_mirror_take_notice (GscopeMirror *self, JsonObject *object, GError **error)
{
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GscopeParameter) parameter = NULL;
  const char *path, *writer;
  GscopeTimeBase *base;
  gint64 revision, time;
  Knob *knob;

  if (!gscope_json_get_text (object, "parameter", GSCOPE_MESSAGE_MAX_TEXT, &path, error)
      || !read_time (self, object, &time, &base, error)
      || !gscope_json_get_text (object, "writer", GSCOPE_MESSAGE_MAX_WORD, &writer, error)
      || !get_revision (object, &revision, error))
    return FALSE;
  value = gscope_json_get_value (object, "value", error);
  if (!value)
    return FALSE;
  knob = g_hash_table_lookup (self->knobs, path);
  if (!knob)
    return gscope_json_refuse (error, path, _ ("there is no such parameter"));
  parameter = g_object_ref (knob->parameter);
  knob->revision = revision;
  gscope_parameter_notice_at (parameter, value, *writer ? writer : NULL, time, base);
  return TRUE;
}

gint64
gscope_mirror_get_revision (GscopeMirror *self, const char *path)
{
  Knob *knob = g_hash_table_lookup (self->knobs, path);

  return knob ? knob->revision : 0;
}

void
gscope_mirror_set_revision (GscopeMirror *self, GscopeParameter *parameter, gint64 revision)
{
  g_autofree char *path = gscope_describe_path (gscope_parameter_get_group (parameter),
                                                gscope_parameter_get_name (parameter));
  Knob *knob = g_hash_table_lookup (self->knobs, path);

  if (knob && knob->parameter == parameter)
    knob->revision = revision;
}
