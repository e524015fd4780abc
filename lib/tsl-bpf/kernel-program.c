/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/kernel-program.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tsl-bpf/kernel-objects.h>
#include <tsl/error.h>
#include <unistd.h>

#define TYPES "/sys/kernel/btf/vmlinux"
#define LOCKDOWN "/sys/kernel/security/lockdown"

/* PROC_PID_INIT_INO in the kernel's include/linux/proc_ns.h. */
#define PID_NAMESPACE_OF_MACHINE 0xeffffffc

static const struct
{
  const char *name;
  const guint8 *bytes;
  gsize size;
} objects[] = {
  { "expiries", expiries_object, sizeof expiries_object },
  { "switches", switches_object, sizeof switches_object },
  { "triggers", triggers_object, sizeof triggers_object },
  { "wakeups", wakeups_object, sizeof wakeups_object },
};

struct _KernelProgram
{
  struct bpf_object *object;
  GPtrArray *links;

  gpointer words;
  gsize n_words;

  int counts_map;
  guint n_counts;
  guint n_cpus;
  guint64 *counts;

  /* NULL for a program without events */
  struct ring_buffer *ring;
  KernelEventFunc func;
  gpointer data;
};

static int
print (enum libbpf_print_level level, const char *format, va_list arguments)
{
  if (level != LIBBPF_DEBUG)
    g_logv (G_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, format, arguments);
  return 0;
}

static gboolean
is_locked_down (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (LOCKDOWN, &text, NULL, NULL) && strstr (text, "[confidentiality]");
}

static void
explain (int code, GError **error)
{
  /* the kernel's verifier rejects programs with EACCES */
  if (code == EPERM)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 _ ("cannot load BPF programs: %s; run as root, or give the program CAP_BPF and "
                    "CAP_PERFMON"),
                 g_strerror (code));
  else if (access (TYPES, R_OK) != 0)
    g_set_error (
        error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
        _ ("cannot load BPF programs: the kernel does not describe its types in %s; boot a "
           "kernel with CONFIG_DEBUG_INFO_BTF"),
        TYPES);
  else if (is_locked_down ())
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 _ ("cannot load BPF programs: the kernel's lockdown forbids them to read kernel "
                    "memory (%s); boot with lockdown=integrity or none"),
                 LOCKDOWN);
  else
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 _ ("cannot load the BPF program: this kernel rejects it (%s); use Linux 5.18 or "
                    "later with CONFIG_BPF_EVENTS (G_MESSAGES_DEBUG=all shows details)"),
                 g_strerror (code));
}

static void
detach (gpointer link)
{
  bpf_link__destroy (link);
}

/* Functions of libbpf that return pointers set errno on failure; the others return the negative
 * code. */

static int
open_object (KernelProgram *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    if (g_str_equal (objects[i].name, name))
      self->object = bpf_object__open_mem (objects[i].bytes, objects[i].size, NULL);
  return self->object ? 0 : -errno;
}

static int
attach (KernelProgram *self)
{
  struct bpf_program *program;
  struct bpf_link *link;

  bpf_object__for_each_program (program, self->object)
  {
    link = bpf_program__attach (program);
    if (!link)
      return -errno;
    g_ptr_array_add (self->links, link);
  }
  return 0;
}

/* Returns 0, or a negative code of errno.h. */
static int
load (KernelProgram *self, const char *name)
{
  int code = open_object (self, name);

  if (code == 0)
    code = bpf_object__load (self->object);
  return code == 0 ? attach (self) : code;
}

static int
on_event (gpointer data, gpointer event, gsize size)
{
  KernelProgram *self = data;

  self->func (event, self->data);
  return 0;
}

static gboolean
map_all (KernelProgram *self, GError **error)
{
  int words = bpf_object__find_map_fd_by_name (self->object, ".bss");
  int ring = bpf_object__find_map_fd_by_name (self->object, "ring");
  gpointer memory = mmap (NULL, self->n_words, PROT_READ | PROT_WRITE, MAP_SHARED, words, 0);

  self->counts_map = bpf_object__find_map_fd_by_name (self->object, "counts");
  self->words = memory == MAP_FAILED ? NULL : memory;
  if (self->words && ring >= 0)
    self->ring = ring_buffer__new (ring, on_event, self, NULL);
  if (self->words && (self->ring || ring < 0))
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               _ ("cannot map the memory of a BPF program: %s; Linux 5.8 and later allow it"),
               g_strerror (errno));
  return FALSE;
}

/* BPF programs see the thread numbers of the machine's PID namespace, so this process must use the
 * same numbers. */
static gboolean
check_numbers (GError **error)
{
  struct stat status;

  if (stat ("/proc/self/ns/pid", &status) != 0 || status.st_ino == PID_NAMESPACE_OF_MACHINE)
    return TRUE;
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
      _ ("cannot use BPF programs: in a PID namespace, such as a container's, threads have "
         "other numbers than in BPF; run this program outside the container"));
  return FALSE;
}

KernelProgram *
kernel_program_new (const char *name, gsize n_words, guint n_counts, GError **error)
{
  int n_cpus = libbpf_num_possible_cpus ();
  KernelProgram *self;
  int code;

  if (!check_numbers (error))
    return NULL;
  self = g_new0 (KernelProgram, 1);
  self->links = g_ptr_array_new_with_free_func (detach);
  self->n_words = n_words;
  self->n_counts = n_counts;
  libbpf_set_print (print);
  code = n_cpus < 0 ? n_cpus : load (self, name);
  if (code == 0)
    {
      self->n_cpus = n_cpus;
      self->counts = g_new0 (guint64, (gsize) n_counts * n_cpus);
      if (map_all (self, error))
        return self;
    }
  else
    explain (-code, error);
  kernel_program_free (self);
  return NULL;
}

void
kernel_program_free (KernelProgram *self)
{
  ring_buffer__free (self->ring);
  if (self->words)
    munmap (self->words, self->n_words);
  g_ptr_array_unref (self->links);
  bpf_object__close (self->object);
  g_free (self->counts);
  g_free (self);
}

gpointer
kernel_program_get_words (KernelProgram *self)
{
  return self->words;
}

void
kernel_program_read_counts (KernelProgram *self, guint64 *counts)
{
  const guint32 key = 0;

  memset (counts, 0, self->n_counts * sizeof *counts);
  if (bpf_map_lookup_elem (self->counts_map, &key, self->counts) != 0)
    return;
  for (guint cpu = 0; cpu < self->n_cpus; cpu++)
    for (guint i = 0; i < self->n_counts; i++)
      counts[i] += self->counts[cpu * self->n_counts + i];
}

gsize
kernel_program_read_events (KernelProgram *self, KernelEventFunc func, gpointer data)
{
  int n;

  self->func = func;
  self->data = data;
  n = ring_buffer__consume (self->ring);
  return MAX (n, 0);
}
