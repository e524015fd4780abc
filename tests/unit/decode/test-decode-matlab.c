/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoded.h"

#include <matio.h>

/* Files that matio writes, in the versions 5 and 7.3. */

#define N 5

static const double times[N] = { 0, 0.5, 1, 1.25, 2 };
static const double speeds[N] = { 1, 2.5, -3, 1e-9, 7 };
/* two columns */
static const double pairs[2 * N] = { 1, 2, 3, 4, 5, 10, 20, 30, 40, 50 };

static matvar_t *
make (const char *name, enum matio_classes class, enum matio_types type, size_t n_rows,
      size_t n_columns, const void *data, int options)
{
  size_t dims[] = { n_rows, n_columns };

  return Mat_VarCreate (name, class, type, 2, dims, (void *) data, options);
}

static matvar_t *
make_doubles (const char *name, size_t n_rows, size_t n_columns, const double *data)
{
  return make (name, MAT_C_DOUBLE, MAT_T_DOUBLE, n_rows, n_columns, data, 0);
}

static void
put (mat_t *file, matvar_t *variable, enum matio_compression compression)
{
  g_assert_nonnull (variable);
  g_assert_cmpint (Mat_VarWrite (file, variable, compression), ==, 0);
  Mat_VarFree (variable);
}

/* The variables of a run, with all that is not shown. */
static void
put_all (mat_t *file, enum matio_compression compression)
{
  static const gint16 shorts[N] = { -1, 2, -3, 4, 32767 };
  static const guint8 flags[N] = { 0, 1, 1, 0, 1 };
  static const double cube[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, gain = 1.5;
  double real[N] = { 1, 2, 3, 4, 5 }, imaginary[N] = { 9, 9, 9, 9, 9 };
  struct mat_complex_split_t complex = { real, imaginary };
  size_t three[] = { 2, 2, 2 };

  put (file, make_doubles ("t", N, 1, times), compression);
  put (file, make_doubles ("speed", 1, N, speeds), compression);
  put (file, make_doubles ("pair", N, 2, pairs), compression);
  put (file, make ("short", MAT_C_INT16, MAT_T_INT16, N, 1, shorts, 0), compression);
  put (file, make ("flag", MAT_C_UINT8, MAT_T_UINT8, N, 1, flags, MAT_F_LOGICAL), compression);
  put (file, make ("wave", MAT_C_DOUBLE, MAT_T_DOUBLE, N, 1, &complex, MAT_F_COMPLEX), compression);
  put (file, make_doubles ("gain", 1, 1, &gain), compression);
  put (file, make ("word", MAT_C_CHAR, MAT_T_UINT8, 1, 5, "hello", 0), compression);
  put (file, make_doubles ("other", 3, 1, speeds), compression);
  put (file, Mat_VarCreate ("cube", MAT_C_DOUBLE, MAT_T_DOUBLE, 3, three, (void *) cube, 0),
       compression);
}

static char *
write_file (enum mat_ft version, enum matio_compression compression,
            void (*put_variables) (mat_t *file, enum matio_compression compression))
{
  char *path = decoded_new_path ();
  mat_t *file;

  g_unlink (path);
  file = Mat_CreateVer (path, NULL, version);
  g_assert_nonnull (file);
  put_variables (file, compression);
  Mat_Close (file);
  return path;
}

static const struct
{
  const char *name;
  enum mat_ft version;
  enum matio_compression compression;
} versions[] = {
  { "5", MAT_FT_MAT5, MAT_COMPRESSION_NONE },
  { "5-compressed", MAT_FT_MAT5, MAT_COMPRESSION_ZLIB },
  { "7.3", MAT_FT_MAT73, MAT_COMPRESSION_NONE },
  { "7.3-compressed", MAT_FT_MAT73, MAT_COMPRESSION_ZLIB },
};

static void
assert_notes (const Decoded *decoded)
{
  static const char *const notes[] = {
    "Texts are not shown (1): word.\n",
    "Of complex numbers, the real parts are shown (1): wave.\n",
    "Arrays with more than two dimensions are not shown (1): cube.\n",
    "Arrays of another length than the time are not shown (1): other.\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    g_assert_nonnull (strstr (decoded->notes->str, notes[i]));
}

static void
test_version (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *path = write_file (versions[i].version, versions[i].compression, put_all);
  g_auto (Decoded) decoded = decoded_read (decode_matlab, path, NULL, 0);
  g_autofree char *samples = decoded_dup_samples (&decoded);
  g_auto (GStrv) lines = g_strsplit (samples, "\n", -1);

  g_test_message ("%s%s", decoded.text->str, decoded.notes->str);
  g_assert_cmpstr (decoded.damage, ==, NULL);
  /* 7.3 lists variables by their names */
  g_assert_cmpuint (g_strv_length (lines), ==, N * 6 + 1);
  g_assert_true (g_strv_contains ((const char *const *) lines, "0 1 speed"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "500 2.5 speed"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "1250 1e-9 speed")
                 || g_strv_contains ((const char *const *) lines, "1250 1e-09 speed"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "1000 3 pair/1"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "2000 50 pair/2"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "2000 32767 short"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "0 -1 short"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "500 1 flag"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "2000 5 wave"));
  g_assert_nonnull (strstr (decoded.text->str, "{\"name\":\"gain\",\"value\":\"1.5\"}"));
  assert_notes (&decoded);
  g_unlink (path);
}

static void
put_structures (mat_t *file, enum matio_compression compression)
{
  const char *outer[] = { "t", "inner" }, *inner[] = { "speed", "label" };
  size_t one[] = { 1, 1 };
  matvar_t *run = Mat_VarCreateStruct ("run", 2, one, outer, 2);
  matvar_t *part = Mat_VarCreateStruct ("inner", 2, one, inner, 2);
  const double later[2] = { 10, 11 };

  Mat_VarSetStructFieldByName (part, "speed", 0, make_doubles ("speed", N, 1, speeds));
  Mat_VarSetStructFieldByName (part, "label", 0,
                               make ("label", MAT_C_CHAR, MAT_T_UINT8, 1, 2, "ab", 0));
  Mat_VarSetStructFieldByName (run, "t", 0, make_doubles ("t", N, 1, times));
  Mat_VarSetStructFieldByName (run, "inner", 0, part);
  put (file, run, compression);
  /* without a time: rows are a second apart */
  put (file, make_doubles ("plain", 2, 1, later), compression);
}

/* The time of a structure is that of the parts in it; signals with other times are merged. */
static void
test_structures (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *path = write_file (versions[i].version, versions[i].compression, put_structures);
  g_auto (Decoded) decoded = decoded_read (decode_matlab, path, NULL, 0);
  g_autofree char *samples = decoded_dup_samples (&decoded);
  g_auto (GStrv) lines = g_strsplit (samples, "\n", -1);

  g_test_message ("%s%s", decoded.text->str, decoded.notes->str);
  g_assert_cmpstr (decoded.damage, ==, NULL);
  g_assert_cmpuint (g_strv_length (lines), ==, N + 2 + 1);
  g_assert_true (g_strv_contains ((const char *const *) lines, "500 2.5 run.inner.speed"));
  g_assert_true (g_strv_contains ((const char *const *) lines, "1000 11 plain"));
  for (guint k = 1; lines[k][0]; k++)
    g_assert_cmpfloat (g_ascii_strtod (lines[k - 1], NULL), <=, g_ascii_strtod (lines[k], NULL));
  g_assert_nonnull (strstr (decoded.notes->str, "Texts are not shown (1): run.inner.label.\n"));
  g_unlink (path);
}

static void
put_dates (mat_t *file, enum matio_compression compression)
{
  static const double dates[3] = { 1.7e9, 1.7e9 + 0.5, 1.7e9 + 1 };

  put (file, make_doubles ("stamp", 3, 1, dates), compression);
  put (file, make_doubles ("v", 3, 1, speeds), compression);
}

/* The user names the time. */
static void
test_selection (void)
{
  g_autofree char *path = write_file (MAT_FT_MAT5, MAT_COMPRESSION_NONE, put_dates);

  {
    g_auto (Decoded) decoded = decoded_read (decode_matlab, path, "stamp", 0);
    g_autofree char *samples = decoded_dup_samples (&decoded);

    g_assert_cmpstr (samples, ==, "1700000000000 1 v\n1700000000500 2.5 v\n1700000001000 -3 v\n");
    g_assert_true (g_str_has_prefix (decoded.text->str,
                                     "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00Z\""));
  }
  {
    g_auto (Decoded) decoded = decoded_read (decode_matlab, path, "zeit", 0);

    g_assert_cmpstr (decoded.text->str, ==, "");
    g_assert_nonnull (
        strstr (decoded.damage, "no vector “zeit” for the time. Select one of: stamp, v"));
  }
  g_unlink (path);
}

/* What is not damaged is read. */
static void
test_cut (void)
{
  g_autofree char *path = write_file (MAT_FT_MAT5, MAT_COMPRESSION_NONE, put_dates);
  g_autofree char *bytes = NULL, *more = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  more = g_malloc0 (n + 4);
  memcpy (more, bytes, n);
  /* the begin of another variable */
  more[n] = MAT_T_MATRIX;
  g_assert_true (g_file_set_contents (path, more, (gssize) n + 4, NULL));
  {
    g_auto (Decoded) decoded = decoded_read (decode_matlab, path, "stamp", 0);

    g_assert_cmpstr (decoded.damage, ==, "its list of datasets is damaged");
    g_assert_true (g_str_has_suffix (decoded.text->str, "\n1700000001000 -3 v\n"));
  }
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n - 8, NULL));
  {
    g_auto (Decoded) decoded = decoded_read (decode_matlab, path, NULL, 0);

    g_assert_cmpstr (decoded.damage, ==, "its list of datasets is damaged");
  }
  g_unlink (path);
}

