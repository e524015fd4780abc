/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/exporter.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/playback/player-private.h>
#include <gscope/record/converters.h>
#include <gscope/record/merge.h>
#include <gscope/record/table-writer.h>
#include <gscope/text/annotation.h>
#include <gscope/text/block-file.h>
#include <property.h>

/**
 * GscopeExporter:
 *
 * Writes an interval of the traces of scopes to a file: as tuples with markers and descriptions of
 * the signals, or as comma-separated values, MCAP, a trace of Perfetto or a capture of Sysprof for
 * other programs.
 *
 * The file is written beside its place and put there when it is complete; what was there before is
 * kept if that fails. Writing never takes the main loop for longer than a frame.
 *
 * An exporter lives in the main context.
 *
 * Since: 1.0
 */
struct _GscopeExporter
{
  GObject parent_instance;

  GPtrArray *scopes;
  char **full_names;
  gint64 begin;
  gint64 end;
  double progress;
  GscopeExportTimes times;
};

/* One file that is being written; it is freed with its task. */
typedef struct
{
  GFile *file;
  /* the text before the samples */
  GString *head;
  gint64 begin;
  gint64 end;
  /* either of them */
  GscopeRecordMerge *merge;
  GscopeTableWriter *table;
  GscopeRecordTallies tallies;
} Export;

G_DEFINE_FINAL_TYPE (GscopeExporter, gscope_exporter, G_TYPE_OBJECT)

static void
gscope_exporter_finalize (GObject *object)
{
  GscopeExporter *self = GSCOPE_EXPORTER (object);

  g_ptr_array_unref (self->scopes);
  g_strfreev (self->full_names);
  G_OBJECT_CLASS (gscope_exporter_parent_class)->finalize (object);
}

static void
gscope_exporter_class_init (GscopeExporterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_exporter_finalize;
  /**
   * GscopeExporter:progress:
   *
   * How much of the interval was written, from 0 to 1.
   *
   * Since: 1.0
   */
  property_add (object_class, double, "progress", gscope_exporter_get_progress, NULL, 0, 1, 0);
  /**
   * GscopeExporter:times:
   *
   * The form of the times in a table.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "times", gscope_exporter_get_times, gscope_exporter_set_times,
                GSCOPE_TYPE_EXPORT_TIMES, GSCOPE_EXPORT_TIMES_MILLISECONDS);
}

static void
gscope_exporter_init (GscopeExporter *self)
{
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->begin = G_MININT64;
  self->end = G_MAXINT64;
}

/**
 * gscope_exporter_new:
 * @scope: a scope
 *
 * Makes an exporter of all signals of a scope, and of all that their traces hold.
 *
 * Returns: (transfer full): the exporter
 *
 * Since: 1.0
 */
GscopeExporter *
gscope_exporter_new (GscopeScope *scope)
{
  GscopeExporter *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);

  self = g_object_new (GSCOPE_TYPE_EXPORTER, NULL);
  gscope_exporter_add_scope (self, scope);
  return self;
}

/**
 * gscope_exporter_add_scope:
 * @self: an exporter
 * @scope: a scope on the same clock
 *
 * Writes signals and markers of one more scope into the same file.
 *
 * Since: 1.0
 */
void
gscope_exporter_add_scope (GscopeExporter *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_EXPORTER (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));
  g_return_if_fail (self->scopes->len == 0
                    || gscope_scope_get_clock (self->scopes->pdata[0])
                           == gscope_scope_get_clock (scope));

  g_ptr_array_add (self->scopes, g_object_ref (scope));
}

/**
 * gscope_exporter_set_signals:
 * @self: an exporter
 * @full_names: (nullable) (array zero-terminated=1): the full names of signals, %NULL for all
 *
 * Chooses which signals are written, in the order of the scope.
 *
 * Since: 1.0
 */
void
gscope_exporter_set_signals (GscopeExporter *self, const char *const *full_names)
{
  g_return_if_fail (GSCOPE_IS_EXPORTER (self));

  g_strfreev (self->full_names);
  self->full_names = g_strdupv ((char **) full_names);
}

/**
 * gscope_exporter_set_interval:
 * @self: an exporter
 * @begin: time of the first sample, nanoseconds
 * @end: time behind the last sample, nanoseconds
 *
 * Chooses of what time samples and markers are written.
 *
 * Since: 1.0
 */
void
gscope_exporter_set_interval (GscopeExporter *self, gint64 begin, gint64 end)
{
  g_return_if_fail (GSCOPE_IS_EXPORTER (self));
  g_return_if_fail (begin <= end);

  self->begin = begin;
  self->end = end;
}

/**
 * gscope_exporter_get_times: (get-property times)
 * @self: an exporter
 *
 * Gets the form of the times in a table.
 *
 * Returns: the form
 *
 * Since: 1.0
 */
