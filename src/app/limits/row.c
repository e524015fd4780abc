/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "limits/row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "fields/expander.h"
#include "session/format.h"

/* Of values. */
enum
{
  DIGITS = 4,
};

/* A number of the outcome on screen, and what shows it. */
typedef struct
{
  const GscopeLimitNumber *number;
  GtkWidget *row;
  GtkLabel *label;
} Number;

struct _AppLimitRow
{
  AdwExpanderRow parent_instance;

  GscopeLimit *limit;
  GtkImage *icon;
  GtkLabel *verdict;
  /* of Number */
  GArray *numbers;
};

G_DEFINE_FINAL_TYPE (AppLimitRow, app_limit_row, ADW_TYPE_EXPANDER_ROW)

static void
add_number (AppLimitRow *self, const GscopeLimitNumber *number)
{
  Number shown = { .number = number };

  shown.label = app_expander_add_number (ADW_EXPANDER_ROW (self), _ (number->title));
  shown.row = gtk_widget_get_ancestor (GTK_WIDGET (shown.label), ADW_TYPE_ACTION_ROW);
  g_array_append_val (self->numbers, shown);
}

static void
on_edit (AppLimitRow *self)
{
  g_signal_emit_by_name (self, "edit");
}

static void
on_reset (AppLimitRow *self)
{
  gscope_limit_reset (self->limit);
  app_limit_row_update (self);
}

static void
on_remove (AppLimitRow *self)
{
  g_signal_emit_by_name (self, "remove");
}

static void
add_buttons (AdwExpanderRow *self)
{
  GtkBox *buttons = app_expander_add_buttons (self);

  app_expander_add_button (self, buttons, _ ("Edit"), G_CALLBACK (on_edit));
  app_expander_add_button (self, buttons, _ ("Reset Counts"), G_CALLBACK (on_reset));
  app_expander_add_button (self, buttons, _ ("Remove"), G_CALLBACK (on_remove));
}

static void
app_limit_row_dispose (GObject *object)
{
  g_clear_object (&APP_LIMIT_ROW (object)->limit);
  G_OBJECT_CLASS (app_limit_row_parent_class)->dispose (object);
}

static void
app_limit_row_finalize (GObject *object)
{
  g_array_unref (APP_LIMIT_ROW (object)->numbers);
  G_OBJECT_CLASS (app_limit_row_parent_class)->finalize (object);
}

static void
app_limit_row_class_init (AppLimitRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_limit_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_limit_row_finalize;
  g_signal_new ("edit", APP_TYPE_LIMIT_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("remove", APP_TYPE_LIMIT_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
app_limit_row_init (AppLimitRow *self)
{
  const GscopeLimitNumber *numbers = gscope_limit_result_list_numbers ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->icon = GTK_IMAGE (gtk_image_new ());
  self->verdict = app_expander_make_number ();
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->icon));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->verdict));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), box);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (Number));
  for (const GscopeLimitNumber *number = numbers; number->name; number++)
    add_number (self, number);
  add_buttons (ADW_EXPANDER_ROW (self));
}

AppLimitRow *
app_limit_row_new (GscopeLimit *limit)
{
  AppLimitRow *self = g_object_new (APP_TYPE_LIMIT_ROW, NULL);

  self->limit = g_object_ref (limit);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 gscope_signal_get_full_name (gscope_limit_get_signal (limit)));
  app_limit_row_update (self);
  return self;
}

GscopeLimit *
app_limit_row_get_limit (AppLimitRow *self)
{
  return self->limit;
}

/* By verdict; without an icon where nothing was compared. */
static const char *const icons[] = {
  [GSCOPE_LIMIT_VERDICT_PASSES] = "object-select-symbolic",
  [GSCOPE_LIMIT_VERDICT_FAILS] = "window-close-symbolic",
  [GSCOPE_LIMIT_VERDICT_INCOMPLETE] = "dialog-warning-symbolic",
  [GSCOPE_LIMIT_VERDICT_UNKNOWN] = NULL,
};

static char *
describe_verdict (GscopeLimitVerdict verdict, guint64 n_failures)
{
  switch (verdict)
    {
    case GSCOPE_LIMIT_VERDICT_PASSES:
      return g_strdup (_ ("Passes"));
    case GSCOPE_LIMIT_VERDICT_FAILS:
      return app_format_failures (n_failures);
    case GSCOPE_LIMIT_VERDICT_INCOMPLETE:
      return g_strdup (_ ("Incomplete"));
    case GSCOPE_LIMIT_VERDICT_UNKNOWN:
    default:
      return g_strdup (_ ("No sample yet"));
    }
}

static void
show_verdict (AppLimitRow *self)
{
  const GscopeLimitResult *result = gscope_limit_get_result (self->limit);
  GscopeLimitVerdict verdict = gscope_limit_result_get_verdict (result);
  g_autofree char *text = describe_verdict (verdict, result->n_failures);

  gtk_label_set_label (self->verdict, text);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), icons[verdict] != NULL);
  gtk_image_set_from_icon_name (self->icon, icons[verdict]);
  if (verdict == GSCOPE_LIMIT_VERDICT_FAILS)
    gtk_widget_add_css_class (GTK_WIDGET (self->verdict), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->verdict), "error");
}

/* The title of a count says what it counts. */
static char *
format_number (AppLimitRow *self, const GscopeLimitNumber *number)
{
  const char *unit = gscope_signal_get_unit (gscope_limit_get_signal (self->limit));
  double value = gscope_limit_result_get_number (gscope_limit_get_result (self->limit), number);

  if (!isfinite (value))
    return g_strdup ("–");
  return number->is_count
             ? g_strdup_printf ("%.0f", value)
             : gscope_quantity_format (value, number->unit ? number->unit : unit, DIGITS);
}

static void
show_number (AppLimitRow *self, const Number *shown)
{
  const GscopeLimitResult *result = gscope_limit_get_result (self->limit);
  g_autofree char *text = format_number (self, shown->number);

  gtk_label_set_label (shown->label, text);
  gtk_widget_set_visible (shown->row, gscope_limit_result_has_number (result, shown->number));
}

void
app_limit_row_update (AppLimitRow *self)
{
  g_autofree char *title = gscope_limit_dup_title (self->limit);

  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), title);
  show_verdict (self);
  for (guint i = 0; i < self->numbers->len; i++)
    show_number (self, &g_array_index (self->numbers, Number, i));
}
