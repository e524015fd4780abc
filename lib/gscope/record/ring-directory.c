/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/ring-directory.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/hand-over.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "gscope-"
#define SUFFIX ".tuples.zst"
#define INDEX_SUFFIX ".index"

/* In the year 2096. */
#define MAX_SECONDS G_GINT64_CONSTANT (4000000000)

enum
{
  /* Files in which the sample next to an interval is looked for. */
  MAX_NEIGHBOURS = 16,
  /* Files of former runs that are read at once: each takes much memory, and all processors. */
  MAX_INDEXING = 2,
};

struct _GscopeRecordRingDirectory
{
  char *path;
  GscopeClock *clock;
  GObject *owner;
  const GscopeRecordRingDirectoryFuncs *funcs;
  char *clock_name;
  guint64 max_bytes;
  gint64 max_duration;

  int lock;
  /* GscopeRecordRingFile, in the order of time; the last one is the file that is written */
  GPtrArray *files;
  gboolean is_writing;
  /* indexes that are being made; those of files that a former run has left, and such files that wait */
  guint n_indexing;
  guint n_left;
  GQueue left;
};

GscopeRecordRingDirectory *
gscope_record_ring_directory_new (const char *path, GscopeClock *clock, gpointer owner,
                                  const GscopeRecordRingDirectoryFuncs *funcs)
{
  GscopeRecordRingDirectory *self = g_new0 (GscopeRecordRingDirectory, 1);

  self->path = g_strdup (path);
  self->clock = g_object_ref (clock);
  self->owner = owner;
  self->funcs = funcs;
  self->max_bytes = G_MAXUINT64;
  self->lock = -1;
  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_record_ring_file_unref);
  g_queue_init (&self->left);
  return self;
}

void
gscope_record_ring_directory_free (GscopeRecordRingDirectory *self)
{
  gscope_record_ring_directory_close (self);
  gscope_record_ring_directory_leave (self);
  g_ptr_array_unref (self->files);
  g_object_unref (self->clock);
  g_free (self->clock_name);
  g_free (self->path);
  g_free (self);
}

GscopeRecordRingFile *
gscope_record_ring_directory_get_written (GscopeRecordRingDirectory *self)
{
  return self->is_writing ? self->files->pdata[self->files->len - 1] : NULL;
}

/* Of the files that can be removed. */
static GscopeRecordRingFile *
get_oldest (GscopeRecordRingDirectory *self)
{
  for (guint i = 0; i < self->files->len; i++)
    if (!((GscopeRecordRingFile *) self->files->pdata[i])->is_stuck)
      return self->files->pdata[i];
  return NULL;
}

/* The bounds. */

static guint64
get_file_size (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 ? (guint64) status.st_size : 0;
}

static void
measure (GscopeRecordRingFile *file)
{
  file->bytes = get_file_size (file->path) + get_file_size (file->index_path);
}

guint64
gscope_record_ring_directory_get_bytes (GscopeRecordRingDirectory *self)
{
  GscopeRecordRingFile *written = gscope_record_ring_directory_get_written (self);
  guint64 sum = 0;

  if (written)
    measure (written);
  for (guint i = 0; i < self->files->len; i++)
    sum += ((GscopeRecordRingFile *) self->files->pdata[i])->bytes;
  return sum;
}

static void
report_stuck (GscopeRecordRingDirectory *self, const GscopeRecordRingFile *file, int code)
{
  g_autofree char *text =
      g_strdup_printf (_ ("Cannot remove the recording “%s”, whose time has come: %s. It still "
                          "takes room, which newer recordings lack. Remove it."),
                       file->path, g_strerror (code));

  self->funcs->found (self->owner, text);
}

/* A file that stays has its index, and is not tried again. */
static void
remove_file (GscopeRecordRingDirectory *self, GscopeRecordRingFile *file)
{
  if (g_unlink (file->path) != 0 && errno != ENOENT)
    {
      file->is_stuck = TRUE;
      report_stuck (self, file, errno);
      return;
    }
  g_unlink (file->index_path);
  g_ptr_array_remove (self->files, file);
}

gboolean
gscope_record_ring_directory_remove_oldest (GscopeRecordRingDirectory *self)
{
  GscopeRecordRingFile *oldest = get_oldest (self);

  if (!oldest || oldest == gscope_record_ring_directory_get_written (self))
    return FALSE;
  remove_file (self, oldest);
  return TRUE;
}

