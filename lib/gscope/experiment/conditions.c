/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/conditions.h>

#include <glib/gi18n-lib.h>
#include <kernel-clock.h>
#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

/* How often a request to the host is made; the fastest counts, because other programs only delay it. */
#define N_REQUESTS 64

/* Returns the text after a key on a line of a file of /proc. */
static char *
read_line (const char *path, const char *key)
{
  g_autofree char *text = NULL;
  const char *line, *value;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  line = strstr (text, key);
  value = line ? strchr (line, ':') : NULL;
  return value ? g_strstrip (g_strndup (value + 1, strcspn (value + 1, "\n"))) : NULL;
}

double
gscope_experiment_conditions_get_load (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/loadavg", &text, NULL, NULL) ? g_ascii_strtod (text, NULL)
                                                                  : NAN;
}

static void
insert (GVariantDict *dict, const char *name, const char *text)
{
  if (text)
    g_variant_dict_insert (dict, name, "s", text);
}

static const char *
describe_rights (void)
{
  g_autofree char *effective = read_line ("/proc/self/status", "CapEff");

  if (geteuid () == 0)
    return "root";
  return effective && g_ascii_strtoull (effective, NULL, 16) > 0 ? "some capabilities" : "none";
}

/* Returns the words of a file, without the end of the line; NULL if it cannot be read. */
static char *
read_words (const char *path)
{
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? g_strchomp (text) : NULL;
}

/* Returns the word between two marks, by which files of the kernel name a choice that is set. */
static char *
find_chosen (const char *text, char begin, char end)
{
  const char *first = text ? strchr (text, begin) : NULL;
  const char *last = first ? strchr (first, end) : NULL;

  return last ? g_strndup (first + 1, (gsize) (last - first) - 1) : NULL;
}

/* The mode of preemption is in a file for root alone; what the kernel was built for is in its version. */
static char *
describe_preemption (const char *version)
{
  g_autofree char *modes = read_words ("/sys/kernel/debug/sched/preempt");
  g_autofree char *built = NULL;
  g_auto (GStrv) words = g_strsplit (version, " ", -1);
  char *mode = find_chosen (modes, '(', ')');

  for (char **word = words; *word && !built; word++)
    if (g_str_has_prefix (*word, "PREEMPT"))
      built = g_strdup (*word);
  if (mode)
    return mode;
  return built ? g_strdup_printf (_ ("built for %s"), built)
               : g_strdup (_ ("built without preemption"));
}

/* The coarse clock advances with the tick. */
static char *
describe_timer (void)
{
  struct timespec coarse, fine;
  g_autofree char *source =
      read_words ("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  if (clock_getres (CLOCK_MONOTONIC_COARSE, &coarse) != 0 || coarse.tv_nsec == 0
      || clock_getres (CLOCK_MONOTONIC, &fine) != 0)
    return NULL;
  return g_strdup_printf ("%ld Hz, resolution %ld ns, clock %s", 1000000000 / coarse.tv_nsec,
                          fine.tv_nsec, source ? source : "unknown");
}

static char *
describe_lockdown (void)
{
  g_autofree char *modes = read_words ("/sys/kernel/security/lockdown");
  char *mode = find_chosen (modes, '[', ']');

  return mode ? mode : g_strdup (_ ("this kernel does not tell"));
}

/* The maker and the name of the machine, which an emulator has, too. */
static char *
describe_machine (void)
{
  g_autofree char *maker = read_words ("/sys/class/dmi/id/sys_vendor");
  g_autofree char *product = read_words ("/sys/class/dmi/id/product_name");

  return maker && product ? g_strdup_printf ("%s %s", maker, product) : NULL;
}

/* Returns how much of the processors' time the host took since the start of a virtual machine, in per cent; not-a-number if
 * the kernel does not tell. */
static double
read_stolen (void)
{
  enum
  {
    STOLEN = 7,
    N_PARTS
  };
  g_autofree char *text = read_words ("/proc/stat");
  g_auto (GStrv) parts = g_strsplit (text ? text : "", " ", -1);
  double sum = 0, stolen = NAN;

  if (g_strv_length (parts) < 2 + N_PARTS || !g_str_equal (parts[0], "cpu"))
    return NAN;
  /* two spaces follow the name */
  for (guint i = 0; i < N_PARTS; i++)
    {
      double part = g_ascii_strtod (parts[2 + i], NULL);

      sum += part;
      stolen = i == STOLEN ? part : stolen;
    }
  return sum > 0 ? 100 * stolen / sum : NAN;
}

/* Returns the time of a request to the host, in microseconds: of an instruction that a virtual machine leaves to it.
 * Not-a-number where there is no such instruction. */
static double
measure_request (void)
{
  double best = NAN;
#ifdef __x86_64__
  unsigned a, b, c, d;

  for (guint i = 0; i < N_REQUESTS; i++)
    {
      gint64 begin = kernel_clock_read (CLOCK_MONOTONIC);
      double time;

      __cpuid (1, a, b, c, d);
      time = (kernel_clock_read (CLOCK_MONOTONIC) - begin) / 1e3;
      best = i == 0 ? time : MIN (best, time);
    }
#endif
  return best;
}

/* Describes the host of a virtual machine; returns NULL on a real machine. */
static char *
describe_host (void)
{
  g_autofree char *flags = read_line ("/proc/cpuinfo", "flags");

  if (!flags || !strstr (flags, " hypervisor"))
    return NULL;
  return g_strdup_printf (
      _ ("took %.2g %% of the processors’ time since the start; a request to it "
         "takes %.2g µs"),
      read_stolen (), measure_request ());
}

static void
insert_kernel (GVariantDict *dict)
{
  g_autofree char *kernel = NULL;
  g_autofree char *preemption = NULL;
  g_autofree char *timer = describe_timer ();
  g_autofree char *lockdown = describe_lockdown ();
  struct utsname name;

  if (uname (&name) == 0)
    {
      kernel =
          g_strdup_printf ("%s %s %s %s", name.sysname, name.release, name.version, name.machine);
      preemption = describe_preemption (name.version);
    }
  insert (dict, "kernel", kernel);
  insert (dict, "preemption", preemption);
  insert (dict, "timer", timer);
  insert (dict, "lockdown", lockdown);
}

GVariant *
gscope_experiment_conditions_new (void)
{
  g_autofree char *processor = read_line ("/proc/cpuinfo", "model name");
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format_iso8601 (now);
  g_autofree char *machine = describe_machine ();
  g_autofree char *host = describe_host ();
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  insert_kernel (&dict);
  insert (&dict, "machine", machine);
  insert (&dict, "host", host);
  insert (&dict, "processor", processor);
  g_variant_dict_insert (&dict, "processors", "x", (gint64) g_get_num_processors ());
  g_variant_dict_insert (&dict, "load", "d", gscope_experiment_conditions_get_load ());
  insert (&dict, "rights", describe_rights ());
  insert (&dict, "date", date);
  insert (&dict, "program", "gscope " GSCOPE_VERSION);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}
