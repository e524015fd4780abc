/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/files/reader.h>
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

/* Files that libsndfile writes are read by gscope-decode. */

static char *
new_path (void)
{
  char *path = NULL;
  int fd = g_file_open_tmp ("audio-XXXXXX", &path, NULL);

  g_close (fd, NULL);
  return path;
}

static void
write_file (const char *path, int format, int rate, int n_channels, const double *values,
            sf_count_t n_frames)
{
  SF_INFO info = { .samplerate = rate, .channels = n_channels, .format = format };
  SNDFILE *file = sf_open (path, SFM_WRITE, &info);

  g_assert_nonnull (file);
  g_assert_cmpint (sf_writef_double (file, values, n_frames), ==, n_frames);
  sf_close (file);
}

/* Reads the text from where the reader is, to the end or to the damage. */
static GString *
read_on (GscopeTextReader *reader, char **damage)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  char part[5000];
  gssize n;

  while ((n = gscope_text_reader_read (reader, part, sizeof part, &error)) > 0)
    g_string_append_len (text, part, n);
  if (damage)
    *damage = error ? g_strdup (error->message) : NULL;
  else
    g_assert_no_error (error);
  return text;
}

static GString *
read_file (const char *path, char **damage)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTextReader) reader = gscope_text_reader_new (path, &error);

  g_assert_no_error (error);
  g_assert_true (gscope_text_reader_is_translated (reader));
  return read_on (reader, damage);
}

/* Returns the lines that are samples. */
static GPtrArray *
list_samples (const GString *text)
{
  GPtrArray *samples = g_ptr_array_new_with_free_func (g_free);
  const char *end;

  for (const char *line = text->str; (end = strchr (line, '\n')); line = end + 1)
    if (*line != '#')
      g_ptr_array_add (samples, g_strndup (line, (gsize) (end - line)));
  return samples;
}

/* Times are exact to the nanosecond, values to the last bit. */
static void
test_values (void)
{
  static const short values[] = { 0, 16384, -32768, 32767, 1, -8192 };
  static const char *const lines[] = {
    "0 0 channel/1",
    "0 0.5 channel/2",
    "0.022676 -1 channel/1",
    "0.022676 0.999969482421875 channel/2",
    "0.045351 3.0517578125e-05 channel/1",
    "0.045351 -0.25 channel/2",
  };
  SF_INFO info = { .samplerate = 44100, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16 };
  g_autofree char *path = new_path ();
  g_autoptr (GString) text = NULL;
  g_autoptr (GPtrArray) samples = NULL;
  SNDFILE *file;

  file = sf_open (path, SFM_WRITE, &info);
  g_assert_cmpint (sf_writef_short (file, values, 3), ==, 3);
  sf_close (file);
  text = read_file (path, NULL);
  g_assert_true (g_str_has_prefix (text->str, "#gscope {\"signals\":["));
  g_assert_nonnull (strstr (text->str, "\"unit\":\"1\""));
  g_assert_nonnull (strstr (text->str, "\"min\":-1.0,\"max\":1.0,\"line\":\"lines\""));
  samples = list_samples (text);
  g_assert_cmpuint (samples->len, ==, G_N_ELEMENTS (lines));
  for (guint i = 0; i < samples->len; i++)
    {
      char *expected_end, *end;

      /* the time and the name; a number may be written in more than one way */
      g_test_message ("%s", (char *) samples->pdata[i]);
      g_assert_cmpfloat (g_ascii_strtod (samples->pdata[i], &end), ==,
                         g_ascii_strtod (lines[i], &expected_end));
      g_assert_cmpfloat (g_ascii_strtod (end, &end), ==,
                         g_ascii_strtod (expected_end, &expected_end));
      g_assert_cmpstr (end, ==, expected_end);
    }
  g_unlink (path);
}

#define N_FRAMES 30000

static void
fill (double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = sin ((double) i / 17) * 0.75;
}

static double
get_value (const char *line)
{
  return g_ascii_strtod (strchr (line, ' '), NULL);
}

