/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/columns.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/json-private.h>
#include <math.h>
#include <string.h>

enum
{
  COLUMNS = 2,
  HEADER = 8,
};

/* The first or last value as a fraction of the column's range: a whole number up to MAX_PART, or BREAK
 * where the line is broken. */
#define MAX_PART 0xfffffffeu
#define BREAK 0xffffffffu

static guint8 *
put (guint8 *at, guint64 value, gsize size)
{
  for (gsize i = 0; i < size; i++)
    at[i] = (guint8) (value >> (8 * i));
  return at + size;
}

static guint64
get (const guint8 *at, gsize size)
{
  guint64 value = 0;

  for (gsize i = 0; i < size; i++)
    value |= (guint64) at[i] << (8 * i);
  return value;
}

static guint8 *
put_double (guint8 *at, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return put (at, bits, sizeof bits);
}

static double
get_double (const guint8 *at)
{
  guint64 bits = get (at, sizeof bits);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* The range of a column may be larger than the largest number. */
static guint32
to_part (const GscopeColumn *column, double value)
{
  double range = column->max / 2 - column->min / 2;

  if (isnan (value))
    return BREAK;
  if (!(range > 0))
    return 0;
  return (guint32) (CLAMP ((value / 2 - column->min / 2) / range, 0, 1) * MAX_PART + 0.5);
}

static double
from_part (double min, double max, guint32 part)
{
  double whole = (double) part / MAX_PART;

  if (part == BREAK)
    return NAN;
  if (part == MAX_PART)
    return max;
  return CLAMP (min * (1 - whole) + max * whole, min, max);
}

static void
encode (const GscopeColumn *column, guint8 *at)
{
  gboolean has_values = column->count > 0 && column->min <= column->max;

  at = put_double (at, has_values || isnan (column->min) ? column->min : NAN);
  at = put_double (at, has_values ? column->max : NAN);
  at = put (at, has_values ? to_part (column, column->first) : BREAK, 4);
  at = put (at, has_values ? to_part (column, column->last) : BREAK, 4);
  put (at, MIN (column->count, G_MAXUINT32), 4);
}

static gboolean
decode (const guint8 *at, GscopeColumn *column)
{
  double min = get_double (at), max = get_double (at + 8);
  guint32 first = get (at + 16, 4), last = get (at + 20, 4), count = get (at + 24, 4);

  *column = (GscopeColumn){ min, max, NAN, NAN, count };
  if (count == 0)
    return isnan (min);
  if (isnan (min))
    {
      column->min = INFINITY;
      column->max = -INFINITY;
      return isnan (max) && first == BREAK && last == BREAK;
    }
  column->first = from_part (min, max, first);
  column->last = from_part (min, max, last);
  return isfinite (min) && isfinite (max) && min <= max;
}

gboolean
gscope_columns_is_message (GBytes *message)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (message, &size);

  return size > 0 && data[0] == COLUMNS;
}

void
gscope_columns_append (GByteArray *message, guint32 query, guint32 signal, gint64 from,
                       gint64 width, const GscopeColumn *columns, gsize n)
{
  guint8 header[HEADER] = { COLUMNS, GSCOPE_MESSAGE_VERSION };
  guint8 *at;
  gsize begin;

  put (header + 4, query, 4);
  if (message->len == 0)
    g_byte_array_append (message, header, sizeof header);
  begin = message->len;
  g_byte_array_set_size (message, begin + GSCOPE_COLUMNS_BLOCK + n * GSCOPE_COLUMNS_SIZE);
  at = put (message->data + begin, signal, 4);
  at = put (at, n, 4);
  at = put (at, (guint64) from, 8);
  at = put (at, (guint64) width, 8);
  for (gsize i = 0; i < n; i++)
    encode (&columns[i], at + i * GSCOPE_COLUMNS_SIZE);
}

static gboolean
refuse (GError **error, const char *what)
{
  return gscope_json_refuse (error, "columns", what);
}

/* Returns the size of a block; 0 if it is not whole. */
static gsize
measure_block (const guint8 *data, gsize size)
{
  guint64 n = size >= GSCOPE_COLUMNS_BLOCK ? get (data + 4, 4) : 0;

  return n > 0 && n <= (size - GSCOPE_COLUMNS_BLOCK) / GSCOPE_COLUMNS_SIZE
             ? GSCOPE_COLUMNS_BLOCK + n * GSCOPE_COLUMNS_SIZE
             : 0;
}

gboolean
gscope_columns_read (GBytes *message, GscopeColumnsFunc func, gpointer user_data, GError **error)
{
  gsize size, length;
  const guint8 *data = g_bytes_get_data (message, &size);
  g_autofree GscopeColumn *columns = NULL;

  if (size <= HEADER || data[0] != COLUMNS || data[1] != GSCOPE_MESSAGE_VERSION)
    return refuse (error, _ ("this is not a message of a known version"));
  columns = g_new (GscopeColumn, size / GSCOPE_COLUMNS_SIZE);
  for (gsize at = HEADER; at < size; at += length)
    {
      gsize n;

      length = measure_block (data + at, size - at);
      if (length == 0)
        return refuse (error, _ ("this is not a sequence of whole blocks"));
      n = (length - GSCOPE_COLUMNS_BLOCK) / GSCOPE_COLUMNS_SIZE;
      for (gsize i = 0; i < n; i++)
        if (!decode (data + at + GSCOPE_COLUMNS_BLOCK + i * GSCOPE_COLUMNS_SIZE, &columns[i]))
          return refuse (error, _ ("this is not a range of numbers"));
      if (!func (get (data + 4, 4), get (data + at, 4), (gint64) get (data + at + 8, 8),
                 (gint64) get (data + at + 16, 8), columns, n, user_data, error))
        return FALSE;
    }
  return TRUE;
}
