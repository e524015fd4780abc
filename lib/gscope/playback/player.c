/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/playback/player-private.h>

#include <gscope/error.h>
#include <property.h>

#define DEFAULT_BUDGET ((gsize) 256 << 20)

/**
 * GscopePlayer:
 *
 * A recording as a source: the signals of a file of tuples or of a table, with all that its `#gscope`
 * lines say of them, and its markers. [func@RecordingFormat.detect] says how the formats are told apart,
 * and [func@CsvFormat.guess] how tables are read.
 *
 * ```c
 * GscopePlayer *player = gscope_player_new ("", file);
 * GscopeScope *scope =
 *     gscope_scope_new_with_clock (GSCOPE_CLOCK (gscope_player_get_transport (player)));
 * gscope_scope_add_source (scope, GSCOPE_SOURCE (player));
 * gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_started, NULL);
 * ```
 *
 * Its signals have the losses and gaps that were recorded; [method@Player.list_losses] has those of sources.
 *
 * Starting it reads the file in threads of their own; stopping lets go of all. The file may be plain or
 * compressed with gzip or zstd, which its first bytes tell. Its times are milliseconds that never
 * decrease, and the name is left out with one signal (Goel 2003, section 6.3.1), which then is called
 * like the file; lines that break these rules are reported with their numbers and skipped. Where the
 * file says when it was begun, or its times are dates or count from 1970, the [class@Transport] knows the
 * time on the wall. Columns of a table that hold text are left out, and named in the status.
 *
 * As long as all samples fit into the budget they are all in the traces. Of a larger file the traces hold
 * an overview, the smallest and the largest of every 256 samples or more, and more of one interval of
 * time: a view says with [method@Player.show] where it looks. All samples of the interval are there if an
 * eighth of the budget holds them, and else the smallest and the largest of fewer samples than in the overview, so
 * that a picture is exact to the column at every zoom. A budget that will be exceeded is left early: such a file
 * takes less memory than one that fits. To look at the middle of a compressed file, what is before it has to
 * be decompressed again.
 *
 * While [property@Player:following], appended lines show up within 250 ms, and a replaced file is
 * read again. A last line without its newline is accepted if it looks whole; if more text follows
 * later, the file is read again. A recording of ours ends every line, so that its
 * last line was cut off if it has no end; it is reported then. A line may have at most a 64th of the
 * budget, from 16 KiB to 1 MiB; tuples have less.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (GscopePlayer, gscope_player, GSCOPE_TYPE_SOURCE)

static void
on_moved (GscopePlayer *self)
{
  if (self->contents.run == 0)
    gscope_player_contents_set_position (&self->contents,
                                         gscope_transport_get_position (self->transport));
}

static gboolean
gscope_player_configure (GscopeSource *source, GVariant *options, GError **error)
{
  GscopePlayer *self = GSCOPE_PLAYER (source);
  GVariantIter iter;
  const char *option;
  GVariant *value;

  g_variant_iter_init (&iter, options);
  while (g_variant_iter_loop (&iter, "{&sv}", &option, &value))
    {
      if (!g_str_equal (option, "file") || !g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       _ ("A recording has no option “%s”; it takes “file”, a path or URI"),
                       option);
          g_variant_unref (value);
          return FALSE;
        }
      g_clear_object (&self->file);
      self->file = g_file_new_for_commandline_arg (g_variant_get_string (value, NULL));
    }
  return TRUE;
}

static void
gscope_player_count_lost (GscopeSource *source, GscopeTally *tally)
{
  GHashTableIter iter;
  gpointer other;

  g_hash_table_iter_init (&iter, GSCOPE_PLAYER (source)->contents.other_losses);
  while (g_hash_table_iter_next (&iter, NULL, &other))
    gscope_tally_add (tally, other);
}

void
gscope_player_notify_progress (GscopePlayer *self)
{
  g_object_notify (G_OBJECT (self), "progress");
}

void
gscope_player_notify_facts (GscopePlayer *self)
{
  g_object_notify (G_OBJECT (self), "n-samples");
  g_object_notify (G_OBJECT (self), "skipped");
  g_object_notify (G_OBJECT (self), "overview");
}

static void
gscope_player_dispose (GObject *object)
{
  GscopePlayer *self = GSCOPE_PLAYER (object);

  gscope_player_stop_timer (self);
  g_hash_table_remove_all (self->contents.signals);
  G_OBJECT_CLASS (gscope_player_parent_class)->dispose (object);
}

static void
gscope_player_finalize (GObject *object)
{
  GscopePlayer *self = GSCOPE_PLAYER (object);

  g_clear_pointer (&self->recording, gscope_recording_free);
  g_clear_pointer (&self->format, gscope_recording_format_free);
  g_clear_pointer (&self->detected, gscope_recording_format_free);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->file);
  g_signal_handlers_disconnect_by_data (self->transport, self);
  g_object_unref (self->transport);
  g_object_unref (self->base);
  g_main_context_unref (self->context);
  gscope_player_contents_clear (&self->contents);
  g_strfreev (self->reports);
  G_OBJECT_CLASS (gscope_player_parent_class)->finalize (object);
}

static void
set_file (GscopePlayer *self, gpointer file)
{
  self->file = file ? g_object_ref (file) : NULL;
}

static gpointer
get_base (GscopePlayer *self)
{
  return self->base;
}

static void
set_base (GscopePlayer *self, gpointer base)
{
  self->base = base ? g_object_ref (base) : NULL;
}

static void
gscope_player_constructed (GObject *object)
{
  GscopePlayer *self = GSCOPE_PLAYER (object);

  G_OBJECT_CLASS (gscope_player_parent_class)->constructed (object);
  if (self->base == NULL)
    self->base = g_object_ref (gscope_clock_get_system ());
  self->transport = gscope_transport_new (self->base);
  g_signal_connect_swapped (self->transport, "moved", G_CALLBACK (on_moved), self);
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * GscopePlayer:file:
   *
   * The recording.
   *
   * Since: 1.0
   */
  property_add_once (object_class, object, "file", gscope_player_get_file, set_file, G_TYPE_FILE);
  /**
   * GscopePlayer:base:
   *
   * The clock that playing takes its pace from.
   *
   * Since: 1.0
   */
  property_add_once (object_class, object, "base", get_base, set_base, GSCOPE_TYPE_CLOCK);
  /**
   * GscopePlayer:budget:
   *
   * How much memory the traces of its signals may take together, in bytes; it holds from the next
   * start on.
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "budget", gscope_player_get_budget, gscope_player_set_budget,
                1 << 20, G_MAXUINT64, DEFAULT_BUDGET);
  /**
   * GscopePlayer:following:
   *
   * Whether it watches the file for what is appended, and for another file in its place.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "following", gscope_player_get_following,
                gscope_player_set_following, TRUE);
  /**
   * GscopePlayer:transport:
   *
   * Its clock.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "transport", gscope_player_get_transport, NULL,
                GSCOPE_TYPE_TRANSPORT);
  /**
   * GscopePlayer:progress:
   *
   * How much of the file was read, from 0 to 1.
   *
   * Since: 1.0
   */
  property_add (object_class, double, "progress", gscope_player_get_progress, NULL, 0, 1, 0);
  /**
   * GscopePlayer:n-samples: (getter get_n_samples)
   *
   * How many samples the recording has.
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "n-samples", gscope_player_get_n_samples, NULL, 0,
                G_MAXUINT64, 0);
  /**
   * GscopePlayer:skipped:
   *
   * How many lines broke the format's rules.
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "skipped", gscope_player_get_skipped, NULL, 0, G_MAXUINT64,
                0);
  /**
   * GscopePlayer:overview:
   *
   * Whether the traces hold an overview, because the samples exceed the budget.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "overview", gscope_player_get_overview, NULL, FALSE);
}

static void
gscope_player_class_init (GscopePlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = gscope_player_constructed;
  object_class->dispose = gscope_player_dispose;
  object_class->finalize = gscope_player_finalize;
  source_class->configure = gscope_player_configure;
  source_class->start_async = gscope_player_start_async;
  source_class->stop_async = gscope_player_stop_async;
  source_class->count_lost = gscope_player_count_lost;
  install_properties (object_class);
}

static void
gscope_player_init (GscopePlayer *self)
{
  self->budget = DEFAULT_BUDGET;
  self->following = TRUE;
  self->context = g_main_context_ref_thread_default ();
  g_queue_init (&self->requests);
  gscope_player_contents_init (&self->contents, GSCOPE_SOURCE (self));
  self->reports = g_new0 (char *, 1);
}

/**
 * gscope_player_new:
 * @name: the instance's name, which may be empty: the names in the file then are full names
 * @file: (nullable): the recording; %NULL if it is to be configured
 *
 * Makes a player that is not started, with a transport at the system's pace.
 *
 * Returns: (transfer full): the player
 *
 * Since: 1.0
 */
