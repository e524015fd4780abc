/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/tuple.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/text/decimal.h>
#include <gscope/text/usual-lines.h>
#include <string.h>

#define ANNOTATION "#gscope"

enum
{
  BATCH = 512,
  DEFAULT_MAX_NAMES = 65536,
};

/**
 * GscopeTupleParser:
 *
 * Reads tuple text: one `time value [name]` a line, from a file, a pipe or a socket, in blocks that
 * may end anywhere.
 *
 * Fields are separated by spaces or tabs. The time, in milliseconds, and the value are decimal
 * numbers in the C locale, the value also `nan`, `inf` or `infinity`; the name is the rest of the
 * line, trimmed, UTF-8, of at most %GSCOPE_TUPLE_MAX_NAME bytes. Lines may end in CRLF, are at most
 * %GSCOPE_TUPLE_MAX_LINE bytes long and may be empty; those that begin with `#` are comments, of
 * which `#gscope {json}` is an annotation. Lines that break these rules are counted, reported and
 * skipped.
 *
 * Times are converted to nanoseconds in integers, exactly to six decimals and rounded beyond; values
 * are the doubles nearest to the text. The caller checks that times do not go backwards, unless
 * [method@TupleParser.require_order] is called.
 *
 * A parser belongs to one thread at a time.
 *
 * Since: 1.0
 */
struct _GscopeTupleParser
{
  gatomicrefcount ref_count;
  GscopeTupleFunc func;
  gpointer func_data;
  GDestroyNotify func_destroy;
  GscopeTupleErrorFunc error_func;
  gpointer error_data;
  GDestroyNotify error_destroy;
  GscopeTupleAnnotationFunc annotation_func;
  gpointer annotation_data;
  GDestroyNotify annotation_destroy;

  GscopeLineState line_state;
  guint max_names;
  guint64 lines;
  guint64 malformed;
  guint64 backwards;
  guint64 over_limit;
  gboolean feeding;

  gsize n_batch;
  GscopeTuple batch[BATCH];
  /* Length of the incomplete line in the buffer, bytes; larger than the buffer if the line is too
   * long. */
  gsize carried;
  char carry[GSCOPE_TUPLE_MAX_LINE + 1 + GSCOPE_DECIMAL_SLACK];
};

G_DEFINE_BOXED_TYPE (GscopeTupleParser, gscope_tuple_parser, gscope_tuple_parser_ref,
                     gscope_tuple_parser_unref)

/**
 * gscope_tuple_parser_new:
 * @func: (scope notified) (closure user_data) (destroy destroy): receives the tuples
 * @user_data: for @func
 * @destroy: (nullable): frees @user_data
 *
 * Creates a parser for one text.
 *
 * Returns: (transfer full): the parser
 *
 * Since: 1.0
 */