static void
put_integers (mat_t *file, enum matio_compression compression)
{
  static const gint64 stamps[2] = { 1700000000123456789, 1700000000123456790 };

  put (file, make ("stamp", MAT_C_INT64, MAT_T_INT64, 2, 1, stamps, 0), compression);
  put (file, make_doubles ("v", 2, 1, speeds), compression);
}

/* Times that are integers keep their nanoseconds. */
static void
test_integers (void)
{
  g_autofree char *path = write_file (MAT_FT_MAT5, MAT_COMPRESSION_NONE, put_integers);
  g_auto (Decoded) decoded = decoded_read (decode_matlab, path, "stamp", 0);
  g_autofree char *samples = decoded_dup_samples (&decoded);

  g_assert_cmpstr (decoded.damage, ==, NULL);
  g_assert_cmpstr (samples, ==, "1700000000123.456789 1 v\n1700000000123.45679 2.5 v\n");
  g_unlink (path);
}

static void
put_scalars (mat_t *file, enum matio_compression compression)
{
  const char *fields[] = { "g\xff" };
  const double gain = 1.5;
  size_t one[] = { 1, 1 };
  matvar_t *run = Mat_VarCreateStruct ("run", 2, one, fields, 1);

  Mat_VarSetStructFieldByName (run, fields[0], 0, make_doubles ("g", 1, 1, &gain));
  put (file, run, compression);
  for (guint i = 0; i < 1001; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);

      put (file, make_doubles (name, 1, 1, &gain), compression);
    }
  put (file, make_doubles ("plain", 2, 1, speeds), compression);
}

