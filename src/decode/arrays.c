/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "arrays.h"

#include "name.h"

#include <glib/gi18n.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <math.h>
#include <pointer-heap.h>
#include <string.h>

enum
{
  /* of all arrays, in memory: half a gigabyte */
  MAX_VALUES = 64 * 1024 * 1024,
  MAX_SIGNALS = 16384,
  MAX_PARAMETERS = 1000,
  /* of text that is written at once */
  ENOUGH = 32 * 1024,
};

/* A row or a column of an array. */
typedef struct
{
  char *name;
  const double *values;
  gsize stride;
} Signal;

/* Signals with the same times. */
typedef struct
{
  /* NULL if values are a second apart */
  const DecodeArray *time;
  gsize n;
  GPtrArray *signals;
  /* in the list of groups */
  guint index;
  /* nanoseconds a unit */
  gint64 factor;
  /* the next value, and its time */
  gsize next;
  gint64 now;
} Group;

typedef struct
{
  DecodeArrays *arrays;
  const DecodeArray *time;
  GPtrArray *groups;
  GPtrArray *parameters;
  guint n_signals;
  guint64 n_ticks;
  guint64 n_done;
  guint64 n_without_time;
} Writer;

/* Arrays. */

static void
array_free (gpointer data)
{
  DecodeArray *self = data;

  g_free (self->name);
  g_free (self->values);
  g_free (self->integers);
  g_free (self);
}

void
decode_arrays_init (DecodeArrays *self, DecodeOutput *output)
{
  *self = (DecodeArrays){ .output = output };
  self->all = g_ptr_array_new_with_free_func (array_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < DECODE_N_LOSSES; i++)
    self->lost[i] = g_ptr_array_new_with_free_func (g_free);
}

void
decode_arrays_clear (DecodeArrays *self)
{
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->all);
  for (guint i = 0; i < DECODE_N_LOSSES; i++)
    g_ptr_array_unref (self->lost[i]);
}

gboolean
decode_arrays_have_room (const DecodeArrays *self, guint64 n)
{
  return n <= MAX_VALUES - self->n_values;
}

void
decode_arrays_lose (DecodeArrays *self, DecodeLoss loss, const char *name)
{
  g_ptr_array_add (self->lost[loss], g_strdup (name));
}

double *
decode_arrays_add (DecodeArrays *self, const char *name, const gsize *dimensions,
                   guint n_dimensions)
{
  gsize sizes[2] = { 1, 1 }, n = 1;
  guint n_sizes = 0;
  DecodeArray *array;

  for (guint i = 0; i < n_dimensions; i++)
    {
      if (dimensions[i] != 1 && n_sizes < 2)
        sizes[n_sizes] = dimensions[i];
      n_sizes += dimensions[i] != 1;
      n *= dimensions[i];
    }
  if (n == 0)
    return NULL;
  if (n_sizes > 2)
    {
      decode_arrays_lose (self, DECODE_LOSS_DIMENSIONS, name);
      return NULL;
    }
  array = g_new0 (DecodeArray, 1);
  array->name = g_utf8_make_valid (name, -1);
  array->n_rows = sizes[0];
  array->n_columns = sizes[1];
  array->values = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    array->values[i] = NAN;
  self->n_values += n;
  g_ptr_array_add (self->all, array);
  g_hash_table_insert (self->by_name, array->name, array);
  return array->values;
}

static gboolean
is_vector (const DecodeArray *array)
{
  return array->n_columns == 1 && array->n_rows > 1;
}

gint64 *
decode_arrays_add_integers (DecodeArrays *self)
{
  DecodeArray *array = self->all->pdata[self->all->len - 1];

  if (!is_vector (array) || !decode_arrays_have_room (self, array->n_rows))
    return NULL;
  array->integers = g_new (gint64, array->n_rows);
  for (gsize i = 0; i < array->n_rows; i++)
    array->integers[i] = G_MININT64;
  self->n_values += array->n_rows;
  return array->integers;
}

/* Times. */

static const DecodeArray *
find_time_in (const Writer *self, const char *prefix)
{
  static const char *const words[] = { "t", "time", "Time" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *name = g_strconcat (prefix, words[i], NULL);
      const DecodeArray *array = g_hash_table_lookup (self->arrays->by_name, name);

      if (array && is_vector (array))
        return array;
    }
  return NULL;
}

/* Looks beside an array, then beside the structure in which it is, and so on. */
static const DecodeArray *
find_time (const Writer *self, const DecodeArray *array)
{
  const DecodeArray *time = self->time;

  for (gsize n = strlen (array->name); !time && n > 0;)
    {
      g_autofree char *prefix = NULL;

      do
        n--;
      while (n > 0 && array->name[n - 1] != '.' && array->name[n - 1] != '/');
      prefix = g_strndup (array->name, n);
      time = find_time_in (self, prefix);
    }
  return time;
}

