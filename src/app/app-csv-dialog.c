/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-csv-dialog.h"

#include <glib/gi18n.h>

#include "app-csv.h"
#include "app-format.h"

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
  AdwComboRow *delimiter;
  AdwComboRow *decimal;
  AdwActionRow *header_row;
  GtkSwitch *header;
  AdwComboRow *column;
  AdwComboRow *time;
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

/* Says whether a choice is that of the guess. */
static void
mark_guess (AdwActionRow *row, gboolean is_guess, const char *guess)
{
  g_autofree char *other = g_strdup_printf (_ ("Guessed: %s"), guess);
  g_autofree char *markup = g_markup_escape_text (is_guess ? _ ("As guessed") : other, -1);

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

static void
add_cell (AppCsvDialog *self, guint column, guint row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_widget_add_css_class (label, "numeric");
  if (row == 0 && self->format.has_header)
    gtk_widget_add_css_class (label, "heading");
  if (column == self->format.time_column)
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
  guint column = self->format.time_column;

  return g_strv_length (cells) > column
         && gscope_csv_format_read_time (&self->format, cells[column], time);
}

/* The first line whose time cannot be read, counted from 1; 0 for none. */
static guint
find_bad_time (AppCsvDialog *self, GPtrArray *rows)
{
  gint64 time;

  for (guint i = self->format.has_header; i < rows->len; i++)
    if (!read_time (self, rows->pdata[i], &time))
      return i + 1;
  return 0;
}

/* From which a wrong unit is seen. */
static char *
describe_length (AppCsvDialog *self, GPtrArray *rows)
{
  guint first = self->format.has_header;
  gint64 begin = 0, end = 0;
  g_autofree char *length = NULL;

  if (rows->len > first)
    {
      read_time (self, rows->pdata[first], &begin);
      read_time (self, rows->pdata[rows->len - 1], &end);
    }
  length = app_format_interval (end - begin);
  return g_strdup_printf (_ ("All of these lines can be read. Together they are %s long."), length);
}

static void
show_verdict (AppCsvDialog *self, GPtrArray *rows)
{
  guint bad = find_bad_time (self, rows);
  gboolean is_one = rows->len > 0 && g_strv_length (rows->pdata[0]) < 2;
  g_autofree char *text = NULL;

  if (is_one)
    text = g_strdup (_ ("There is one column only: choose what separates the columns."));
  else if (bad)
    text = g_strdup_printf (_ ("Line %u has no such time in column %u."), bad,
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
show (AppCsvDialog *self)
{
  const GscopeCsvFormat *guess = self->guess ? self->guess : &self->format;

  self->showing = TRUE;
  show_choice (self, self->delimiter,
               find_character (delimiters, G_N_ELEMENTS (delimiters), self->format.delimiter),
               find_character (delimiters, G_N_ELEMENTS (delimiters), guess->delimiter));
  show_choice (self, self->decimal,
               find_character (decimals, G_N_ELEMENTS (decimals), self->format.decimal),
               find_character (decimals, G_N_ELEMENTS (decimals), guess->decimal));
  gtk_switch_set_active (self->header, self->format.has_header);
  if (self->guess)
    mark_guess (self->header_row, !self->format.has_header == !guess->has_header,
                guess->has_header ? _ ("yes") : _ ("no"));
  show_columns (self);
  show_choice (self, self->time, self->format.time, guess->time);
  gtk_widget_set_sensitive (self->guessed,
                            self->guess && !app_csv_format_equal (&self->format, self->guess));
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
  self->format.has_header = gtk_switch_get_active (self->header);
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
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/app-csv-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, delimiter);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, decimal);
  gtk_widget_class_bind_template_child (widget_class, AppCsvDialog, header_row);
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
  const GscopeCsvFormat usual = { .delimiter = ',', .decimal = '.', .has_header = TRUE };
  const GscopeCsvFormat *used =
      gscope_player_get_csv_format (app_session_get_player (self->session));

  self->guess = gscope_csv_format_guess (self->text, self->length, NULL);
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