GscopeTupleParser *
gscope_tuple_parser_new (GscopeTupleFunc func, gpointer user_data, GDestroyNotify destroy)
{
  GscopeTupleParser *self;

  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (GscopeTupleParser, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->func = func;
  self->func_data = user_data;
  self->func_destroy = destroy;
  self->max_names = DEFAULT_MAX_NAMES;
  self->line_state.last_name = GSCOPE_NAME_NONE;
  self->line_state.earliest = G_MININT64;
  gscope_name_table_init (&self->line_state.names);
  return self;
}

/**
 * gscope_tuple_parser_ref:
 * @self: a parser
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeTupleParser *
gscope_tuple_parser_ref (GscopeTupleParser *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
drop_func (gpointer data, GDestroyNotify destroy)
{
  if (destroy != NULL)
    destroy (data);
}

/**
 * gscope_tuple_parser_unref:
 * @self: (transfer full): a parser
 *
 * Drops a reference; the last one frees the parser.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_unref (GscopeTupleParser *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  drop_func (self->func_data, self->func_destroy);
  drop_func (self->error_data, self->error_destroy);
  drop_func (self->annotation_data, self->annotation_destroy);
  gscope_name_table_clear (&self->line_state.names);
  g_free (self);
}

/**
 * gscope_tuple_parser_set_error_func:
 * @self: a parser
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): receives the reports
 * @user_data: for @func
 * @destroy: (nullable): frees @user_data
 *
 * Sets the function that receives reports of skipped lines. They are counted in any case.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_set_error_func (GscopeTupleParser *self, GscopeTupleErrorFunc func,
                                    gpointer user_data, GDestroyNotify destroy)
{
  g_return_if_fail (self != NULL);

  drop_func (self->error_data, self->error_destroy);
  self->error_func = func;
  self->error_data = user_data;
  self->error_destroy = destroy;
}

/**
 * gscope_tuple_parser_set_annotation_func:
 * @self: a parser
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): receives the
 *   annotations
 * @user_data: for @func
 * @destroy: (nullable): frees @user_data
 *
 * Sets the function that receives `#gscope` lines. Without a function they are comments, as they
 * must be in text from the network.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_set_annotation_func (GscopeTupleParser *self, GscopeTupleAnnotationFunc func,
                                         gpointer user_data, GDestroyNotify destroy)
{
  g_return_if_fail (self != NULL);

  drop_func (self->annotation_data, self->annotation_destroy);
  self->annotation_func = func;
  self->annotation_data = user_data;
  self->annotation_destroy = destroy;
}

/**
 * gscope_tuple_parser_set_max_names:
 * @self: a parser
 * @max_names: the largest number of different names; 65536 by default
 *
 * Limits the number of names. Tuples with further names are counted as over the limit, and the
 * first of them is reported.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_set_max_names (GscopeTupleParser *self, guint max_names)
{
  g_return_if_fail (self != NULL);

  self->max_names = max_names;
}

/**
 * gscope_tuple_parser_require_order:
 * @self: a parser
 * @time: nanoseconds
 *
 * Requires times that do not go backwards, as in files (Goel 2003, section 6.3.1): from now on,
 * tuples older than @time or than their predecessor are counted, reported and skipped.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_require_order (GscopeTupleParser *self, gint64 time)
{
  g_return_if_fail (self != NULL);

  self->line_state.is_ordered = TRUE;
  self->line_state.earliest = time;
}

static void
deliver (GscopeTupleParser *self)
{
  gsize n = self->n_batch;

  self->n_batch = 0;
  if (n > 0)
    self->func (self, self->batch, n, self->func_data);
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static inline const char *
skip_blanks (const char *p)
{
  while (is_blank (*p))
    p++;
  return p;
}

static inline gboolean
is_line_end (const char *p)
{
  return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

static inline gboolean
is_field_end (const char *p)
{
  return is_blank (*p) || is_line_end (p);
}

static inline const char *
trim_end (const char *begin, const char *end)
{
  if (end > begin && end[-1] == '\r')
    end--;
  while (end > begin && is_blank (end[-1]))
    end--;
  return end;
}

/* Returns why a trimmed text is not a valid name; NULL if it is one. */
static const char *
find_fault (const char *name, gsize length)
{
  if (length > GSCOPE_TUPLE_MAX_NAME)
    return _ ("the name is longer than 255 bytes");
  if (memchr (name, '\r', length) != NULL || memchr (name, '\n', length) != NULL)
    return _ ("the name has a line break in it");
  if (!g_utf8_validate_len (name, length, NULL))
    return _ ("the name is not UTF-8");
  return NULL;
}

static const char *
read_name (GscopeTupleParser *self, const char *line, const char *name, guint *id)
{
  const char *newline = rawmemchr (name, '\n');
  gsize length = (gsize) (trim_end (name, newline) - name);

  if (newline - line > GSCOPE_TUPLE_MAX_LINE)
    return NULL;
  *id = gscope_name_table_find (&self->line_state.names, name, length);
  if (*id == GSCOPE_NAME_NONE && self->line_state.names.n_names < self->max_names
      && find_fault (name, length) == NULL)
    *id = gscope_name_table_add (&self->line_state.names, name, length);
  if (*id == GSCOPE_NAME_NONE)
    return NULL;
  if (self->line_state.last_name != GSCOPE_NAME_NONE)
    self->line_state.names.names[self->line_state.last_name].next = *id;
  self->line_state.last_name = *id;
  return newline + 1;
}

/* Reads one line. Returns the beginning of the next line, or NULL if this one is not a tuple. */
static const char *
read_tuple (GscopeTupleParser *self, const char *line, GscopeTuple *tuple)
{
  const char *p = gscope_decimal_read_time (skip_blanks (line), &tuple->time);

  if (p == NULL || !is_blank (*p))
    return NULL;
  p = gscope_decimal_read_double (skip_blanks (p), &tuple->value);
  if (p == NULL || !is_field_end (p) || tuple->time < self->line_state.earliest)
    return NULL;
  return read_name (self, line, skip_blanks (p), &tuple->name);
}

static void
report (GscopeTupleParser *self, GscopeLoss cause, const char *reason)
{
  deliver (self);
  if (self->error_func != NULL)
    self->error_func (self, self->lines, cause, reason, self->error_data);
}

static void
report_malformed (GscopeTupleParser *self, const char *reason)
{
  self->malformed++;
  report (self, GSCOPE_LOSS_MALFORMED, reason);
}

static void
report_over_limit (GscopeTupleParser *self)
{
  g_autofree char *reason = NULL;

  if (self->over_limit++ > 0)
    return;
  reason = g_strdup_printf (_ ("there are more than %u different names"), self->max_names);
  report (self, GSCOPE_LOSS_LIMIT, reason);
}

/* Reports why read_tuple() refused a line. */
static void
refuse_tuple (GscopeTupleParser *self, const char *line, const char *end)
{
  const char *p = skip_blanks (line), *reason;
  gint64 time;
  double value;

  line = gscope_decimal_skip (p);
  if (line == NULL || !is_field_end (line))
    return report_malformed (self, _ ("the time is not a decimal number"));
  if (gscope_decimal_read_time (p, &time) == NULL)
    return report_malformed (self, _ ("the time is out of range"));
  p = skip_blanks (line);
  if (p >= end)
    return report_malformed (self, _ ("there is no value after the time"));
  p = gscope_decimal_read_double (p, &value);
  if (p == NULL || !is_field_end (p))
    return report_malformed (self, _ ("the value is not a decimal number"));
  if (time < self->line_state.earliest)
    {
      self->backwards++;
      return report (self, GSCOPE_LOSS_BACKWARDS, _ ("the time is earlier than in a line above"));
    }
  p = skip_blanks (p);
  reason = find_fault (p, p < end ? (gsize) (end - p) : 0);
  if (reason != NULL)
    return report_malformed (self, reason);
  report_over_limit (self);
}

static void
read_annotation (GscopeTupleParser *self, const char *json, const char *end)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeAnnotation) annotation = gscope_annotation_new (json, end - json, &error);

  if (annotation == NULL)
    return report_malformed (self, error->message);
  deliver (self);
  self->annotation_func (self, self->lines, annotation, self->annotation_data);
}

