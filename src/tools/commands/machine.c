/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "commands/fact.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

enum
{
  /* Most of a kernel’s configuration that is read, bytes. */
  MAX_CONFIGURATION = 1024 * 1024,
  /* Memory that a user may lock for real-time threads, bytes. */
  ENOUGH_LOCKED = 8 * 1024 * 1024,
};

#define SYSTEM_SOCKET "/run/gscope/agent"

typedef struct
{
  const char *name;
  /* Sets the value, and returns whether nothing is missing. */
  gboolean (*look) (GString *value);
  /* what changes it, with %s for the name of the user; NULL if nothing is ever missing */
  const char *remedy;
} Row;

static char *
read_line (const char *path)
{
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return g_strstrip (text);
}

static gboolean
look_at_kernel (GString *value)
{
  struct utsname name;

  if (uname (&name) == 0)
    g_string_append_printf (value, "%s %s %s", name.sysname, name.release, name.machine);
  return TRUE;
}

/* The mode in force is in brackets; only root may read it. */
static gboolean
look_at_preemption (GString *value)
{
  g_autofree char *modes = read_line ("/sys/kernel/debug/sched/preempt");
  struct utsname name;
  gboolean is_dynamic = uname (&name) == 0 && strstr (name.version, "PREEMPT_DYNAMIC");

  if (modes)
    g_string_append (value, modes);
  else if (is_dynamic)
    g_string_append (value, _ ("switchable"));
  else
    g_string_append (value, strstr (name.version, "PREEMPT") ? _ ("fixed") : _ ("fixed: none"));
  return modes || is_dynamic;
}

static char *
read_configuration (const char *release)
{
  g_autofree char *path = g_strdup_printf ("/boot/config-%s", release);
  g_autoptr (GFile) file = g_file_new_for_path ("/proc/config.gz");
  g_autoptr (GFileInputStream) input = g_file_read (file, NULL, NULL);
  g_autoptr (GZlibDecompressor) gzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) plain = NULL;
  char *text = NULL;
  gsize n;

  if (g_file_get_contents (path, &text, NULL, NULL) || !input)
    return text;
  plain = g_converter_input_stream_new (G_INPUT_STREAM (input), G_CONVERTER (gzip));
  text = g_malloc (MAX_CONFIGURATION + 1);
  if (!g_input_stream_read_all (plain, text, MAX_CONFIGURATION, &n, NULL, NULL))
    n = 0;
  text[n] = '\0';
  return text;
}

/* The options of the kernel that plugins use. */
static const char *const options[] = {
  "BPF_SYSCALL", "DEBUG_INFO_BTF", "HIGH_RES_TIMERS", "INET_DIAG", "NET_NS",
  "NET_SCH_TBF", "PERF_EVENTS",    "PREEMPT_DYNAMIC", "TIME_NS",   "TUN",
};

static gboolean
look_at_configuration (GString *value)
{
  struct utsname name;
  g_autofree char *text = uname (&name) == 0 ? read_configuration (name.release) : NULL;

  if (!text)
    {
      g_string_append (value, _ ("not readable"));
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *line = g_strdup_printf ("\nCONFIG_%s=", options[i]);

      if (!strstr (text, line))
        g_string_append_printf (value, "%s%s", value->len > 0 ? " " : "", options[i]);
    }
  if (value->len == 0)
    g_string_append (value, _ ("has all options that plugins use"));
  else
    g_string_prepend (value, _ ("without: "));
  return TRUE;
}

static gboolean
look_at_bpf (GString *value)
{
  gboolean has_types = access ("/sys/kernel/btf/vmlinux", R_OK) == 0;

  g_string_append (value, has_types ? _ ("the kernel describes its types")
                                    : _ ("the kernel does not describe its types"));
  return has_types;
}

/* The capabilities that plugins name, by their numbers. The agent of the system has them for all users. */
static const struct
{
  const char *name;
  guint number;
} capabilities[] = {
  { "net_admin", 12 }, { "sys_ptrace", 19 }, { "sys_admin", 21 },
  { "sys_nice", 23 },  { "perfmon", 38 },    { "bpf", 39 },
};

static gboolean
look_at_capabilities (GString *value)
{
  g_autofree char *status = read_line ("/proc/self/status");
  const char *line = status ? strstr (status, "CapEff:") : NULL;
  guint64 mask = line ? g_ascii_strtoull (line + strlen ("CapEff:"), NULL, 16) : 0;
  gboolean is_whole = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (capabilities); i++)
    {
      gboolean has_it = (mask >> capabilities[i].number) & 1;

      is_whole = is_whole && has_it;
      if (has_it)
        g_string_append_printf (value, "%s%s", value->len > 0 ? " " : "", capabilities[i].name);
    }
  if (value->len == 0)
    g_string_append (value, _ ("none"));
  if (is_whole || access (SYSTEM_SOCKET, W_OK) != 0)
    return is_whole;
  g_string_append (value, _ ("; the agent of the system runs sources that need more"));
  return TRUE;
}