GscopePlayer *
gscope_player_new (const char *name, GFile *file)
{
  return gscope_player_new_with_clock (name, file, gscope_clock_get_system ());
}

/**
 * gscope_player_new_with_clock: (constructor)
 * @name: the instance's name, which may be empty
 * @file: (nullable): the recording
 * @base: the clock that playing and following take their pace from
 *
 * Makes a player at another clock's pace.
 *
 * Returns: (transfer full): the player
 *
 * Since: 1.0
 */
GscopePlayer *
gscope_player_new_with_clock (const char *name, GFile *file, GscopeClock *base)
{
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (file == NULL || G_IS_FILE (file), NULL);
  g_return_val_if_fail (GSCOPE_IS_CLOCK (base), NULL);

  return g_object_new (GSCOPE_TYPE_PLAYER, "name", name, "file", file, "base", base, NULL);
}

/**
 * gscope_player_new_compared: (constructor)
 * @name: the name of the instance
 * @file: the recording
 * @run: the number of the run, from 1 on
 *
 * Makes a player for a scope that has another clock, whose signals are to be compared with the
 * recording: the signals of the player are compared with those that have their names in the file
 * ([method@Signal.get_compared_with]). [method@Player.set_shift] moves them to the times of the
 * scope. The scope does not take the losses and the markers of the recording.
 *
 * Returns: (transfer full): the player
 *
 * Since: 1.0
 */