GscopeExportTimes
gscope_exporter_get_times (GscopeExporter *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPORTER (self), GSCOPE_EXPORT_TIMES_MILLISECONDS);

  return self->times;
}

/**
 * gscope_exporter_set_times: (set-property times)
 * @self: an exporter
 * @times: the form of the times in a table
 *
 * Sets the form of the times in a table. Dates need a recording that says when it was made, or a live
 * scope.
 *
 * Since: 1.0
 */
void
gscope_exporter_set_times (GscopeExporter *self, GscopeExportTimes times)
{
  g_return_if_fail (GSCOPE_IS_EXPORTER (self));

  if (self->times == times)
    return;
  self->times = times;
  g_object_notify (G_OBJECT (self), "times");
}

/**
 * gscope_exporter_get_progress: (get-property progress)
 * @self: an exporter
 *
 * Gets how much of the interval was written.
 *
 * Returns: 0 to 1
 *
 * Since: 1.0
 */
double
gscope_exporter_get_progress (GscopeExporter *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPORTER (self), 0);

  return self->progress;
}

static void
set_progress (GscopeExporter *self, double progress)
{
  self->progress = progress;
  g_object_notify (G_OBJECT (self), "progress");
}

static void
export_free (Export *export)
{
  g_object_unref (export->file);
  g_string_free (export->head, TRUE);
  g_clear_pointer (&export->merge, gscope_record_merge_free);
  g_clear_pointer (&export->table, gscope_table_writer_free);
  gscope_record_tallies_clear (&export->tallies);
  g_free (export);
}

static void
collect_of_scope (GscopeExporter *self, GscopeScope *scope, GPtrArray *signals)
{
  GListModel *model = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (self->full_names == NULL
          || g_strv_contains ((const char *const *) self->full_names,
                              gscope_signal_get_full_name (signal)))
        g_ptr_array_add (signals, g_steal_pointer (&signal));
    }
}

static GPtrArray *
collect_signals (GscopeExporter *self)
{
  GPtrArray *signals = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->scopes->len; i++)
    collect_of_scope (self, self->scopes->pdata[i], signals);
  return signals;
}

static void
include_markers (GscopeScope *scope, gint64 *first, gint64 *last)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (scope));
  guint n = g_list_model_get_n_items (markers);
  g_autoptr (GscopeMarker) oldest = g_list_model_get_item (markers, 0);
  g_autoptr (GscopeMarker) newest = n > 0 ? g_list_model_get_item (markers, n - 1) : NULL;

  if (n == 0)
    return;
  *first = MIN (*first, gscope_marker_get_time (oldest));
  *last = MAX (*last, gscope_marker_get_time (newest));
}

/* The available part of the interval, for the progress and the header. */
static void
find_interval (GscopeExporter *self, GPtrArray *signals, Export *export)
{
  gint64 first = G_MAXINT64, last = G_MININT64;

  for (guint i = 0; i < signals->len; i++)
    {
      GscopeTrace *trace = gscope_signal_get_trace (signals->pdata[i]);
      guint64 begin = gscope_trace_get_first (trace), end = gscope_trace_get_end (trace);

      if (begin == end)
        continue;
      first = MIN (first, gscope_trace_get_time (trace, begin));
      last = MAX (last, gscope_trace_get_time (trace, end - 1));
    }
  for (guint i = 0; i < self->scopes->len; i++)
    include_markers (self->scopes->pdata[i], &first, &last);
  export->begin = first > last ? MAX (self->begin, 0) : MAX (self->begin, first);
  export->end = self->end != G_MAXINT64 ? self->end : first > last ? export->begin : last + 1;
}

