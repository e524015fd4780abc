/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/chrome.h>
#include <gscope-gtk/plot/strips.h>
#include <gscope-gtk/view/note-editor.h>
#include <gscope-gtk/view/picture.h>
#include <gscope-gtk/view/view.h>

/* Heads of lanes, the cursor's values and what the pen has passed change this often: fast enough to read,
 * and each time a frame that is repainted more widely than the pen needs. */
#define GSCOPE_GTK_REFRESH_INTERVAL (200 * GSCOPE_MSEC)

/* The parts of a view that have a render node of their own. */
typedef enum
{
  GSCOPE_GTK_PART_RULERS,
  GSCOPE_GTK_PART_TIME,
  GSCOPE_GTK_PART_EVENTS,
  /* the sentences of empty lanes */
  GSCOPE_GTK_PART_REASONS,
  GSCOPE_GTK_PART_CURSORS,
  /* over all lines */
  GSCOPE_GTK_PART_HEADS,
} GscopeGtkPart;

#define GSCOPE_GTK_N_PARTS (GSCOPE_GTK_PART_HEADS + 1)

/* The target of a drag. */
typedef enum
{
  GSCOPE_GTK_DRAG_TIME,
  GSCOPE_GTK_DRAG_VALUES,
  GSCOPE_GTK_DRAG_CURSOR,
} GscopeGtkDrag;

/* A scope whose signals the view shows. */
typedef struct
{
  GscopeGtkView *view;
  GscopeScope *scope;
  /* parallel to the scope's signals; entries that the view does not show are NULL */
  GPtrArray *entries;
  /* whether it was added with all signals that the description lets in, or for single ones */
  gboolean is_whole;
  guint consumer;
} GscopeGtkScopeLink;

struct _GscopeGtkView
{
  GtkWidget parent_instance;

  char *title;
  GscopeWorkspaceView *description;
  GscopeViewSettings *settings;
  GPtrArray *links;
  GListStore *signals;
  /* of the signals that the description names only those whose names begin so; NULL for all */
  char *prefix;
  /* how signals looked that have gone, where that was changed: GscopeWorkspaceSignal by full name */
  GHashTable *looks;
  /* in which order signals were first shown, by full name: one that comes again has its place again */
  GHashTable *places;
  guint last_place;
  /* what was added (1) and removed (0) by hand, by full name */
  GHashTable *choices;
  GscopeGtkScene scene;
  GscopeGtkAnnotations annotations;
  GscopeGtkStrips strips;
  GskRenderNode *parts[GSCOPE_GTK_N_PARTS];
  /* the pen's label, drawn for a time and a place */
  GskRenderNode *flag;
  gint64 flag_time;
  double flag_x;
  /* the places of the numbers on the time ruler, and a bit for each that a label hides */
  GArray *numbers;
  guint64 hidden_numbers;

  gboolean is_shown;
  guint frames_id;
  guint n_idle_frames;
  gint64 refreshed_at;
  /* of the sentences of empty lanes */
  guint reasons;
  /* where the cursors stand, in columns; not-a-number if out of view. Keys move the active one. */
  double cursor_x[GSCOPE_GTK_N_CURSORS];
  guint active_cursor;

  double pointer_x;
  double pointer_y;
  double press_x;
  double drag_x;
  double drag_y;
  GscopeGtkDrag drag;
  /* the popover in which notes are written, once there was one */
  GtkWidget *note_editor;
  /* two fingers zoom about a column, where one would pan */
  GtkGesture *pinch;
  double pinch_scale;
  double pinch_x;
  /* the speed after a flick of a finger, in logical pixels a second */
  guint flick_id;
  gint64 flicked_at;
  double flick_velocity;
};

/* Redraw everything that depends on the scene, on one part, or on new samples. */
void gscope_gtk_view_redraw (GscopeGtkView *self);
void gscope_gtk_view_redraw_part (GscopeGtkView *self, GscopeGtkPart part);
void gscope_gtk_view_arrange (GscopeGtkView *self);

/* Gets the space left and right of its plot; FALSE while it has no place yet. */
gboolean gscope_gtk_view_get_insets (GscopeGtkView *self, int *left, int *right);

