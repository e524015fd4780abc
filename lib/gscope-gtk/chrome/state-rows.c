/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/state-rows.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/paint/states.h>
#include <math.h>

/* The names beside and above the bars of a lane of states. */

enum
{
  KEY_GAP = 4,
  NAME_GAP = 6,
  EDGE = 4,
  ENTRY_GAP = 12,
  SWATCH = 16,
  SWATCH_HEIGHT = 10,
  SYMBOL = 8,
};

static double
measure_key (GscopeGtkBrush *brush)
{
  return 16 * brush->text_scale + KEY_GAP;
}

static void
draw_row_name (GscopeGtkBrush *brush, const GscopeGtkScene *scene, GscopeGtkViewSignal *entry,
               double middle)
{
  gboolean dashed, ended = gscope_signal_get_ended (gscope_gtk_view_signal_get_signal (entry));
  guint32 color = gscope_gtk_view_signal_resolve (entry, scene->palette, &dashed);
  double key = measure_key (brush), room = scene->plot.x - NAME_GAP - EDGE - key;
  double width, height;

  gscope_gtk_brush_set_text (brush, gscope_gtk_view_signal_get_label (entry),
                             entry == scene->selected, room);
  gscope_gtk_brush_get_size (brush, &width, &height);
  width = MIN (width, room);
  gscope_gtk_brush_draw_text (brush, scene->plot.x - NAME_GAP - width, middle - height / 2,
                              ended ? scene->palette->dim : scene->palette->text);
  gscope_gtk_brush_mark (brush, scene->plot.x - NAME_GAP - width - key, middle,
                         gscope_gtk_view_signal_get_mark (entry), color, dashed);
}

void
gscope_gtk_chrome_draw_row_names (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                                  const GscopeGtkSceneLane *lane)
{
  const GPtrArray *signals = lane->scales[0].signals;
  double height = (double) lane->height / signals->len, width, text;
  guint step;

  gscope_gtk_brush_set_text (brush, "8", FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &text);
  /* names that would overlap are left out */
  step = MAX (1, (guint) ceil (text / height));
  for (guint i = 0; i < signals->len; i += step)
    draw_row_name (brush, scene, signals->pdata[i],
                   floor (scene->plot.y + lane->top + (i + 0.5) * height));
}

/* The legend. */

typedef enum
{
  ENTRY_STATE,
  ENTRY_CHANGE,
  ENTRY_BUDGET,
} EntryKind;

/* value: a GscopeStateStyle or a GscopeGtkStateChange */
typedef struct
{
  EntryKind kind;
  guint value;
  const char *words;
} Entry;

typedef struct
{
  GscopeGtkBrush *brush;
  double x;
  double middle;
  double right;
} Legend;

/* Draws the part of a picture of a row: an interval of a style, or a symbol at a change. */
static void
draw_swatch (const Legend *self, GscopeStateStyle style)
{
  const GscopeGtkPalette *palette = self->brush->palette;
  cairo_t *cr = self->brush->cr;
  double x = floor (self->x), y = floor (self->middle - SWATCH_HEIGHT / 2.0);

  gscope_gtk_brush_set_color (
      self->brush, style == GSCOPE_STATE_STYLE_HATCHED ? palette->dim : palette->text, 1);
  cairo_set_line_width (cr, 1);
  if (style == GSCOPE_STATE_STYLE_FILLED || style == GSCOPE_STATE_STYLE_DIGIT)
    {
      cairo_rectangle (cr, x, y, SWATCH, SWATCH_HEIGHT);
      cairo_fill (cr);
      return;
    }
  if (style == GSCOPE_STATE_STYLE_OUTLINE)
    cairo_rectangle (cr, x + 0.5, y + 0.5, SWATCH - 1, SWATCH_HEIGHT - 1);
  for (int i = 0; style == GSCOPE_STATE_STYLE_HATCHED && i < SWATCH; i += 4)
    {
      cairo_move_to (cr, x + i, y + SWATCH_HEIGHT);
      cairo_line_to (cr, x + i + 4, y);
    }
  if (style == GSCOPE_STATE_STYLE_THIN)
    {
      cairo_move_to (cr, x, floor (self->middle) + 0.5);
      cairo_line_to (cr, x + SWATCH, floor (self->middle) + 0.5);
    }
  cairo_stroke (cr);
}