GscopePlayer *
gscope_player_new_compared (const char *name, GFile *file, guint run)
{
  GscopePlayer *self = gscope_player_new (name, file);

  self->following = FALSE;
  self->contents.run = run;
  return self;
}

/**
 * gscope_player_get_file: (get-property file)
 * @self: a player
 *
 * Gets the recording.
 *
 * Returns: (transfer none) (nullable): the file
 *
 * Since: 1.0
 */
GFile *
gscope_player_get_file (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), NULL);

  return self->file;
}

/**
 * gscope_player_get_transport: (get-property transport)
 * @self: a player
 *
 * Gets its clock, which is to be that of its scope: it plays, pauses, steps and seeks.
 *
 * Returns: (transfer none): the transport
 *
 * Since: 1.0
 */
GscopeTransport *
gscope_player_get_transport (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), NULL);

  return self->transport;
}

/**
 * gscope_player_get_budget: (get-property budget)
 * @self: a player
 *
 * Gets how much memory the traces of its signals may take together.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
guint64
gscope_player_get_budget (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), 0);

  return self->budget;
}

/**
 * gscope_player_set_budget: (set-property budget)
 * @self: a player
 * @bytes: at least a mebibyte; usually the scope's budget
 *
 * Sets how much memory the traces may take, from the next start on.
 *
 * Since: 1.0
 */
void
gscope_player_set_budget (GscopePlayer *self, guint64 bytes)
{
  g_return_if_fail (GSCOPE_IS_PLAYER (self));
  g_return_if_fail (bytes >= 1 << 20);

  if (self->budget == bytes)
    return;
  self->budget = bytes;
  g_object_notify (G_OBJECT (self), "budget");
}

/**
 * gscope_player_get_following: (get-property following)
 * @self: a player
 *
 * Gets whether it watches the file.
 *
 * Returns: whether it does
 *
 * Since: 1.0
 */
gboolean
gscope_player_get_following (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), FALSE);

  return self->following;
}

/**
 * gscope_player_set_following: (set-property following)
 * @self: a player
 * @following: whether to watch the file
 *
 * Sets whether it watches the file for what is appended, and for another file in its place.
 *
 * Since: 1.0
 */
void
gscope_player_set_following (GscopePlayer *self, gboolean following)
{
  g_return_if_fail (GSCOPE_IS_PLAYER (self));

  if (self->following == !!following)
    return;
  self->following = !!following;
  g_object_notify (G_OBJECT (self), "following");
}

