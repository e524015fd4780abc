/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/csv-dialog.h"

#include <glib/gi18n.h>

#include "session/read-as.h"
#include "widgets/mark.h"
#include "widgets/present.h"

#define N_ROWS 8
#define MAX_COLUMNS 32
#define MAX_CHARS 24

struct _AppCsvDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  /* whether the file is one of another program, which becomes tuples; its text is empty here,
   * because to read it may take long, and may need a selection */
  gboolean is_foreign;
  char *text;
  gsize length;
  /* the names of the formats, the index of the chosen one, and the columns if that is a table */
  GStrv kinds;
  guint kind;
  GscopeCsvFormat format;
  GscopeRecordingFormat *detected;
  gboolean showing;

  /* hidden for a file of another program */
  GtkWidget *sample;
  AdwPreferencesGroup *about;
  AdwComboRow *contents;
  /* the part to read, of a file of another program; hidden for tables of text */
  GtkEditable *selection;
  GtkLabel *trouble;
  AdwComboRow *delimiter;
  AdwComboRow *decimal;
  AdwActionRow *first_line_row;
  GtkSpinButton *first_line;
  AdwComboRow *header;
  AdwActionRow *units_row;
  GtkSwitch *units;
  AdwComboRow *column;
  AdwComboRow *time;
  AdwActionRow *clock_row;
  GtkSwitch *clock;
  GtkGrid *preview;
  GtkLabel *verdict;
  GtkWidget *guessed;
  GtkWidget *accept;
};

G_DEFINE_FINAL_TYPE (AppCsvDialog, app_csv_dialog, ADW_TYPE_WINDOW)

static const char delimiters[] = { ',', ';', '\t', '|', ' ' };
static const char decimals[] = { '.', ',' };

static guint
find_character (const char *characters, guint n, char wanted)
{
  for (guint i = 0; i < n; i++)
    if (characters[i] == wanted)
      return i;
  return 0;
}

static gboolean
is_table (AppCsvDialog *self)
{
  return g_str_equal (self->kinds[self->kind], "table");
}

static GscopeRecordingFormat *
make_format (AppCsvDialog *self)
{
  const char *selection = gtk_editable_get_text (self->selection);
  GscopeRecordingFormat *format = is_table (self)
                                      ? gscope_recording_format_new_table (&self->format)
                                      : gscope_recording_format_new (self->kinds[self->kind], NULL);

  gscope_recording_format_set_selection (format, *selection ? selection : NULL);
  return format;
}

/* Returns the index of a format. Without a format, it is the index of the table. */
static guint
find_kind (AppCsvDialog *self, const GscopeRecordingFormat *format)
{
  const char *name = format ? gscope_recording_format_get_name (format) : "table";
  guint kind = 0;

  while (!g_str_equal (self->kinds[kind], name))
    kind++;
  return kind;
}

static void
choose (AppCsvDialog *self, const GscopeRecordingFormat *format)
{
  const GscopeCsvFormat *table = format ? gscope_recording_format_get_table (format) : NULL;

  self->kind = find_kind (self, format);
  if (table)
    self->format = *table;
}

/* The detected columns; those that are chosen if no table was detected. */
static const GscopeCsvFormat *
get_guess (AppCsvDialog *self)
{
  const GscopeCsvFormat *table =
      self->detected ? gscope_recording_format_get_table (self->detected) : NULL;

  return table ? table : &self->format;
}

/* Shows whether a choice equals the detected format. */
static void
mark_guess (AdwActionRow *row, gboolean is_guess, const char *guess)
{
  g_autofree char *other = g_strdup_printf (_ ("Detected: %s"), guess);
  g_autofree char *markup = g_markup_escape_text (is_guess ? _ ("Detected format") : other, -1);

  adw_action_row_set_subtitle (row, markup);
}

static void
show_choice (AppCsvDialog *self, AdwComboRow *row, guint position, guint guess)
{
  GListModel *model = adw_combo_row_get_model (row);
  const char *name = gtk_string_list_get_string (GTK_STRING_LIST (model), guess);

  adw_combo_row_set_selected (row, position);
  if (self->detected)
    mark_guess (ADW_ACTION_ROW (row), position == guess, name ? name : "");
}

static void
clear_preview (AppCsvDialog *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->preview))))
    gtk_grid_remove (self->preview, child);
}

