/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/program.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/units.h>
#include <gscope/error.h>
#include <gscope/math/parse.h>
#include <gscope/trace/gap.h>
#include <math.h>

enum
{
  BLOCK = 512,
  MAX_WINDOW_SECONDS = 24 * 3600,
};

typedef double Block[BLOCK];

typedef enum
{
  OPERAND_CONSTANT,
  OPERAND_INPUT,
  OPERAND_REGISTER,
} OperandKind;

/* A value while its expression is compiled. */
typedef struct
{
  OperandKind kind;
  /* of an input or a register */
  guint index;
  /* of a constant */
  double value;
  char *unit;
  guint64 inputs;
} Operand;

/* An operation, where its arguments are, and the register of its result. */
typedef struct
{
  GscopeMathOperation operation;
  OperandKind kinds[GSCOPE_MATH_MAX_ARGS];
  guint indices[GSCOPE_MATH_MAX_ARGS];
  guint target;
} Instruction;

struct _GscopeMathProgram
{
  GArray *instructions;
  GPtrArray *inputs;
  /* values that fill a block each */
  GPtrArray *constants;
  Block *registers;
  guint n_registers;
  OperandKind result_kind;
  guint result_index;
  char *unit;
  char *mismatch;
  gsize mismatch_place;
  gsize budget;
};

typedef struct
{
  GscopeMathProgram *program;
  const char *text;
  GscopeMathResolver resolver;
  gpointer data;
  /* the registers in use */
  guint depth;
  gsize *place;
  GError **error;
} Compiler;

static gboolean compile (Compiler *self, const GscopeMathNode *node, Operand *operand);

static void
compute_time (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
              double *out)
{
  for (gsize i = 0; i < rows->n; i++)
    out[i] = (double) rows->times[i] * 1e-9;
}

static const GscopeMathFunction time_function = { "time", .func = compute_time };

static gboolean
fail (Compiler *self, const GscopeMathNode *node, int code, char *reason)
{
  gscope_math_fail (self->text, node->place, code, reason, self->place, self->error);
  return FALSE;
}

/* Returns where the operand is when the program runs. A constant becomes a block. */
static guint
place_operand (Compiler *self, const Operand *operand)
{
  double *values;

  if (operand->kind != OPERAND_CONSTANT)
    return operand->index;
  values = g_new (double, BLOCK);
  for (guint i = 0; i < BLOCK; i++)
    values[i] = operand->value;
  g_ptr_array_add (self->program->constants, values);
  return self->program->constants->len - 1;
}

/* Adds an operation whose result replaces that of its arguments, which are the topmost registers from `base` on. */
static gboolean
emit (Compiler *self, const GscopeMathNode *node, const GscopeMathFunction *function,
      const Operand *args, gint64 window, guint base, Operand *result)
{
  GscopeMathProgram *program = self->program;
  Instruction instruction = {
    .operation = { .function = function, .window = window, .budget = &program->budget },
    .target = base
  };
  guint n = function->n_args - (function->has_window ? 1 : 0);

  if (program->instructions->len == GSCOPE_MATH_MAX_OPERATIONS)
    return fail (
        self, node, GSCOPE_ERROR_LIMIT,
        g_strdup_printf (_ ("There are more than %d operations. Divide the expression into "
                            "several signals."),
                         GSCOPE_MATH_MAX_OPERATIONS));
  for (guint i = 0; i < n; i++)
    {
      instruction.kinds[i] = args[i].kind;
      instruction.indices[i] = place_operand (self, &args[i]);
      instruction.operation.inputs |= args[i].inputs;
    }
  if (function == &time_function)
    instruction.operation.inputs = G_MAXUINT64;
  if (function->state_size > 0)
    instruction.operation.state = g_malloc0 (function->state_size);
  g_array_append_val (program->instructions, instruction);
  self->depth = base + 1;
  program->n_registers = MAX (program->n_registers, self->depth);
  result->kind = OPERAND_REGISTER;
  result->index = base;
  result->inputs = instruction.operation.inputs;
  return TRUE;
}

