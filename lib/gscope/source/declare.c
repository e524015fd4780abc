/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/declare.h>

#include <gscope/control/parameter-owner.h>
#include <gscope/source/options.h>
#include <gscope/source/private.h>

/* The copy of a row that a parameter keeps. */
typedef struct
{
  GscopeSourceValueFunc check;
  GscopeSourceValueFunc apply;
  gpointer words;
} Row;

/* The parameter's data of that type. */
#define ROW "gscope-source-row"

/* The titles of a group's members begin with the group's title. */
static char *
dup_title (GscopeSource *self, const char *group_title, const char *title)
{
  const char *text = gscope_source_translate (self, title);

  return group_title ? g_strdup_printf ("%s %s", group_title, text) : g_strdup (text);
}

static GscopeSignal *
create_signal (const GscopeSourceSignal *row, gconstpointer word)
{
  switch (row->kind)
    {
    case GSCOPE_SIGNAL_KIND_BOOLEAN:
      return gscope_signal_new_boolean (row->name, word);
    case GSCOPE_SIGNAL_KIND_SHORT:
      return gscope_signal_new_short (row->name, word);
    case GSCOPE_SIGNAL_KIND_INTEGER:
      return gscope_signal_new_integer (row->name, word);
    case GSCOPE_SIGNAL_KIND_INT64:
      return gscope_signal_new_int64 (row->name, word);
    case GSCOPE_SIGNAL_KIND_FLOAT:
      return gscope_signal_new_float (row->name, word);
    case GSCOPE_SIGNAL_KIND_DOUBLE:
      return gscope_signal_new_double (row->name, word);
    case GSCOPE_SIGNAL_KIND_BUFFERED:
      return gscope_signal_new_buffered (row->name);
    case GSCOPE_SIGNAL_KIND_FUNC:
    case GSCOPE_SIGNAL_KIND_EVENT:
    default:
      g_return_val_if_reached (NULL);
    }
}

static void
declare_states (GscopeSource *self, GscopeSignal *signal, const GscopeState *rows)
{
  GscopeState states[GSCOPE_MAX_STATES];
  gsize n = 0;

  for (; n < GSCOPE_MAX_STATES && rows[n].name; n++)
    {
      states[n] = rows[n];
      states[n].name = gscope_source_translate (self, rows[n].name);
    }
  gscope_signal_set_states (signal, states, n);
}

/**
 * gscope_source_declare_signal: (skip)
 * @self: a source
 * @row: the signal; it is copied
 * @group: (nullable): its group; %NULL for none
 * @group_title: (nullable): prefix of its title, translated; %NULL for none
 * @words: base of the row's offset: the source, or a structure that lives as long as the signal
 *
 * Adds a signal that a row describes. The base class adds the rows of [struct@SourceClass].signals;
 * a source calls this for signals of groups, or those that exist only at times.
 *
 * Returns: (transfer none) (nullable): the signal, which the source owns; %NULL if the name is
 *   invalid or taken
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_source_declare_signal (GscopeSource *self, const GscopeSourceSignal *row, const char *group,
                              const char *group_title, gpointer words)
{
  gpointer word = (char *) words + row->offset;
  g_autoptr (GscopeSignal) signal = create_signal (row, word);
  g_autofree char *title = dup_title (self, group_title, row->title);
  g_autoptr (GError) error = NULL;

  gscope_signal_set_title (signal, title);
  gscope_signal_set_description (signal, gscope_source_translate (self, row->description));
  gscope_signal_set_unit (signal, row->unit ? row->unit : "");
  gscope_signal_set_line_mode (signal, row->line_mode);
  gscope_signal_set_followers (signal, row->followers);
  if (row->states)
    declare_states (self, signal, row->states);
  if (row->min != row->max)
    gscope_signal_set_range (signal, row->min, row->max);
  if (row->role)
    gscope_signal_set_role (signal, row->role);
  /* a change after the signal was added would be the user's, which documents keep */
  gscope_signal_set_period (signal, row->period);
  if (group)
    gscope_signal_set_group (signal, group);
  if (!gscope_source_add_signal (self, signal, &error))
    {
      g_warning ("Cannot add the signal “%s”: %s", row->name, error->message);
      return NULL;
    }
  if (row->kind == GSCOPE_SIGNAL_KIND_BUFFERED)
    *(GscopeSignal **) word = signal;
  return signal;
}

static GStrv
translate_all (GscopeSource *self, const char *const *texts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; texts[i]; i++)
    g_strv_builder_add (builder, gscope_source_translate (self, texts[i]));
  return g_strv_builder_end (builder);
}

static GscopeParameter *
create_enumeration (GscopeSource *self, const GscopeSourceParameter *row)
{
  g_auto (GStrv) titles = row->titles ? translate_all (self, row->titles) : NULL;

  return gscope_parameter_new_enumeration (row->name, row->nicks, (const char *const *) titles,
                                           row->nicks[(guint) row->initial]);
}

