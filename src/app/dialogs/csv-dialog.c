/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/csv-dialog.h"

#include <glib/gi18n.h>

#include "session/csv.h"
#include "session/format.h"

#define N_ROWS 8
#define MAX_COLUMNS 32
#define MAX_CHARS 24

struct _AppCsvDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  char *text;
  gsize length;
  GscopeCsvFormat *guess;
  GscopeCsvFormat format;
  gboolean showing;

  AdwPreferencesGroup *about;
  AdwComboRow *contents;
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
  if (self->guess)
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
  if (column == self->format.time_column && self->format.time != GSCOPE_CSV_ROWS)
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
  if (self->format.time == GSCOPE_CSV_ROWS && rows->len > first)
    end = (gint64) (rows->len - first - 1) * GSCOPE_SEC;
  length = gscope_quantity_format_time (end - begin, 4);
  return g_strdup_printf (_ ("All of these lines can be read. Together they are %s long."), length);
}

static void
show_verdict (AppCsvDialog *self, GPtrArray *rows)
{
  guint bad = find_bad_time (self, rows);
  gboolean is_one =
      rows->len > 0 && g_strv_length (rows->pdata[0]) < 2 && self->format.time != GSCOPE_CSV_ROWS;
  g_autofree char *text = NULL;

  if (self->format.is_tuples)
    {
      text = g_strdup (_ ("Each line is read as a time in milliseconds, a value and a name."));
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
  show_choice (self, self->column, self->format.time_column,
               self->guess ? self->guess->time_column : 0);
}

static void
mark_guesses (AppCsvDialog *self)
{
  const GscopeCsvFormat *format = &self->format, *guess = self->guess;
  g_autofree char *line = g_strdup_printf ("%u", guess->first_line);

  mark_guess (self->first_line_row, format->first_line == guess->first_line, line);
  mark_guess (self->units_row, !format->has_units == !guess->has_units,
              guess->has_units ? _ ("yes") : _ ("no"));
  mark_guess (self->clock_row, !format->has_clock_beside == !guess->has_clock_beside,
              guess->has_clock_beside ? _ ("yes") : _ ("no"));
}

/* Tuples have none of what a table has, and what a table lacks cannot be chosen. */
static void
enable (AppCsvDialog *self)
{
  gboolean is_table = !self->format.is_tuples;
  gboolean has_times = is_table && self->format.time != GSCOPE_CSV_ROWS;
  const struct
  {
    gpointer row;
    gboolean enabled;
  } rows[] = {
    { self->delimiter, is_table },
    { self->decimal, is_table },
    { self->first_line_row, is_table },
    { self->header, is_table },
    { self->units_row, is_table && self->format.header != GSCOPE_CSV_NO_HEADER },
    { self->time, is_table },
    { self->column, has_times },
    { self->clock_row, has_times },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_widget_set_sensitive (rows[i].row, rows[i].enabled);
}

static void
show (AppCsvDialog *self)
{
  const GscopeCsvFormat *guess = self->guess ? self->guess : &self->format;

  self->showing = TRUE;
  show_choice (self, self->contents, !!self->format.is_tuples, !!guess->is_tuples);
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
  if (self->guess)
    mark_guesses (self);
  show_columns (self);
  show_choice (self, self->time, self->format.time, guess->time);
  gtk_widget_set_sensitive (self->guessed,
                            self->guess && !app_csv_format_equal (&self->format, self->guess));
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
  self->format.is_tuples = adw_combo_row_get_selected (self->contents) == 1;
  self->format.first_line = (guint) gtk_spin_button_get_value_as_int (self->first_line);
  self->format.header = adw_combo_row_get_selected (self->header);
  self->format.has_units = gtk_switch_get_active (self->units);
  self->format.has_clock_beside = gtk_switch_get_active (self->clock);
  self->format.time_column = adw_combo_row_get_selected (self->column);
  self->format.time = adw_combo_row_get_selected (self->time);
  show (self);
}

static void
on_guessed (AppCsvDialog *self)
{
  self->format = *self->guess;
  show (self);
}

static void
on_accept (AppCsvDialog *self)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);

  app_csv_remember (settings, gscope_player_get_file (app_session_get_player (self->session)),
                    &self->format);
  app_session_set_csv_format (self->session, &self->format);
  gtk_window_close (GTK_WINDOW (self));
}

static void
app_csv_dialog_finalize (GObject *object)
{
  AppCsvDialog *self = APP_CSV_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->guess, gscope_csv_format_free);
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
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, delimiter);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, decimal);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, contents);
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
  gtk_widget_class_bind_template_callback (widget_class, on_guessed);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
}

static void
app_csv_dialog_init (AppCsvDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Where nothing can be guessed, it begins with what is usual. */
static void
start (AppCsvDialog *self)
{
  const GscopeCsvFormat usual = { .delimiter = ',',
                                  .decimal = '.',
                                  .header = GSCOPE_CSV_HEADER_LINE };
  const GscopeCsvFormat *used =
      gscope_player_get_csv_format (app_session_get_player (self->session));

  g_autofree char *name =
      g_file_get_basename (gscope_player_get_file (app_session_get_player (self->session)));

  self->guess = gscope_csv_format_detect (self->text, self->length, name, NULL);
  self->format = used ? *used : self->guess ? *self->guess : usual;
  show (self);
  gtk_widget_grab_focus (self->accept);
}

AppCsvDialog *
app_csv_dialog_open (GtkWindow *parent, AppSession *session, GError **error)
{
  GFile *file = gscope_player_get_file (app_session_get_player (session));
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = g_markup_escape_text (name, -1);
  gsize length;
  char *text = gscope_csv_read_head (file, &length, error);
  AppCsvDialog *self;

  if (!text)
    return NULL;
  self = g_object_new (APP_TYPE_CSV_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->text = text;
  self->length = length;
  adw_preferences_group_set_title (self->about, title);
  start (self);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
