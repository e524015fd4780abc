/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "display.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <glib/gstdio.h>
#include <gscope/clock/clock.h>
#include <gscope/text/tuple.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long after the start of the process a recording of 10^7 tuples is on the screen: the application
 * and, where it is installed, kst are started on the same file, in columns for kst, which reads no
 * tuples. The picture on the screen is read back all the time. It is complete when it equals the
 * picture at the end, apart from parts that blink.
 *
 * Also how long after its start the application shows its first frame, beside a window of
 * libadwaita that only has a label. */

enum
{
  N_SIGNALS = 10,
  N_ROWS = 1000000,
  N_RUNS = 5,
  /* the distance of the compared lines of the screen */
  LINES = 12,
};

#define SECONDS_BAR 0.6
#define KST_BAR 2.4
#define START_BAR 1.5
/* The picture is complete if it does not change for this time. */
#define QUIET 4.0
#define TIMEOUT 60.0
/* So many pixels may differ: a caret, a spinner. */
#define DIFFERENT 0.01
#define PAUSE (5 * G_TIME_SPAN_MILLISECOND)

static const char *const names[N_SIGNALS] = { "cpu0.load", "cpu1.load",  "net.rx", "net.tx",
                                              "disk.read", "fill_level", "jitter", "cwnd",
                                              "temp",      "fan" };

/* Lines of the screen, from when on. */
typedef struct
{
  double time;
  guint32 *pixels;
} Picture;

static FILE *
create_file (char **path, const char *pattern)
{
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp (pattern, path, &error);
  FILE *file = fd >= 0 ? fdopen (fd, "w") : NULL;

  if (!file)
    g_error ("no temporary file: %s", error->message);
  return file;
}

/* The same values as tuples and as columns. */
static void
make_files (char **tuples_path, char **columns_path)
{
  FILE *tuples = create_file (tuples_path, "gscope-bench-XXXXXX.tuples");
  FILE *columns = create_file (columns_path, "gscope-bench-XXXXXX.dat");
  guint32 random = 1;

  for (guint row = 0; row < N_ROWS; row++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      fprintf (columns, "%u", row);
      for (guint i = 0; i < N_SIGNALS; i++)
        {
          double value = (random = random * 1664525u + 1013904223u) >> 12;

          gscope_tuple_append (text, row * GSCOPE_MSEC, value / 1000, names[i]);
          fprintf (columns, " %.7g", value / 1000);
        }
      fputc ('\n', columns);
      fwrite (text->str, text->len, 1, tuples);
    }
  if (fclose (tuples) != 0 || fclose (columns) != 0)
    g_error ("%s: the disk is full", *tuples_path);
}

static gsize
count_pixels (Display *display)
{
  return (gsize) DisplayWidth (display, 0) * (DisplayHeight (display, 0) / LINES);
}

static void
take_picture (Display *display, Picture *picture)
{
  guint width = DisplayWidth (display, 0), n = DisplayHeight (display, 0) / LINES;

  picture->pixels = g_new (guint32, count_pixels (display));
  for (guint i = 0; i < n; i++)
    {
      XImage *line = XGetImage (display, DefaultRootWindow (display), 0, i * LINES, width, 1,
                                AllPlanes, ZPixmap);

      memcpy (picture->pixels + i * width, line->data, width * sizeof (guint32));
      XDestroyImage (line);
    }
  picture->time = bench_wall ();
}

static gboolean
are_same (const Picture *a, const Picture *b, gsize n)
{
  gsize n_different = 0;

  for (gsize i = 0; i < n; i++)
    n_different += a->pixels[i] != b->pixels[i];
  return n_different <= n * DIFFERENT;
}

static void
picture_clear (gpointer data)
{
  g_free (((Picture *) data)->pixels);
}

/* The successive pictures on the screen, until they stay the same. The first picture is the empty
 * one. */
static GArray *
watch (Display *display)
{
  GArray *pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
  double begin = bench_wall (), changed = begin;

  g_array_set_clear_func (pictures, picture_clear);
  while ((pictures->len < 2 || bench_wall () - changed < QUIET) && bench_wall () - begin < TIMEOUT)
    {
      const Picture *last = &g_array_index (pictures, Picture, pictures->len - 1);
      Picture picture;

      take_picture (display, &picture);
      if (pictures->len > 0 && are_same (last, &picture, count_pixels (display)))
        {
          picture_clear (&picture);
          g_usleep (PAUSE);
          continue;
        }
      changed = picture.time;
      g_array_append_val (pictures, picture);
    }
  return pictures;
}

static double
find_final (GArray *pictures, gsize n_pixels)
{
  const Picture *all = (const Picture *) pictures->data;
  guint i = pictures->len - 1;

  while (i > 0 && are_same (&all[i - 1], &all[pictures->len - 1], n_pixels))
    i--;
  return all[i].time;
}

static pid_t
start (char **argv)
{
  pid_t pid = fork ();

  if (pid < 0)
    g_error ("no process for %s", argv[0]);
  if (pid > 0)
    return pid;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  execvp (argv[0], argv);
  _exit (127);
}