/* Large numbers are times since 1970, from 1980 on, in smaller units than seconds. */
static gint64
find_factor (const DecodeArray *time)
{
  double last = 0;

  for (gsize i = time->n_rows; i > 0 && last == 0; i--)
    if (isfinite (time->values[i - 1]))
      last = time->values[i - 1];
  if (last >= 3e17)
    return 1;
  if (last >= 3e14)
    return 1000;
  return last >= 3e11 ? GSCOPE_MSEC : GSCOPE_SEC;
}

static gboolean
read_time (const Group *group, gint64 *time)
{
  const DecodeArray *array = group->time;
  gint64 exact;
  double scaled;

  if (array->integers)
    {
      if (__builtin_mul_overflow (array->integers[group->next], group->factor, &exact)
          || exact == G_MININT64 || exact == G_MAXINT64)
        return FALSE;
      *time = exact;
      return TRUE;
    }
  scaled = array->values[group->next] * (double) group->factor;
  if (!(fabs (scaled) < (double) G_MAXINT64))
    return FALSE;
  *time = (gint64) llround (scaled);
  return TRUE;
}

/* Goes to the next value that has a time. */
static void
find_next (Writer *self, Group *group)
{
  if (!group->time)
    {
      group->now = (gint64) group->next * GSCOPE_SEC;
      return;
    }
  for (; group->next < group->n && !read_time (group, &group->now); group->next++)
    self->n_without_time++;
}

/* Signals. */

static void
signal_free (gpointer data)
{
  g_free (((Signal *) data)->name);
  g_free (data);
}

static void
group_free (gpointer data)
{
  g_ptr_array_unref (((Group *) data)->signals);
  g_free (data);
}

static Group *
get_group (Writer *self, const DecodeArray *time, gsize n)
{
  Group *group;

  for (guint i = 0; i < self->groups->len; i++)
    {
      group = self->groups->pdata[i];
      if (group->time == time && group->n == n)
        return group;
    }
  group = g_new0 (Group, 1);
  group->time = time;
  group->n = n;
  group->index = self->groups->len;
  group->factor = time ? find_factor (time) : 0;
  group->signals = g_ptr_array_new_with_free_func (signal_free);
  g_ptr_array_add (self->groups, group);
  self->n_ticks += n;
  find_next (self, group);
  return group;
}

static void
add_signal (Writer *self, Group *group, const DecodeArray *array, gsize n, gsize index)
{
  g_autofree char *name = n > 1 ? g_strdup_printf ("%s/%" G_GSIZE_FORMAT, array->name, index + 1)
                                : g_strdup (array->name);
  gboolean is_row = group->n != array->n_rows;
  Signal *signal = g_new0 (Signal, 1);

  signal->name = decode_make_name (name);
  signal->values = array->values + (is_row ? index : index * array->n_rows);
  signal->stride = is_row ? array->n_rows : 1;
  g_ptr_array_add (group->signals, signal);
  self->n_signals++;
}

static void
add_parameter (Writer *self, const DecodeArray *array)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->parameters->len == MAX_PARAMETERS)
    {
      decode_arrays_lose (self->arrays, DECODE_LOSS_SIZE, array->name);
      return;
    }
  g_ascii_formatd (number, sizeof number, "%.15g", array->values[0]);
  g_ptr_array_add (self->parameters,
                   g_variant_ref_sink (g_variant_new ("(sss)", array->name, "", number)));
}

static void
add_array (Writer *self, const DecodeArray *array)
{
  const DecodeArray *time = find_time (self, array);
  gsize length = time ? time->n_rows : array->n_rows;
  gsize n = length == array->n_rows ? array->n_columns : array->n_rows;

  if (array == time)
    return;
  if (array->n_rows == 1 && array->n_columns == 1)
    add_parameter (self, array);
  else if (length != array->n_rows && length != array->n_columns)
    decode_arrays_lose (self->arrays, DECODE_LOSS_LENGTH, array->name);
  else if (n > MAX_SIGNALS - self->n_signals)
    decode_arrays_lose (self->arrays, DECODE_LOSS_SIZE, array->name);
  else
    for (gsize i = 0; i < n; i++)
      add_signal (self, get_group (self, time, length), array, n, i);
}

/* Text. */