static void
note_mismatch (Compiler *self, const GscopeMathNode *node, char *mismatch)
{
  if (self->program->mismatch)
    {
      g_free (mismatch);
      return;
    }
  self->program->mismatch = mismatch;
  self->program->mismatch_place = node->place;
}

static const char *
name_unit (const char *unit)
{
  return *unit ? unit : _ ("no unit");
}

/* Multiplies an argument by a factor, so that it has the unit of another one. */
static gboolean
convert (Compiler *self, const GscopeMathNode *node, double factor, Operand *arg)
{
  Operand args[2] = { *arg, { .kind = OPERAND_CONSTANT, .value = factor } };

  if (arg->kind == OPERAND_CONSTANT)
    {
      arg->value *= factor;
      return TRUE;
    }
  return emit (self, node, gscope_math_find_function ("*"), args, 0,
               arg->kind == OPERAND_REGISTER ? arg->index : self->depth, arg);
}

/* Converts arguments to the unit of the first argument that has a unit. */
static gboolean
match (Compiler *self, const GscopeMathNode *node, Operand *args, guint n, const char **unit)
{
  *unit = NULL;
  for (guint i = 0; i < n; i++)
    {
      guint depth = self->depth;
      double factor;

      if (!*unit)
        *unit = args[i].unit;
      if (!gscope_math_unit_fits (*unit, args[i].unit, &factor))
        note_mismatch (self, node,
                       g_strdup_printf (_ ("“%s” combines values in %s and %s."), node->name,
                                        name_unit (*unit), name_unit (args[i].unit)));
      else if (factor != 1 && !convert (self, node, factor, &args[i]))
        return FALSE;
      self->depth = MAX (depth, self->depth);
    }
  return TRUE;
}

static char *
require_number (Compiler *self, const GscopeMathNode *node, const Operand *args, guint n)
{
  for (guint i = 0; i < n; i++)
    if (args[i].unit && *args[i].unit)
      note_mismatch (self, node,
                     g_strdup_printf (_ ("“%s” needs a pure number, not a value in %s."),
                                      node->name, args[i].unit));
  return g_strdup ("");
}

static char *
get_power_unit (Compiler *self, const GscopeMathNode *node, const Operand *args)
{
  const Operand *exponent = &args[1];

  if (exponent->kind == OPERAND_CONSTANT && exponent->value == rint (exponent->value)
      && fabs (exponent->value) <= 16)
    return gscope_math_unit_raise (args[0].unit, (int) exponent->value);
  return require_number (self, node, args, 2);
}

static char *
get_root_unit (Compiler *self, const GscopeMathNode *node, const Operand *arg)
{
  char *unit = arg->unit ? gscope_math_unit_root (arg->unit) : NULL;

  return unit || !arg->unit ? unit : require_number (self, node, arg, 1);
}