/* The name of a field may be none of UTF-8. Numbers beyond the bound of parameters are told. */
static void
test_scalars (void)
{
  g_autofree char *path = write_file (MAT_FT_MAT5, MAT_COMPRESSION_NONE, put_scalars);
  g_auto (Decoded) decoded = decoded_read (decode_matlab, path, NULL, 0);

  g_assert_cmpstr (decoded.damage, ==, NULL);
  g_assert_nonnull (strstr (decoded.text->str, "{\"name\":\"run.g"));
  g_assert_nonnull (strstr (decoded.text->str, "{\"name\":\"s998\",\"value\":\"1.5\"}"));
  g_assert_cmpstr (
      decoded.notes->str, ==,
      "Arrays beyond the bound of memory or signals are not shown (2): s999, s1000.\n");
  g_unlink (path);
}

static void
put_words (mat_t *file, enum matio_compression compression)
{
  put (file, make ("word", MAT_C_CHAR, MAT_T_UINT8, 1, 5, "hello", 0), compression);
}

static void
test_nothing (void)
{
  g_autofree char *path = write_file (MAT_FT_MAT5, MAT_COMPRESSION_NONE, put_words);

  {
    g_auto (Decoded) decoded = decoded_read (decode_matlab, path, NULL, 0);

    g_assert_cmpstr (decoded.damage, ==, "it has no vectors of numbers");
    g_assert_cmpstr (decoded.notes->str, ==, "Texts are not shown (1): word.\n");
  }
  g_assert_true (g_file_set_contents (path, "MATLAB 5.0", -1, NULL));
  {
    g_auto (Decoded) decoded = decoded_read (decode_matlab, path, NULL, 0);

    g_assert_cmpstr (decoded.damage, ==, "it is no file of MATLAB that matio reads");
  }
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autofree char *values = g_strconcat ("/decode-matlab/values/", versions[i].name, NULL);
      g_autofree char *structures =
          g_strconcat ("/decode-matlab/structures/", versions[i].name, NULL);

      g_test_add_data_func (values, GUINT_TO_POINTER (i), test_version);
      g_test_add_data_func (structures, GUINT_TO_POINTER (i), test_structures);
    }
  g_test_add_func ("/decode-matlab/selection", test_selection);
  g_test_add_func ("/decode-matlab/cut", test_cut);
  g_test_add_func ("/decode-matlab/integers", test_integers);
  g_test_add_func ("/decode-matlab/scalars", test_scalars);
  g_test_add_func ("/decode-matlab/nothing", test_nothing);
  return g_test_run ();
}
