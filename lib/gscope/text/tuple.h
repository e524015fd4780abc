/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/loss.h>
#include <gscope/text/annotation.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TUPLE_MAX_LINE:
 *
 * The longest line of tuple text, in bytes without its newline.
 *
 * Since: 1.0
 */
#define GSCOPE_TUPLE_MAX_LINE 4096

/**
 * GSCOPE_TUPLE_MAX_NAME:
 *
 * The longest name, in bytes.
 *
 * Since: 1.0
 */
#define GSCOPE_TUPLE_MAX_NAME 255

/**
 * GscopeTuple:
 * @time: nanoseconds
 * @value: the value; not-a-number means "no value"
 * @name: the id of the name for gscope_tuple_parser_get_name()
 *
 * One line of tuple text.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time;
  double value;
  guint name;
} GscopeTuple;

#define GSCOPE_TYPE_TUPLE_PARSER (gscope_tuple_parser_get_type ())
typedef struct _GscopeTupleParser GscopeTupleParser;

/**
 * GscopeTupleFunc:
 * @parser: the parser
 * @tuples: (array length=n): tuples in the order of the text; valid during the call
 * @n: how many
 * @user_data: the data that was given with the function
 *
 * Takes a batch of tuples.
 *
 * Since: 1.0
 */
typedef void (*GscopeTupleFunc) (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n,
                                 gpointer user_data);

/**
 * GscopeTupleErrorFunc:
 * @parser: the parser
 * @line: the line's number, from 1
 * @cause: %GSCOPE_LOSS_MALFORMED, %GSCOPE_LOSS_BACKWARDS, or %GSCOPE_LOSS_LIMIT for the first name
 *   beyond the limit
 * @reason: the reason, a clause in English
 * @user_data: the data that was given with the function
 *
 * Takes the report of a line that was skipped.
 *
 * Since: 1.0
 */
typedef void (*GscopeTupleErrorFunc) (GscopeTupleParser *parser, guint64 line, GscopeLoss cause,
                                      const char *reason, gpointer user_data);

/**
 * GscopeTupleAnnotationFunc:
 * @parser: the parser
 * @line: the line's number, from 1
 * @annotation: what a `#gscope` line says
 * @user_data: the data that was given with the function
 *
 * Takes an annotation.
 *
 * Since: 1.0
 */
typedef void (*GscopeTupleAnnotationFunc) (GscopeTupleParser *parser, guint64 line,
                                           GscopeAnnotation *annotation, gpointer user_data);

GSCOPE_AVAILABLE_IN_1_0
GType gscope_tuple_parser_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeTupleParser *
gscope_tuple_parser_new (GscopeTupleFunc func, gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
GscopeTupleParser *gscope_tuple_parser_ref (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_parser_unref (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_parser_set_error_func (GscopeTupleParser *self, GscopeTupleErrorFunc func,
                                         gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_tuple_parser_set_annotation_func (GscopeTupleParser *self, GscopeTupleAnnotationFunc func,
                                         gpointer user_data, GDestroyNotify destroy);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_parser_set_max_names (GscopeTupleParser *self, guint max_names);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_parser_require_order (GscopeTupleParser *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_parser_feed (GscopeTupleParser *self, const char *data, gsize length);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_parser_finish (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_tuple_parser_get_n_names (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_tuple_parser_get_name (GscopeTupleParser *self, guint id);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_tuple_parser_get_lines (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_tuple_parser_get_malformed (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_tuple_parser_get_backwards (GscopeTupleParser *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_tuple_parser_get_over_limit (GscopeTupleParser *self);

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_tuple_check_name (const char *name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tuple_append (GString *text, gint64 time, double value, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTupleParser, gscope_tuple_parser_unref)

G_END_DECLS