static gboolean
scope_has_all_samples (GscopeScope *scope, const Export *export, GError **error)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      gint64 begin = G_MAXINT64, end = G_MININT64;

      if (!GSCOPE_IS_PLAYER (source) || !gscope_player_get_overview (GSCOPE_PLAYER (source)))
        continue;
      if (gscope_player_get_details (GSCOPE_PLAYER (source), &begin, &end) && export->begin >= begin
          && export->end <= end + 1)
        continue;
      g_set_error_literal (
          error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
          _ ("Of a recording as long as this there is only an overview of some of the "
             "interval; zoom in to a shorter one, or raise the budget"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
has_all_samples (GscopeExporter *self, const Export *export, GError **error)
{
  for (guint i = 0; i < self->scopes->len; i++)
    if (!scope_has_all_samples (self->scopes->pdata[i], export, error))
      return FALSE;
  return TRUE;
}

static void
fail (GTask *task, GError *error)
{
  Export *export = g_task_get_task_data (task);

  gscope_block_file_explain (export->file, &error);
  g_task_return_error (task, error);
}

/* Appends the head of the file to its first block. */
static void
move_head (Export *export, GString *block)
{
  g_string_append_len (block, export->head->str, (gssize) export->head->len);
  g_string_truncate (export->head, 0);
}

static gboolean
fill_block (GString *block, gsize size, gpointer data)
{
  GscopeExporter *self = g_task_get_source_object (data);
  Export *export = g_task_get_task_data (data);
  gboolean is_all;
  gint64 position;

  move_head (export, block);
  if (export->table != NULL)
    {
      is_all = gscope_table_writer_write (export->table, block, size);
      position = gscope_table_writer_get_position (export->table);
    }
  else
    {
      is_all = gscope_record_merge_write (export->merge, export->end, TRUE, block, size);
      position = gscope_record_merge_get_position (export->merge);
    }
  if (export->end > export->begin)
    set_progress (self, CLAMP ((double) (position - export->begin)
                                   / ((double) export->end - (double) export->begin),
                               0, 1));
  return is_all;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (!gscope_block_file_write_finish (result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  set_progress (g_task_get_source_object (task), 1);
  g_task_return_boolean (task, TRUE);
}

static GTask *
begin_export (GscopeExporter *self, GFile *file, GPtrArray *signals, GCancellable *cancellable,
              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Export *export = g_new0 (Export, 1);
  GError *error = NULL;

  export->file = g_object_ref (file);
  export->head = g_string_new (NULL);
  g_task_set_task_data (task, export, (GDestroyNotify) export_free);
  set_progress (self, 0);
  find_interval (self, signals, export);
  if (has_all_samples (self, export, &error))
    return g_steal_pointer (&task);
  fail (task, error);
  return NULL;
}

static void
add_markers (GscopeScope *scope, GscopeRecordMerge *merge)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (scope));

  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      gscope_record_merge_add_marker (merge, marker);
    }
}

/* Appends the losses of the interval. Without one, these are all, also those of which there is no record of the
 * time any more. */
static void
append_losses (GscopeExporter *self, Export *export, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  GscopeTally rest = { 0 };
  gsize n;
  const GscopeLossRecord *records = gscope_signal_get_losses (signal, self->begin, self->end, &n);

  if (self->begin == G_MININT64 && self->end == G_MAXINT64)
    gscope_tally_add_signal (&rest, signal);
  for (gsize i = 0; i < n; i++)
    rest.counts[records[i].cause] -= MIN (rest.counts[records[i].cause], records[i].count);
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    gscope_record_tallies_lose (&export->tallies, name, export->begin, cause, rest.counts[cause],
                                export->head);
  for (gsize i = 0; i < n; i++)
    gscope_record_tallies_lose (&export->tallies, name, records[i].time, records[i].cause,
                                records[i].count, export->head);
}

static void
append_tally (Export *export, const char *name, const GscopeTally *tally)
{
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    gscope_record_tallies_lose (&export->tallies, name, export->begin, cause, tally->counts[cause],
                                export->head);
}

static void
append_losses_of_source (Export *export, GscopeSource *source)
{
  g_auto (GStrv) names = NULL;
  GscopeTally tally;

  if (!GSCOPE_IS_PLAYER (source))
    {
      gscope_source_get_tally (source, &tally);
      append_tally (export, gscope_source_get_name (source), &tally);
      return;
    }
  names = gscope_player_list_losses (GSCOPE_PLAYER (source));
  for (guint i = 0; names[i] != NULL; i++)
    {
      gscope_player_get_losses (GSCOPE_PLAYER (source), names[i], &tally);
      append_tally (export, names[i], &tally);
    }
}

/* Sources do not say when they lost something: it belongs to all of the time. */
static void
append_losses_of_sources (GscopeExporter *self, Export *export)
{
  if (self->begin != G_MININT64 || self->end != G_MAXINT64 || self->full_names != NULL)
    return;
  for (guint i = 0; i < self->scopes->len; i++)
    {
      GListModel *sources = gscope_scope_get_sources (self->scopes->pdata[i]);

      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);

          append_losses_of_source (export, source);
        }
    }
}

/* Returns the subjects of the markers from a time on. */
static GHashTable *
list_subjects (GscopeScope *scope, gint64 time)
{
  GHashTable *subjects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GscopeMarkerList *markers = gscope_scope_get_markers (scope);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (markers));

  for (guint i = gscope_marker_list_find (markers, time); i < n; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (markers), i);

      g_hash_table_add (subjects, g_strdup (gscope_marker_get_subject (marker)));
    }
  return subjects;
}

