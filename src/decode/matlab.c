/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

#include "arrays.h"

#include <glib/gi18n.h>
#include <matio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  MAX_DEPTH = 16,
  MAX_DIMENSIONS = 32,
  MAX_VARIABLES = 65536,
  /* of version 5: the size of the head, and the place of the offset of what objects share, which is behind the variables */
  HEAD_SIZE = 128,
  SHARED_PLACE = 116,
};

/* Drops a message of matio, whose functions also return an error. */
static void
ignore (int level, const char *message)
{
}

/* Returns how many parts a structure or a cell array has. */
static gsize
count_parts (const matvar_t *variable)
{
  gboolean has_parts = variable->class_type == MAT_C_STRUCT || variable->class_type == MAT_C_CELL;

  return has_parts && variable->data ? variable->nbytes / sizeof (matvar_t *) : 0;
}

/* Returns how many values a variable has, which are not read yet; G_MAXUINT64 for too many, or too deep. */
static guint64
count_values (const matvar_t *variable, guint depth)
{
  matvar_t *const *parts = variable->data;
  guint64 n = 1;

  if (depth > MAX_DEPTH || variable->rank < 0 || variable->rank > MAX_DIMENSIONS
      || (variable->rank > 0 && !variable->dims))
    return G_MAXUINT64;
  for (int i = 0; i < variable->rank; i++)
    if (__builtin_mul_overflow (n, (guint64) variable->dims[i], &n))
      return G_MAXUINT64;
  if (variable->isComplex && __builtin_mul_overflow (n, (guint64) 2, &n))
    return G_MAXUINT64;
  for (gsize i = 0; i < count_parts (variable); i++)
    if (parts[i] && __builtin_add_overflow (n, count_values (parts[i], depth + 1), &n))
      return G_MAXUINT64;
  return n;
}

static gboolean
copy_numbers (const matvar_t *variable, double *values, gsize n)
{
  const void *data = variable->data;

  if (data && variable->isComplex)
    data = ((const mat_complex_split_t *) variable->data)->Re;
  if (!data || (gsize) variable->data_size != Mat_SizeOfClass (variable->class_type)
      || variable->nbytes / Mat_SizeOfClass (variable->class_type) < n)
    return FALSE;
#define COPY(kind, type)                                                                           \
  case kind:                                                                                       \
    for (gsize i = 0; i < n; i++)                                                                  \
      values[i] = (double) ((const type *) data)[i];                                               \
    return TRUE
  switch (variable->class_type)
    {
      COPY (MAT_C_DOUBLE, double);
      COPY (MAT_C_SINGLE, float);
      COPY (MAT_C_INT8, gint8);
      COPY (MAT_C_UINT8, guint8);
      COPY (MAT_C_INT16, gint16);
      COPY (MAT_C_UINT16, guint16);
      COPY (MAT_C_INT32, gint32);
      COPY (MAT_C_UINT32, guint32);
      COPY (MAT_C_INT64, gint64);
      COPY (MAT_C_UINT64, guint64);
    default:
      return FALSE;
    }
#undef COPY
}

/* Keeps integers that doubles may not hold. Their data was checked. */
static void
copy_integers (DecodeArrays *arrays, const matvar_t *variable, gsize n)
{
  const gboolean is_signed = variable->class_type == MAT_C_INT64;
  gint64 *integers;

  if ((!is_signed && variable->class_type != MAT_C_UINT64) || variable->isComplex)
    return;
  integers = decode_arrays_add_integers (arrays);
  for (gsize i = 0; integers && i < n; i++)
    integers[i] = is_signed
                      ? ((const gint64 *) variable->data)[i]
                      : (gint64) MIN (((const guint64 *) variable->data)[i], (guint64) G_MAXINT64);
}

static void
take_numbers (DecodeArrays *arrays, const matvar_t *variable, const char *name)
{
  double *values;
  gsize n = 1;

  for (int i = 0; i < variable->rank; i++)
    n *= variable->dims[i];
  if (n == 0)
    return;
  if (!decode_arrays_have_room (arrays, n))
    {
      decode_arrays_lose (arrays, DECODE_LOSS_SIZE, name);
      return;
    }
  values = decode_arrays_add (arrays, name, variable->dims, (guint) variable->rank);
  if (!values)
    return;
  if (!copy_numbers (variable, values, n))
    decode_output_fail (arrays->output, _ ("its variable “%s” is damaged"), name);
  else if (variable->isComplex)
    decode_arrays_lose (arrays, DECODE_LOSS_COMPLEX, name);
  else
    copy_integers (arrays, variable, n);
}

static void take (DecodeArrays *arrays, matvar_t *variable, const char *name, guint depth);

/* The elements of an array of structures are told apart by numbers, as MATLAB does. */
static void
take_structure (DecodeArrays *arrays, matvar_t *variable, const char *name, guint depth)
{
  const guint n_fields = Mat_VarGetNumberOfFields (variable);
  char *const *fields = Mat_VarGetStructFieldnames (variable);
  matvar_t *const *parts = variable->data;
  const gsize n = count_parts (variable);

  for (gsize i = 0; fields && n_fields > 0 && i < n; i++)
    {
      g_autofree char *part = n > n_fields
                                  ? g_strdup_printf ("%s(%" G_GSIZE_FORMAT ").%s", name,
                                                     i / n_fields + 1, fields[i % n_fields])
                                  : g_strdup_printf ("%s.%s", name, fields[i]);

      if (parts[i])
        take (arrays, parts[i], part, depth + 1);
    }
}