static void
draw_symbol (const Legend *self, GscopeGtkStateChange change)
{
  const GscopeGtkPalette *palette = self->brush->palette;
  cairo_t *cr = self->brush->cr;
  double x = floor (self->x) + SYMBOL / 2.0, y = floor (self->middle - SWATCH_HEIGHT / 2.0);

  if (change == GSCOPE_GTK_CHANGE_BUDGET_ENDED)
    {
      gscope_gtk_brush_line (self->brush, x, y, x, y + SWATCH_HEIGHT, palette->error, 2);
      return;
    }
  if (change == GSCOPE_GTK_CHANGE_PREEMPTED)
    {
      gscope_gtk_brush_set_color (self->brush, palette->warning, 1);
      cairo_move_to (cr, x - 4, y + 2);
      cairo_line_to (cr, x + 4, y + 2);
      cairo_line_to (cr, x, y + 8);
      cairo_fill (cr);
      return;
    }
  gscope_gtk_brush_line (self->brush, x, y, x, y + SWATCH_HEIGHT, palette->text, 1);
  cairo_move_to (cr, x - 3, y + 4);
  cairo_line_to (cr, x, y);
  cairo_line_to (cr, x + 3, y + 4);
  cairo_stroke (cr);
}

/* Draws a wedge, as of a budget that falls. */
static void
draw_budget (const Legend *self)
{
  double x = floor (self->x), y = floor (self->middle - SWATCH_HEIGHT / 2.0);

  gscope_gtk_brush_set_color (self->brush, self->brush->palette->text, 1);
  cairo_move_to (self->brush->cr, x, y);
  cairo_line_to (self->brush->cr, x + SWATCH, y + SWATCH_HEIGHT);
  cairo_line_to (self->brush->cr, x, y + SWATCH_HEIGHT);
  cairo_close_path (self->brush->cr);
  cairo_fill (self->brush->cr);
}

static void
add_entry (GArray *entries, EntryKind kind, guint value, const char *words)
{
  const Entry entry = { kind, value, words };

  g_array_append_val (entries, entry);
}

/* Adds the states that have a style; names of filled bars are on them. */
static void
add_styles (GArray *entries, GscopeSignal *signal, guint *seen)
{
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);

  for (gsize i = 0; i < n; i++)
    {
      if (states[i].style == GSCOPE_STATE_STYLE_FILLED || *seen & 1u << states[i].style)
        continue;
      *seen |= 1u << states[i].style;
      add_entry (entries, ENTRY_STATE, states[i].style, states[i].name);
    }
}

static gboolean
has_budget (const GscopeGtkScale *scale)
{
  for (guint i = 0; i < scale->below->len; i++)
    if (scale->below->pdata[i])
      return TRUE;
  return FALSE;
}

/* Lists the entries of a lane's legend. */
static GArray *
list_entries (const GscopeGtkScale *scale)
{
  const guint thin = 1u << GSCOPE_STATE_STYLE_THIN, outline = 1u << GSCOPE_STATE_STYLE_OUTLINE;
  const guint hatched = 1u << GSCOPE_STATE_STYLE_HATCHED;
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  guint seen = 0;

  for (guint i = 0; i < scale->signals->len; i++)
    add_styles (entries, gscope_gtk_view_signal_get_signal (scale->signals->pdata[i]), &seen);
  if (seen & thin && seen & (outline | hatched))
    add_entry (entries, ENTRY_CHANGE, GSCOPE_GTK_CHANGE_WAKE_UP, _ ("wake-up"));
  if (seen & outline)
    add_entry (entries, ENTRY_CHANGE, GSCOPE_GTK_CHANGE_PREEMPTED, _ ("preempted"));
  if (seen & hatched)
    add_entry (entries, ENTRY_CHANGE, GSCOPE_GTK_CHANGE_BUDGET_ENDED, _ ("budget ends"));
  if (has_budget (scale))
    add_entry (entries, ENTRY_BUDGET, 0, _ ("budget left"));
  return entries;
}