/* The value that a parameter had at the begin is known if nobody has written it since then. */
static void
append_parameters (GscopeScope *scope, Export *export)
{
  g_autoptr (GVariant) parameters = gscope_player_describe_scope (scope);
  g_autoptr (GHashTable) written = list_subjects (scope, export->begin);
  g_autoptr (GVariant) known = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  GVariant *parameter;
  const char *name;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sss)"));
  g_variant_iter_init (&iter, parameters);
  while ((parameter = g_variant_iter_next_value (&iter)))
    {
      g_variant_get_child (parameter, 0, "&s", &name);
      if (!g_hash_table_contains (written, name))
        g_variant_builder_add_value (&builder, parameter);
      g_variant_unref (parameter);
    }
  known = g_variant_ref_sink (g_variant_builder_end (&builder));
  gscope_annotation_append_parameters (export->head, known);
}

static void
prepare_tuples (GscopeExporter *self, Export *export, GPtrArray *signals)
{
  gscope_record_tallies_init (&export->tallies);
  export->merge = gscope_record_merge_new (export->begin, &export->tallies);
  for (guint i = 0; i < signals->len; i++)
    gscope_record_merge_add (export->merge, signals->pdata[i], export->begin);
  for (guint i = 0; i < self->scopes->len; i++)
    add_markers (self->scopes->pdata[i], export->merge);
  gscope_annotation_append_header (export->head, gscope_scope_get_clock (self->scopes->pdata[0]),
                                   export->begin, (GscopeSignal **) signals->pdata, signals->len);
  for (guint i = 0; i < self->scopes->len; i++)
    append_parameters (self->scopes->pdata[i], export);
  for (guint i = 0; i < signals->len; i++)
    append_losses (self, export, signals->pdata[i]);
  append_losses_of_sources (self, export);
}

static void
prepare_csv (GscopeExporter *self, Export *export, GPtrArray *signals)
{
  GscopeClock *clock = gscope_scope_get_clock (self->scopes->pdata[0]);
  gint64 zero = GSCOPE_IS_TRANSPORT (clock) ? gscope_transport_get_begin (GSCOPE_TRANSPORT (clock))
                                            : export->begin;

  export->table = gscope_table_writer_new ((GscopeSignal **) signals->pdata, signals->len,
                                           export->begin, export->end);
  gscope_table_writer_set_times (export->table, self->times, clock, zero);
}

static gboolean
has_dates (GscopeExporter *self, GError **error)
{
  if (gscope_clock_get_has_wall (gscope_scope_get_clock (self->scopes->pdata[0])))
    return TRUE;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                       _ ("the recording does not say when it was made. Export seconds"));
  return FALSE;
}

/**
 * gscope_exporter_write_async:
 * @self: an exporter
 * @format: how to write it
 * @file: the file; what it holds is replaced
 * @cancellable: (nullable): to end it before it is done
 * @callback: called when the file is in its place
 * @user_data: for @callback
 *
 * Writes the file.
 *
 * Since: 1.0
 */
void
gscope_exporter_write_async (GscopeExporter *self, GscopeExportFormat format, GFile *file,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GPtrArray) signals = NULL;
  g_autoptr (GConverter) converter = gscope_record_converter_new (format);
  GError *error = NULL;
  GTask *task;
  Export *export;

  g_return_if_fail (GSCOPE_IS_EXPORTER (self));
  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (self->scopes->len > 0);

  signals = collect_signals (self);
  task = begin_export (self, file, signals, cancellable, callback, user_data);
  if (task == NULL)
    return;
  export = g_task_get_task_data (task);
  if (format == GSCOPE_EXPORT_FORMAT_CSV && self->times == GSCOPE_EXPORT_TIMES_DATES
      && !has_dates (self, &error))
    {
      fail (task, error);
      g_object_unref (task);
      return;
    }
  if (format == GSCOPE_EXPORT_FORMAT_CSV)
    prepare_csv (self, export, signals);
  else
    prepare_tuples (self, export, signals);
  gscope_block_file_write_async (file, converter, fill_block, g_object_ref (task), g_object_unref,
                                 cancellable, on_written, task);
}

/**
 * gscope_exporter_write_finish:
 * @self: an exporter
 * @result: what the callback got
 * @error: return location for an error; %GSCOPE_ERROR_LIMIT if a [class@Player] has only an overview
 *   of the interval
 *
 * Gets how writing ended.
 *
 * Returns: whether the file was written
 *
 * Since: 1.0
 */
gboolean
gscope_exporter_write_finish (GscopeExporter *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_exporter_make_table:
 * @signals: (array length=n): signals of scopes on one clock
 * @n: how many
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 *
 * Gets an interval of the traces of signals as the comma-separated values that an exporter writes:
 * a row for each time, in milliseconds, and a column for each signal, with its full name and
 * unit.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_exporter_make_table (GscopeSignal *const *signals, gsize n, gint64 begin, gint64 end)
{
  g_autoptr (GscopeTableWriter) writer = gscope_table_writer_new (signals, n, begin, end);
  g_autoptr (GString) text = g_string_new (NULL);

  gscope_table_writer_write (writer, text, G_MAXSIZE);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
