/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/ring-private.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/record/recorder.h>
#include <property.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "gscope-"
#define SUFFIX ".tuples.zst"
#define INDEX_SUFFIX ".index"

/* The wait before the next try after a failure. */
#define PATIENCE (10 * GSCOPE_SEC)
/* How long samples of the file that is written may be out of date. */
#define FRESHNESS GSCOPE_SEC

enum
{
  /* Text of a file, so that reading its samples takes less than 100 ms. */
  MAX_TEXT = 16 * 1024 * 1024,
  /* Parts of the bounds that a file is at most. */
  N_PARTS = 8,
  /* More than the recorder writes at once. */
  RESERVE = 2 * 1024 * 1024,
  /* Files whose samples are kept in memory. */
  MAX_LOADED = 4,
  /* Files in which the sample next to an interval is looked for. */
  MAX_NEIGHBOURS = 16,
};

/**
 * GscopeRecordRing:
 *
 * Records scopes to files in a directory, all the time: when the files reach a bound, the oldest are removed. The files
 * are recordings of tuple text, compressed with zstd, that [class@Player] plays; each has an index beside it.
 *
 * The files of former runs, also of former boots of the machine, stay until their time has come. An agent with a ring
 * answers queries about the past out of its files: see [method@Agent.set_ring].
 *
 * When the disk is full, the ring removes its own oldest file; when it cannot write at all, it tries again every 10 s, and
 * [property@RecordRing:problem] says why.
 */
struct _GscopeRecordRing
{
  GObject parent_instance;

  char *directory;
  GPtrArray *scopes;
  GscopeClock *clock;
  char *clock_name;
  guint64 max_bytes;
  gint64 max_duration;

  int lock;
  GscopeRecorder *recorder;
  GSource *retry;
  /* GscopeRecordRingFile, in the order of time; the last one is written while the ring is active */
  GPtrArray *files;
  gboolean is_writing;
  /* when the samples of the file that is written were read */
  gint64 read_time;
  /* files whose samples are in memory, the newest first */
  GQueue loaded;

  /* of the recorder: a disk that is full may take a little at first */
  gint64 start_time;
  guint n_failures;
  char *problem;
};

G_DEFINE_FINAL_TYPE (GscopeRecordRing, gscope_record_ring, G_TYPE_OBJECT)

static void start_recorder (GscopeRecordRing *self);

static void
cancel_retry (GscopeRecordRing *self)
{
  if (self->retry)
    g_source_destroy (self->retry);
  g_clear_pointer (&self->retry, g_source_unref);
}

static void
gscope_record_ring_dispose (GObject *object)
{
  GscopeRecordRing *self = GSCOPE_RECORD_RING (object);

  cancel_retry (self);
  if (self->recorder)
    g_signal_handlers_disconnect_by_data (self->recorder, self);
  g_clear_object (&self->recorder);
  G_OBJECT_CLASS (gscope_record_ring_parent_class)->dispose (object);
}

static void
gscope_record_ring_finalize (GObject *object)
{
  GscopeRecordRing *self = GSCOPE_RECORD_RING (object);

  if (self->lock >= 0)
    close (self->lock);
  g_queue_clear_full (&self->loaded, (GDestroyNotify) gscope_record_ring_file_unref);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->scopes);
  g_clear_object (&self->clock);
  g_free (self->clock_name);
  g_free (self->directory);
  g_free (self->problem);
  G_OBJECT_CLASS (gscope_record_ring_parent_class)->finalize (object);
}

static void
gscope_record_ring_class_init (GscopeRecordRingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_record_ring_dispose;
  object_class->finalize = gscope_record_ring_finalize;

  /**
   * GscopeRecordRing:problem: (getter get_problem)
   *
   * Why nothing is recorded; %NULL if all is well.
   */
  property_add (object_class, string, "problem", gscope_record_ring_get_problem, NULL, NULL);
}

static void
gscope_record_ring_init (GscopeRecordRing *self)
{
  self->lock = -1;
  self->max_bytes = G_MAXUINT64;
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_record_ring_file_unref);
  g_queue_init (&self->loaded);
}

/**
 * gscope_record_ring_new:
 * @scope: a scope
 * @directory: (type filename): where the files are; it is made if it does not exist
 *
 * Makes a ring of recordings.
 *
 * Returns: (transfer full): a ring
 */
GscopeRecordRing *
gscope_record_ring_new (GscopeScope *scope, const char *directory)
{
  GscopeRecordRing *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (directory, NULL);

  self = g_object_new (GSCOPE_TYPE_RECORD_RING, NULL);
  self->directory = g_strdup (directory);
  self->clock = g_object_ref (gscope_scope_get_clock (scope));
  gscope_record_ring_add_scope (self, scope);
  return self;
}

