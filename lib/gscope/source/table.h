/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/states.h>

G_BEGIN_DECLS

/**
 * GscopeSourceSignal:
 * @name: its name
 * @title: its title for users
 * @unit: (nullable): its unit; %NULL for a pure number
 * @description: a sentence about its values
 * @kind: the kind of the word that is polled, or %GSCOPE_SIGNAL_KIND_BUFFERED
 * @offset: offset of the word in the instance, bytes. For %GSCOPE_SIGNAL_KIND_BUFFERED the offset of a
 *   `GscopeSignal *`, which the base class sets
 * @min: lower end of its range
 * @max: upper end of its range; equal to @min for no range
 * @line_mode: the line mode in which it is drawn
 * @role: (nullable): what it is in its group
 * @followers: (nullable) (array zero-terminated=1): the signals that follow it, for
 *   gscope_signal_set_followers()
 * @states: (nullable): its states, for gscope_signal_set_states(), up to a row without a name; %NULL
 *   if its values are numbers. Their names may be marked for translation
 * @period: how often it is polled, nanoseconds; 0 for the period of the scope
 *
 * A row of a source's table of signals. The texts may be marked for translation: see
 * [struct@SourceClass].
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  const char *description;
  GscopeSignalKind kind;
  gsize offset;
  double min;
  double max;
  GscopeLineMode line_mode;
  const char *role;
  const char *const *followers;
  const GscopeState *states;
  gint64 period;

  /*< private >*/
  gpointer padding[4];
} GscopeSourceSignal;

/**
 * GscopeSourceValueFunc: (skip)
 * @self: the source, or the structure that gscope_source_declare_parameter() was given
 * @parameter: the parameter that is written
 * @value: a value that is valid for its type and range
 * @error: the reason for the refusal, and the remedy
 *
 * Checks or applies a value of a parameter, in the main context.
 *
 * Returns: (transfer full): the value that will be, or was, read back; it may be floating
 *
 * Since: 1.0
 */
typedef GVariant *(*GscopeSourceValueFunc) (gpointer self, GscopeParameter *parameter,
                                            GVariant *value, GError **error);

/**
 * GscopeSourceParameter:
 * @name: its name
 * @title: its title for users
 * @unit: (nullable): its unit; %NULL for a pure number
 * @description: a sentence about its effect
 * @type: the type of its values
 * @offset: offset of the word that holds its value in the instance, bytes: a `gboolean`, `gint64`,
 *   `double`, or for an enumeration an `int`, the index of its choice. It is written by relaxed
 *   atomic stores. 0 for no word
 * @min: the smallest number
 * @max: the largest number
 * @initial: its initial number; 0 or 1 for a boolean, the index of an enumeration's choice
 * @step: multiple to which numbers are rounded; 0 for none
 * @logarithmic: whether a slider is logarithmic
 * @nicks: (nullable) (array zero-terminated=1): an enumeration's choices
 * @titles: (nullable) (array zero-terminated=1): titles of the choices for users; %NULL for @nicks
 * @role: (nullable): what it is in its group
 * @steered: (nullable) (array zero-terminated=1): the signals that respond to it, for
 *   gscope_parameter_set_steered()
 * @check: (nullable): checks a value before it is applied; %NULL to accept every valid value
 * @apply: (nullable): applies a value that @check accepted; %NULL if storing it in the word is
 *   enough
 *
 * A row of a source's table of parameters. The texts may be marked for translation: see
 * [struct@SourceClass].
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  const char *description;
  GscopeParameterType type;
  gsize offset;
  double min;
  double max;
  double initial;
  double step;
  gboolean logarithmic;
  const char *const *nicks;
  const char *const *titles;
  const char *role;
  const char *const *steered;
  GscopeSourceValueFunc check;
  GscopeSourceValueFunc apply;

  /*< private >*/
  gpointer padding[4];
} GscopeSourceParameter;

/**
 * GscopeSourceOption:
 * @name: its name, as workspaces use it
 * @type: the type of its value: `b`, `x`, `d`, `s`, `as`, or `av` for an array of variants. A
 *   single text counts as an array of one if @choices is %NULL
 * @title: (nullable): its title for users; %NULL for an option that only workspaces have. Such
 *   options are at the end of the table
 * @description: a sentence about its effect
 * @initial: its default value, as text of a [struct@GLib.Variant]
 * @choices: (nullable) (array zero-terminated=1): the texts that it accepts; %NULL for any text
 * @offset: offset of its value in the instance, bytes: a `gboolean`, `gint64`, `double`, `char *`
 *   or `GStrv`. The base class sets it, first from @initial, and frees it. 0 for no value
 * @min: the smallest number
 * @max: the largest number; equal to @min for any number
 * @take: (nullable): receives a value of the right type, in addition to @offset; returns %FALSE
 *   with an error to refuse it. An option with neither @take nor @offset sets the initial value of
 *   the parameter with its name
 *
 * A row of a source's table of options. The texts may be marked for translation: see
 * [struct@SourceClass].
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *type;
  const char *title;
  const char *description;
  const char *initial;
  const char *const *choices;
  gsize offset;
  double min;
  double max;
  gboolean (*take) (gpointer self, GVariant *value, GError **error);

  /*< private >*/
  gpointer padding[4];
} GscopeSourceOption;

G_END_DECLS
