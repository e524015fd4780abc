/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "expression.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

enum
{
  MAX_EXPRESSIONS = 16,
  MAX_NAME = 64,
  MAX_TEXT = 4096,
};

static void
expression_free (gpointer data)
{
  PrometheusExpression *self = data;

  prometheus_past_unref (self->past);
  g_free (self->name);
  g_free (self->text);
  g_free (self->trouble);
  g_free (self);
}

/* Returns the end of a text in quotes that begins here. */
static const char *
skip_quoted (const char *at)
{
  char quote = *at++;

  while (*at && *at != quote)
    at += *at == '\\' && quote != '`' && at[1] ? 2 : 1;
  return *at ? at + 1 : at;
}

/* Returns the next semicolon outside of quotes, or the end. */
static const char *
find_end (const char *at)
{
  while (*at && *at != ';')
    at = strchr ("\"'`", *at) ? skip_quoted (at) : at + 1;
  return at;
}

/* Returns the place of the equals sign that ends a name: a letter, then letters, digits, “_” and “-”. PromQL has no single one
 * behind a word. NULL if the expression has no name. */
static const char *
find_equals (const char *text)
{
  const char *at = text;

  if (!g_ascii_isalpha (*at))
    return NULL;
  while (g_ascii_isalnum (*at) || *at == '_' || *at == '-')
    at++;
  while (g_ascii_isspace (*at))
    at++;
  return *at == '=' && at[1] != '=' && at[1] != '~' ? at : NULL;
}

static PrometheusExpression *
parse_one (const char *text, gsize length)
{
  PrometheusExpression *self = g_new0 (PrometheusExpression, 1);
  g_autofree char *whole = g_strstrip (g_strndup (text, length));
  const char *equals = find_equals (whole);

  if (equals)
    self->name = g_strchomp (g_strndup (whole, (gsize) (equals - whole)));
  self->text = g_strchug (g_strdup (equals ? equals + 1 : whole));
  self->past = prometheus_past_new (self->text);
  return self;
}

static gboolean
check (const PrometheusExpression *self, guint n_before, GError **error)
{
  const char *reason = NULL;

  if (n_before >= MAX_EXPRESSIONS)
    reason = _ ("there are too many expressions; split them among several sources");
  else if (!self->text[0])
    reason = _ ("an expression is missing behind its name");
  else if (strlen (self->text) > MAX_TEXT || (self->name && strlen (self->name) > MAX_NAME))
    reason = _ ("an expression or its name is too long");
  if (!reason)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "expressions: %s", reason);
  return FALSE;
}

GPtrArray *
prometheus_expressions_parse (const char *text, GError **error)
{
  g_autoptr (GPtrArray) expressions = g_ptr_array_new_with_free_func (expression_free);

  for (const char *at = text; *at;)
    {
      const char *end = find_end (at);
      PrometheusExpression *expression = parse_one (at, (gsize) (end - at));

      at = *end ? end + 1 : end;
      g_ptr_array_add (expressions, expression);
      if (!expression->text[0] && !expression->name)
        g_ptr_array_set_size (expressions, (gint) expressions->len - 1);
      else if (!check (expression, expressions->len - 1, error))
        return NULL;
    }
  return g_steal_pointer (&expressions);
}
