/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/parse.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *text;
  const char *at;
  guint depth;
  gsize *place;
  GError **error;
} Parser;

typedef struct
{
  const char *text;
  guint precedence;
} Operator;

enum
{
  NOT_PRECEDENCE = 3,
  SIGN_PRECEDENCE = 7,
  POWER_PRECEDENCE = 8,
};

/* A longer operator comes before its beginning. */
static const Operator operators[] = {
  { "||", 1 }, { "&&", 2 }, { "==", 4 }, { "!=", 4 }, { "<=", 4 }, { ">=", 4 }, { "<", 4 },
  { ">", 4 },  { "+", 5 },  { "-", 5 },  { "*", 6 },  { "/", 6 },  { "%", 6 },  { "^", 8 },
};

static const struct
{
  const char *name;
  double seconds;
} durations[] = {
  { "ns", 1e-9 }, { "us", 1e-6 }, { "µs", 1e-6 }, { "ms", 1e-3 },
  { "s", 1 },     { "min", 60 },  { "h", 3600 },
};

static GscopeMathNode *parse_binary (Parser *self, guint precedence);

void
gscope_math_node_free (GscopeMathNode *self)
{
  for (guint i = 0; i < self->n_args; i++)
    gscope_math_node_free (self->args[i]);
  g_free (self->name);
  g_free (self);
}

void
gscope_math_fail (const char *text, gsize where, int code, char *reason, gsize *place,
                  GError **error)
{
  if (place)
    *place = where;
  g_set_error (error, GSCOPE_ERROR, code, _ ("Character %ld of the expression: %s"),
               g_utf8_pointer_to_offset (text, text + where) + 1, reason);
  g_free (reason);
}

static gpointer
fail (Parser *self, const char *at, char *reason)
{
  gscope_math_fail (self->text, (gsize) (at - self->text), GSCOPE_ERROR_INVALID, reason,
                    self->place, self->error);
  return NULL;
}

gboolean
gscope_math_is_name_byte (char c)
{
  return g_ascii_isalnum (c) || (guchar) c >= 0x80 || (c && strchr ("_.:#@", c));
}

gsize
gscope_math_measure_name (const char *text)
{
  gsize n = 0;

  if (!gscope_math_is_name_byte (text[0]) || g_ascii_isdigit (text[0]) || text[0] == '.')
    return 0;
  while (gscope_math_is_name_byte (text[n])
         || ((text[n] == '/' || text[n] == '-') && gscope_math_is_name_byte (text[n + 1])))
    n++;
  return n;
}

static void
skip_spaces (Parser *self)
{
  self->at += strspn (self->at, " \t\r\n");
}

static GscopeMathNode *
new_node (Parser *self, GscopeMathNodeKind kind, const char *at)
{
  GscopeMathNode *node = g_new0 (GscopeMathNode, 1);

  node->kind = kind;
  node->place = (gsize) (at - self->text);
  return node;
}

static GscopeMathNode *
new_call (Parser *self, const char *at, const char *name)
{
  GscopeMathNode *node = new_node (self, GSCOPE_MATH_NODE_CALL, at);

  node->name = g_strdup (name);
  return node;
}

static GscopeMathNode *
parse_number (Parser *self)
{
  const char *at = self->at;
  g_autoptr (GscopeMathNode) node = new_node (self, GSCOPE_MATH_NODE_NUMBER, at);
  g_autofree char *unit = NULL;
  gsize n = 0;
  char *end;

  node->value = g_ascii_strtod (at, &end);
  while (g_ascii_isalpha (end[n]) || (guchar) end[n] >= 0x80)
    n++;
  self->at = end + n;
  if (!isfinite (node->value))
    return fail (self, at, g_strdup (_ ("The number is too large.")));
  if (n == 0)
    return g_steal_pointer (&node);
  unit = g_strndup (end, n);
  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    if (g_str_equal (unit, durations[i].name))
      {
        node->value *= durations[i].seconds;
        node->unit = "s";
        return isfinite (node->value) ? g_steal_pointer (&node)
                                      : fail (self, at, g_strdup (_ ("The number is too large.")));
      }
  return fail (self, end,
               g_strdup_printf (_ ("“%s” is not a unit of time. Numbers may have the units ns, us, "
                                   "ms, s, min and h."),
                                unit));
}

static GscopeMathNode *
parse_quoted (Parser *self)
{
  const char *at = self->at++;
  g_autoptr (GscopeMathNode) node = new_node (self, GSCOPE_MATH_NODE_NAME, at);
  g_autoptr (GString) name = g_string_new (NULL);

  for (; *self->at && *self->at != '"'; self->at++)
    {
      if (*self->at == '\\' && (self->at[1] == '"' || self->at[1] == '\\'))
        self->at++;
      g_string_append_c (name, *self->at);
    }
  if (!*self->at)
    return fail (self, at, g_strdup (_ ("The quotation mark at the end of the name is missing.")));
  self->at++;
  node->name = g_strdup (name->str);
  node->is_quoted = TRUE;
  return g_steal_pointer (&node);
}

