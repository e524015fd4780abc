/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/ring-file.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/playback/recording.h>
#include <gscope/trace/digest.h>
#include <string.h>

#define INDEX_VERSION 1
#define COLUMN_TYPE "(xddddt)"
#define GAP_TYPE "(xxt)"
#define ENTRY_TYPE "(sxxxa" COLUMN_TYPE "a" GAP_TYPE ")"
/* version, a time and the same since 1970, first and last sample, signals sorted by name */
#define INDEX_TYPE "(xxxxxa" ENTRY_TYPE ")"

enum
{
  SAMPLES_IN_COLUMN = 128,
  /* The most memory for the samples of a file, whose text has a bound. */
  BUDGET = 256 * 1024 * 1024,
  MIN_WIDTH_LOG = 10,
  MAX_WIDTH_LOG = 56,
};

/* Times in a file: 36 years from the begin of its clock, and the year 2116. Sums of a few of them are integers of 64
 * bits. */
#define MAX_TIME (G_GINT64_CONSTANT (1) << 60)
#define MAX_WALL_TIME (G_GINT64_CONSTANT (1) << 62)

/* Samples. */

static void
samples_clear (gpointer data)
{
  g_hash_table_unref (((GscopeRecordRingSamples *) data)->traces);
}

void
gscope_record_ring_samples_unref (GscopeRecordRingSamples *self)
{
  g_atomic_rc_box_release_full (self, samples_clear);
}

static gboolean
is_time (gint64 time)
{
  return time > -MAX_TIME && time < MAX_TIME;
}

/* An empty file has times that are no times. */
static gboolean
has_times (gint64 time, gint64 start, gint64 first, gint64 last)
{
  return is_time (time) && start > -MAX_WALL_TIME && start < MAX_WALL_TIME
         && (first > last || (is_time (first) && is_time (last)));
}

static void
take_time (GscopeRecordRingSamples *self, gint64 time)
{
  self->first = MIN (self->first, time);
  self->last = MAX (self->last, time);
}

static void
take_trace (GscopeRecordRingSamples *self, const char *name, GscopeTrace *trace)
{
  guint64 end = gscope_trace_get_end (trace);

  if (end == 0)
    return;
  take_time (self, gscope_trace_get_time (trace, 0));
  take_time (self, gscope_trace_get_time (trace, end - 1));
  g_hash_table_insert (self->traces, g_strdup (name), gscope_trace_ref (trace));
}

static GscopeRecordRingSamples *
take_recording (GscopeRecording *recording)
{
  GscopeRecordRingSamples *self = g_atomic_rc_box_new0 (GscopeRecordRingSamples);

  self->time = recording->time;
  self->start = recording->start;
  self->first = G_MAXINT64;
  self->last = G_MININT64;
  self->is_cut = recording->problem != NULL;
  self->traces =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) gscope_trace_unref);
  for (guint i = 0; i < recording->channels->len; i++)
    {
      GscopeTrack *track = recording->channels->pdata[i];

      if (track->fresh)
        take_trace (self, track->name, track->fresh);
    }
  for (guint i = 0; i < recording->markers->len; i++)
    take_time (self, gscope_marker_get_time (
                         g_array_index (recording->markers, GscopeRecordingMarker, i).marker));
  return self;
}

GscopeRecordRingSamples *
gscope_record_ring_samples_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GscopeRecording) recording = gscope_recording_new (path, NULL, BUDGET, FALSE, error);
  g_autoptr (GscopeRecordRingSamples) self = NULL;

  if (!recording || !gscope_recording_read (recording, cancellable, error))
    return NULL;
  if (!recording->refusal && recording->has_start && !recording->is_overview)
    {
      self = take_recording (recording);
      if (has_times (self->time, self->start, self->first, self->last))
        return g_steal_pointer (&self);
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("Cannot read the recording “%s”: it is not one of a ring. Remove it."), path);
  return NULL;
}

/* Making an index. */

static gint64
choose_width (gint64 duration, guint64 n)
{
  double width = (double) duration / ((double) n / SAMPLES_IN_COLUMN);
  guint log = MIN_WIDTH_LOG;

  while (log < MAX_WIDTH_LOG && (double) (G_GINT64_CONSTANT (1) << log) < width)
    log++;
  return G_GINT64_CONSTANT (1) << log;
}

static gint64
round_down (gint64 time, gint64 width)
{
  return time & -width;
}

/* Gaps have a list of their own. */
static void
add_columns (gint64 time, gint64 width, const GscopeColumn *columns, gsize n, gpointer builder)
{
  for (gsize i = 0; i < n; i++)
    if (columns[i].count > 0)
      g_variant_builder_add (builder, COLUMN_TYPE, time + (gint64) i * width, columns[i].min,
                             columns[i].max, columns[i].first, columns[i].last, columns[i].count);
}

static GVariant *
make_entry (const char *name, GscopeTrace *trace)
{
  guint64 end = gscope_trace_get_end (trace);
  gint64 first = gscope_trace_get_time (trace, 0), last = gscope_trace_get_time (trace, end - 1);
  gint64 width = choose_width (last - first, end);
  gint64 from = round_down (first, width);
  g_auto (GVariantBuilder) columns = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a" COLUMN_TYPE));
  g_auto (GVariantBuilder) holes = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a" GAP_TYPE));
  gsize n_gaps;
  const GscopeGap *gaps = gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n_gaps);

  for (gsize i = 0; i < n_gaps; i++)
    g_variant_builder_add (&holes, GAP_TYPE, gaps[i].begin, gaps[i].end, (guint64) gaps[i].cause);
  gscope_trace_digest (trace, from, width, (gsize) ((last - from) / width) + 1, add_columns,
                       &columns);
  return g_variant_new ("(sxxxa" COLUMN_TYPE "a" GAP_TYPE ")", name, first, last, width, &columns,
                        &holes);
}

