/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

/* The interface of Goel's dissertation (2003, section 6.4) over this library's own types. It is for C
 * only, is included by itself and is not part of gscope-gtk.h: its names are short, and unions of
 * words have no meaning in other languages, which use Gscope and GscopeGtk. */

G_BEGIN_DECLS

#define GTK_TYPE_SCOPE (gtk_scope_get_type ())
GSCOPE_GTK_EXPORT G_DECLARE_FINAL_TYPE (GtkScope, gtk_scope, GTK, SCOPE, GtkWidget)

    /**
 * GtkScopeSignal:
 *
 * A signal of a scope.
 */
    typedef GscopeSignal GtkScopeSignal;

/**
 * GtkScopeSigType:
 * @INTEGER: an `int` is read every period
 * @BOOLEAN: a `gboolean` is read every period
 * @SHORT: a `short` is read every period
 * @FLOAT: a `float` is read every period
 * @FUNC: a function is called every period
 * @BUFFER: samples are put with their own times, see gtk_scope_signal_put()
 *
 * How a signal is acquired, and the type of a parameter.
 */
typedef enum
{
  INTEGER,
  BOOLEAN,
  SHORT,
  FLOAT,
  FUNC,
  BUFFER,
} GtkScopeSigType;

/**
 * GtkScopeFunc:
 * @arg1: the first argument of the signal
 * @arg2: the second argument of the signal
 *
 * Reads a signal. It is called in the main thread.
 *
 * Returns: the value
 */
typedef double (*GtkScopeFunc) (gpointer arg1, gpointer arg2);

/**
 * GtkScopeSigData:
 *
 * The origin of a signal's samples.
 */
typedef struct
{
  GtkScopeSigType type;
  union
  {
    int *i;
    gboolean *b;
    short *s;
    float *f;
    struct
    {
      GtkScopeFunc fn;
      gpointer arg1;
      gpointer arg2;
    } fn;
  };
} GtkScopeSigData;

/**
 * GtkScopeSig:
 * @name: its name
 * @signal: the origin of its samples
 * @color: a name or `#rrggbb`; if omitted, the view chooses
 * @min: the value at the bottom of the canvas
 * @max: the value at the top; if both are omitted, the range follows the values
 * @line: the line mode
 * @hidden: whether it is not drawn
 * @filter: the factor of its low-pass filter, the part of the last value that is kept, from 0 (off)
 *   to 1
 *
 * The description of a signal. The scope copies it, except the words and arguments to which it
 * points.
 */
typedef struct
{
  const char *name;
  GtkScopeSigData signal;
  const char *color;
  double min;
  double max;
  GscopeLineMode line;
  gboolean hidden;
  double filter;
} GtkScopeSig;

/**
 * GtkScopeParameterFunc:
 * @write: whether @value is to be written
 * @value: the value to write
 * @arg1: the first argument of the parameter
 * @arg2: the second argument of the parameter
 *
 * Reads a parameter, after writing it if @write is %TRUE. It is called in the main thread.
 *
 * Returns: the value in force
 */
typedef double (*GtkScopeParameterFunc) (gboolean write, double value, gpointer arg1,
                                         gpointer arg2);

/**
 * GtkScopeParameterData:
 *
 * The word or function of a parameter, of any type but %BUFFER.
 */
typedef struct
{
  GtkScopeSigType type;
  union
  {
    int *i;
    gboolean *b;
    short *s;
    float *f;
    struct
    {
      GtkScopeParameterFunc fn;
      gpointer arg1;
      gpointer arg2;
    } fn;
  };
} GtkScopeParameterData;

/**
 * GtkScopeParameter:
 * @name: its name
 * @parameter: the word or function that it reads and modifies
 * @min: the smallest value that is accepted
 * @max: the largest value that is accepted; if both are omitted, the range of the type
 *
 * The description of a control parameter.
 */
typedef struct
{
  const char *name;
  GtkScopeParameterData parameter;
  double min;
  double max;
} GtkScopeParameter;

