/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoded.h"

#include <errno.h>
#include <hdf5.h>
#include <sys/file.h>

/* Files that HDF5 writes. */

typedef struct
{
  gint32 count;
  double level;
  char word[4];
} Record;

static void
put (hid_t file, const char *name, hid_t type, int rank, const hsize_t *dimensions,
     const void *data)
{
  hid_t space = H5Screate_simple (rank, dimensions, NULL);
  hid_t links = H5Pcreate (H5P_LINK_CREATE);
  hid_t dataset;

  H5Pset_create_intermediate_group (links, 1);
  dataset = H5Dcreate (file, name, type, space, links, H5P_DEFAULT, H5P_DEFAULT);
  g_assert_cmpint (dataset, >=, 0);
  g_assert_cmpint (H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), >=, 0);
  H5Dclose (dataset);
  H5Pclose (links);
  H5Sclose (space);
}

static void
put_records (hid_t file)
{
  const Record records[] = { { 1, 0.5, "ab" }, { 2, 1.5, "cd" } };
  const hsize_t two[] = { 2 };
  hid_t word = H5Tcopy (H5T_C_S1), type = H5Tcreate (H5T_COMPOUND, sizeof (Record));

  H5Tset_size (word, 4);
  H5Tinsert (type, "count", HOFFSET (Record, count), H5T_NATIVE_INT32);
  H5Tinsert (type, "level", HOFFSET (Record, level), H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "word", HOFFSET (Record, word), word);
  put (file, "table", type, 1, two, records);
  put (file, "word", word, 1, two, "ab\0\0cd\0\0");
  H5Tclose (type);
  H5Tclose (word);
}