/**
 * gscope_record_ring_add_scope:
 * @self: a ring
 * @scope: a scope on the same clock
 *
 * Records one more scope.
 */
void
gscope_record_ring_add_scope (GscopeRecordRing *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_RECORD_RING (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));
  g_return_if_fail (gscope_scope_get_clock (scope) == self->clock);

  g_ptr_array_add (self->scopes, g_object_ref (scope));
  if (self->recorder)
    gscope_recorder_add_scope (self->recorder, scope);
}

/* The bounds. */

static guint64
get_file_size (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 ? (guint64) status.st_size : 0;
}

static GscopeRecordRingFile *
get_written (GscopeRecordRing *self)
{
  return self->is_writing ? self->files->pdata[self->files->len - 1] : NULL;
}

/**
 * gscope_record_ring_get_bytes:
 * @self: a ring
 *
 * Gets how much of the disk the files use, with their indexes.
 *
 * Returns: bytes
 */
guint64
gscope_record_ring_get_bytes (GscopeRecordRing *self)
{
  GscopeRecordRingFile *written;
  guint64 sum = 0;

  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), 0);

  written = get_written (self);
  if (written)
    written->bytes = get_file_size (written->path);
  for (guint i = 0; i < self->files->len; i++)
    sum += ((GscopeRecordRingFile *) self->files->pdata[i])->bytes;
  return sum;
}

static gboolean
remove_oldest (GscopeRecordRing *self)
{
  GscopeRecordRingFile *oldest = self->files->len > 0 ? self->files->pdata[0] : NULL;

  if (!oldest || oldest == get_written (self))
    return FALSE;
  g_unlink (oldest->index_path);
  g_unlink (oldest->path);
  g_ptr_array_remove_index (self->files, 0);
  return TRUE;
}

static gboolean
is_too_old (GscopeRecordRing *self)
{
  const GscopeRecordRingFile *oldest = self->files->len > 0 ? self->files->pdata[0] : NULL;

  return self->max_duration > 0 && oldest && oldest->index
         && oldest->last < gscope_clock_get_time (self->clock) - self->max_duration;
}

/* Makes room for what is written next. */
static void
keep_bounds (GscopeRecordRing *self, guint64 reserve)
{
  while (gscope_record_ring_get_bytes (self) + reserve > self->max_bytes && remove_oldest (self))
    continue;
  while (is_too_old (self) && remove_oldest (self))
    continue;
}

/**
 * gscope_record_ring_set_bounds:
 * @self: a ring
 * @max_bytes: the most bytes on the disk, at least %GSCOPE_RECORD_RING_MIN_BYTES; 0 for any number
 * @max_duration: the oldest age of samples, nanoseconds; 0 for any age
 *
 * Sets how much is kept. Files are removed whole: samples stay for up to an eighth of @max_duration longer.
 */
void
gscope_record_ring_set_bounds (GscopeRecordRing *self, guint64 max_bytes, gint64 max_duration)
{
  g_return_if_fail (GSCOPE_IS_RECORD_RING (self));
  g_return_if_fail (max_bytes == 0 || max_bytes >= GSCOPE_RECORD_RING_MIN_BYTES);
  g_return_if_fail (max_duration >= 0);

  self->max_bytes = max_bytes > 0 ? max_bytes : G_MAXUINT64;
  self->max_duration = max_duration;
}

/* Problems. */

static void
set_problem (GscopeRecordRing *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify (G_OBJECT (self), "problem");
}

/* Files. */

/* Names the clock by a few digits that are the same as long as its times are comparable. */
static char *
name_clock (void)
{
  g_autofree char *boot = NULL;
  g_autofree char *clock = g_file_read_link ("/proc/self/ns/time", NULL);
  g_autofree char *text = NULL;
  g_autofree char *sum = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &boot, NULL, NULL))
    boot = g_uuid_string_random ();
  text = g_strdup_printf ("%s %s", g_strstrip (boot), clock ? clock : "");
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  return g_strndup (sum, 8);
}

void
gscope_record_ring_set_clock_name (GscopeRecordRing *self, const char *name)
{
  g_free (self->clock_name);
  self->clock_name = g_strdup (name);
}