GSCOPE_GTK_EXPORT GtkScope *gtk_scope_new (const char *name, int width, int height);
GSCOPE_GTK_EXPORT GscopeScope *gtk_scope_get_scope (GtkScope *self);
GSCOPE_GTK_EXPORT GscopeGtkView *gtk_scope_get_view (GtkScope *self);
GSCOPE_GTK_EXPORT const char *gtk_scope_get_title (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_title (GtkScope *self, const char *title);
GSCOPE_GTK_EXPORT void gtk_scope_set_size (GtkScope *self, int width, int height);

/* windows */
GSCOPE_GTK_EXPORT GtkWindow *gtk_scope_present (GtkScope *self);
GSCOPE_GTK_EXPORT GtkWindow *gtk_scope_present_parameters (GtkScope *self);
GSCOPE_GTK_EXPORT guint gtk_scope_count_visible (void);

/* signals */
GSCOPE_GTK_EXPORT GtkScopeSignal *gtk_scope_signal_new (GtkScope *self, GtkScopeSig sig);
GSCOPE_GTK_EXPORT void
gtk_scope_signal_change (GtkScope *self, GtkScopeSignal *signal, GtkScopeSig sig);
GSCOPE_GTK_EXPORT void gtk_scope_signal_remove (GtkScope *self, GtkScopeSignal *signal);
GSCOPE_GTK_EXPORT GtkScopeSignal *gtk_scope_signal_find (GtkScope *self, const char *name);
GSCOPE_GTK_EXPORT gboolean gtk_scope_signal_put (GtkScopeSignal *signal, double time, double value);
GSCOPE_GTK_EXPORT double gtk_scope_get_time (GtkScope *self);

/* parameters */
GSCOPE_GTK_EXPORT GscopeParameter *
gtk_scope_parameter_new (GtkScope *self, GtkScopeParameter parameter);
GSCOPE_GTK_EXPORT void gtk_scope_parameter_remove (GtkScope *self, GscopeParameter *parameter);
GSCOPE_GTK_EXPORT GListModel *gtk_scope_get_parameters (GtkScope *self);

/* modes */
GSCOPE_GTK_EXPORT void gtk_scope_set_polling_mode (GtkScope *self, double period);
GSCOPE_GTK_EXPORT void
gtk_scope_set_playback_mode (GtkScope *self, const char *file, double period);
GSCOPE_GTK_EXPORT gboolean gtk_scope_get_playback_mode (GtkScope *self);
GSCOPE_GTK_EXPORT double gtk_scope_get_period (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_start_polling (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_stop_polling (GtkScope *self);
GSCOPE_GTK_EXPORT gboolean gtk_scope_get_polling (GtkScope *self);
GSCOPE_GTK_EXPORT gboolean gtk_scope_start_recording (GtkScope *self, const char *file,
                                                      GError **error);
GSCOPE_GTK_EXPORT void gtk_scope_stop_recording (GtkScope *self);
GSCOPE_GTK_EXPORT gboolean gtk_scope_get_recording (GtkScope *self);
GSCOPE_GTK_EXPORT double gtk_scope_get_delay (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_delay (GtkScope *self, double delay);

/* zoom and bias */
GSCOPE_GTK_EXPORT double gtk_scope_get_x_zoom (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_x_zoom (GtkScope *self, double zoom);
GSCOPE_GTK_EXPORT double gtk_scope_get_y_zoom (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_y_zoom (GtkScope *self, double zoom);
GSCOPE_GTK_EXPORT double gtk_scope_get_x_bias (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_x_bias (GtkScope *self, double bias);
GSCOPE_GTK_EXPORT double gtk_scope_get_y_bias (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_y_bias (GtkScope *self, double bias);

/* time or frequency */
GSCOPE_GTK_EXPORT gboolean gtk_scope_get_frequency_mode (GtkScope *self);
GSCOPE_GTK_EXPORT void gtk_scope_set_frequency_mode (GtkScope *self, gboolean frequency);

/* the program that the scope belongs to */
GSCOPE_GTK_EXPORT void
gtk_scope_start_program (GtkScope *self, guint period, GSourceFunc program, gpointer user_data);
GSCOPE_GTK_EXPORT void gtk_scope_stop_program (GtkScope *self);
GSCOPE_GTK_EXPORT gboolean gtk_scope_get_program_running (GtkScope *self);

G_END_DECLS