GVariant *
gscope_record_ring_index_new (GscopeRecordRingSamples *samples)
{
  g_autoptr (GList) names =
      g_list_sort (g_hash_table_get_keys (samples->traces), (GCompareFunc) strcmp);
  g_auto (GVariantBuilder) entries = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a" ENTRY_TYPE));

  for (GList *l = names; l; l = l->next)
    g_variant_builder_add_value (
        &entries, make_entry (l->data, g_hash_table_lookup (samples->traces, l->data)));
  return g_variant_ref_sink (g_variant_new ("(xxxxxa" ENTRY_TYPE ")", (gint64) INDEX_VERSION,
                                            samples->time, samples->start, samples->first,
                                            samples->last, &entries));
}

/* The file of an index. */

static gboolean
has_columns (const GscopeRecordRingEntry *entry)
{
  const GscopeRecordRingColumn *columns = entry->columns;

  for (gsize i = 0; i < entry->n_columns; i++)
    if (!is_time (columns[i].time) || columns[i].count == 0
        || (i > 0 && columns[i].time - columns[i - 1].time < entry->width))
      return FALSE;
  return TRUE;
}

/* A gap without an end has a time that is none. */
static gboolean
has_gaps (const GscopeRecordRingEntry *entry)
{
  const GscopeRecordRingGap *gaps = entry->gaps;

  for (gsize i = 0; i < entry->n_gaps; i++)
    if (!is_time (gaps[i].begin) || gaps[i].end < gaps[i].begin
        || !(is_time (gaps[i].end) || gaps[i].end == G_MAXINT64))
      return FALSE;
  return TRUE;
}

static void take_entry (GscopeRecordRingEntry *self, GVariant *variant);

static gboolean
is_entry (GVariant *variant)
{
  g_auto (GscopeRecordRingEntry) entry = { 0 };

  take_entry (&entry, variant);
  return entry.width >= G_GINT64_CONSTANT (1) << MIN_WIDTH_LOG
         && entry.width <= G_GINT64_CONSTANT (1) << MAX_WIDTH_LOG && is_time (entry.first)
         && is_time (entry.last) && entry.first <= entry.last && has_columns (&entry)
         && has_gaps (&entry);
}

/* Somebody may have changed the file. Its numbers are computed with, so that each is looked at. */
static gboolean
is_index (GVariant *index)
{
  g_autoptr (GVariant) entries = g_variant_get_child_value (index, 5);
  gsize n = g_variant_n_children (entries);
  gint64 version, time, start, first, last;

  g_variant_get_child (index, 0, "x", &version);
  gscope_record_ring_index_get_times (index, &time, &start, &first, &last);
  if (version != INDEX_VERSION || !has_times (time, start, first, last) || first > last)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) entry = g_variant_get_child_value (entries, i);

      if (!is_entry (entry))
        return FALSE;
    }
  return TRUE;
}

/* The arrays of an index are read in place: they have to be whole. */
GVariant *
gscope_record_ring_index_read (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = file ? g_mapped_file_get_bytes (file) : NULL;
  g_autoptr (GVariant) index = bytes ? g_variant_ref_sink (g_variant_new_from_bytes (
                                   G_VARIANT_TYPE (INDEX_TYPE), bytes, FALSE))
                                     : NULL;

  if (!index || !g_variant_is_normal_form (index) || !is_index (index))
    return NULL;
  return g_steal_pointer (&index);
}

gboolean
gscope_record_ring_index_write (GVariant *self, const char *path, GError **error)
{
  return g_file_set_contents_full (path, g_variant_get_data (self),
                                   (gssize) g_variant_get_size (self),
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

void
gscope_record_ring_index_get_times (GVariant *self, gint64 *time, gint64 *start, gint64 *first,
                                    gint64 *last)
{
  g_variant_get_child (self, 1, "x", time);
  g_variant_get_child (self, 2, "x", start);
  g_variant_get_child (self, 3, "x", first);
  g_variant_get_child (self, 4, "x", last);
}

void
gscope_record_ring_entry_clear (GscopeRecordRingEntry *self)
{
  g_clear_pointer (&self->owner, g_variant_unref);
}

static void
take_entry (GscopeRecordRingEntry *self, GVariant *variant)
{
  g_autoptr (GVariant) columns = g_variant_get_child_value (variant, 4);
  g_autoptr (GVariant) gaps = g_variant_get_child_value (variant, 5);

  self->owner = g_variant_ref (variant);
  g_variant_get_child (variant, 1, "x", &self->first);
  g_variant_get_child (variant, 2, "x", &self->last);
  g_variant_get_child (variant, 3, "x", &self->width);
  self->columns = g_variant_get_fixed_array (columns, &self->n_columns, sizeof *self->columns);
  self->gaps = g_variant_get_fixed_array (gaps, &self->n_gaps, sizeof *self->gaps);
}

gboolean
gscope_record_ring_index_find (GVariant *self, const char *name, GscopeRecordRingEntry *entry)
{
  g_autoptr (GVariant) entries = g_variant_get_child_value (self, 5);
  gsize low = 0, high = g_variant_n_children (entries);

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      g_autoptr (GVariant) child = g_variant_get_child_value (entries, middle);
      const char *found;
      int order;

      g_variant_get_child (child, 0, "&s", &found);
      order = strcmp (name, found);
      if (order == 0)
        {
          take_entry (entry, child);
          return TRUE;
        }
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return FALSE;
}