static void
read_comment (GscopeTupleParser *self, const char *line, const char *end)
{
  const char *json = line + strlen (ANNOTATION);

  if (self->annotation_func != NULL && strncmp (line, ANNOTATION, strlen (ANNOTATION)) == 0
      && is_field_end (json))
    read_annotation (self, json, end);
}

static void
read_other (GscopeTupleParser *self, const char *line, const char *newline)
{
  const char *end = trim_end (line, newline);

  if (newline - line > GSCOPE_TUPLE_MAX_LINE)
    return report_malformed (self, _ ("the line is longer than 4096 bytes"));
  if (end == line)
    return;
  if (*line == '#')
    return read_comment (self, line, end);
  refuse_tuple (self, line, end);
}

static const char *
read_line (GscopeTupleParser *self, const char *line, const char *end)
{
  GscopeTuple *tuple = &self->batch[self->n_batch];
  const char *next = read_tuple (self, line, tuple);

  self->lines++;
  if (next == NULL)
    {
      next = (const char *) memchr (line, '\n', end - line) + 1;
      read_other (self, line, next - 1);
      return next;
    }
  if (self->line_state.is_ordered)
    self->line_state.earliest = tuple->time;
  self->n_batch++;
  return next;
}

/* `end` follows a newline, and GSCOPE_DECIMAL_SLACK more bytes are readable. */
static void
read_lines (GscopeTupleParser *self, const char *p, const char *end)
{
  while (p < end)
    {
      gsize n = gscope_usual_lines_read (&self->line_state, &p, end, self->batch + self->n_batch,
                                         BATCH - self->n_batch);

      self->lines += n;
      self->n_batch += n;
      if (self->n_batch < BATCH && p < end)
        p = read_line (self, p, end);
      if (self->n_batch == BATCH)
        deliver (self);
    }
}

