/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

#include "arrays.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <hdf5.h>
#include <sys/file.h>

enum
{
  MAX_DIMENSIONS = 32,
  MAX_MEMBERS = 1000,
};

/* The values of a dataset are wherever its file says. */
static gboolean
is_in_file (hid_t dataset)
{
  hid_t list = H5Dget_create_plist (dataset);
  gboolean is_inside =
      list >= 0 && H5Pget_external_count (list) == 0 && H5Pget_layout (list) != H5D_VIRTUAL;

  if (list >= 0)
    H5Pclose (list);
  return is_inside;
}

/* Reads the dimensions; returns their number, -1 for other than arrays. */
static int
read_dimensions (hid_t dataset, gsize *dimensions)
{
  hsize_t sizes[MAX_DIMENSIONS];
  hid_t space = H5Dget_space (dataset);
  int n = space >= 0 && H5Sget_simple_extent_type (space) != H5S_NULL
              ? H5Sget_simple_extent_ndims (space)
              : -1;

  if (n > MAX_DIMENSIONS || (n > 0 && H5Sget_simple_extent_dims (space, sizes, NULL) < 0))
    n = -1;
  for (int i = 0; i < n; i++)
    dimensions[i] = sizes[i];
  if (space >= 0)
    H5Sclose (space);
  return n;
}

/* Returns G_MAXUINT64 for too many. */
static guint64
count_values (const gsize *dimensions, int n_dimensions)
{
  guint64 n = 1;

  for (int i = 0; i < n_dimensions; i++)
    if (__builtin_mul_overflow (n, (guint64) dimensions[i], &n))
      return G_MAXUINT64;
  return n;
}

/* Values come row by row. */
static void
put_columns (double *columns, const double *rows, const DecodeArray *array)
{
  for (gsize i = 0; i < array->n_rows; i++)
    for (gsize k = 0; k < array->n_columns; k++)
      columns[k * array->n_rows + i] = rows[i * array->n_columns + k];
}

/* `type` is a number, or one number of a record. `integer` is the same as an integer, if a double may not hold it; else -1. */
static void
take_numbers (DecodeArrays *arrays, hid_t dataset, hid_t type, hid_t integer, const char *name)
{
  gsize dimensions[MAX_DIMENSIONS];
  int n_dimensions = read_dimensions (dataset, dimensions);
  guint64 n = count_values (dimensions, MAX (n_dimensions, 0));
  g_autofree double *rows = NULL;
  gint64 *integers = NULL;
  double *columns;

  if (n_dimensions < 0 || !is_in_file (dataset))
    {
      decode_arrays_lose (arrays, DECODE_LOSS_OTHER, name);
      return;
    }
  if (!decode_arrays_have_room (arrays, n))
    {
      decode_arrays_lose (arrays, DECODE_LOSS_SIZE, name);
      return;
    }
  columns = decode_arrays_add (arrays, name, dimensions, (guint) n_dimensions);
  if (!columns)
    return;
  rows = g_new0 (double, n);
  if (H5Dread (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) < 0)
    decode_output_fail (arrays->output, _ ("its variable “%s” is damaged"), name);
  else
    put_columns (columns, rows, arrays->all->pdata[arrays->all->len - 1]);
  if (integer >= 0)
    integers = decode_arrays_add_integers (arrays);
  if (integers && H5Dread (dataset, integer, H5S_ALL, H5S_ALL, H5P_DEFAULT, integers) < 0)
    decode_output_fail (arrays->output, _ ("its variable “%s” is damaged"), name);
}

static gboolean
is_number (H5T_class_t kind)
{
  return kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM;
}

static gboolean
is_long (hid_t type)
{
  return H5Tget_class (type) == H5T_INTEGER && H5Tget_size (type) == sizeof (gint64);
}

/* Returns a record of one number; -1 if there is none. */
static hid_t
make_record (const char *member, hid_t number)
{
  hid_t record = H5Tcreate (H5T_COMPOUND, H5Tget_size (number));

  if (record >= 0 && H5Tinsert (record, member, 0, number) >= 0)
    return record;
  if (record >= 0)
    H5Tclose (record);
  return -1;
}