gint64
gscope_record_ring_directory_get_expiry (GscopeRecordRingDirectory *self)
{
  const GscopeRecordRingFile *oldest = get_oldest (self);

  return self->max_duration > 0 && oldest ? oldest->first + self->max_duration : G_MAXINT64;
}

void
gscope_record_ring_directory_keep_bounds (GscopeRecordRingDirectory *self, guint64 reserve)
{
  gint64 now = gscope_clock_get_time (self->clock);

  while ((gscope_record_ring_directory_get_expiry (self) <= now
          || gscope_record_ring_directory_get_bytes (self) + reserve > self->max_bytes)
         && gscope_record_ring_directory_remove_oldest (self))
    continue;
}

void
gscope_record_ring_directory_set_bounds (GscopeRecordRingDirectory *self, guint64 max_bytes,
                                         gint64 max_duration)
{
  self->max_bytes = max_bytes;
  self->max_duration = max_duration;
}

/* Names. */

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
gscope_record_ring_directory_set_clock_name (GscopeRecordRingDirectory *self, const char *name)
{
  g_free (self->clock_name);
  self->clock_name = name ? g_strdup (name) : name_clock ();
}

GFile *
gscope_record_ring_directory_name_file (GscopeRecordRingDirectory *self)
{
  gint64 now = gscope_clock_to_unix (self->clock, gscope_clock_get_time (self->clock));
  g_autoptr (GDateTime) second = g_date_time_new_from_unix_utc (now / GSCOPE_SEC);
  g_autofree char *date = g_date_time_format (second, "%Y%m%dT%H%M%S");
  g_autofree char *path = g_strdup_printf ("%s/" PREFIX "%s.%06dZ-%s" SUFFIX, self->path, date,
                                           (int) (now % GSCOPE_SEC / 1000), self->clock_name);

  return g_file_new_for_path (path);
}

/* Returns by how much the clock here is behind the wall clock. */
static gint64
get_distance (GscopeRecordRingDirectory *self)
{
  gint64 now = gscope_clock_get_time (self->clock);

  return gscope_clock_to_unix (self->clock, now) - now;
}

/* Converts seconds since 1970 to the clock here. They are from a name or a file and may be any number. */
static gint64
convert_seconds (GscopeRecordRingDirectory *self, gint64 seconds)
{
  return CLAMP (seconds, 0, MAX_SECONDS) * GSCOPE_SEC - get_distance (self);
}

/* Estimates the times of a file without an index, by the wall clock: from the start of its run to its last change. */
static gboolean
estimate_times (GscopeRecordRingDirectory *self, GscopeRecordRingFile *file, const char *date)
{
  g_autoptr (GDateTime) begin = g_date_time_new_from_iso8601 (date, NULL);
  struct stat status;

  if (!begin)
    return FALSE;
  file->first = convert_seconds (self, g_date_time_to_unix (begin));
  file->last = file->first;
  if (stat (file->path, &status) == 0)
    file->last = MAX (file->first, convert_seconds (self, status.st_mtim.tv_sec));
  return TRUE;
}

/* Makes a file of a name gscope-DATE-CLOCK.tuples.zst or gscope-DATE-CLOCK-PART.tuples.zst; NULL of another name. */
static GscopeRecordRingFile *
parse_name (GscopeRecordRingDirectory *self, const char *name)
{
  g_autofree char *stem = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GscopeRecordRingFile) file = NULL;

  if (!g_str_has_prefix (name, PREFIX) || !g_str_has_suffix (name, SUFFIX))
    return NULL;
  stem = g_strndup (name, strlen (name) - strlen (SUFFIX));
  words = g_strsplit (stem + strlen (PREFIX), "-", 4);
  if (g_strv_length (words) < 2 || g_strv_length (words) > 3)
    return NULL;
  file = g_rc_box_new0 (GscopeRecordRingFile);
  file->path = g_build_filename (self->path, name, NULL);
  file->index_path = g_strdup_printf ("%s/%s" INDEX_SUFFIX, self->path, stem);
  file->run = g_strdup_printf ("%s-%s", words[0], words[1]);
  file->part = words[2] ? g_ascii_strtoull (words[2], NULL, 10) : 1;
  if (!estimate_times (self, file, words[0]))
    return NULL;
  measure (file);
  return g_steal_pointer (&file);
}