/* Seconds from the start of a program to the picture that stays, and of CPU time. */
static double
open_with (Display *display, char **argv, double *cpu)
{
  double begin = bench_wall ();
  pid_t pid = start (argv);
  g_autoptr (GArray) pictures = watch (display);

  if (waitpid (pid, NULL, WNOHANG) != 0)
    g_error ("%s ended by itself", argv[0]);
  *cpu = display_read_cpu (pid);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  if (pictures->len < 2)
    g_error ("%s showed nothing", argv[0]);
  return find_final (pictures, count_pixels (display)) - begin;
}

static void
print_range (const char *name, double *seconds, double *cpu)
{
  double median = bench_median_of (seconds, N_RUNS);

  g_print ("     %s: least %.2f s, median %.2f s, most %.2f s; CPU, median, %.2f s\n", name,
           seconds[0], median, seconds[N_RUNS - 1], bench_median_of (cpu, N_RUNS));
}

static void
compare (Display *display, char *tuples, char *columns)
{
  char *gscope[] = { GSCOPE_PROGRAM, tuples, NULL };
  char *kst[] = { "kst2", columns, "-x", "1",  "-y", "2",  "-y", "3",  "-y", "4",  "-y", "5", "-y",
                  "6",    "-y",    "7",  "-y", "8",  "-y", "9",  "-y", "10", "-y", "11", NULL };
  g_autofree char *kst_path = g_find_program_in_path (kst[0]);
  double ours[N_RUNS], theirs[N_RUNS], our_cpu[N_RUNS], their_cpu[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    {
      ours[i] = open_with (display, gscope, &our_cpu[i]);
      if (kst_path)
        theirs[i] = open_with (display, kst, &their_cpu[i]);
    }
  print_range ("gscope", ours, our_cpu);
  bench_report ("10^7 tuples on the screen after the start, least", ours[0], "s", "the bar",
                SECONDS_BAR, 1);
  if (!kst_path)
    {
      g_print ("skip kst: it is not installed\n");
      return;
    }
  print_range ("kst", theirs, their_cpu);
  bench_report ("10^7 tuples on the screen, median", ours[N_RUNS / 2], "s", "kst",
                theirs[N_RUNS / 2], 1 / KST_BAR);
}

/* Seconds from the start of a program to its end. */
static double
run_until_end (char **argv)
{
  g_autoptr (GError) error = NULL;
  double begin = bench_wall ();
  int status = 0;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status,
                     &error))
    g_error ("%s: %s", argv[0], error->message);
  if (status != 0)
    g_error ("%s failed", argv[0]);
  return bench_wall () - begin;
}

/* Waits until the screen differs from a picture, or with `is_same` until it equals the picture. Returns the time. */
static double
await_picture (Display *display, const Picture *expected, gboolean is_same)
{
  double begin = bench_wall ();

  for (;;)
    {
      Picture picture;
      gboolean found;
      double time;

      take_picture (display, &picture);
      found = are_same (expected, &picture, count_pixels (display)) == is_same;
      time = picture.time;
      picture_clear (&picture);
      if (found)
        return time;
      if (time - begin > TIMEOUT)
        g_error ("the screen did not change");
      g_usleep (PAUSE);
    }
}

/* Seconds from the start of a program to its first frame. */
static double
show_with (Display *display, char **argv)
{
  Picture empty;
  double begin, shown;
  pid_t pid;

  take_picture (display, &empty);
  begin = bench_wall ();
  pid = start (argv);
  shown = await_picture (display, &empty, FALSE);
  if (waitpid (pid, NULL, WNOHANG) != 0)
    g_error ("%s ended by itself", argv[0]);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  await_picture (display, &empty, TRUE);
  picture_clear (&empty);
  return shown - begin;
}

static void
compare_starts (Display *display)
{
  char *version[] = { GSCOPE_PROGRAM, "--version", NULL };
  char *bare[] = { BARE_WINDOW, NULL }, *hello[] = { GSCOPE_PROGRAM, "hello", NULL };
  double loads[N_RUNS], least[N_RUNS], ours[N_RUNS];
  double loaded, shown_least, shown;

  for (guint i = 0; i < N_RUNS; i++)
    {
      loads[i] = run_until_end (version);
      least[i] = show_with (display, bare);
      ours[i] = show_with (display, hello);
    }
  loaded = bench_median_of (loads, N_RUNS);
  shown_least = bench_median_of (least, N_RUNS);
  shown = bench_median_of (ours, N_RUNS);
  g_print ("     start: libraries %.3f s, then a bare window %.3f s, Hello %.3f s\n", loaded,
           shown_least - loaded, shown - loaded);
  bench_report ("first frame of Hello after the start, median", shown, "s", "bare window",
                shown_least, START_BAR);
}

int
main (void)
{
  g_autofree char *tuples = NULL, *columns = NULL;
  pid_t server = display_start ();
  Display *display = XOpenDisplay (NULL);

  /* a bus would have the application look for one of itself */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  compare_starts (display);
  make_files (&tuples, &columns);
  compare (display, tuples, columns);
  g_unlink (tuples);
  g_unlink (columns);
  XCloseDisplay (display);
  display_stop (server);
  return bench_end ();
}