static void
read_carried_line (GscopeTupleParser *self)
{
  gsize length = self->carried;

  self->carried = 0;
  if (length > GSCOPE_TUPLE_MAX_LINE)
    {
      self->lines++;
      read_other (self, self->carry, self->carry + length);
      return;
    }
  self->carry[length] = '\n';
  read_lines (self, self->carry, self->carry + length + 1);
}

/* Appends text up to the first newline to the incomplete line. */
static const char *
carry (GscopeTupleParser *self, const char *p, const char *end)
{
  const char *newline = memchr (p, '\n', end - p);
  gsize n = (newline != NULL ? newline : end) - p;
  gsize room = GSCOPE_TUPLE_MAX_LINE + 1 - self->carried;

  memcpy (self->carry + self->carried, p, MIN (n, room));
  self->carried += MIN (n, room);
  if (newline == NULL)
    return end;
  read_carried_line (self);
  return newline + 1;
}

/**
 * gscope_tuple_parser_feed:
 * @self: a parser
 * @data: (array length=length) (element-type guint8): a block of text, which may begin and end
 *   within a line
 * @length: its length in bytes
 *
 * Reads the next block. All tuples of complete lines are delivered before this returns; the
 * division into blocks does not affect the result. The receiving functions must not feed the
 * parser.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_feed (GscopeTupleParser *self, const char *data, gsize length)
{
  g_autoptr (GscopeTupleParser) alive = NULL;
  const char *p = data, *end, *last = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (data != NULL || length == 0);
  g_return_if_fail (!self->feeding);

  /* nothing is added to no address */
  if (length == 0)
    return;
  end = data + length;
  alive = gscope_tuple_parser_ref (self);
  self->feeding = TRUE;
  if (self->carried > 0)
    p = carry (self, p, end);
  if (end - p > GSCOPE_DECIMAL_SLACK)
    last = memrchr (p, '\n', (gsize) (end - p) - GSCOPE_DECIMAL_SLACK);
  if (last != NULL)
    {
      read_lines (self, p, last + 1);
      p = last + 1;
    }
  while (p < end)
    p = carry (self, p, end);
  deliver (self);
  self->feeding = FALSE;
}

/**
 * gscope_tuple_parser_finish:
 * @self: a parser
 *
 * Ends the text: reads a last line that has no newline.
 *
 * Since: 1.0
 */
void
gscope_tuple_parser_finish (GscopeTupleParser *self)
{
  g_return_if_fail (self != NULL);

  if (self->carried > 0)
    gscope_tuple_parser_feed (self, "\n", 1);
}

/**
 * gscope_tuple_parser_get_n_names:
 * @self: a parser
 *
 * Gets the number of different names so far; their ids are below it.
 *
 * Returns: the number of names
 *
 * Since: 1.0
 */
guint
gscope_tuple_parser_get_n_names (GscopeTupleParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->line_state.names.n_names;
}