/* Times of another clock are compared by the wall clock. */
static void
take_index (GscopeRecordRingDirectory *self, GscopeRecordRingFile *file, GVariant *index)
{
  gint64 time, start;

  g_clear_pointer (&file->index, g_variant_unref);
  file->index = index;
  gscope_record_ring_index_get_times (index, &time, &start, &file->first, &file->last);
  file->offset = g_str_has_suffix (file->run, self->clock_name)
                     ? 0
                     : CLAMP (start - time - get_distance (self), -GSCOPE_RECORD_RING_MAX_OFFSET,
                              GSCOPE_RECORD_RING_MAX_OFFSET);
  file->first += file->offset;
  file->last += file->offset;
  measure (file);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const GscopeRecordRingFile *one = *(GscopeRecordRingFile *const *) a,
                             *other = *(GscopeRecordRingFile *const *) b;
  int order = strcmp (one->run, other->run);

  return order != 0 ? order : (one->part > other->part) - (one->part < other->part);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const GscopeRecordRingFile *one = *(GscopeRecordRingFile *const *) a,
                             *other = *(GscopeRecordRingFile *const *) b;

  return one->first != other->first ? (one->first > other->first) - (one->first < other->first)
                                    : compare_names (a, b);
}

/* The file that is written stays the last one. */
static void
sort_files (GscopeRecordRingDirectory *self)
{
  GscopeRecordRingFile *written = gscope_record_ring_directory_get_written (self);

  if (written)
    g_ptr_array_steal_index (self->files, self->files->len - 1);
  g_ptr_array_sort (self->files, compare_times);
  if (written)
    g_ptr_array_add (self->files, written);
}

/* Indexing. */

typedef struct
{
  GscopeRecordRingDirectory *directory;
  GscopeRecordRingFile *file;
  gboolean is_left;
  /* of the thread: the file, and its index, NULL for a file without samples */
  char *path;
  GVariant *index;
  gboolean is_cut;
} Indexing;

static void
indexing_free (Indexing *self)
{
  gscope_record_ring_file_unref (self->file);
  g_clear_pointer (&self->index, g_variant_unref);
  g_free (self->path);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Indexing, indexing_free)

static void
read_file (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Indexing *self = data;
  GError *error = NULL;
  g_autoptr (GscopeRecordRingSamples) samples = NULL;

  gscope_hand_over (self);
  samples = gscope_record_ring_samples_read (self->path, cancellable, &error);
  gscope_hand_over (self);
  if (!samples)
    {
      g_task_return_error (task, error);
      return;
    }
  self->is_cut = samples->is_cut;
  if (samples->first <= samples->last)
    self->index = gscope_record_ring_index_new (samples);
  gscope_hand_over (self);
  g_task_return_boolean (task, TRUE);
}

/* An index that cannot be written, since the disk is full, is in memory. */
static void
add_index (GscopeRecordRingDirectory *self, GscopeRecordRingFile *file, GVariant *index)
{
  GVariant *mapped = NULL;

  gscope_record_ring_directory_keep_bounds (self, g_variant_get_size (index));
  if (!g_file_test (file->path, G_FILE_TEST_EXISTS))
    return;
  if (gscope_record_ring_index_write (index, file->index_path, NULL))
    mapped = gscope_record_ring_index_read (file->index_path);
  take_index (self, file, mapped ? mapped : g_variant_ref (index));
  g_clear_pointer (&file->samples, gscope_record_ring_samples_unref);
}

static void
report_cut (GscopeRecordRingDirectory *self, const GscopeRecordRingFile *file)
{
  gint64 last = file->last + get_distance (self);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (last / GSCOPE_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);
  g_autofree char *date = g_date_time_format (local, "%F %T");
  g_autofree char *text =
      g_strdup_printf (_ ("The program that recorded to “%s” was killed, or the machine stopped. "
                          "Its samples until %s.%03d are there; "
                          "those that came later were not written."),
                       file->path, date, (int) (last % GSCOPE_SEC / GSCOPE_MSEC));

  self->funcs->found (self->owner, text);
}

static void
report_damage (GscopeRecordRingDirectory *self, const GError *error)
{
  g_autofree char *text = g_strdup_printf (
      _ ("%s It answers no queries, and is removed when its time has come."), error->message);

  self->funcs->found (self->owner, text);
}

/* Files without samples have nothing to answer. A file that cannot be read stays until its time has come. */
static void
take_reading (GscopeRecordRingDirectory *self, const Indexing *indexing, const GError *error)
{
  GscopeRecordRingFile *file = indexing->file;

  if (!g_ptr_array_find (self->files, file, NULL))
    return;
  if (indexing->index)
    add_index (self, file, indexing->index);
  else if (!error || get_file_size (file->path) == 0)
    remove_file (self, file);
  else if (indexing->is_left)
    report_damage (self, error);
  if (file->index && indexing->is_cut && indexing->is_left)
    report_cut (self, file);
}