/* view-frames.c */
gint64 gscope_gtk_view_get_now (GscopeGtkView *self);
/* Updates the values of all signals: the newest, or those at a single cursor. */
void gscope_gtk_view_refresh_texts (GscopeGtkView *self);
/* Returns whether the view is visible. */
void gscope_gtk_view_set_shown (GscopeGtkView *self, gboolean shown);
void gscope_gtk_view_move_pen (GscopeGtkView *self);
/* How often a scope is to drain for it; what happens when it has. */
void gscope_gtk_view_update_consumer (GscopeGtkScopeLink *link);
void gscope_gtk_view_on_drained (GscopeScope *scope, GscopeGtkScopeLink *link);

/* view-scopes.c */
void gscope_gtk_view_link_free (gpointer link);
/* Forgets what was chosen by hand, and shows what is described. */
void gscope_gtk_view_choose_anew (GscopeGtkView *self);
/* Returns whether the view shows all present and future signals of its scopes. */
gboolean gscope_gtk_view_is_whole (GscopeGtkView *self);

/* view-snapshot.c */
void gscope_gtk_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

/* view-export.c */
typedef void (*GscopeGtkChromeFunc) (const GscopeGtkAnnotations *, cairo_t *, PangoContext *);
/* Draws a part, on the screen and in pictures. */
GscopeGtkChromeFunc gscope_gtk_view_get_chrome (GscopeGtkPart part);
void gscope_gtk_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing);

/* view-cursors.c */
/* Moves the active cursor, or shows one. */
void gscope_gtk_view_place_cursor (GscopeGtkView *self, double column);
void gscope_gtk_view_step_cursor (GscopeGtkView *self, double columns);
/* Makes the cursor nearest to a column the active one, if it is within reach. */
gboolean gscope_gtk_view_grab_cursor (GscopeGtkView *self, double column, double reach);
/* Time passed under them, or the picture moved under them. */
void gscope_gtk_view_carry_cursors (GscopeGtkView *self);
void gscope_gtk_view_find_cursors (GscopeGtkView *self);
/* Returns what they read in words; the newest values where there is none. */
char *gscope_gtk_view_read_cursors (GscopeGtkView *self);
/* Tells assistive technologies what they read. */
void gscope_gtk_view_describe_cursors (GscopeGtkView *self);

/* view-status.c */
/* Returns a sentence that says why no signal is shown. */
char *gscope_gtk_view_explain_nothing (GscopeGtkView *self);
/* Changes with the sentences of empty lanes, or of a view without lanes. */
guint gscope_gtk_view_hash_reasons (GscopeGtkView *self);

/* view-drag.c */
void gscope_gtk_view_init_drag (GscopeGtkView *self);

/* view-description.c */
/* Shows of all that is described only signals whose names begin so; NULL for all again. */
void gscope_gtk_view_set_prefix (GscopeGtkView *self, const char *prefix);
/* Returns the description of a signal: its look before it went, or the look in the document; NULL
 * for the signal's own. */
const GscopeWorkspaceSignal *gscope_gtk_view_get_looks (GscopeGtkView *self, const char *name);
/* Until it comes again. */
void gscope_gtk_view_keep_looks (GscopeGtkView *self, GscopeGtkViewSignal *signal);

/* Labels signals of one title by their groups too. */
void gscope_gtk_view_tell_apart (GscopeGtkView *self);

/* view-keys.c */
/* Gives keys to signals that have none, or to all again. */
void gscope_gtk_view_number_signals (GscopeGtkView *self);
void gscope_gtk_view_number_anew (GscopeGtkView *self);
/* The signal that has a key, if one has. */
GscopeGtkViewSignal *gscope_gtk_view_find_key (GscopeGtkView *self, guint key);

/* Returns the signal whose legend is at a place. */
GscopeGtkViewSignal *gscope_gtk_view_find_legend (GscopeGtkView *self, double x, double y);

/* view-touch.c */
void gscope_gtk_view_init_touch (GscopeGtkView *self, GtkGesture *drag);
gboolean gscope_gtk_view_is_pinched (GscopeGtkView *self);
void gscope_gtk_view_stop_flick (GscopeGtkView *self);
double gscope_gtk_view_to_column (GscopeGtkView *self, double x);

/* view-input.c */
void gscope_gtk_view_class_init_input (GtkWidgetClass *klass);
void gscope_gtk_view_init_input (GscopeGtkView *self);