/* Computes the unit of a result, and converts arguments in other prefixes. */
static gboolean
apply_units (Compiler *self, const GscopeMathNode *node, const GscopeMathFunction *function,
             Operand *args, char **unit)
{
  guint n = function->n_args - (function->has_window ? 1 : 0);
  const char *common;

  switch (function->unit)
    {
    case GSCOPE_MATH_UNIT_SAME:
      if (!match (self, node, args, n, &common))
        return FALSE;
      *unit = g_strdup (common);
      return TRUE;
    case GSCOPE_MATH_UNIT_CHOICE:
      if (!match (self, node, args + 1, 2, &common))
        return FALSE;
      *unit = g_strdup (common);
      return TRUE;
    case GSCOPE_MATH_UNIT_COMPARED:
      *unit = g_strdup ("");
      return match (self, node, args, n, &common);
    case GSCOPE_MATH_UNIT_PRODUCT:
      *unit = gscope_math_unit_multiply (args[0].unit, args[1].unit);
      return TRUE;
    case GSCOPE_MATH_UNIT_QUOTIENT:
      *unit = gscope_math_unit_divide (args[0].unit, args[1].unit);
      return TRUE;
    case GSCOPE_MATH_UNIT_POWER:
      *unit = get_power_unit (self, node, args);
      return TRUE;
    case GSCOPE_MATH_UNIT_ROOT:
      *unit = get_root_unit (self, node, args);
      return TRUE;
    case GSCOPE_MATH_UNIT_DROPPED:
      *unit = g_strdup ("");
      return TRUE;
    case GSCOPE_MATH_UNIT_NUMBER:
      *unit = require_number (self, node, args, n);
      return TRUE;
    case GSCOPE_MATH_UNIT_DECIBEL:
      *unit = g_strdup ("dB");
      return TRUE;
    case GSCOPE_MATH_UNIT_RATE:
      *unit = gscope_math_unit_divide (args[0].unit, "s");
      return TRUE;
    case GSCOPE_MATH_UNIT_INTEGRAL:
      *unit = gscope_math_unit_multiply (args[0].unit, "s");
      return TRUE;
    case GSCOPE_MATH_UNIT_MEASURED:
      *unit = gscope_measurement_dup_unit (function->measurement, args[0].unit);
      return TRUE;
    }
  g_return_val_if_reached (FALSE);
}

static gboolean
get_window (Compiler *self, const GscopeMathNode *node, const Operand *arg, gint64 *window)
{
  double factor;

  if (arg->kind != OPERAND_CONSTANT || !gscope_math_unit_fits ("s", arg->unit, &factor))
    return fail (self, node, GSCOPE_ERROR_INVALID,
                 g_strdup (_ ("Expected a constant time, such as 100ms, here.")));
  if (!(arg->value * factor >= 1e-9 && arg->value * factor <= MAX_WINDOW_SECONDS))
    return fail (self, node, GSCOPE_ERROR_LIMIT,
                 g_strdup (_ ("The time must be from 1 ns to 24 h.")));
  *window = (gint64) rint (arg->value * factor * 1e9);
  return TRUE;
}

/* Computes what has constant arguments alone, now. */
static void
fold (const GscopeMathFunction *function, const Operand *args, Operand *result)
{
  const double *in[GSCOPE_MATH_MAX_ARGS];
  const gint64 time = 0;
  GscopeMathRows rows = { .times = &time, .n = 1 };

  for (guint i = 0; i < function->n_args; i++)
    in[i] = &args[i].value;
  *result = (Operand){ .kind = OPERAND_CONSTANT };
  function->func (NULL, &rows, in, &result->value);
}

static gboolean
are_constants (const Operand *args, guint n)
{
  for (guint i = 0; i < n; i++)
    if (args[i].kind != OPERAND_CONSTANT)
      return FALSE;
  return TRUE;
}

static gboolean
compile_args (Compiler *self, const GscopeMathNode *node, const GscopeMathFunction *function,
              Operand *args, Operand *result)
{
  guint base = self->depth;
  gint64 window = 0;
  g_autofree char *unit = NULL;

  for (guint i = 0; i < node->n_args; i++)
    if (!compile (self, node->args[i], &args[i]))
      return FALSE;
  if (function->has_window
      && !get_window (self, node->args[node->n_args - 1], &args[node->n_args - 1], &window))
    return FALSE;
  if (!apply_units (self, node, function, args, &unit))
    return FALSE;
  if (function->state_size == 0 && are_constants (args, node->n_args))
    fold (function, args, result);
  else if (!emit (self, node, function, args, window, base, result))
    return FALSE;
  result->unit = g_steal_pointer (&unit);
  return TRUE;
}