static void index_left (GscopeRecordRingDirectory *self);

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Indexing) indexing = data;
  GscopeRecordRingDirectory *self = indexing->directory;
  g_autoptr (GError) error = NULL;

  gscope_hand_over (indexing);
  g_task_propagate_boolean (G_TASK (result), &error);
  self->n_indexing--;
  self->n_left -= indexing->is_left ? 1 : 0;
  take_reading (self, indexing, error);
  sort_files (self);
  index_left (self);
  self->funcs->indexed (self->owner);
}

static void
index_file (GscopeRecordRingDirectory *self, GscopeRecordRingFile *file, gboolean is_left)
{
  Indexing *indexing = g_new0 (Indexing, 1);
  g_autoptr (GTask) task = g_task_new (self->owner, NULL, on_read, indexing);

  indexing->directory = self;
  indexing->file = gscope_record_ring_file_ref (file);
  indexing->path = g_strdup (file->path);
  indexing->is_left = is_left;
  self->n_indexing++;
  self->n_left += is_left ? 1 : 0;
  g_task_set_task_data (task, indexing, NULL);
  gscope_hand_over (indexing);
  g_task_run_in_thread (task, read_file);
}

/* The newest files first: old ones may go before they are read. */
static void
index_left (GscopeRecordRingDirectory *self)
{
  while (self->n_left < MAX_INDEXING && !g_queue_is_empty (&self->left))
    {
      g_autoptr (GscopeRecordRingFile) file = g_queue_pop_tail (&self->left);

      if (g_ptr_array_find (self->files, file, NULL))
        index_file (self, file, TRUE);
    }
}

void
gscope_record_ring_directory_leave (GscopeRecordRingDirectory *self)
{
  g_queue_clear_full (&self->left, (GDestroyNotify) gscope_record_ring_file_unref);
}

gboolean
gscope_record_ring_directory_is_reading (GscopeRecordRingDirectory *self)
{
  return self->n_left > 0 || !g_queue_is_empty (&self->left);
}

gboolean
gscope_record_ring_directory_is_indexing (GscopeRecordRingDirectory *self)
{
  return self->n_indexing > 0;
}

/* Opening. */

/* Returns whether a file is an index without a recording, or an index that a killed program has not finished. */
static gboolean
is_useless (GscopeRecordRingDirectory *self, const char *name)
{
  const char *suffix = strstr (name, INDEX_SUFFIX);
  g_autofree char *recording = NULL;

  if (!g_str_has_prefix (name, PREFIX) || !suffix)
    return FALSE;
  recording = g_strdup_printf ("%s/%.*s" SUFFIX, self->path, (int) (suffix - name), name);
  return suffix[strlen (INDEX_SUFFIX)] == '.' || !g_file_test (recording, G_FILE_TEST_EXISTS);
}

static void
find_file (GscopeRecordRingDirectory *self, const char *name)
{
  GscopeRecordRingFile *file = parse_name (self, name);
  GVariant *index = file ? gscope_record_ring_index_read (file->index_path) : NULL;
  g_autofree char *path = g_build_filename (self->path, name, NULL);

  if (file)
    g_ptr_array_add (self->files, file);
  else if (is_useless (self, name))
    g_unlink (path);
  if (index)
    take_index (self, file, index);
}

/* A file without an index begins where the one before it in its run ends. */
static void
order_files (GscopeRecordRingDirectory *self)
{
  const GscopeRecordRingFile *before = NULL;

  g_ptr_array_sort (self->files, compare_names);
  for (guint i = 0; i < self->files->len; i++)
    {
      GscopeRecordRingFile *file = self->files->pdata[i];

      if (!file->index && before && g_str_equal (before->run, file->run))
        file->first = before->last;
      file->last = MAX (file->first, file->last);
      before = file;
    }
  sort_files (self);
}

static void
read_directory (GscopeRecordRingDirectory *self)
{
  g_autoptr (GDir) directory = g_dir_open (self->path, 0, NULL);
  const char *name;

  g_ptr_array_set_size (self->files, 0);
  while (directory && (name = g_dir_read_name (directory)))
    find_file (self, name);
  order_files (self);
  for (guint i = 0; i < self->files->len; i++)
    if (!((GscopeRecordRingFile *) self->files->pdata[i])->index)
      g_queue_push_tail (&self->left, gscope_record_ring_file_ref (self->files->pdata[i]));
  index_left (self);
}