/**
 * gscope_tuple_parser_get_name:
 * @self: a parser
 * @id: a name's id
 *
 * Gets the name of an id; it is empty for tuples without a name.
 *
 * Returns: (transfer none): the name
 *
 * Since: 1.0
 */
const char *
gscope_tuple_parser_get_name (GscopeTupleParser *self, guint id)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id < self->line_state.names.n_names, NULL);

  return self->line_state.names.names[id].text;
}

/**
 * gscope_tuple_parser_get_lines:
 * @self: a parser
 *
 * Gets the number of lines so far.
 *
 * Returns: the number of lines
 *
 * Since: 1.0
 */
guint64
gscope_tuple_parser_get_lines (GscopeTupleParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->lines;
}

/**
 * gscope_tuple_parser_get_malformed:
 * @self: a parser
 *
 * Gets the number of malformed lines.
 *
 * Returns: the number of lines
 *
 * Since: 1.0
 */
guint64
gscope_tuple_parser_get_malformed (GscopeTupleParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->malformed;
}

/**
 * gscope_tuple_parser_get_backwards:
 * @self: a parser
 *
 * Gets the number of tuples that were skipped because their times went backwards; see
 * [method@TupleParser.require_order].
 *
 * Returns: the number of tuples
 *
 * Since: 1.0
 */
guint64
gscope_tuple_parser_get_backwards (GscopeTupleParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->backwards;
}

/**
 * gscope_tuple_parser_get_over_limit:
 * @self: a parser
 *
 * Gets the number of tuples that were skipped because there were too many names.
 *
 * Returns: the number of tuples
 *
 * Since: 1.0
 */
guint64
gscope_tuple_parser_get_over_limit (GscopeTupleParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->over_limit;
}

/**
 * gscope_tuple_check_name:
 * @name: a name
 * @error: return location for an error
 *
 * Checks whether a name is valid in tuple text: UTF-8 of at most %GSCOPE_TUPLE_MAX_NAME bytes,
 * without line breaks and without blanks at its ends. It may be empty. Any thread may call this.
 *
 * Returns: whether it is valid; if not, @error is %GSCOPE_ERROR_INVALID
 *
 * Since: 1.0
 */
gboolean
gscope_tuple_check_name (const char *name, GError **error)
{
  gsize length;
  const char *fault;

  g_return_val_if_fail (name != NULL, FALSE);

  length = strlen (name);
  fault = find_fault (name, length);
  if (fault == NULL && length > 0 && (is_blank (name[0]) || is_blank (name[length - 1])))
    fault = _ ("the name has blanks at its ends");
  if (fault == NULL)
    return TRUE;
  {
    g_autofree char *shown = g_utf8_make_valid (name, MIN (length, GSCOPE_TUPLE_MAX_NAME));
    g_autofree char *escaped = g_strescape (shown, NULL);

    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("“%s” cannot be written as tuple text: %s; rename the signal"), escaped, fault);
  }
  return FALSE;
}

/**
 * gscope_tuple_append:
 * @text: where to
 * @time: nanoseconds
 * @value: the value
 * @name: (nullable): a name that has passed gscope_tuple_check_name()
 *
 * Appends one line of tuple text. It reads back as the same time and the same double. Any thread
 * may call this, with its own @text.
 *
 * Since: 1.0
 */
void
gscope_tuple_append (GString *text, gint64 time, double value, const char *name)
{
  char buffer[GSCOPE_DECIMAL_TIME_SIZE + 1 + GSCOPE_DECIMAL_DOUBLE_SIZE + 1];
  char *p;

  g_return_if_fail (text != NULL);

  p = gscope_decimal_write_time (buffer, time);
  *p++ = ' ';
  p = gscope_decimal_write_double (p, value);
  if (name != NULL && *name != '\0')
    *p++ = ' ';
  g_string_append_len (text, buffer, p - buffer);
  if (name != NULL)
    g_string_append (text, name);
  g_string_append_c (text, '\n');
}