static rlim_t
get_limit (int resource)
{
  struct rlimit limit;

  return getrlimit (resource, &limit) == 0 ? limit.rlim_cur : 0;
}

static gboolean
look_at_priority (GString *value)
{
  rlim_t limit = get_limit (RLIMIT_RTPRIO);

  if (limit == RLIM_INFINITY)
    g_string_append (value, _ ("unlimited"));
  else
    g_string_append_printf (value, "%" G_GUINT64_FORMAT, (guint64) limit);
  return limit > 0 || geteuid () == 0;
}

static gboolean
look_at_memory (GString *value)
{
  rlim_t limit = get_limit (RLIMIT_MEMLOCK);
  g_autofree char *size = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);

  g_string_append (value, limit == RLIM_INFINITY ? _ ("unlimited") : size);
  return limit >= ENOUGH_LOCKED || geteuid () == 0;
}

static gboolean
look_at_cgroups (GString *value)
{
  g_autofree char *controllers = read_line ("/sys/fs/cgroup/cgroup.controllers");

  g_string_append (value, controllers ? controllers : _ ("not mounted in version 2"));
  return controllers != NULL;
}

static gboolean
look_at_congestion (GString *value)
{
  g_autofree char *names = read_line ("/proc/sys/net/ipv4/tcp_available_congestion_control");
  g_auto (GStrv) words = g_strsplit (names ? names : "", " ", -1);

  g_string_append (value, names ? names : _ ("not readable"));
  return g_strv_contains ((const char *const *) words, "reno")
         && g_strv_contains ((const char *const *) words, "cubic");
}

/* The others are read by a call of the kernel, or drift. */
static gboolean
look_at_clock (GString *value)
{
  g_autofree char *name =
      read_line ("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  g_string_append (value, name ? name : _ ("not readable"));
  return name && strcmp (name, "jiffies") != 0 && strcmp (name, "acpi_pm") != 0;
}

static const Row rows[] = {
  { N_ ("Kernel"), look_at_kernel, NULL },
  { N_ ("Configuration"), look_at_configuration, NULL },
  { N_ ("Preemption"), look_at_preemption,
    N_ ("Boot a kernel with CONFIG_PREEMPT_DYNAMIC, or see the mode as root.") },
  { N_ ("BPF"), look_at_bpf, N_ ("Boot a kernel with CONFIG_DEBUG_INFO_BTF.") },
  { N_ ("Capabilities"), look_at_capabilities,
    N_ ("Run “sudo systemctl enable --now gscoped.socket”, and let the agent run the source.") },
  { N_ ("Real-time limit"), look_at_priority,
    N_ ("Run “echo '%s - rtprio 50' | sudo tee -a /etc/security/limits.conf”, and log in again.") },
  { N_ ("Locked memory"), look_at_memory,
    N_ ("Run “echo '%s - memlock 65536' | sudo tee -a /etc/security/limits.conf”, and log in "
        "again.") },
  { N_ ("Control groups"), look_at_cgroups, N_ ("Boot with systemd.unified_cgroup_hierarchy=1.") },
  { N_ ("TCP congestion"), look_at_congestion, N_ ("Run “sudo modprobe tcp_cubic”.") },
  { N_ ("Clock source"), look_at_clock,
    N_ ("Boot without the options clocksource= and tsc=unstable.") },
};

ToolsFact *
tools_fact_new (const char *group, const char *name, ToolsFactState state, const char *value,
                const char *remedy)
{
  ToolsFact *self = g_new0 (ToolsFact, 1);

  self->group = group;
  self->name = g_utf8_make_valid (name, -1);
  self->state = state;
  self->value = g_utf8_make_valid (value, -1);
  self->remedy = g_strdup (remedy);
  return self;
}

void
tools_fact_free (gpointer fact)
{
  ToolsFact *self = fact;

  g_free (self->name);
  g_free (self->value);
  g_free (self->remedy);
  g_free (self);
}

void
tools_fact_add_machine (GPtrArray *facts)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) value = g_string_new (NULL);
      gboolean is_whole = rows[i].look (value);
      g_autoptr (GString) remedy = g_string_new (is_whole ? NULL : _ (rows[i].remedy));

      g_string_replace (remedy, "%s", g_get_user_name (), 0);
      g_ptr_array_add (facts, tools_fact_new (_ ("Machine"), _ (rows[i].name),
                                              is_whole ? TOOLS_FACT_WHOLE : TOOLS_FACT_PART,
                                              value->str, is_whole ? NULL : remedy->str));
    }
}
