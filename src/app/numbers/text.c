/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "numbers/text.h"

#include <gscope/gscope.h>
#include <string.h>

struct _AppNumberText
{
  GtkTextView parent_instance;

  /* as it was read, and as it is shown: of the same bytes but those that are no UTF-8 */
  char *text;
  char *shown;
};

enum
{
  SELECTED,
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AppNumberText, app_number_text, GTK_TYPE_TEXT_VIEW)

static void
get_iter (AppNumberText *self, gsize offset, GtkTextIter *iter)
{
  gtk_text_buffer_get_iter_at_offset (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self)), iter,
                                      g_utf8_pointer_to_offset (self->shown, self->shown + offset));
}

static gsize
get_offset (AppNumberText *self, const GtkTextIter *iter)
{
  return g_utf8_offset_to_pointer (self->shown, gtk_text_iter_get_offset (iter)) - self->shown;
}

static gsize
get_cursor (AppNumberText *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return get_offset (self, &iter);
}

void
app_number_text_select (AppNumberText *self, gsize offset)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter first, last;
  gsize begin, end;

  if (!gscope_number_place_next (self->text, offset, &begin, &end))
    return;
  get_iter (self, begin, &first);
  get_iter (self, end, &last);
  gtk_text_buffer_select_range (buffer, &first, &last);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self), gtk_text_buffer_get_insert (buffer), 0.1,
                                FALSE, 0, 0);
}

static void
select_and_tell (AppNumberText *self, gsize offset)
{
  app_number_text_select (self, offset);
  g_signal_emit (self, signals[SELECTED], 0, (guint64) offset);
}

/* The begin of the line of a place. */
static gsize
get_line (AppNumberText *self, gsize offset)
{
  while (offset > 0 && self->text[offset - 1] != '\n')
    offset--;
  return offset;
}

static gsize
get_line_end (AppNumberText *self, gsize offset)
{
  return offset + strcspn (self->text + offset, "\n");
}

/* Finds the last number that begins before a place, in its line or in a line above. */
static gboolean
find_before (AppNumberText *self, gsize offset, gsize *found)
{
  for (gsize line = get_line (self, offset);; line = get_line (self, line - 1))
    {
      gboolean is_found = FALSE;
      gsize begin, end;

      for (gsize at = line;
           gscope_number_place_next (self->text, at, &begin, &end) && begin < offset; at = end)
        {
          *found = begin;
          is_found = TRUE;
        }
      if (is_found || line == 0)
        return is_found;
      offset = line;
    }
}

static gboolean
find_here (AppNumberText *self, gsize offset, gsize *found)
{
  gsize end;

  return gscope_number_place_next (self->text, offset, found, &end);
}

static gboolean
find_after (AppNumberText *self, gsize offset, gsize *found)
{
  gsize begin, end;

  for (gsize at = offset; gscope_number_place_next (self->text, at, &begin, &end); at = end)
    if (begin > offset)
      {
        *found = begin;
        return TRUE;
      }
  return FALSE;
}

/* Finds the number of a line that is nearest to a column. */
static gboolean
find_in_line (AppNumberText *self, gsize line, gsize column, gsize *found)
{
  gsize line_end = get_line_end (self, line), begin, end;
  gboolean is_found = FALSE;

  for (gsize at = line; gscope_number_place_next (self->text, at, &begin, &end) && end <= line_end;
       at = end)
    {
      if (is_found && begin > line + column)
        break;
      *found = begin;
      is_found = TRUE;
    }
  return is_found;
}

static gboolean
find_by_line (AppNumberText *self, gsize offset, int direction, gsize *found)
{
  gsize line = get_line (self, offset), column = offset - line;

  for (;;)
    {
      if (direction < 0 && line == 0)
        return FALSE;
      line = direction < 0 ? get_line (self, line - 1) : get_line_end (self, line) + 1;
      if (line > strlen (self->text))
        return FALSE;
      if (find_in_line (self, line, column, found))
        return TRUE;
    }
}

gboolean
app_number_text_move (AppNumberText *self, int step)
{
  gsize offset = get_cursor (self), found;
  gboolean is_found = step == 0    ? find_here (self, offset, &found)
                      : step == -1 ? find_before (self, offset, &found)
                      : step == 1  ? find_after (self, offset, &found)
                                   : find_by_line (self, offset, step, &found);

  if (is_found)
    select_and_tell (self, found);
  return is_found;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
        AppNumberText *self)
{
  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
      return app_number_text_move (self, -1), TRUE;
    case GDK_KEY_Right:
      return app_number_text_move (self, 1), TRUE;
    case GDK_KEY_Up:
      return app_number_text_move (self, -2), TRUE;
    case GDK_KEY_Down:
      return app_number_text_move (self, 2), TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      g_signal_emit (self, signals[CHOSEN], 0);
      return TRUE;
    default:
      return FALSE;
    }
}

/* A click beside a number is that of any text. */
static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, AppNumberText *self)
{
  GtkTextIter iter;
  gsize offset, begin, end;
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self), GTK_TEXT_WINDOW_WIDGET, x, y,
                                         &buffer_x, &buffer_y);
  if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &iter, buffer_x, buffer_y))
    return;
  offset = get_offset (self, &iter);
  if (!gscope_number_place_next (self->text, offset, &begin, &end) || begin > offset)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  select_and_tell (self, begin);
}

static void
app_number_text_finalize (GObject *object)
{
  AppNumberText *self = APP_NUMBER_TEXT (object);

  g_free (self->text);
  g_free (self->shown);
  G_OBJECT_CLASS (app_number_text_parent_class)->finalize (object);
}

static void
app_number_text_class_init (AppNumberTextClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_number_text_finalize;
  signals[SELECTED] = g_signal_new ("selected", APP_TYPE_NUMBER_TEXT, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[CHOSEN] = g_signal_new ("chosen", APP_TYPE_NUMBER_TEXT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
app_number_text_init (AppNumberText *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->text = g_strdup ("");
  self->shown = g_strdup ("");
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
app_number_text_set_text (AppNumberText *self, const char *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter start;
  const char *invalid;

  g_free (self->text);
  g_free (self->shown);
  self->text = g_strdup (text);
  self->shown = g_strdup (text);
  for (const char *at = self->shown; !g_utf8_validate (at, -1, &invalid); at = invalid)
    self->shown[invalid - self->shown] = '?';
  gtk_text_buffer_set_text (buffer, self->shown, -1);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
}

const char *
app_number_text_get_text (AppNumberText *self)
{
  return self->text;
}
