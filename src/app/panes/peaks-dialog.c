/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/peaks-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "panes/pane.h"
#include "session/session.h"
#include "widgets/drop-down.h"
#include "widgets/present.h"

/* Peaks that are listed, and the interval of updates, ms. */
#define MAX_PEAKS 32
#define INTERVAL 500
#define DIGITS 5
/* How far a harmonic may be from a multiple, as a part of the highest peak's frequency. */
#define TOLERANCE 0.02

/* A peak in the list. */
#define APP_TYPE_PEAK (app_peak_get_type ())
G_DECLARE_FINAL_TYPE (AppPeak, app_peak, APP, PEAK, GObject)

struct _AppPeak
{
  GObject parent_instance;

  GscopeSpectrumPeak peak;
  /* which harmonic of the highest peak it is; 0 for none */
  guint harmonic;
};

G_DEFINE_FINAL_TYPE (AppPeak, app_peak, G_TYPE_OBJECT)

static void
app_peak_class_init (AppPeakClass *klass)
{
}

static void
app_peak_init (AppPeak *self)
{
}

struct _AppPeaksDialog
{
  AdwWindow parent_instance;

  GscopeGtkSpectrumView *spectrum;
  char *unit;
  guint timeout;

  GListStore *peaks;
  GtkColumnView *table;
  GtkSortListModel *sorted;
  GtkWidget *empty;
  GtkColumnViewColumn *frequency;
  GtkColumnViewColumn *magnitude;
  GtkColumnViewColumn *harmonic;
  GtkDropDown *order;
};

G_DEFINE_FINAL_TYPE (AppPeaksDialog, app_peaks_dialog, ADW_TYPE_WINDOW)

/* Texts. */

static char *
format_frequency (AppPeaksDialog *self, const AppPeak *peak)
{
  return gscope_quantity_format (peak->peak.frequency, "Hz", DIGITS);
}

static char *
format_magnitude (AppPeaksDialog *self, const AppPeak *peak)
{
  return gscope_quantity_format (peak->peak.amplitude, self->unit, DIGITS);
}

static char *
format_harmonic (AppPeaksDialog *self, const AppPeak *peak)
{
  /* Translators: a harmonic: a multiple of a frequency */
  return peak->harmonic > 0 ? g_strdup_printf (_ ("%u×"), peak->harmonic) : g_strdup ("");
}

typedef char *(*FormatFunc) (AppPeaksDialog *self, const AppPeak *peak);

#define FORMAT "format"

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

/* Assistive technologies name a row after the peak. */
static void
name_row (AppPeaksDialog *self, GtkWidget *label, const AppPeak *peak)
{
  g_autofree char *frequency = format_frequency (self, peak);
  g_autofree char *magnitude = format_magnitude (self, peak);
  /* Translators: the frequency and the height of a peak */
  g_autofree char *text = g_strdup_printf (_ ("%s, %s"), frequency, magnitude);
  GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (label));

  if (row)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, AppPeaksDialog *self)
{
  FormatFunc format = g_object_get_data (G_OBJECT (factory), FORMAT);
  g_autofree char *text = format (self, gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
  name_row (self, gtk_list_item_get_child (item), gtk_list_item_get_item (item));
}

/* The order. */

static int
compare_numbers (double a, double b)
{
  return (a > b) - (a < b);
}

static int
compare_frequencies (gconstpointer a, gconstpointer b, gpointer data)
{
  return compare_numbers (((const AppPeak *) a)->peak.frequency,
                          ((const AppPeak *) b)->peak.frequency);
}

static int
compare_magnitudes (gconstpointer a, gconstpointer b, gpointer data)
{
  return compare_numbers (((const AppPeak *) a)->peak.amplitude,
                          ((const AppPeak *) b)->peak.amplitude);
}

static int
compare_harmonics (gconstpointer a, gconstpointer b, gpointer data)
{
  return compare_numbers (((const AppPeak *) a)->harmonic, ((const AppPeak *) b)->harmonic);
}

static void
on_order (AppPeaksDialog *self)
{
  gboolean by_frequency = gtk_drop_down_get_selected (self->order) == 1;

  gtk_column_view_sort_by_column (self->table, by_frequency ? self->frequency : self->magnitude,
                                  by_frequency ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
}

static void
prepare_column (AppPeaksDialog *self, GtkColumnViewColumn *column, FormatFunc format,
                GCompareDataFunc compare)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (compare, NULL, NULL);

  g_object_set_data (G_OBJECT (factory), FORMAT, (gpointer) format);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  gtk_column_view_column_set_factory (column, factory);
  gtk_column_view_column_set_sorter (column, GTK_SORTER (sorter));
  g_object_unref (factory);
}

/* The peaks. */

static guint
find_harmonic (double frequency, double fundamental)
{
  double multiple = frequency / fundamental;

  return multiple > 0.5 && fabs (multiple - round (multiple)) < TOLERANCE ? (guint) round (multiple)
                                                                          : 0;
}

static gboolean
is_same (AppPeaksDialog *self, GArray *peaks)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->peaks)) != peaks->len)
    return FALSE;
  for (guint i = 0; i < peaks->len; i++)
    {
      g_autoptr (AppPeak) item = g_list_model_get_item (G_LIST_MODEL (self->peaks), i);
      const GscopeSpectrumPeak *peak = &g_array_index (peaks, GscopeSpectrumPeak, i);

      if (item->peak.frequency != peak->frequency || item->peak.amplitude != peak->amplitude)
        return FALSE;
    }
  return TRUE;
}

