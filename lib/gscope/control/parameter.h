/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/signal/signal.h>
#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GSCOPE_PARAMETER_MAX_STRING:
 *
 * The most bytes that a string parameter's value may have.
 *
 * Since: 1.0
 */
#define GSCOPE_PARAMETER_MAX_STRING 4096

/**
 * GscopeParameterType:
 * @GSCOPE_PARAMETER_TYPE_BOOLEAN: `b`
 * @GSCOPE_PARAMETER_TYPE_INTEGER: `x`
 * @GSCOPE_PARAMETER_TYPE_DOUBLE: `d`
 * @GSCOPE_PARAMETER_TYPE_ENUMERATION: `s`, the nick of one of its choices
 * @GSCOPE_PARAMETER_TYPE_STRING: `s`
 *
 * What values a parameter has, and the [struct@GLib.Variant] type that carries them.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_PARAMETER_TYPE_BOOLEAN,
  GSCOPE_PARAMETER_TYPE_INTEGER,
  GSCOPE_PARAMETER_TYPE_DOUBLE,
  GSCOPE_PARAMETER_TYPE_ENUMERATION,
  GSCOPE_PARAMETER_TYPE_STRING,
} GscopeParameterType;

/**
 * GscopeParameterState:
 * @GSCOPE_PARAMETER_STATE_IN_SYNC: the value is what was last read back
 * @GSCOPE_PARAMETER_STATE_PENDING: a write is under way; the value is still the old one
 * @GSCOPE_PARAMETER_STATE_REFUSED: the last write was refused; the value is still the old one
 *
 * How a parameter's last write fared.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_PARAMETER_STATE_IN_SYNC,
  GSCOPE_PARAMETER_STATE_PENDING,
  GSCOPE_PARAMETER_STATE_REFUSED,
} GscopeParameterState;

/**
 * GscopeParameterFunc:
 * @write: whether @value is to be written
 * @value: the value to write: a number, or for a boolean 0 or 1
 * @user_data: the data that was given with the function
 *
 * Reads the value behind a parameter, after writing it if @write is %TRUE.
 *
 * Returns: the value that is in force
 *
 * Since: 1.0
 */
typedef double (*GscopeParameterFunc) (gboolean write, double value, gpointer user_data);

/**
 * GscopeParameterOutFunc:
 * @write: whether @value is to be written
 * @value: the value to write: a number, or for a boolean 0 or 1
 * @result: (out): the value that is in force
 * @user_data: the data that was given with the function
 *
 * Reads the value behind a parameter, as #GscopeParameterFunc does, for languages whose functions
 * cannot return a double to C.
 *
 * Since: 1.0
 */
typedef void (*GscopeParameterOutFunc) (gboolean write, double value, double *result,
                                        gpointer user_data);

#define GSCOPE_TYPE_PARAMETER (gscope_parameter_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeParameter, gscope_parameter, GSCOPE, PARAMETER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_parameter_new_boolean (const char *name, gboolean value);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *
gscope_parameter_new_integer (const char *name, gint64 min, gint64 max, gint64 value);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *
gscope_parameter_new_double (const char *name, double min, double max, double value);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_parameter_new_enumeration (const char *name, const char *const *nicks,
                                                   const char *const *titles, const char *value);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_parameter_new_string (const char *name, const char *value);

GSCOPE_AVAILABLE_IN_1_0
GscopeParameterType gscope_parameter_get_parameter_type (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_name (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_parameter_dup_full_name (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_title (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_title (GscopeParameter *self, const char *title);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_description (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_description (GscopeParameter *self, const char *description);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_group (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_group (GscopeParameter *self, const char *group);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_role (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_role (GscopeParameter *self, const char *role);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_unit (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_unit (GscopeParameter *self, const char *unit);
GSCOPE_AVAILABLE_IN_1_0
double gscope_parameter_get_step (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_step (GscopeParameter *self, double step);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_parameter_get_logarithmic (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_logarithmic (GscopeParameter *self, gboolean logarithmic);
GSCOPE_AVAILABLE_IN_1_0
const char *const *gscope_parameter_get_steered (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_set_steered (GscopeParameter *self, const char *const *names);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_parameter_steers (GscopeParameter *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
double gscope_parameter_get_min (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_parameter_get_max (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
const char *const *gscope_parameter_get_nicks (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
const char *const *gscope_parameter_get_titles (GscopeParameter *self);

GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_parameter_get_value (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_parameter_get_number (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_parameter_get_default (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_parameter_get_revision (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameterState gscope_parameter_get_state (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_parameter_get_asked (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_reason (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_parameter_get_prefix (GscopeParameter *self, double *factor);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_parameter_describe_value (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_parameter_describe_change (GscopeParameter *self, GVariant *from, GVariant *to);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_parameter_format (GscopeParameter *self, GVariant *value);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_parameter_parse (GscopeParameter *self, const char *text, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_parameter_validate (GscopeParameter *self, GVariant *value, GError **error);

GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_boolean (GscopeParameter *self, gboolean *word);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_short (GscopeParameter *self, gint16 *word);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_integer (GscopeParameter *self, gint *word);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_int64 (GscopeParameter *self, gint64 *word);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_float (GscopeParameter *self, float *word);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_double (GscopeParameter *self, double *word);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_func (GscopeParameter *self, GscopeParameterFunc func,
                                 gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_bind_out_func (GscopeParameter *self, GscopeParameterOutFunc func,
                                     gpointer user_data, GDestroyNotify destroy);

GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_write_async (GscopeParameter *self, GVariant *value, const char *writer,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
GVariant *
gscope_parameter_write_finish (GscopeParameter *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_parameter_check_async (GscopeParameter *self, GVariant *value, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_parameter_check_finish (GscopeParameter *self, GAsyncResult *result,
                                         char **verdict, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_return_checked (GTask *task, GVariant *value, const char *verdict);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_parameter_get_gesture (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_begin_drag (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_end_drag (GscopeParameter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_parameter_notice (GscopeParameter *self, GVariant *value, const char *writer);

G_END_DECLS