static void
append_head (Writer *self)
{
  GString *text = self->arrays->output->text;
  g_autoptr (GVariant) parameters = NULL;
  gboolean is_dated = FALSE;

  for (guint i = 0; i < self->groups->len; i++)
    is_dated |= ((Group *) self->groups->pdata[i])->now >= DECODE_FIRST_DATE;
  if (is_dated)
    g_string_append (text, DECODE_DATED);
  gscope_annotation_append_signals (text, NULL, 0);
  parameters = g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("(sss)"),
                                                        (GVariant *const *) self->parameters->pdata,
                                                        self->parameters->len));
  gscope_annotation_append_parameters (text, parameters);
}

/* Of groups whose values have one time, the first one comes first. */
static gboolean
is_before (gconstpointer one, gconstpointer other)
{
  const Group *a = one, *b = other;

  return a->now < b->now || (a->now == b->now && a->index < b->index);
}

/* Returns the groups that have values, as a heap. */
static GPtrArray *
make_heap (const Writer *self)
{
  GPtrArray *heap = g_ptr_array_new ();

  for (guint i = 0; i < self->groups->len; i++)
    {
      Group *group = self->groups->pdata[i];

      if (group->next < group->n)
        g_ptr_array_add (heap, group);
    }
  pointer_heap_build (heap, is_before);
  return heap;
}

static void
append_tick (Writer *self, Group *group)
{
  for (guint i = 0; i < group->signals->len; i++)
    {
      const Signal *signal = group->signals->pdata[i];

      gscope_tuple_append (self->arrays->output->text, group->now,
                           signal->values[group->next * signal->stride], signal->name);
    }
  group->next++;
  find_next (self, group);
}

static void
append_samples (Writer *self)
{
  DecodeOutput *output = self->arrays->output;
  g_autoptr (GPtrArray) heap = make_heap (self);

  while (decode_output_flush (output, ENOUGH) && heap->len > 0)
    {
      Group *group = heap->pdata[0];

      append_tick (self, group);
      if (group->next == group->n)
        g_ptr_array_remove_index_fast (heap, 0);
      pointer_heap_sink (heap, 0, is_before);
      decode_output_set_progress (output, (double) ++self->n_done / (double) self->n_ticks);
    }
  if (self->n_without_time > 0)
    decode_output_fail (output, _ ("rows without a time that can be read: %" PRIu64),
                        self->n_without_time);
}

static void
tell_losses (DecodeArrays *self)
{
  static const char *const sentences[DECODE_N_LOSSES] = {
    [DECODE_LOSS_TEXT] = N_ ("Texts are not shown (%u): %s."),
    [DECODE_LOSS_OTHER] = N_ ("Parts without an array of numbers are not shown (%u): %s."),
    [DECODE_LOSS_COMPLEX] = N_ ("Of complex numbers, the real parts are shown (%u): %s."),
    [DECODE_LOSS_DIMENSIONS] = N_ ("Arrays with more than two dimensions are not shown (%u): %s."),
    [DECODE_LOSS_LENGTH] = N_ ("Arrays of another length than the time are not shown (%u): %s."),
    [DECODE_LOSS_SIZE] =
        N_ ("Arrays beyond the bound of memory or signals are not shown (%u): %s."),
  };

  for (guint i = 0; i < DECODE_N_LOSSES; i++)
    {
      g_autofree char *names = decode_join_names (self->lost[i]);
      g_autofree char *note = g_strdup_printf (_ (sentences[i]), self->lost[i]->len, names);

      if (self->lost[i]->len > 0)
        decode_output_note (self->output, note);
    }
}

static gboolean
take_time (Writer *self, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  if (!name)
    return TRUE;
  self->time = g_hash_table_lookup (self->arrays->by_name, name);
  if (self->time && is_vector (self->time))
    return TRUE;
  for (guint i = 0; i < self->arrays->all->len; i++)
    if (is_vector (self->arrays->all->pdata[i]))
      g_ptr_array_add (names, ((DecodeArray *) self->arrays->all->pdata[i])->name);
  list = decode_join_names (names);
  decode_output_fail (self->arrays->output,
                      _ ("it has no vector “%s” for the time. Select one of: %s"), name, list);
  return FALSE;
}

void
decode_arrays_write (DecodeArrays *self, const char *time)
{
  Writer writer = { .arrays = self };

  if (!take_time (&writer, time))
    return;
  writer.groups = g_ptr_array_new_with_free_func (group_free);
  writer.parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  for (guint i = 0; i < self->all->len; i++)
    add_array (&writer, self->all->pdata[i]);
  tell_losses (self);
  if (writer.n_signals == 0)
    decode_output_fail (self->output, "%s", _ ("it has no vectors of numbers"));
  else
    {
      append_head (&writer);
      append_samples (&writer);
    }
  g_ptr_array_unref (writer.groups);
  g_ptr_array_unref (writer.parameters);
}