static void
take (DecodeArrays *arrays, matvar_t *variable, const char *name, guint depth)
{
  switch (variable->class_type)
    {
    case MAT_C_DOUBLE:
    case MAT_C_SINGLE:
    case MAT_C_INT8:
    case MAT_C_UINT8:
    case MAT_C_INT16:
    case MAT_C_UINT16:
    case MAT_C_INT32:
    case MAT_C_UINT32:
    case MAT_C_INT64:
    case MAT_C_UINT64:
      take_numbers (arrays, variable, name);
      break;
    case MAT_C_STRUCT:
      if (depth < MAX_DEPTH)
        take_structure (arrays, variable, name, depth);
      break;
    case MAT_C_CHAR:
      decode_arrays_lose (arrays, DECODE_LOSS_TEXT, name);
      break;
    case MAT_C_EMPTY:
      break;
    default:
      decode_arrays_lose (arrays, DECODE_LOSS_OTHER, name);
      break;
    }
}

/* Reads what is worth it. */
static void
read_variable (DecodeArrays *arrays, mat_t *file, matvar_t *variable)
{
  g_autofree char *name = g_utf8_make_valid (variable->name ? variable->name : "", -1);
  gboolean has_numbers =
      variable->class_type == MAT_C_STRUCT
      || (variable->class_type >= MAT_C_DOUBLE && variable->class_type <= MAT_C_UINT64);

  if (has_numbers && !decode_arrays_have_room (arrays, count_values (variable, 0)))
    decode_arrays_lose (arrays, DECODE_LOSS_SIZE, name);
  else if (has_numbers && Mat_VarReadDataAll (file, variable) != 0)
    decode_output_fail (arrays->output, _ ("its variable “%s” is damaged"), name);
  else
    take (arrays, variable, name, 0);
}

/* Returns how many variables a file of version 5 has, of which each has its type and size in front; G_MAXUINT if it does not end with
 * one. Matio does not tell such an end from the end of the file. */
static guint
count_variables (int fd)
{
  guint8 head[HEAD_SIZE];
  guint64 at = HEAD_SIZE, shared;
  gboolean is_little;
  struct stat status;
  guint n = 0;

  if (fstat (fd, &status) < 0 || pread (fd, head, HEAD_SIZE, 0) != HEAD_SIZE)
    return G_MAXUINT;
  is_little = head[HEAD_SIZE - 2] == 'I';
  memcpy (&shared, head + SHARED_PLACE, sizeof shared);
  shared = is_little ? GUINT64_FROM_LE (shared) : GUINT64_FROM_BE (shared);
  for (guint i = 0; i < MAX_VARIABLES && at != (guint64) status.st_size; i++)
    {
      guint32 tag[2], type, size;

      if (pread (fd, tag, sizeof tag, (off_t) at) != (gssize) sizeof tag)
        return G_MAXUINT;
      type = is_little ? GUINT32_FROM_LE (tag[0]) : GUINT32_FROM_BE (tag[0]);
      size = is_little ? GUINT32_FROM_LE (tag[1]) : GUINT32_FROM_BE (tag[1]);
      if (type != MAT_T_MATRIX && type != MAT_T_COMPRESSED)
        return G_MAXUINT;
      n += shared == 0 || at < shared;
      at += sizeof tag + size;
    }
  return n;
}

/* Returns how many variables were read. */
static guint
read_variables (DecodeArrays *arrays, mat_t *file)
{
  matvar_t *variable;
  guint n = 0;

  while ((variable = Mat_VarReadNextInfo (file)) && n < MAX_VARIABLES)
    {
      read_variable (arrays, file, variable);
      Mat_VarFree (variable);
      n++;
    }
  if (variable)
    {
      g_autofree char *names = g_strconcat (variable->name ? variable->name : "", ", …", NULL);

      decode_arrays_lose (arrays, DECODE_LOSS_SIZE, names);
      Mat_VarFree (variable);
    }
  return n;
}

void
decode_matlab (int fd, const char *selection, DecodeOutput *output)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  mat_t *file;
  DecodeArrays arrays;
  guint n;

  /* the message is no constant in earlier releases of matio */
  Mat_LogInitFunc ("gscope-decode", (gpointer) ignore);
  file = Mat_Open (path, MAT_ACC_RDONLY);
  if (!file)
    {
      decode_output_fail (output, "%s", _ ("it is no file of MATLAB that matio reads"));
      return;
    }
  decode_arrays_init (&arrays, output);
  n = read_variables (&arrays, file);
  if (Mat_GetVersion (file) == MAT_FT_MAT5 && n < count_variables (fd))
    decode_output_fail (output, "%s", _ ("its list of datasets is damaged"));
  Mat_Close (file);
  decode_arrays_write (&arrays, selection);
  decode_arrays_clear (&arrays);
}
