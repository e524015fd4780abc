/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>

#include <gscope/out-func.h>
#include <math.h>

/* Binds a parameter to a word or function of the program. */

void
gscope_binding_clear (GscopeBinding *binding)
{
  if (binding->destroy)
    binding->destroy (binding->user_data);
  *binding = (GscopeBinding){ 0 };
}

static gboolean
is_bound (const GscopeBinding *binding)
{
  return binding->word || binding->func;
}

/* A number as a value of the parameter's type. */
static GVariant *
create_value (GscopeParameter *self, double number)
{
  if (self->rules.type == GSCOPE_PARAMETER_TYPE_BOOLEAN)
    return g_variant_new_boolean (number != 0);
  if (self->rules.type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    return g_variant_new_double (number);
  if (self->rules.type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    return g_variant_new_string (
        self->rules.nicks[(guint) CLAMP (number, 0, g_strv_length (self->rules.nicks) - 1)]);
  return g_variant_new_int64 (llround (CLAMP (number, -0x1p62, 0x1p62)));
}

static double
read_number (GscopeParameter *self)
{
  const GscopeBinding *binding = &self->binding;
  float single;
  double number;

  switch (binding->kind)
    {
    case GSCOPE_SIGNAL_KIND_SHORT:
      return __atomic_load_n ((gint16 *) binding->word, __ATOMIC_RELAXED);
    case GSCOPE_SIGNAL_KIND_FLOAT:
      __atomic_load ((float *) binding->word, &single, __ATOMIC_RELAXED);
      /* the stored value equals the word to the precision of a float */
      number = gscope_parameter_get_number (self);
      return single == (float) number ? number : single;
    case GSCOPE_SIGNAL_KIND_DOUBLE:
      __atomic_load ((double *) binding->word, &number, __ATOMIC_RELAXED);
      return number;
    case GSCOPE_SIGNAL_KIND_FUNC:
      return binding->func (FALSE, 0, binding->user_data);
    default:
      return __atomic_load_n ((int *) binding->word, __ATOMIC_RELAXED);
    }
}

void
gscope_parameter_read_word (GscopeParameter *self)
{
  if (!is_bound (&self->binding))
    return;
  /* the one kind that a double cannot carry */
  if (self->binding.kind == GSCOPE_SIGNAL_KIND_INT64)
    gscope_parameter_notice (
        self,
        g_variant_new_int64 (__atomic_load_n ((gint64 *) self->binding.word, __ATOMIC_RELAXED)),
        "program");
  else
    gscope_parameter_notice (self, create_value (self, read_number (self)), "program");
}

static gboolean
is_of_type (GscopeParameter *self, GVariant *value)
{
  static const char *const types[] = {
    [GSCOPE_PARAMETER_TYPE_BOOLEAN] = "b", [GSCOPE_PARAMETER_TYPE_INTEGER] = "x",
    [GSCOPE_PARAMETER_TYPE_DOUBLE] = "d",  [GSCOPE_PARAMETER_TYPE_ENUMERATION] = "s",
    [GSCOPE_PARAMETER_TYPE_STRING] = "s",
  };

  return g_variant_is_of_type (value, G_VARIANT_TYPE (types[self->rules.type]));
}

/* On any thread: the members that it reads never change while a source owns the parameter. */
void
gscope_parameter_store_word (GscopeParameter *self, GVariant *value)
{
  gpointer word = self->binding.word;
  double number;
  float single;

  if (!word || !is_of_type (self, value))
    return;
  number = gscope_parameter_rules_get_number (&self->rules, value);
  single = number;
  if (self->binding.kind == GSCOPE_SIGNAL_KIND_SHORT)
    __atomic_store_n ((gint16 *) word, (gint16) CLAMP (number, G_MININT16, G_MAXINT16),
                      __ATOMIC_RELAXED);
  else if (self->binding.kind == GSCOPE_SIGNAL_KIND_INT64)
    __atomic_store_n ((gint64 *) word, g_variant_get_int64 (value), __ATOMIC_RELAXED);
  else if (self->binding.kind == GSCOPE_SIGNAL_KIND_FLOAT)
    __atomic_store ((float *) word, &single, __ATOMIC_RELAXED);
  else if (self->binding.kind == GSCOPE_SIGNAL_KIND_DOUBLE)
    __atomic_store ((double *) word, &number, __ATOMIC_RELAXED);
  else
    __atomic_store_n ((int *) word, (int) CLAMP (number, G_MININT, G_MAXINT), __ATOMIC_RELAXED);
}

GVariant *
gscope_parameter_apply_func (GscopeParameter *self, GVariant *value)
{
  GscopeBinding *binding = &self->binding;
  double number;

  if (!binding->func)
    return g_variant_ref (value);
  number = gscope_parameter_rules_get_number (&self->rules, value);
  number = binding->func (TRUE, number, binding->user_data);
  return g_variant_ref_sink (create_value (self, number));
}

static void
bind_word (GscopeParameter *self, GscopeSignalKind kind, gpointer word)
{
  gscope_binding_clear (&self->binding);
  self->binding = (GscopeBinding){ .kind = kind, .word = word };
  gscope_parameter_store_word (self, self->value);
}

void
gscope_parameter_bind_word (GscopeParameter *self, gpointer word)
{
  static const GscopeSignalKind kinds[] = {
    [GSCOPE_PARAMETER_TYPE_BOOLEAN] = GSCOPE_SIGNAL_KIND_BOOLEAN,
    [GSCOPE_PARAMETER_TYPE_INTEGER] = GSCOPE_SIGNAL_KIND_INT64,
    [GSCOPE_PARAMETER_TYPE_DOUBLE] = GSCOPE_SIGNAL_KIND_DOUBLE,
    [GSCOPE_PARAMETER_TYPE_ENUMERATION] = GSCOPE_SIGNAL_KIND_INTEGER,
  };

  g_return_if_fail (!word || self->rules.type < G_N_ELEMENTS (kinds));

  if (word)
    bind_word (self, kinds[self->rules.type], word);
  else
    gscope_binding_clear (&self->binding);
}

static gboolean
has_integers (GscopeParameter *self, gint64 min, gint64 max)
{
  return self->rules.type == GSCOPE_PARAMETER_TYPE_INTEGER && self->rules.integer_min >= min
         && self->rules.integer_max <= max;
}

/**
 * gscope_parameter_bind_boolean: (skip)
 * @self: a boolean parameter
 * @word: a variable of the program, which outlives the parameter
 *
 * Stores the value, now and whenever it changes, in a variable of the program, by a relaxed atomic
 * store. Values that the program stores there are noticed when the source is refreshed.
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_boolean (GscopeParameter *self, gboolean *word)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (self->rules.type == GSCOPE_PARAMETER_TYPE_BOOLEAN);

  bind_word (self, GSCOPE_SIGNAL_KIND_BOOLEAN, word);
}

/**
 * gscope_parameter_bind_short: (skip)
 * @self: an integer parameter with a range within `gint16`
 * @word: a variable of the program, which outlives the parameter
 *
 * As gscope_parameter_bind_boolean().
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_short (GscopeParameter *self, gint16 *word)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (has_integers (self, G_MININT16, G_MAXINT16));

  bind_word (self, GSCOPE_SIGNAL_KIND_SHORT, word);
}

/**
 * gscope_parameter_bind_integer: (skip)
 * @self: an integer parameter with a range within `int`
 * @word: a variable of the program, which outlives the parameter
 *
 * As gscope_parameter_bind_boolean().
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_integer (GscopeParameter *self, gint *word)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (has_integers (self, G_MININT, G_MAXINT));

  bind_word (self, GSCOPE_SIGNAL_KIND_INTEGER, word);
}

/**
 * gscope_parameter_bind_int64: (skip)
 * @self: an integer parameter
 * @word: a variable of the program, which outlives the parameter
 *
 * As gscope_parameter_bind_boolean().
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_int64 (GscopeParameter *self, gint64 *word)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (self->rules.type == GSCOPE_PARAMETER_TYPE_INTEGER);

  bind_word (self, GSCOPE_SIGNAL_KIND_INT64, word);
}

/**
 * gscope_parameter_bind_float: (skip)
 * @self: a parameter of numbers
 * @word: a variable of the program, which outlives the parameter
 *
 * As gscope_parameter_bind_boolean().
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_float (GscopeParameter *self, float *word)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (self->rules.type == GSCOPE_PARAMETER_TYPE_DOUBLE);

  bind_word (self, GSCOPE_SIGNAL_KIND_FLOAT, word);
}

/**
 * gscope_parameter_bind_double: (skip)
 * @self: a parameter of numbers
 * @word: a variable of the program, which outlives the parameter
 *
 * As gscope_parameter_bind_boolean().
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_double (GscopeParameter *self, double *word)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (self->rules.type == GSCOPE_PARAMETER_TYPE_DOUBLE);

  bind_word (self, GSCOPE_SIGNAL_KIND_DOUBLE, word);
}

/**
 * gscope_parameter_bind_func:
 * @self: a boolean, an integer or a double parameter of a source that applies values by itself
 * @func: (scope notified): reads and writes, in the main context; it does not block
 * @user_data: its data
 * @destroy: frees @user_data when the parameter goes or is bound to something else
 *
 * Lets a function of the program stand behind the parameter: a value that is written becomes what the
 * function returns for it. Now, and whenever the source is refreshed, the function is asked what
 * there is. Languages without words of memory bind a parameter by a function, too: see
 * gscope_parameter_bind_out_func().
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_func (GscopeParameter *self, GscopeParameterFunc func, gpointer user_data,
                            GDestroyNotify destroy)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (self->rules.type <= GSCOPE_PARAMETER_TYPE_DOUBLE);

  gscope_binding_clear (&self->binding);
  self->binding = (GscopeBinding){
    .kind = GSCOPE_SIGNAL_KIND_FUNC, .func = func, .user_data = user_data, .destroy = destroy
  };
  gscope_parameter_read_word (self);
}

static double
call_out_func (gboolean write, double value, gpointer data)
{
  const GscopeOutFunc *self = data;
  double result = value;

  ((GscopeParameterOutFunc) self->func) (write, value, &result, self->user_data);
  return result;
}

/**
 * gscope_parameter_bind_out_func: (rename-to gscope_parameter_bind_func)
 * @self: a boolean, an integer or a double parameter of a source that applies values by itself
 * @func: (scope notified): reads and writes, in the main context; it does not block
 * @user_data: its data
 * @destroy: frees @user_data when the parameter goes or is bound to something else
 *
 * Lets a function of the program stand behind the parameter, as gscope_parameter_bind_func() does, for
 * languages whose functions cannot return a double to C.
 *
 * Since: 1.0
 */
void
gscope_parameter_bind_out_func (GscopeParameter *self, GscopeParameterOutFunc func,
                                gpointer user_data, GDestroyNotify destroy)
{
  gscope_parameter_bind_func (self, call_out_func,
                              gscope_out_func_new (G_CALLBACK (func), user_data, destroy),
                              gscope_out_func_free);
}