/* The rows of names and units; units in a comment are not among the rows. */
static guint
count_headings (AppCsvDialog *self)
{
  switch (self->format.header)
    {
    case GSCOPE_CSV_HEADER_LINE:
      return 1 + !!self->format.has_units;
    case GSCOPE_CSV_HEADER_COMMENT:
      return 1;
    default:
      return 0;
    }
}

static void
add_cell (AppCsvDialog *self, guint column, guint row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_widget_add_css_class (label, "numeric");
  if (row < count_headings (self))
    gtk_widget_add_css_class (label, "heading");
  if (column == self->format.time_column && self->format.time != GSCOPE_CSV_TIME_ROWS)
    gtk_widget_add_css_class (label, "accent");
  gtk_grid_attach (self->preview, label, (int) column, (int) row, 1, 1);
}

static void
add_row (AppCsvDialog *self, char **cells, guint row)
{
  for (guint i = 0; cells[i] && i < MAX_COLUMNS; i++)
    add_cell (self, i, row, cells[i]);
  if (!cells[0])
    add_cell (self, 0, row, _ ("(a quote is not closed)"));
}

static gboolean
read_time (AppCsvDialog *self, char **cells, gint64 *time)
{
  return gscope_csv_format_read_time (&self->format, (const char *const *) cells, time);
}

/* The first row whose time cannot be read, counted from 1; 0 for none. */
static guint
find_bad_time (AppCsvDialog *self, GPtrArray *rows)
{
  gint64 time;

  for (guint i = count_headings (self); i < rows->len; i++)
    if (!read_time (self, rows->pdata[i], &time))
      return i + 1;
  return 0;
}

/* From which a wrong unit is seen. */
static char *
describe_length (AppCsvDialog *self, GPtrArray *rows)
{
  guint first = count_headings (self);
  gint64 begin = 0, end = 0;
  g_autofree char *length = NULL;

  if (rows->len > first)
    {
      read_time (self, rows->pdata[first], &begin);
      read_time (self, rows->pdata[rows->len - 1], &end);
    }
  if (self->format.time == GSCOPE_CSV_TIME_ROWS && rows->len > first)
    end = (gint64) (rows->len - first - 1) * GSCOPE_SEC;
  length = gscope_quantity_format_time (end - begin, 4);
  return g_strdup_printf (_ ("All of these lines can be read. Together they are %s long."), length);
}

static void
show_verdict (AppCsvDialog *self, GPtrArray *rows)
{
  guint bad = find_bad_time (self, rows);
  gboolean is_one = rows->len > 0 && g_strv_length (rows->pdata[0]) < 2
                    && self->format.time != GSCOPE_CSV_TIME_ROWS;
  g_autoptr (GscopeRecordingFormat) format = make_format (self);
  g_autofree char *text = NULL;

  if (!is_table (self))
    {
      text = g_strdup (gscope_recording_format_get_description (format));
      bad = is_one = 0;
    }
  else if (is_one)
    text = g_strdup (_ ("There is one column only: choose what separates the columns."));
  else if (bad)
    text = g_strdup_printf (_ ("Row %u has no time of this format in column %u."), bad,
                            self->format.time_column + 1);
  else
    text = describe_length (self, rows);
  gtk_label_set_label (self->verdict, text);
  if (bad || is_one)
    gtk_widget_add_css_class (GTK_WIDGET (self->verdict), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->verdict), "error");
}

static void
show_preview (AppCsvDialog *self)
{
  g_autoptr (GPtrArray) rows =
      gscope_csv_format_read_rows (&self->format, self->text, self->length, N_ROWS);

  clear_preview (self);
  for (guint i = 0; i < rows->len; i++)
    add_row (self, rows->pdata[i], i);
  show_verdict (self, rows);
}

static void
show_columns (AppCsvDialog *self)
{
  g_auto (GStrv) names = gscope_csv_format_read_names (&self->format, self->text, self->length);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint n = g_strv_length (names);

  for (guint i = 0; i < n; i++)
    gtk_string_list_take (list, g_strdup_printf ("%u: %s", i + 1, names[i]));
  self->format.time_column = MIN (self->format.time_column, MAX (n, 1) - 1);
  adw_combo_row_set_model (self->column, G_LIST_MODEL (list));
  show_choice (self, self->column, self->format.time_column, get_guess (self)->time_column);
}

