/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  /* The longest text of an expression, in bytes. */
  GSCOPE_MATH_MAX_TEXT = 4096,
  /* The deepest nesting. */
  GSCOPE_MATH_MAX_DEPTH = 64,
  /* The largest number of arguments of a function. */
  GSCOPE_MATH_MAX_ARGS = 3,
};

typedef enum
{
  GSCOPE_MATH_NODE_NUMBER,
  GSCOPE_MATH_NODE_NAME,
  GSCOPE_MATH_NODE_CALL,
} GscopeMathNodeKind;

typedef struct _GscopeMathNode GscopeMathNode;

/* A part of an expression: a number, a name, or the call of a function or operator. */
struct _GscopeMathNode
{
  GscopeMathNodeKind kind;
  /* the byte of the text at which it begins; of an operator, its own place */
  gsize place;
  double value;
  /* "s" for a number with a unit of time, NULL for a plain one */
  const char *unit;
  char *name;
  /* whether the name was in quotation marks, so that it means a signal in any case */
  gboolean is_quoted;
  guint n_args;
  GscopeMathNode *args[GSCOPE_MATH_MAX_ARGS];
};

/* Parses an expression. An error sets the byte of the text at which it is. */
GscopeMathNode *gscope_math_parse (const char *text, gsize *place, GError **error);
void gscope_math_node_free (GscopeMathNode *self);

/* Sets an error that names the character of the text, and frees the reason. */
void gscope_math_fail (const char *text, gsize where, int code, char *reason, gsize *place,
                       GError **error);

/* Returns whether a name can have a byte anywhere. */
gboolean gscope_math_is_name_byte (char c);

/* Returns the length of the name that begins a text, in bytes; 0 if none does. A name has letters, digits and _ . : # @,
 * and between two of those / and -. */
gsize gscope_math_measure_name (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeMathNode, gscope_math_node_free)