gboolean
gscope_record_ring_directory_open (GscopeRecordRingDirectory *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->path, "lock", NULL);

  g_mkdir_with_parents (self->path, 0700);
  self->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (self->lock >= 0 && flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    {
      if (!self->clock_name)
        self->clock_name = name_clock ();
      read_directory (self);
      return TRUE;
    }
  if (self->lock >= 0 && errno == EWOULDBLOCK)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                 _ ("Another program records to “%s”. Choose another directory."), self->path);
  else
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                 _ ("Cannot record to “%s”: %s. Choose another directory."), self->path,
                 g_strerror (errno));
  gscope_record_ring_directory_close (self);
  return FALSE;
}

void
gscope_record_ring_directory_close (GscopeRecordRingDirectory *self)
{
  if (self->lock >= 0)
    close (self->lock);
  self->lock = -1;
}

/* The file that is written. */

void
gscope_record_ring_directory_begin_file (GscopeRecordRingDirectory *self, GFile *recording,
                                         gint64 first)
{
  g_autofree char *name = g_file_get_basename (recording);
  GscopeRecordRingFile *file = parse_name (self, name);

  file->first = first;
  file->last = G_MAXINT64;
  g_ptr_array_add (self->files, file);
  self->is_writing = TRUE;
}

void
gscope_record_ring_directory_end_file (GscopeRecordRingDirectory *self)
{
  GscopeRecordRingFile *file = gscope_record_ring_directory_get_written (self);

  if (!file)
    return;
  measure (file);
  file->last = gscope_clock_get_time (self->clock);
  /* they are not all */
  g_clear_pointer (&file->samples, gscope_record_ring_samples_unref);
  self->is_writing = FALSE;
  index_file (self, file, FALSE);
}

/* Queries. */

static gboolean
has_signal (const GscopeRecordRingFile *file, const char *name)
{
  g_auto (GscopeRecordRingEntry) entry = { 0 };

  return file->index && gscope_record_ring_index_find (file->index, name, &entry);
}

/* The times of a file of a former run are known when it has an index. */
static gboolean
is_usable (GscopeRecordRingDirectory *self, const GscopeRecordRingFile *file)
{
  return file->index || g_str_has_suffix (file->run, self->clock_name);
}

/* Finds the files of an interval, and at either side the next one that has the signal. */
static void
find_files (GscopeRecordRingDirectory *self, const GscopeRecordRingQuestion *question, gint64 to,
            guint *begin, guint *end)
{
  GscopeRecordRingFile **files = (GscopeRecordRingFile **) self->files->pdata;
  guint n_files = self->files->len;

  for (*begin = 0; *begin < n_files && files[*begin]->last < question->from;)
    ++*begin;
  for (*end = *begin; *end < n_files && files[*end]->first < to;)
    ++*end;
  for (guint i = *begin, n = 0; i > 0 && n < MAX_NEIGHBOURS; n++)
    if (has_signal (files[--i], question->signal))
      {
        *begin = i;
        break;
      }
  for (guint i = *end, n = 0; i < n_files && n < MAX_NEIGHBOURS; i++, n++)
    if (has_signal (files[i], question->signal))
      {
        *end = i + 1;
        break;
      }
}

static void
add_usable (GscopeRecordRingDirectory *self, GscopeRecordRingFile *file, GPtrArray *chosen)
{
  if (is_usable (self, file) && !g_ptr_array_find (chosen, file, NULL))
    g_ptr_array_add (chosen, gscope_record_ring_file_ref (file));
}

/* The file that is written is the last one of all; files of a time when the wall clock was wrong may be later nevertheless. */
GPtrArray *
gscope_record_ring_directory_choose (GscopeRecordRingDirectory *self,
                                     const GscopeRecordRingQuestion *question)
{
  GPtrArray *chosen =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_record_ring_file_unref);
  gint64 to = MIN (question->from + question->width * (gint64) question->n, question->end);
  GscopeRecordRingFile *written = gscope_record_ring_directory_get_written (self);
  gboolean has_written = written && written->first < to && written->last >= question->from;
  guint begin, end;

  find_files (self, question, to, &begin, &end);
  for (guint i = begin; i < end; i++)
    {
      GscopeRecordRingFile *file = self->files->pdata[i];

      if (has_written && file->first >= to)
        add_usable (self, written, chosen);
      add_usable (self, file, chosen);
    }
  if (has_written)
    add_usable (self, written, chosen);
  return chosen;
}