static void
fill (AppPeaksDialog *self, GArray *peaks)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < peaks->len; i++)
    {
      AppPeak *item = g_object_new (APP_TYPE_PEAK, NULL);

      item->peak = g_array_index (peaks, GscopeSpectrumPeak, i);
      item->harmonic = find_harmonic (item->peak.frequency,
                                      g_array_index (peaks, GscopeSpectrumPeak, 0).frequency);
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->peaks, 0, g_list_model_get_n_items (G_LIST_MODEL (self->peaks)),
                       items->pdata, items->len);
}

static gboolean
update (gpointer data)
{
  AppPeaksDialog *self = data;
  const char *unit = gscope_gtk_spectrum_view_get_unit (self->spectrum);
  g_autoptr (GArray) peaks = gscope_gtk_spectrum_view_find_peaks (self->spectrum, MAX_PEAKS);
  gboolean is_other_unit = g_strcmp0 (unit, self->unit) != 0;

  if (is_other_unit)
    {
      g_free (self->unit);
      self->unit = g_strdup (unit);
    }
  if (is_other_unit || !is_same (self, peaks))
    fill (self, peaks);
  gtk_widget_set_visible (self->empty, peaks->len == 0);
  return G_SOURCE_CONTINUE;
}

/* Numbers as in files, in the order of the table. */
static void
append_line (GString *text, const AppPeak *peak)
{
  char frequency[G_ASCII_DTOSTR_BUF_SIZE], magnitude[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (frequency, sizeof frequency, peak->peak.frequency);
  g_ascii_dtostr (magnitude, sizeof magnitude, peak->peak.amplitude);
  g_string_append_printf (text, "%s\t%s\t", frequency, magnitude);
  if (peak->harmonic > 0)
    g_string_append_printf (text, "%u", peak->harmonic);
  g_string_append_c (text, '\n');
}

static void
on_copy (AppPeaksDialog *self)
{
  GListModel *model = G_LIST_MODEL (self->sorted);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s (Hz)\t%s (%s)\t%s\n", _ ("Frequency"), _ ("Magnitude"),
                          self->unit ? self->unit : "", _ ("Harmonic"));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (AppPeak) peak = g_list_model_get_item (model, i);

      append_line (text, peak);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static gboolean
copy (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  on_copy (APP_PEAKS_DIALOG (widget));
  return TRUE;
}

static void
app_peaks_dialog_dispose (GObject *object)
{
  AppPeaksDialog *self = APP_PEAKS_DIALOG (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->spectrum);
  g_clear_pointer (&self->unit, g_free);
  G_OBJECT_CLASS (app_peaks_dialog_parent_class)->dispose (object);
}

static void
app_peaks_dialog_class_init (AppPeaksDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_peaks_dialog_dispose;
  g_type_ensure (APP_TYPE_PEAK);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/panes/peaks-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, peaks);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, table);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, sorted);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, empty);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, frequency);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, magnitude);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, harmonic);
  gtk_widget_class_bind_template_child (widget_class, AppPeaksDialog, order);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_order);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, copy, NULL);
}

static void
app_peaks_dialog_init (AppPeaksDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  prepare_column (self, self->frequency, format_frequency, compare_frequencies);
  prepare_column (self, self->magnitude, format_magnitude, compare_magnitudes);
  prepare_column (self, self->harmonic, format_harmonic, compare_harmonics);
  gtk_sort_list_model_set_sorter (self->sorted, gtk_column_view_get_sorter (self->table));
  on_order (self);
  app_drop_down_prepare (self->order);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (gtk_widget_get_last_child (GTK_WIDGET (self->table))),
      GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Peaks"), -1);
}

void
app_peaks_dialog_open (GtkWindow *parent, GscopeGtkView *view)
{
  AppPeaksDialog *self = g_object_new (APP_TYPE_PEAKS_DIALOG, "transient-for", parent, NULL);

  g_object_set (gscope_gtk_view_get_settings (view), "spectrum", TRUE, "spectrogram", FALSE, NULL);
  self->spectrum = g_object_ref (app_pane_find_beside (view, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  self->timeout = g_timeout_add (INTERVAL, update, self);
  update (self);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->order));
}