static void
take_number_of_records (DecodeArrays *arrays, hid_t dataset, hid_t number, const char *member,
                        const char *name)
{
  hid_t single = make_record (member, H5T_NATIVE_DOUBLE);
  hid_t integer = is_long (number) ? make_record (member, H5T_NATIVE_INT64) : -1;

  if (single >= 0)
    take_numbers (arrays, dataset, single, integer, name);
  if (single >= 0)
    H5Tclose (single);
  if (integer >= 0)
    H5Tclose (integer);
}

/* A member of records is an array of its own. */
static void
take_member (DecodeArrays *arrays, hid_t dataset, hid_t type, guint index, const char *name)
{
  char *member = H5Tget_member_name (type, index);
  g_autofree char *valid = g_utf8_make_valid (member ? member : "", -1);
  g_autofree char *full = g_strconcat (name, "/", valid, NULL);
  hid_t own = H5Tget_member_type (type, index);

  if (!is_number (H5Tget_member_class (type, index)))
    decode_arrays_lose (arrays, DECODE_LOSS_OTHER, full);
  else if (member && own >= 0)
    take_number_of_records (arrays, dataset, own, member, full);
  if (own >= 0)
    H5Tclose (own);
  H5free_memory (member);
}

static void
take_dataset (DecodeArrays *arrays, hid_t dataset, const char *name)
{
  hid_t type = H5Dget_type (dataset);
  H5T_class_t kind = type >= 0 ? H5Tget_class (type) : H5T_NO_CLASS;
  int n_members = kind == H5T_COMPOUND ? H5Tget_nmembers (type) : 0;

  if (is_number (kind))
    take_numbers (arrays, dataset, H5T_NATIVE_DOUBLE, is_long (type) ? H5T_NATIVE_INT64 : -1, name);
  else if (n_members > 0)
    for (guint i = 0; i < (guint) MIN (n_members, MAX_MEMBERS); i++)
      take_member (arrays, dataset, type, i, name);
  else
    decode_arrays_lose (arrays, kind == H5T_STRING ? DECODE_LOSS_TEXT : DECODE_LOSS_OTHER, name);
  if (n_members > MAX_MEMBERS)
    decode_arrays_lose (arrays, DECODE_LOSS_SIZE, name);
  if (type >= 0)
    H5Tclose (type);
}

/* Links to other files are not followed. */
static herr_t
take_link (hid_t group, const char *name, const H5L_info_t *info, void *data)
{
  DecodeArrays *arrays = data;
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  hid_t object = info->type == H5L_TYPE_HARD ? H5Oopen (group, name, H5P_DEFAULT) : -1;

  if (object >= 0 && H5Iget_type (object) == H5I_DATASET)
    take_dataset (arrays, object, valid);
  if (object >= 0)
    H5Oclose (object);
  return arrays->output->is_closed;
}

/* Returns why HDF5 does not open a file, which may have a lock as long as a program writes it. */
static const char *
get_reason (int fd)
{
  gboolean is_locked = flock (fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;

  if (!is_locked)
    flock (fd, LOCK_UN);
  return is_locked ? g_strerror (EWOULDBLOCK) : _ ("it is no file that HDF5 reads");
}

void
decode_hdf5 (int fd, const char *selection, DecodeOutput *output)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  DecodeArrays arrays;
  hid_t file;

  H5Eset_auto (H5E_DEFAULT, NULL, NULL);
  /* a file names filters, which would be loaded */
  H5PLset_loading_state (0);
  file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0)
    {
      decode_output_fail (output, "%s", get_reason (fd));
      return;
    }
  decode_arrays_init (&arrays, output);
  if (H5Lvisit (file, H5_INDEX_NAME, H5_ITER_INC, take_link, &arrays) < 0)
    decode_output_fail (output, "%s", _ ("its list of datasets is damaged"));
  H5Fclose (file);
  decode_arrays_write (&arrays, selection);
  decode_arrays_clear (&arrays);
}