/* Makes a file of a name gscope-DATE-CLOCK.tuples.zst or gscope-DATE-CLOCK-PART.tuples.zst; NULL of another name. */
static GscopeRecordRingFile *
parse_name (GscopeRecordRing *self, const char *name)
{
  g_autofree char *stem = NULL;
  g_auto (GStrv) words = NULL;
  GscopeRecordRingFile *file;

  if (!g_str_has_prefix (name, PREFIX) || !g_str_has_suffix (name, SUFFIX))
    return NULL;
  stem = g_strndup (name, strlen (name) - strlen (SUFFIX));
  words = g_strsplit (stem + strlen (PREFIX), "-", 4);
  if (g_strv_length (words) < 2 || g_strv_length (words) > 3)
    return NULL;
  file = g_rc_box_new0 (GscopeRecordRingFile);
  file->path = g_build_filename (self->directory, name, NULL);
  file->index_path = g_strdup_printf ("%s/%s" INDEX_SUFFIX, self->directory, stem);
  file->run = g_strdup_printf ("%s-%s", words[0], words[1]);
  file->part = words[2] ? g_ascii_strtoull (words[2], NULL, 10) : 1;
  file->bytes = get_file_size (file->path) + get_file_size (file->index_path);
  return file;
}

/* Times of another clock are compared by the wall clock. */
static void
take_index (GscopeRecordRing *self, GscopeRecordRingFile *file, GVariant *index)
{
  gint64 now = gscope_clock_get_time (self->clock), time, start;

  file->index = index;
  gscope_record_ring_index_get_times (index, &time, &start, &file->first, &file->last);
  file->offset = g_str_has_suffix (file->run, self->clock_name)
                     ? 0
                     : start - time - (gscope_clock_to_unix (self->clock, now) - now);
  file->first += file->offset;
  file->last += file->offset;
  file->bytes = get_file_size (file->path) + get_file_size (file->index_path);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const GscopeRecordRingFile *one = *(GscopeRecordRingFile *const *) a,
                             *other = *(GscopeRecordRingFile *const *) b;
  int order = strcmp (one->run, other->run);

  if (one->index && other->index && one->first != other->first)
    return one->first < other->first ? -1 : 1;
  if (order != 0)
    return order;
  return (one->part > other->part) - (one->part < other->part);
}

/* Indexing. */

static void
make_index (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (GscopeRecordRingSamples) samples =
      gscope_record_ring_samples_read (data, cancellable, &error);

  if (samples)
    g_task_return_pointer (task, gscope_record_ring_index_new (samples),
                           (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

/* A file that cannot be read is damaged: it stays until its time has come, but answers nothing. */
static void
on_indexed (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeRecordRing *self = GSCOPE_RECORD_RING (object);
  GscopeRecordRingFile *file = data;
  g_autoptr (GVariant) index = g_task_propagate_pointer (G_TASK (result), NULL);
  GVariant *mapped = NULL;

  if (index && g_file_test (file->path, G_FILE_TEST_EXISTS))
    {
      keep_bounds (self, RESERVE + g_variant_get_size (index));
      if (gscope_record_ring_index_write (index, file->index_path, NULL))
        mapped = gscope_record_ring_index_read (file->index_path);
      take_index (self, file, mapped ? mapped : g_variant_ref (index));
      g_clear_pointer (&file->samples, gscope_record_ring_samples_unref);
    }
  gscope_record_ring_file_unref (file);
}

static void
index_file (GscopeRecordRing *self, GscopeRecordRingFile *file)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_indexed, gscope_record_ring_file_ref (file));

  g_task_set_task_data (task, g_strdup (file->path), g_free);
  g_task_run_in_thread (task, make_index);
}

static void
read_directory (GscopeRecordRing *self)
{
  g_autoptr (GDir) directory = g_dir_open (self->directory, 0, NULL);
  const char *name;

  g_ptr_array_set_size (self->files, 0);
  while (directory && (name = g_dir_read_name (directory)))
    {
      GscopeRecordRingFile *file = parse_name (self, name);
      GVariant *index = file ? gscope_record_ring_index_read (file->index_path) : NULL;

      if (file)
        g_ptr_array_add (self->files, file);
      if (index)
        take_index (self, file, index);
    }
  g_ptr_array_sort (self->files, compare_files);
  for (guint i = 0; i < self->files->len; i++)
    if (!((GscopeRecordRingFile *) self->files->pdata[i])->index)
      index_file (self, self->files->pdata[i]);
}

/* Recording. */

static void
add_written (GscopeRecordRing *self, GFile *recording)
{
  g_autofree char *name = g_file_get_basename (recording);
  GscopeRecordRingFile *file = parse_name (self, name);

  file->first = gscope_clock_get_time (self->clock);
  file->last = G_MAXINT64;
  g_ptr_array_add (self->files, file);
  self->is_writing = TRUE;
}

/* Ends the file that is written. */
static void
end_written (GscopeRecordRing *self)
{
  GscopeRecordRingFile *file = get_written (self);

  if (!file)
    return;
  file->bytes = get_file_size (file->path);
  file->last = gscope_clock_get_time (self->clock);
  self->is_writing = FALSE;
  index_file (self, file);
}

static void
on_written (GscopeRecorder *recorder, GParamSpec *pspec, GscopeRecordRing *self)
{
  GFile *current = gscope_recorder_get_current_file (recorder);
  GscopeRecordRingFile *written = get_written (self);

  if (written && g_strcmp0 (g_file_peek_path (current), written->path) != 0)
    {
      end_written (self);
      add_written (self, current);
    }
  if (gscope_clock_get_time (self->clock) - self->start_time > GSCOPE_SEC)
    set_problem (self, NULL);
  keep_bounds (self, RESERVE);
}

static gboolean
on_retry (gpointer data)
{
  GscopeRecordRing *self = data;

  g_clear_pointer (&self->retry, g_source_unref);
  start_recorder (self);
  return G_SOURCE_REMOVE;
}

/* A full disk is tried again at once if there was something to remove. */
static void
retry (GscopeRecordRing *self, const GError *error)
{
  gboolean has_room =
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE) && remove_oldest (self);

  self->n_failures++;
  set_problem (self, error->message);
  cancel_retry (self);
  self->retry = gscope_clock_create_timeout (self->clock, has_room ? GSCOPE_MSEC : PATIENCE);
  g_source_set_static_name (self->retry, "[gscope] ring");
  g_source_set_callback (self->retry, on_retry, self, NULL);
  g_source_attach (self->retry, g_main_context_get_thread_default ());
}