static gboolean
compile_call (Compiler *self, const GscopeMathNode *node, Operand *result)
{
  const GscopeMathFunction *function = gscope_math_find_function (node->name);
  Operand args[GSCOPE_MATH_MAX_ARGS] = { 0 };
  gboolean done;

  if (!function)
    return fail (self, node, GSCOPE_ERROR_NOT_FOUND,
                 g_strdup_printf (_ ("There is no function “%s”."), node->name));
  if (node->n_args != function->n_args)
    return fail (self, node, GSCOPE_ERROR_INVALID,
                 g_strdup_printf (_ ("The function is written %s."), function->signature));
  done = compile_args (self, node, function, args, result);
  for (guint i = 0; i < node->n_args; i++)
    g_free (args[i].unit);
  return done;
}

static gboolean
find_input (Compiler *self, const GscopeMathNode *node, guint *index)
{
  GPtrArray *inputs = self->program->inputs;

  if (g_ptr_array_find_with_equal_func (inputs, node->name, g_str_equal, index))
    return TRUE;
  if (inputs->len == GSCOPE_MATH_MAX_INPUTS)
    return fail (
        self, node, GSCOPE_ERROR_LIMIT,
        g_strdup_printf (_ ("An expression reads at most %d signals."), GSCOPE_MATH_MAX_INPUTS));
  *index = inputs->len;
  g_ptr_array_add (inputs, g_strdup (node->name));
  return TRUE;
}

static gboolean
compile_name (Compiler *self, const GscopeMathNode *node, Operand *result)
{
  const char *unit;

  if (!node->is_quoted && g_str_equal (node->name, "pi"))
    {
      *result = (Operand){ .kind = OPERAND_CONSTANT, .value = G_PI };
      return TRUE;
    }
  if (!node->is_quoted && g_str_equal (node->name, "time"))
    {
      result->unit = g_strdup ("s");
      return emit (self, node, &time_function, NULL, 0, self->depth, result);
    }
  unit = self->resolver (node->name, self->data);
  if (!unit)
    return fail (
        self, node, GSCOPE_ERROR_NOT_FOUND,
        g_strdup_printf (_ ("There is no signal or parameter “%s”. Operators between names "
                            "need spaces around them."),
                         node->name));
  result->kind = OPERAND_INPUT;
  result->unit = g_strdup (unit);
  if (!find_input (self, node, &result->index))
    return FALSE;
  result->inputs = G_GUINT64_CONSTANT (1) << result->index;
  return TRUE;
}

static gboolean
compile (Compiler *self, const GscopeMathNode *node, Operand *result)
{
  switch (node->kind)
    {
    case GSCOPE_MATH_NODE_NUMBER:
      *result = (Operand){ .kind = OPERAND_CONSTANT,
                           .value = node->value,
                           .unit = g_strdup (node->unit) };
      return TRUE;
    case GSCOPE_MATH_NODE_NAME:
      return compile_name (self, node, result);
    case GSCOPE_MATH_NODE_CALL:
      return compile_call (self, node, result);
    }
  g_return_val_if_reached (FALSE);
}

static gboolean
compile_whole (Compiler *self, const GscopeMathNode *node)
{
  GscopeMathProgram *program = self->program;
  Operand result = { 0 };
  gboolean done = compile (self, node, &result);

  if (done)
    {
      program->result_kind = result.kind;
      program->result_index = place_operand (self, &result);
      program->unit = g_strdup (result.unit && !program->mismatch ? result.unit : "");
      program->registers = g_new (Block, MAX (program->n_registers, 1));
    }
  g_free (result.unit);
  if (done && program->inputs->len == 0)
    return fail (self, node, GSCOPE_ERROR_INVALID,
                 g_strdup (_ ("The expression reads no signal, so that it has no samples.")));
  if (done)
    g_ptr_array_add (program->inputs, NULL);
  return done;
}