static GscopeParameter *
create_parameter (GscopeSource *self, const GscopeSourceParameter *row)
{
  switch (row->type)
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      return gscope_parameter_new_boolean (row->name, row->initial != 0);
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      return gscope_parameter_new_integer (row->name, row->min, row->max, row->initial);
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
      return gscope_parameter_new_double (row->name, row->min, row->max, row->initial);
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
      return create_enumeration (self, row);
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      return gscope_parameter_new_string (row->name, "");
    }
}

static void
keep_row (GscopeParameter *parameter, const GscopeSourceParameter *row, gpointer words)
{
  Row *kept = g_new (Row, 1);

  *kept = (Row){ row->check, row->apply, words };
  g_object_set_data_full (G_OBJECT (parameter), ROW, kept, g_free);
  if (row->offset > 0)
    gscope_parameter_bind_word (parameter, (char *) words + row->offset);
}

/**
 * gscope_source_declare_parameter: (skip)
 * @self: a source
 * @row: the parameter; it is copied
 * @group: (nullable): its group; %NULL for none
 * @group_title: (nullable): prefix of its title, translated; %NULL for none
 * @words: base of the row's offset, and the first argument of its functions: the source, or a
 *   structure that lives as long as the source has the parameter
 *
 * Adds a parameter that a row describes. The base class adds the rows of
 * [struct@SourceClass].parameters; a source calls this for parameters of groups, or those that
 * exist only at times.
 *
 * Returns: (transfer none) (nullable): the parameter, which the source owns; %NULL if the name is
 *   invalid or taken
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_source_declare_parameter (GscopeSource *self, const GscopeSourceParameter *row,
                                 const char *group, const char *group_title, gpointer words)
{
  g_autoptr (GscopeParameter) parameter = create_parameter (self, row);
  g_autofree char *title = dup_title (self, group_title, row->title);
  g_autoptr (GError) error = NULL;

  gscope_parameter_set_title (parameter, title);
  gscope_parameter_set_description (parameter, gscope_source_translate (self, row->description));
  gscope_parameter_set_unit (parameter, row->unit ? row->unit : "");
  gscope_parameter_set_logarithmic (parameter, row->logarithmic);
  gscope_parameter_set_steered (parameter, row->steered);
  if (row->step > 0)
    gscope_parameter_set_step (parameter, row->step);
  if (row->role)
    gscope_parameter_set_role (parameter, row->role);
  if (group)
    gscope_parameter_set_group (parameter, group);
  if (!gscope_source_add_parameter (self, parameter, &error))
    {
      g_warning ("Cannot add the parameter “%s”: %s", row->name, error->message);
      return NULL;
    }
  keep_row (parameter, row, words);
  return parameter;
}

void
gscope_source_declare_all (GscopeSource *self)
{
  const GscopeSourceClass *klass = GSCOPE_SOURCE_GET_CLASS (self);

  for (const GscopeSourceSignal *row = klass->signals; row && row->name; row++)
    gscope_source_declare_signal (self, row, NULL, NULL, self);
  for (const GscopeSourceParameter *row = klass->parameters; row && row->name; row++)
    gscope_source_declare_parameter (self, row, NULL, NULL, self);
  gscope_source_options_init (self);
}

static const Row *
get_row (GscopeParameter *parameter)
{
  return g_object_get_data (G_OBJECT (parameter), ROW);
}

void
gscope_source_release_parameter (GscopeParameter *parameter)
{
  gscope_parameter_set_owner (parameter, NULL, NULL, NULL);
  if (!get_row (parameter))
    return;
  gscope_parameter_bind_word (parameter, NULL);
  g_object_set_data (G_OBJECT (parameter), ROW, NULL);
}

GVariant *
gscope_source_check_by_row (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                            GError **error)
{
  const Row *row = get_row (parameter);

  return row && row->check ? row->check (row->words, parameter, value, error)
                           : g_variant_ref (value);
}

GVariant *
gscope_source_apply_by_row (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
                            GError **error)
{
  const Row *row = get_row (parameter);
  GVariant *answer = GSCOPE_SOURCE_GET_CLASS (self)->check (self, parameter, value, error);
  g_autoptr (GVariant) checked = answer ? g_variant_take_ref (answer) : NULL;

  if (!checked)
    return NULL;
  answer = row && row->apply ? row->apply (row->words, parameter, checked, error)
                             : gscope_parameter_apply_func (parameter, checked);
  if (!answer)
    return NULL;
  /* the next value may be applied before this one is answered */
  answer = g_variant_take_ref (answer);
  gscope_parameter_store_word (parameter, answer);
  return answer;
}