/**
 * gscope_player_get_format:
 * @self: a player
 *
 * Gets the format that was set, or once the player has started the one that was detected.
 *
 * Returns: (transfer none) (nullable): the format; %NULL if none was set and none could be detected
 *
 * Since: 1.0
 */
const GscopeRecordingFormat *
gscope_player_get_format (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), NULL);

  return self->format != NULL ? self->format : self->detected;
}

/**
 * gscope_player_set_format:
 * @self: a player that is not started
 * @format: (nullable): the format; %NULL to detect it
 *
 * Sets how the file is written, instead of letting the player detect the format.
 *
 * Since: 1.0
 */
void
gscope_player_set_format (GscopePlayer *self, const GscopeRecordingFormat *format)
{
  g_return_if_fail (GSCOPE_IS_PLAYER (self));
  g_return_if_fail (!self->is_busy && self->recording == NULL);

  g_clear_pointer (&self->format, gscope_recording_format_free);
  g_clear_pointer (&self->detected, gscope_recording_format_free);
  self->format = format != NULL ? gscope_recording_format_copy (format) : NULL;
}

/**
 * gscope_player_get_progress: (get-property progress)
 * @self: a player
 *
 * Gets how much of the file was read.
 *
 * Returns: 0 to 1; 0 as long as that is not known
 *
 * Since: 1.0
 */
double
gscope_player_get_progress (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), 0);

  return g_atomic_int_get (&self->progress) / 100.0;
}

/**
 * gscope_player_get_n_samples: (get-property n-samples)
 * @self: a player
 *
 * Gets how many samples the recording has, whether they are in the traces or not. A line without a number, which
 * is a loss or the beginning of a gap, is none.
 *
 * Returns: the number of samples
 *
 * Since: 1.0
 */
guint64
gscope_player_get_n_samples (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), 0);

  return self->n_samples;
}

/**
 * gscope_player_list_losses:
 * @self: a player
 *
 * Lists the sources with losses in the recording: they lost input before it belonged to a signal. Signals with
 * losses that cannot be shown are listed too.
 *
 * Returns: (transfer full): names in alphabetical order
 *
 * Since: 1.0
 */
GStrv
gscope_player_list_losses (GscopePlayer *self)
{
  g_autoptr (GList) names = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), NULL);

  names = g_list_sort (g_hash_table_get_keys (self->contents.other_losses), (GCompareFunc) strcmp);
  for (GList *name = names; name != NULL; name = name->next)
    g_strv_builder_add (builder, name->data);
  return g_strv_builder_end (builder);
}

/**
 * gscope_player_get_losses:
 * @self: a player
 * @name: a name of [method@Player.list_losses]
 * @tally: (out caller-allocates): losses
 *
 * Gets the losses of a source in the recording.
 *
 * Since: 1.0
 */
void
gscope_player_get_losses (GscopePlayer *self, const char *name, GscopeTally *tally)
{
  const GscopeTally *found;

  g_return_if_fail (GSCOPE_IS_PLAYER (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (tally != NULL);

  found = g_hash_table_lookup (self->contents.other_losses, name);
  *tally = found != NULL ? *found : (GscopeTally){ 0 };
}

/**
 * gscope_player_get_skipped: (get-property skipped)
 * @self: a player
 *
 * Gets how many lines broke the format's rules (%GSCOPE_LOSS_MALFORMED, %GSCOPE_LOSS_BACKWARDS and
 * %GSCOPE_LOSS_LIMIT). More than 16384 names are beyond the limit.
 *
 * Returns: the number of lines
 *
 * Since: 1.0
 */
guint64
gscope_player_get_skipped (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), 0);

  return self->n_skipped;
}

/**
 * gscope_player_dup_reports:
 * @self: a player
 *
 * Gets what is wrong with the first 100 lines that were skipped, such as `line 3: the time is not a
 * decimal number`.
 *
 * Returns: (transfer full): clauses in English
 *
 * Since: 1.0
 */
char **
gscope_player_dup_reports (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), NULL);

  return g_strdupv (self->reports);
}

/**
 * gscope_player_get_overview: (get-property overview)
 * @self: a player
 *
 * Gets whether the traces hold an overview. Its samples are the smallest and the largest value of at
 * least 256 samples each, at the times of the first and the last of them.
 *
 * Returns: whether they do
 *
 * Since: 1.0
 */