GscopeMathProgram *
gscope_math_program_new (const char *text, GscopeMathResolver resolver, gpointer data, gsize *place,
                         GError **error)
{
  g_autoptr (GscopeMathNode) node = gscope_math_parse (text, place, error);
  g_autoptr (GscopeMathProgram) self = NULL;
  Compiler compiler;

  if (!node)
    return NULL;
  self = g_new0 (GscopeMathProgram, 1);
  self->instructions = g_array_new (FALSE, FALSE, sizeof (Instruction));
  self->inputs = g_ptr_array_new_with_free_func (g_free);
  self->constants = g_ptr_array_new_with_free_func (g_free);
  self->budget = GSCOPE_MATH_MAX_BYTES;
  compiler = (Compiler){ .program = self,
                         .text = text,
                         .resolver = resolver,
                         .data = data,
                         .place = place,
                         .error = error };
  return compile_whole (&compiler, node) ? g_steal_pointer (&self) : NULL;
}

void
gscope_math_program_reset (GscopeMathProgram *self)
{
  for (guint i = 0; i < self->instructions->len; i++)
    {
      GscopeMathOperation *operation =
          &g_array_index (self->instructions, Instruction, i).operation;

      if (operation->state)
        operation->function->clear (operation);
    }
}

void
gscope_math_program_free (GscopeMathProgram *self)
{
  gscope_math_program_reset (self);
  for (guint i = 0; i < self->instructions->len; i++)
    g_free (g_array_index (self->instructions, Instruction, i).operation.state);
  g_array_unref (self->instructions);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->constants);
  g_free (self->registers);
  g_free (self->unit);
  g_free (self->mismatch);
  g_free (self);
}

const char *const *
gscope_math_program_get_inputs (GscopeMathProgram *self)
{
  return (const char *const *) self->inputs->pdata;
}

guint
gscope_math_program_get_n_inputs (GscopeMathProgram *self)
{
  return self->inputs->len - 1;
}

const char *
gscope_math_program_get_unit (GscopeMathProgram *self)
{
  return self->unit;
}

const char *
gscope_math_program_get_mismatch (GscopeMathProgram *self, gsize *place)
{
  if (place && self->mismatch)
    *place = self->mismatch_place;
  return self->mismatch;
}

gsize
gscope_math_program_get_bytes (GscopeMathProgram *self)
{
  return GSCOPE_MATH_MAX_BYTES - self->budget;
}

/* Returns the values of an operand in the block that begins at a row. */
static const double *
get_values (GscopeMathProgram *self, OperandKind kind, guint index, const double *const *inputs,
            gsize begin)
{
  if (kind == OPERAND_INPUT)
    return inputs[index] + begin;
  return kind == OPERAND_CONSTANT ? self->constants->pdata[index] : self->registers[index];
}

static void
run_block (GscopeMathProgram *self, const GscopeMathRows *rows, const double *const *inputs,
           gsize begin)
{
  for (guint i = 0; i < self->instructions->len; i++)
    {
      Instruction *instruction = &g_array_index (self->instructions, Instruction, i);
      const GscopeMathFunction *function = instruction->operation.function;
      const double *in[GSCOPE_MATH_MAX_ARGS];

      for (guint k = 0; k < function->n_args - (function->has_window ? 1 : 0); k++)
        in[k] = get_values (self, instruction->kinds[k], instruction->indices[k], inputs, begin);
      function->func (&instruction->operation, rows, in, self->registers[instruction->target]);
    }
}

/* Results without a finite value, for example of a division by zero, become gaps. */
static void
finish_block (const double *values, double *out, gsize n)
{
  const double none = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);

  for (gsize i = 0; i < n; i++)
    out[i] = isfinite (values[i]) || gscope_gap_from_value (values[i], NULL) ? values[i] : none;
}

void
gscope_math_program_run (GscopeMathProgram *self, const GscopeMathRows *rows,
                         const double *const *inputs, double *out)
{
  for (gsize begin = 0; begin < rows->n; begin += BLOCK)
    {
      GscopeMathRows block = { .times = rows->times + begin,
                               .fresh = rows->fresh ? rows->fresh + begin : NULL,
                               .n = MIN (BLOCK, rows->n - begin) };

      run_block (self, &block, inputs, begin);
      finish_block (get_values (self, self->result_kind, self->result_index, inputs, begin),
                    out + begin, block.n);
    }
}