static char *
write_file (void)
{
  static const double times[] = { 0, 0.25, 1 }, speeds[] = { 3, 2, 1 };
  static const gint16 pairs[] = { 1, 10, 2, 20, 3, 30 };
  static const float gain = 2.5;
  const hsize_t three[] = { 3 }, six[] = { 3, 2 }, cube[] = { 3, 2, 2 }, one[] = { 1 };
  static const double eight[12] = { 0 };
  char *path = decoded_new_path ();
  hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (file, >=, 0);
  put (file, "run/time", H5T_NATIVE_DOUBLE, 1, three, times);
  put (file, "run/speed", H5T_NATIVE_DOUBLE, 1, three, speeds);
  put (file, "run/wheels/pair", H5T_NATIVE_INT16, 2, six, pairs);
  put (file, "run/cube", H5T_NATIVE_DOUBLE, 3, cube, eight);
  put (file, "gain", H5T_NATIVE_FLOAT, 1, one, &gain);
  put_records (file);
  H5Lcreate_soft ("/run/speed", file, "alias", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_external ("/etc/passwd", "/", file, "outside", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose (file);
  return path;
}

static void
test_values (void)
{
  static const char *const expected[] = {
    "0 3 run/speed",         "250 2 run/speed",          "1000 1 run/speed",
    "0 1 run/wheels/pair/1", "250 20 run/wheels/pair/2", "1000 3 run/wheels/pair/1",
    "0 1 table/count",       "1000 2 table/count",       "0 0.5 table/level",
    "1000 1.5 table/level",
  };
  g_autofree char *path = write_file ();
  g_auto (Decoded) decoded = decoded_read (decode_hdf5, path, NULL, 0);
  g_autofree char *samples = decoded_dup_samples (&decoded);
  g_auto (GStrv) lines = g_strsplit (samples, "\n", -1);

  g_test_message ("%s%s", decoded.text->str, decoded.notes->str);
  g_assert_cmpstr (decoded.damage, ==, NULL);
  g_assert_cmpuint (g_strv_length (lines), ==, 3 + 6 + 4 + 1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_true (g_strv_contains ((const char *const *) lines, expected[i]));
  g_assert_nonnull (strstr (decoded.text->str, "{\"name\":\"gain\",\"value\":\"2.5\"}"));
  g_assert_nonnull (strstr (decoded.notes->str, "Texts are not shown (1): word.\n"));
  g_assert_nonnull (
      strstr (decoded.notes->str, "without an array of numbers are not shown (1): table/word.\n"));
  g_assert_nonnull (
      strstr (decoded.notes->str, "more than two dimensions are not shown (1): run/cube.\n"));
  g_unlink (path);
}

typedef struct
{
  gint64 time;
  double v;
} Tick;

/* Times that are integers keep their nanoseconds. */
static void
test_times (void)
{
  static const gint64 times[] = { 1700000000123456789, 1700000000123456790 };
  static const double values[] = { 1, 2 };
  static const Tick ticks[] = { { 1700000000123456789, 3 }, { 1700000000123456790, 4 } };
  const hsize_t two[] = { 2 };
  g_autofree char *path = decoded_new_path ();
  hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Tcreate (H5T_COMPOUND, sizeof (Tick));

  H5Tinsert (type, "time", HOFFSET (Tick, time), H5T_NATIVE_INT64);
  H5Tinsert (type, "v", HOFFSET (Tick, v), H5T_NATIVE_DOUBLE);
  put (file, "log", type, 1, two, ticks);
  put (file, "time", H5T_NATIVE_INT64, 1, two, times);
  put (file, "v", H5T_NATIVE_DOUBLE, 1, two, values);
  H5Tclose (type);
  H5Fclose (file);
  {
    g_auto (Decoded) decoded = decoded_read (decode_hdf5, path, NULL, 0);
    g_autofree char *samples = decoded_dup_samples (&decoded);

    g_assert_cmpstr (decoded.damage, ==, NULL);
    g_assert_cmpstr (samples, ==,
                     "1700000000123.456789 3 log/v\n1700000000123.456789 1 v\n"
                     "1700000000123.45679 4 log/v\n1700000000123.45679 2 v\n");
  }
  g_unlink (path);
}

/* Something else is in front. */
static void
test_front (void)
{
  static const double values[] = { 3, 2 };
  const hsize_t two[] = { 2 };
  g_autofree char *path = decoded_new_path ();
  hid_t list = H5Pcreate (H5P_FILE_CREATE), file;

  H5Pset_userblock (list, 1024);
  file = H5Fcreate (path, H5F_ACC_TRUNC, list, H5P_DEFAULT);
  put (file, "v", H5T_NATIVE_DOUBLE, 1, two, values);
  H5Fclose (file);
  H5Pclose (list);
  {
    g_auto (Decoded) decoded = decoded_read (decode_hdf5, path, NULL, 0);
    g_autofree char *samples = decoded_dup_samples (&decoded);

    g_assert_cmpstr (decoded.damage, ==, NULL);
    g_assert_cmpstr (samples, ==, "0 3 v\n1000 2 v\n");
  }
  g_unlink (path);
}

/* A program that writes a file locks it. */
static void
test_locked (void)
{
  g_autofree char *path = write_file ();
  int fd = open (path, O_RDWR | O_CLOEXEC);

  g_assert_cmpint (flock (fd, LOCK_EX | LOCK_NB), ==, 0);
  {
    g_auto (Decoded) decoded = decoded_read (decode_hdf5, path, NULL, 0);

    g_assert_cmpstr (decoded.damage, ==, g_strerror (EWOULDBLOCK));
  }
  g_close (fd, NULL);
  g_unlink (path);
}

static void
test_damaged (void)
{
  g_autofree char *path = decoded_new_path ();

  g_assert_true (g_file_set_contents (path, "\x89HDF\r\n\x1a\n", -1, NULL));
  {
    g_auto (Decoded) decoded = decoded_read (decode_hdf5, path, NULL, 0);

    g_assert_cmpstr (decoded.damage, ==, "it is no file that HDF5 reads");
  }
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decode-hdf5/values", test_values);
  g_test_add_func ("/decode-hdf5/times", test_times);
  g_test_add_func ("/decode-hdf5/front", test_front);
  g_test_add_func ("/decode-hdf5/locked", test_locked);
  g_test_add_func ("/decode-hdf5/damaged", test_damaged);
  return g_test_run ();
}