static void
mark_guesses (AppCsvDialog *self)
{
  const GscopeCsvFormat *format = &self->format, *guess = get_guess (self);
  g_autofree char *line = g_strdup_printf ("%u", guess->first_line);

  mark_guess (self->first_line_row, format->first_line == guess->first_line, line);
  mark_guess (self->units_row, !format->has_units == !guess->has_units,
              guess->has_units ? _ ("yes") : _ ("no"));
  mark_guess (self->clock_row, !format->has_clock_beside == !guess->has_clock_beside,
              guess->has_clock_beside ? _ ("yes") : _ ("no"));
}

/* Only a table has columns to choose, and parts that a table lacks cannot be chosen. A file of
 * another program has no rows for them. */
static void
enable (AppCsvDialog *self)
{
  gboolean has_columns = is_table (self);
  gboolean has_times = has_columns && self->format.time != GSCOPE_CSV_TIME_ROWS;
  const struct
  {
    gpointer row;
    gboolean enabled;
  } rows[] = {
    { self->delimiter, has_columns },
    { self->decimal, has_columns },
    { self->first_line_row, has_columns },
    { self->header, has_columns },
    { self->units_row, has_columns && self->format.header != GSCOPE_CSV_HEADER_NONE },
    { self->time, has_columns },
    { self->column, has_times },
    { self->clock_row, has_times },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gtk_widget_set_sensitive (rows[i].row, rows[i].enabled);
      gtk_widget_set_visible (rows[i].row, !self->is_foreign);
    }
}

static void
show (AppCsvDialog *self)
{
  const GscopeCsvFormat *guess = get_guess (self);
  g_autoptr (GscopeRecordingFormat) format = make_format (self);

  self->showing = TRUE;
  show_choice (self, self->contents, self->kind,
               self->detected ? find_kind (self, self->detected) : self->kind);
  show_choice (self, self->delimiter,
               find_character (delimiters, G_N_ELEMENTS (delimiters), self->format.delimiter),
               find_character (delimiters, G_N_ELEMENTS (delimiters), guess->delimiter));
  show_choice (self, self->decimal,
               find_character (decimals, G_N_ELEMENTS (decimals), self->format.decimal),
               find_character (decimals, G_N_ELEMENTS (decimals), guess->decimal));
  gtk_spin_button_set_value (self->first_line, self->format.first_line);
  show_choice (self, self->header, self->format.header, guess->header);
  gtk_switch_set_active (self->units, self->format.has_units);
  gtk_switch_set_active (self->clock, self->format.has_clock_beside);
  if (self->detected)
    mark_guesses (self);
  show_columns (self);
  show_choice (self, self->time, self->format.time, guess->time);
  gtk_widget_set_sensitive (
      self->guessed, self->detected && !gscope_recording_format_equal (format, self->detected));
  enable (self);
  show_preview (self);
  self->showing = FALSE;
}

/* Lists that are filled say what is chosen in them, too. */
static void
on_chosen (AppCsvDialog *self)
{
  if (self->showing || !self->text)
    return;
  self->format.delimiter = delimiters[adw_combo_row_get_selected (self->delimiter)];
  self->format.decimal = decimals[adw_combo_row_get_selected (self->decimal)];
  self->kind = adw_combo_row_get_selected (self->contents);
  self->format.first_line = (guint) gtk_spin_button_get_value_as_int (self->first_line);
  self->format.header = adw_combo_row_get_selected (self->header);
  self->format.has_units = gtk_switch_get_active (self->units);
  self->format.has_clock_beside = gtk_switch_get_active (self->clock);
  self->format.time_column = adw_combo_row_get_selected (self->column);
  self->format.time = adw_combo_row_get_selected (self->time);
  show (self);
}

static void
on_selection_changed (AppCsvDialog *self)
{
  app_mark_wrong (GTK_WIDGET (self->selection), FALSE);
}

static void
on_guessed (AppCsvDialog *self)
{
  gtk_editable_set_text (self->selection, "");
  choose (self, self->detected);
  show (self);
}

static void
on_accept (AppCsvDialog *self)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  g_autoptr (GscopeRecordingFormat) format = make_format (self);

  app_read_as_remember (settings, gscope_player_get_file (app_session_get_player (self->session)),
                        format);
  app_session_set_format (self->session, format);
  gtk_window_close (GTK_WINDOW (self));
}

