/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>
#include <gtkscope/version.h>

/* The interface of Goel's dissertation (2003, section 6.4) over this library's own types. It is for C
 * only, is included by itself and is not part of gscope-gtk.h: its names are short, and unions of
 * words have no meaning in other languages, which use Gscope and GscopeGtk. */

G_BEGIN_DECLS

#define GTK_TYPE_SCOPE (gtk_scope_get_type ())
GTK_SCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GtkScope, gtk_scope, GTK, SCOPE, GtkWidget)

/**
 * GtkScopeSignal:
 *
 * A signal of a scope.
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
typedef double (*GtkScopeFunc) (gpointer arg1, gpointer arg2);

/**
 * GtkScopeSigData:
 *
 * The origin of a signal's samples.
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
typedef double (*GtkScopeParameterFunc) (gboolean write, double value, gpointer arg1,
                                         gpointer arg2);

/**
 * GtkScopeParameterData:
 *
 * The word or function of a parameter, of any type but %BUFFER.
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  GtkScopeParameterData parameter;
  double min;
  double max;
} GtkScopeParameter;

GTK_SCOPE_AVAILABLE_IN_1_0
GtkScope *gtk_scope_new (const char *name, int width, int height);
GTK_SCOPE_AVAILABLE_IN_1_0
GscopeScope *gtk_scope_get_scope (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
GscopeGtkView *gtk_scope_get_view (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
const char *gtk_scope_get_title (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_title (GtkScope *self, const char *title);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_size (GtkScope *self, int width, int height);

/* windows */
GTK_SCOPE_AVAILABLE_IN_1_0
GtkWindow *gtk_scope_present (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
GtkWindow *gtk_scope_present_parameters (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
guint gtk_scope_count_visible (void);

/* signals */
GTK_SCOPE_AVAILABLE_IN_1_0
GtkScopeSignal *gtk_scope_signal_new (GtkScope *self, GtkScopeSig sig);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_signal_change (GtkScope *self, GtkScopeSignal *signal, GtkScopeSig sig);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_signal_remove (GtkScope *self, GtkScopeSignal *signal);
GTK_SCOPE_AVAILABLE_IN_1_0
GtkScopeSignal *gtk_scope_signal_find (GtkScope *self, const char *name);
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_signal_put (GtkScopeSignal *signal, double time, double value);
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_time (GtkScope *self);

/* parameters */
GTK_SCOPE_AVAILABLE_IN_1_0
GscopeParameter *gtk_scope_parameter_new (GtkScope *self, GtkScopeParameter parameter);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_parameter_remove (GtkScope *self, GscopeParameter *parameter);
GTK_SCOPE_AVAILABLE_IN_1_0
GListModel *gtk_scope_get_parameters (GtkScope *self);

/* modes */
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_polling_mode (GtkScope *self, double period);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_playback_mode (GtkScope *self, const char *file, double period);
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_get_playback_mode (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_period (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_start_polling (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_stop_polling (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_get_polling (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_start_recording (GtkScope *self, const char *file, GError **error);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_stop_recording (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_get_recording (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_delay (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_delay (GtkScope *self, double delay);

/* zoom and bias */
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_x_zoom (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_x_zoom (GtkScope *self, double zoom);
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_y_zoom (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_y_zoom (GtkScope *self, double zoom);
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_x_bias (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_x_bias (GtkScope *self, double bias);
GTK_SCOPE_AVAILABLE_IN_1_0
double gtk_scope_get_y_bias (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_y_bias (GtkScope *self, double bias);

/* time or frequency */
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_get_frequency_mode (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_set_frequency_mode (GtkScope *self, gboolean frequency);

/* the program that the scope belongs to */
GTK_SCOPE_AVAILABLE_IN_1_0
void
gtk_scope_start_program (GtkScope *self, guint period, GSourceFunc program, gpointer user_data);
GTK_SCOPE_AVAILABLE_IN_1_0
void gtk_scope_stop_program (GtkScope *self);
GTK_SCOPE_AVAILABLE_IN_1_0
gboolean gtk_scope_get_program_running (GtkScope *self);

G_END_DECLS