static double
measure_picture (const Entry *entry)
{
  return entry->kind == ENTRY_CHANGE ? SYMBOL : SWATCH;
}

static double
measure_words (GscopeGtkBrush *brush, const char *words, double room)
{
  double width, height;

  gscope_gtk_brush_set_text (brush, words, FALSE, room);
  gscope_gtk_brush_get_size (brush, &width, &height);
  return width;
}

/* Draws words in at most some room. Returns their width. */
static double
draw_words (const Legend *self, const char *words, double x, double room)
{
  double width, height;

  gscope_gtk_brush_set_text (self->brush, words, FALSE, room);
  gscope_gtk_brush_get_size (self->brush, &width, &height);
  gscope_gtk_brush_draw_text (self->brush, x, self->middle - height / 2, self->brush->palette->dim);
  return width;
}

static void
draw_entry (Legend *self, const Entry *entry)
{
  double picture = measure_picture (entry) + KEY_GAP;

  if (entry->kind == ENTRY_STATE)
    draw_swatch (self, (GscopeStateStyle) entry->value);
  else if (entry->kind == ENTRY_CHANGE)
    draw_symbol (self, (GscopeGtkStateChange) entry->value);
  else
    draw_budget (self);
  self->x += picture + draw_words (self, entry->words, self->x + picture, 0) + ENTRY_GAP;
}

static char *
format_more (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more", "%u more", n), n);
}

/* Returns how many entries fit beside the words that count the others, and these words; NULL if all fit. */
static guint
count_fitting (const Legend *self, const GArray *entries, char **more)
{
  double width = 0;
  guint n = 0;

  *more = NULL;
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      g_autofree char *rest = format_more (entries->len - 1 - i);

      width += measure_picture (entry) + KEY_GAP + measure_words (self->brush, entry->words, 0);
      if (i + 1 == entries->len
              ? self->x + width <= self->right
              : self->x + width + ENTRY_GAP + measure_words (self->brush, rest, 0) <= self->right)
        n = i + 1;
      width += ENTRY_GAP;
    }
  if (n < entries->len)
    *more = format_more (entries->len - n);
  return n;
}

gboolean
gscope_gtk_chrome_draw_legend (GscopeGtkBrush *brush, const GscopeGtkScale *scale, double x,
                               double middle, double right)
{
  g_autoptr (GArray) entries = list_entries (scale);
  Legend self = { brush, x, middle, right };
  g_autofree char *more = NULL;
  guint n = count_fitting (&self, entries, &more);

  for (guint i = 0; i < n; i++)
    draw_entry (&self, &g_array_index (entries, Entry, i));
  if (more)
    draw_words (&self, more, self.x, MAX (right - self.x, 1));
  return more != NULL;
}

char *
gscope_gtk_chrome_describe_legend (const GscopeGtkScale *scale)
{
  g_autoptr (GArray) entries = list_entries (scale);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            g_array_index (entries, Entry, i).words);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

const char *
gscope_gtk_chrome_find_widest (GscopeGtkViewSignal *entry)
{
  gsize n, most = 0;
  const GscopeState *states =
      gscope_signal_get_states (gscope_gtk_view_signal_get_signal (entry), &n);
  const char *widest = NULL;

  for (gsize i = 0; i < n; i++)
    if (!widest || (gsize) g_utf8_strlen (states[i].name, -1) > most)
      {
        widest = states[i].name;
        most = (gsize) g_utf8_strlen (widest, -1);
      }
  return widest;
}