static void
app_csv_dialog_finalize (GObject *object)
{
  AppCsvDialog *self = APP_CSV_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->detected, gscope_recording_format_free);
  g_strfreev (self->kinds);
  g_free (self->text);
  G_OBJECT_CLASS (app_csv_dialog_parent_class)->finalize (object);
}

static void
app_csv_dialog_class_init (AppCsvDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_csv_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/csv-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, sample);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, delimiter);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, decimal);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, contents);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, selection);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, trouble);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, first_line_row);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, first_line);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, units_row);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, units);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, clock_row);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, clock);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, header);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, column);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, time);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, verdict);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, guessed);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, accept);
  gtk_widget_class_bind_template_callback (widget_class, on_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_selection_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_guessed);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
}

static void
app_csv_dialog_init (AppCsvDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
list_kinds (AppCsvDialog *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->kinds = gscope_recording_format_list ();
  for (guint i = 0; self->kinds[i]; i++)
    {
      g_autoptr (GscopeRecordingFormat) format = gscope_recording_format_new (self->kinds[i], NULL);

      gtk_string_list_append (titles, gscope_recording_format_get_title (format));
    }
  self->showing = TRUE;
  adw_combo_row_set_model (self->contents, G_LIST_MODEL (titles));
}

/* A file of another program has parts to select, and its format is known. */
static void
show_selection (AppCsvDialog *self, const GscopeRecordingFormat *used)
{
  const char *selection = used ? gscope_recording_format_get_selection (used) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->selection), self->is_foreign);
  gtk_widget_set_visible (self->sample, !self->is_foreign);
  gtk_widget_set_visible (GTK_WIDGET (self->contents), !self->is_foreign);
  gtk_widget_set_visible (self->guessed, !self->is_foreign);
  if (selection)
    gtk_editable_set_text (self->selection, selection);
}

/* Says why a file of another program, or a part of it, could not be read. */
static void
show_trouble (AppCsvDialog *self)
{
  GscopeSource *player = GSCOPE_SOURCE (app_session_get_player (self->session));
  gboolean is_refused =
      self->is_foreign && gscope_source_get_state (player) == GSCOPE_SOURCE_STATE_TROUBLE;

  gtk_widget_set_visible (GTK_WIDGET (self->trouble), is_refused);
  gtk_label_set_label (self->trouble, is_refused ? gscope_source_get_status (player) : "");
  app_mark_wrong (GTK_WIDGET (self->selection), is_refused);
}

/* Where no format is detected, it begins with a usual table. */
static void
start (AppCsvDialog *self)
{
  GscopePlayer *player = app_session_get_player (self->session);
  const GscopeRecordingFormat *used = gscope_player_get_format (player);
  g_autoptr (GscopeRecordingFormat) usual = gscope_recording_format_new ("table", NULL);
  g_autofree char *name = g_file_get_basename (gscope_player_get_file (player));

  list_kinds (self);
  show_selection (self, used);
  show_trouble (self);
  if (self->is_foreign)
    self->detected = gscope_recording_format_new ("tuples", NULL);
  else
    self->detected = gscope_recording_format_detect (self->text, self->length, name, NULL);
  choose (self, usual);
  choose (self, self->detected);
  if (used && !self->is_foreign)
    choose (self, used);
  show (self);
  gtk_widget_grab_focus (self->is_foreign ? GTK_WIDGET (self->selection) : self->accept);
}

AppCsvDialog *
app_csv_dialog_open (GtkWindow *parent, AppSession *session, GError **error)
{
  GFile *file = gscope_player_get_file (app_session_get_player (session));
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = g_markup_escape_text (name, -1);
  gboolean is_foreign = gscope_recording_format_is_foreign (file);
  gsize length = 0;
  char *text = is_foreign ? g_strdup ("") : gscope_csv_read_head (file, &length, error);
  AppCsvDialog *self;

  if (!text)
    return NULL;
  self = g_object_new (APP_TYPE_CSV_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->is_foreign = is_foreign;
  self->text = text;
  self->length = length;
  adw_preferences_group_set_title (self->about, title);
  start (self);
  app_present_dialog (GTK_WINDOW (self));
  return self;
}