gboolean
gscope_player_get_overview (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), FALSE);

  return self->overview;
}

/**
 * gscope_player_get_details:
 * @self: a player
 * @begin: (out) (optional): from when on the traces hold all samples, nanoseconds
 * @end: (out) (optional): up to when, nanoseconds
 *
 * Gets the interval in which the traces hold all samples and no overview.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
gscope_player_get_details (GscopePlayer *self, gint64 *begin, gint64 *end)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), FALSE);

  if (begin != NULL)
    *begin = (self->overview ? self->detail_begin : gscope_transport_get_begin (self->transport))
             + self->contents.shift;
  if (end != NULL)
    *end = (self->overview ? self->detail_end : gscope_transport_get_end (self->transport))
           + self->contents.shift;
  return !self->overview || self->detail_begin < G_MAXINT64;
}

/**
 * gscope_player_show:
 * @self: a player
 * @begin: nanoseconds
 * @end: nanoseconds
 *
 * Says what is looked at. Where the traces hold an overview there, all samples of the interval and of
 * some time around it are read in the background, and those that were there before are dropped. If an eighth of the
 * budget does not hold them, the smallest and the largest of a few samples are. The property [property@Player:overview] is notified when that is
 * done. A view calls this whenever what it shows has changed.
 *
 * Since: 1.0
 */
void
gscope_player_show (GscopePlayer *self, gint64 begin, gint64 end)
{
  g_return_if_fail (GSCOPE_IS_PLAYER (self));
  g_return_if_fail (begin <= end);

  if (__builtin_sub_overflow (begin, self->contents.shift, &self->show_begin)
      || __builtin_sub_overflow (end, self->contents.shift, &self->show_end))
    return;
  self->wants_show = TRUE;
  gscope_player_run_next (self);
}

/**
 * gscope_player_get_shift:
 * @self: a player
 *
 * Gets how much later its signals are than in the file.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_player_get_shift (GscopePlayer *self)
{
  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), 0);

  return self->contents.shift;
}

/**
 * gscope_player_set_shift:
 * @self: a player of [ctor@Player.new_compared]
 * @shift: how much later its signals are to be than in the file, nanoseconds; may be negative
 *
 * Moves its signals in time. The transport stays at the times of the file.
 *
 * Returns: whether they were moved; %FALSE if a time would be out of the range of numbers
 *
 * Since: 1.0
 */
gboolean
gscope_player_set_shift (GscopePlayer *self, gint64 shift)
{
  gint64 distance;

  g_return_val_if_fail (GSCOPE_IS_PLAYER (self), FALSE);
  g_return_val_if_fail (self->contents.run > 0, FALSE);

  return !__builtin_sub_overflow (shift, self->contents.shift, &distance)
         && gscope_player_contents_shift (&self->contents, distance);
}

GPtrArray *
gscope_player_get_markers (GscopePlayer *self)
{
  return self->contents.markers;
}

/* Adds the parameters that a recording has, then the parameters of the source itself. */
static void
add_parameters (GVariantBuilder *builder, GscopeSource *source)
{
  GListModel *parameters = gscope_source_get_parameters (source);
  GPtrArray *recorded =
      GSCOPE_IS_PLAYER (source) ? GSCOPE_PLAYER (source)->contents.parameters : NULL;

  for (guint i = 0; recorded && i < recorded->len; i++)
    g_variant_builder_add_value (builder, recorded->pdata[i]);
  for (guint i = 0; i < g_list_model_get_n_items (parameters); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);
      g_autofree char *name = gscope_parameter_dup_full_name (parameter);
      g_autofree char *value = gscope_parameter_describe_value (parameter);

      g_variant_builder_add (builder, "(sss)", name, gscope_parameter_get_title (parameter), value);
    }
}

GVariant *
gscope_player_describe_parameters (GscopePlayer *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sss)"));
  add_parameters (&builder, GSCOPE_SOURCE (self));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

GVariant *
gscope_player_describe_scope (GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sss)"));
  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (!GSCOPE_IS_PLAYER (source) || GSCOPE_PLAYER (source)->contents.run == 0)
        add_parameters (&builder, source);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

void
gscope_player_show_values (GscopePlayer *self, gint64 time)
{
  gscope_player_contents_set_position (&self->contents, time);
}