static void
on_failed (GscopeRecorder *recorder, const GError *error, GscopeRecordRing *self)
{
  end_written (self);
  retry (self, error);
}

static void
start_recorder (GscopeRecordRing *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format (now, "%Y%m%dT%H%M%S.%fZ");
  g_autofree char *path =
      g_strdup_printf ("%s/" PREFIX "%s-%s" SUFFIX, self->directory, date, self->clock_name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  self->start_time = gscope_clock_get_time (self->clock);
  keep_bounds (self, RESERVE);
  if (gscope_recorder_start (self->recorder, file, &error))
    add_written (self, file);
  else
    retry (self, error);
}

static GscopeRecorder *
make_recorder (GscopeRecordRing *self)
{
  GscopeRecorder *recorder = gscope_recorder_new (self->scopes->pdata[0]);
  gint64 duration = self->max_duration / N_PARTS;

  for (guint i = 1; i < self->scopes->len; i++)
    gscope_recorder_add_scope (recorder, self->scopes->pdata[i]);
  gscope_recorder_set_replace (recorder, FALSE);
  gscope_recorder_set_rotation (recorder, MIN (MAX_TEXT, self->max_bytes / N_PARTS),
                                duration > 0 ? MAX (duration, GSCOPE_SEC) : 0);
  g_signal_connect (recorder, "notify::bytes-written", G_CALLBACK (on_written), self);
  g_signal_connect (recorder, "failed", G_CALLBACK (on_failed), self);
  return recorder;
}

static gboolean
lock_directory (GscopeRecordRing *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->directory, "lock", NULL);

  g_mkdir_with_parents (self->directory, 0700);
  self->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (self->lock >= 0 && flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  if (self->lock >= 0 && errno == EWOULDBLOCK)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                 _ ("Another program records to “%s”. Choose another directory."), self->directory);
  else
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                 _ ("Cannot record to “%s”: %s. Choose another directory."), self->directory,
                 g_strerror (errno));
  if (self->lock >= 0)
    close (self->lock);
  self->lock = -1;
  return FALSE;
}

/**
 * gscope_record_ring_start:
 * @self: a ring
 * @error: why it does not record
 *
 * Records from now on, after the files that are there.
 *
 * Returns: whether the directory can be used
 */