static gboolean
parse_args (Parser *self, GscopeMathNode *call)
{
  const char *open = self->at++;

  for (;;)
    {
      GscopeMathNode *arg = parse_binary (self, 0);

      if (!arg)
        return FALSE;
      if (call->n_args == GSCOPE_MATH_MAX_ARGS)
        {
          fail (self, self->text + arg->place,
                g_strdup (_ ("No function has more than three arguments.")));
          gscope_math_node_free (arg);
          return FALSE;
        }
      call->args[call->n_args++] = arg;
      skip_spaces (self);
      if (*self->at == ')')
        break;
      if (*self->at != ',')
        {
          fail (self, *self->at ? self->at : open,
                g_strdup (*self->at
                              ? _ ("Expected a comma, a closing parenthesis or an operator here.")
                              : _ ("The closing parenthesis is missing.")));
          return FALSE;
        }
      self->at++;
    }
  self->at++;
  return TRUE;
}

static GscopeMathNode *
parse_name (Parser *self, gsize n)
{
  const char *at = self->at;
  g_autofree char *name = g_strndup (at, n);
  g_autoptr (GscopeMathNode) node = NULL;

  self->at += n;
  skip_spaces (self);
  node = new_node (self, *self->at == '(' ? GSCOPE_MATH_NODE_CALL : GSCOPE_MATH_NODE_NAME, at);
  node->name = g_steal_pointer (&name);
  if (node->kind == GSCOPE_MATH_NODE_CALL && !parse_args (self, node))
    return NULL;
  return g_steal_pointer (&node);
}

static GscopeMathNode *
parse_group (Parser *self)
{
  const char *open = self->at++;
  g_autoptr (GscopeMathNode) node = parse_binary (self, 0);

  if (!node)
    return NULL;
  skip_spaces (self);
  if (*self->at == ')')
    {
      self->at++;
      return g_steal_pointer (&node);
    }
  if (*self->at)
    return fail (self, self->at,
                 g_strdup (_ ("Expected an operator or a closing parenthesis here.")));
  return fail (self, open, g_strdup (_ ("The closing parenthesis is missing.")));
}

static GscopeMathNode *
parse_prefix (Parser *self, const char *name, guint precedence)
{
  g_autoptr (GscopeMathNode) node = new_call (self, self->at++, name);
  GscopeMathNode *arg = parse_binary (self, precedence);

  if (!arg)
    return NULL;
  node->args[node->n_args++] = arg;
  return g_steal_pointer (&node);
}

static GscopeMathNode *
parse_operand (Parser *self)
{
  gsize n;

  skip_spaces (self);
  if (*self->at == '(')
    return parse_group (self);
  if (*self->at == '-')
    return parse_prefix (self, "negate", SIGN_PRECEDENCE);
  if (*self->at == '!')
    return parse_prefix (self, "not", NOT_PRECEDENCE);
  if (*self->at == '"')
    return parse_quoted (self);
  if (g_ascii_isdigit (*self->at) || (*self->at == '.' && g_ascii_isdigit (self->at[1])))
    return parse_number (self);
  n = gscope_math_measure_name (self->at);
  if (n > 0)
    return parse_name (self, n);
  return fail (self, self->at,
               g_strdup (_ ("Expected a number, a signal, a function or “(” here.")));
}

static const Operator *
find_operator (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_has_prefix (text, operators[i].text))
      return &operators[i];
  return NULL;
}

/* Parses operands with the operators that bind at least as strongly. A power binds to the right, the
 * other operators to the left. */
static GscopeMathNode *
parse_operators (Parser *self, guint precedence)
{
  g_autoptr (GscopeMathNode) left = parse_operand (self);
  const Operator *binary;

  while (left)
    {
      g_autoptr (GscopeMathNode) node = NULL;
      GscopeMathNode *right;

      skip_spaces (self);
      binary = find_operator (self->at);
      if (!binary || binary->precedence < precedence)
        break;
      node = new_call (self, self->at, binary->text);
      self->at += strlen (binary->text);
      right = parse_binary (self, binary->precedence + (binary->precedence != POWER_PRECEDENCE));
      if (!right)
        return NULL;
      node->args[node->n_args++] = g_steal_pointer (&left);
      node->args[node->n_args++] = right;
      left = g_steal_pointer (&node);
    }
  return g_steal_pointer (&left);
}

static GscopeMathNode *
parse_binary (Parser *self, guint precedence)
{
  GscopeMathNode *node;

  if (self->depth == GSCOPE_MATH_MAX_DEPTH)
    return fail (self, self->at,
                 g_strdup_printf (_ ("Parts are nested more than %d deep. Divide the expression "
                                     "into several signals."),
                                  GSCOPE_MATH_MAX_DEPTH));
  self->depth++;
  node = parse_operators (self, precedence);
  self->depth--;
  return node;
}

GscopeMathNode *
gscope_math_parse (const char *text, gsize *place, GError **error)
{
  Parser self = { .text = text, .at = text, .place = place, .error = error };
  g_autoptr (GscopeMathNode) node = NULL;
  const char *end;

  if (strlen (text) > GSCOPE_MATH_MAX_TEXT)
    return fail (&self, text,
                 g_strdup_printf (_ ("It has more than %d bytes. Divide it into several signals."),
                                  GSCOPE_MATH_MAX_TEXT));
  if (!g_utf8_validate (text, -1, &end))
    return fail (&self, end, g_strdup (_ ("The text is not valid UTF-8.")));
  node = parse_binary (&self, 0);
  if (!node)
    return NULL;
  skip_spaces (&self);
  if (*self.at)
    return fail (&self, self.at, g_strdup (_ ("Expected an operator here.")));
  return g_steal_pointer (&node);
}