static const struct
{
  const char *name;
  int format;
  /* how far values may be off */
  double tolerance;
} formats[] = {
  { "wav-8", SF_FORMAT_WAV | SF_FORMAT_PCM_U8, 2 / 127.0 },
  { "wav-16", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2 / 32767.0 },
  { "wav-24", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 1e-6 },
  { "wav-float", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 1e-6 },
  { "wav-double", SF_FORMAT_WAV | SF_FORMAT_DOUBLE, 0 },
  { "wav-ulaw", SF_FORMAT_WAV | SF_FORMAT_ULAW, 0.05 },
  { "rf64", SF_FORMAT_RF64 | SF_FORMAT_PCM_16, 2 / 32767.0 },
  { "w64", SF_FORMAT_W64 | SF_FORMAT_PCM_32, 1e-6 },
  { "aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 2 / 32767.0 },
  { "flac-16", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2 / 32767.0 },
  { "flac-24", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1e-6 },
  { "vorbis", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 0.2 },
};

/* The text is the same from any place in it, whether that is found or read up to. */
static void
check_places (const char *path, const GString *whole)
{
  g_autoptr (GscopeTextReader) reader = gscope_text_reader_new (path, NULL);
  g_autoptr (GError) error = NULL;
  /* the first blocks have more than a megabyte, which is near */
  const gsize places[] = { whole->len / 2, 100, whole->len - 5000, whole->len - 3, 0, 7, 123456 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      char part[3000];
      gssize n;

      g_assert_true (gscope_text_reader_seek (reader, places[i], NULL, &error));
      n = gscope_text_reader_read (reader, part, sizeof part, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (part, n, whole->str + places[i], MIN (sizeof part, whole->len - places[i]));
    }
  g_assert_true (gscope_text_reader_seek (reader, 0, NULL, &error));
  g_clear_pointer (&reader, gscope_text_reader_free);
  reader = gscope_text_reader_new (path, NULL);
  g_assert_false (gscope_text_reader_seek (reader, whole->len + 100000000, NULL, &error)
                  && gscope_text_reader_read (reader, (char[10]){ 0 }, 10, &error) != 0);
}

static void
test_format (gconstpointer data)
{
  const guint k = GPOINTER_TO_UINT (data);
  g_autofree double *values = g_new (double, N_FRAMES);
  g_autofree char *path = new_path ();
  g_autoptr (GString) text = NULL;
  g_autoptr (GPtrArray) samples = NULL;

  fill (values, N_FRAMES);
  write_file (path, formats[k].format, 48000, 1, values, N_FRAMES);
  text = read_file (path, NULL);
  samples = list_samples (text);
  g_assert_cmpuint (samples->len, ==, N_FRAMES);
  for (guint i = 0; i < samples->len; i++)
    g_assert_cmpfloat_with_epsilon (get_value (samples->pdata[i]), values[i],
                                    formats[k].tolerance + 1e-300);
  g_assert_true (g_str_has_prefix (samples->pdata[N_FRAMES - 1], "624.979167 "));
  /* one whose places are found, one whose frames are, and one that is read up to there */
  if (g_strv_contains ((const char *const[]){ "wav-16", "flac-24", "vorbis", NULL },
                       formats[k].name))
    check_places (path, text);
  g_unlink (path);
}

/* No text is longer than its place in a block. */
static void
test_extremes (void)
{
  const gsize n = 9000;
  g_autofree double *values = g_new (double, n);
  g_autofree char *path = new_path ();
  g_autoptr (GString) text = NULL;
  g_autoptr (GPtrArray) samples = NULL;

  for (gsize i = 0; i < n; i++)
    values[i] = i % 3 == 0 ? -2.2250738585072014e-308 : i % 3 == 1 ? -1.7976931348623157e308 : NAN;
  /* a frame a second */
  write_file (path, SF_FORMAT_WAV | SF_FORMAT_DOUBLE, 1, 3, values, (sf_count_t) n / 3);
  text = read_file (path, NULL);
  samples = list_samples (text);
  g_assert_cmpuint (samples->len, ==, n);
  g_assert_cmpstr (samples->pdata[n - 1], ==, "2999000 nan channel/3");
  g_assert_cmpfloat (get_value (samples->pdata[n - 2]), ==, values[1]);
  check_places (path, text);
  g_unlink (path);
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *bytes;
    gsize size;
  } rows[] = {
    { "RIFF\x04\0\0\0WAVE", 12 },
    { "fLaC", 4 },
    { "OggS\0\x02\0\0\0\0\0\0", 12 },
    { "FORM\0\0\0\x04"
      "AIFF",
      12 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = new_path (), *damage = NULL;
      g_autoptr (GString) text = NULL;

      g_assert_true (g_file_set_contents (path, rows[i].bytes, (gssize) rows[i].size, NULL));
      text = read_file (path, &damage);
      g_test_message ("%s", damage);
      g_assert_cmpstr (text->str, ==, "");
      g_assert_nonnull (strstr (damage, "it is no audio file that libsndfile reads"));
      g_unlink (path);
    }
}

/* What is before the end of a file that was cut off is read. */
static void
test_cut (void)
{
  g_autofree double *values = g_new (double, N_FRAMES);
  g_autofree char *path = new_path (), *bytes = NULL, *damage = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (GPtrArray) samples = NULL;
  gsize n;

  fill (values, N_FRAMES);
  write_file (path, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 48000, 1, values, N_FRAMES);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n / 2, NULL));
  text = read_file (path, &damage);
  samples = list_samples (text);
  g_test_message ("%u samples: %s", samples->len, damage);
  g_assert_cmpuint (samples->len, >, N_FRAMES / 4);
  g_assert_cmpuint (samples->len, <, N_FRAMES);
  g_assert_nonnull (damage);
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decode-audio/values", test_values);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strconcat ("/decode-audio/", formats[i].name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_format);
    }
  g_test_add_func ("/decode-audio/extremes", test_extremes);
  g_test_add_func ("/decode-audio/damaged", test_damaged);
  g_test_add_func ("/decode-audio/cut", test_cut);
  return g_test_run ();
}