gboolean
gscope_record_ring_start (GscopeRecordRing *self, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), FALSE);
  g_return_val_if_fail (!self->recorder, FALSE);

  if (!lock_directory (self, error))
    return FALSE;
  if (!self->clock_name)
    self->clock_name = name_clock ();
  read_directory (self);
  self->recorder = make_recorder (self);
  start_recorder (self);
  return TRUE;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeRecordRing *self = g_task_get_source_object (task);
  GError *error = NULL;

  end_written (self);
  g_signal_handlers_disconnect_by_data (self->recorder, self);
  g_clear_object (&self->recorder);
  if (self->lock >= 0)
    close (self->lock);
  self->lock = -1;
  if (gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * gscope_record_ring_stop_async:
 * @self: a ring that records
 * @callback: called when all is written
 * @user_data: data for @callback
 *
 * Ends the recording. The files stay.
 */
void
gscope_record_ring_stop_async (GscopeRecordRing *self, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (GSCOPE_IS_RECORD_RING (self));
  g_return_if_fail (self->recorder);

  cancel_retry (self);
  gscope_recorder_stop_async (self->recorder, on_stopped,
                              g_task_new (self, NULL, callback, user_data));
}

/**
 * gscope_record_ring_stop_finish:
 * @self: a ring
 * @result: the result
 * @error: why not all was written
 *
 * Ends gscope_record_ring_stop_async().
 *
 * Returns: whether all was written
 */
gboolean
gscope_record_ring_stop_finish (GscopeRecordRing *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_record_ring_get_problem: (get-property problem)
 * @self: a ring
 *
 * Gets why nothing is recorded.
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL if all is well
 */
const char *
gscope_record_ring_get_problem (GscopeRecordRing *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), NULL);

  return self->problem;
}

/**
 * gscope_record_ring_get_n_failures:
 * @self: a ring
 *
 * Counts how often a file could not be written. Each failure leaves a gap.
 *
 * Returns: their number
 */
guint
gscope_record_ring_get_n_failures (GscopeRecordRing *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), 0);

  return self->n_failures;
}

GscopeRecorder *
gscope_record_ring_get_recorder (GscopeRecordRing *self)
{
  return self->recorder;
}

/* Queries. */

/* Keeps the samples of a few complete files. Samples of the file that is written are out of date soon. */
static void
on_loaded (gpointer owner, GscopeRecordRingFile *file)
{
  GscopeRecordRing *self = owner;

  if (file == get_written (self))
    {
      self->read_time = gscope_clock_get_time (self->clock);
      return;
    }
  g_queue_push_head (&self->loaded, gscope_record_ring_file_ref (file));
  if (g_queue_get_length (&self->loaded) > MAX_LOADED)
    {
      GscopeRecordRingFile *oldest = g_queue_pop_tail (&self->loaded);

      g_clear_pointer (&oldest->samples, gscope_record_ring_samples_unref);
      gscope_record_ring_file_unref (oldest);
    }
}

static gboolean
has_signal (const GscopeRecordRingFile *file, const char *name)
{
  g_auto (GscopeRecordRingEntry) entry = { 0 };

  return file->index && gscope_record_ring_index_find (file->index, name, &entry);
}

/* The times of a file of a former run are known when it has an index. */
static gboolean
is_usable (const GscopeRecordRingFile *file)
{
  return file->index || file->last > file->first;
}

/* The files of an interval, and at either side the next one that has the signal. */
static GPtrArray *
choose_files (GscopeRecordRing *self, const GscopeRecordRingQuestion *question)
{
  GPtrArray *chosen =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_record_ring_file_unref);
  gint64 to = question->from + question->width * (gint64) question->n;
  guint begin = 0, end;

  while (begin < self->files->len
         && ((GscopeRecordRingFile *) self->files->pdata[begin])->last < question->from)
    begin++;
  for (end = begin;
       end < self->files->len && ((GscopeRecordRingFile *) self->files->pdata[end])->first < to;)
    end++;
  for (guint i = begin, n = 0; i > 0 && n < MAX_NEIGHBOURS; n++)
    if (has_signal (self->files->pdata[--i], question->signal))
      {
        begin = i;
        break;
      }
  for (guint i = end, n = 0; i < self->files->len && n < MAX_NEIGHBOURS; i++, n++)
    if (has_signal (self->files->pdata[i], question->signal))
      {
        end = i + 1;
        break;
      }
  for (guint i = begin; i < end; i++)
    if (is_usable (self->files->pdata[i]))
      g_ptr_array_add (chosen, gscope_record_ring_file_ref (self->files->pdata[i]));
  return chosen;
}

void
gscope_record_ring_query_async (GscopeRecordRing *self, const GscopeRecordRingQuestion *question,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GscopeRecordRingFile *written = get_written (self);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  if (written && gscope_clock_get_time (self->clock) - self->read_time > FRESHNESS)
    g_clear_pointer (&written->samples, gscope_record_ring_samples_unref);
  gscope_record_ring_query (choose_files (self, question), written, question, on_loaded, task);
}

GscopeRecordRingAnswer *
gscope_record_ring_query_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
