/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/kernel-load.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
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
  { "wakeups", wakeups_object, sizeof wakeups_object },
};

typedef struct
{
  struct bpf_object *object;
  GPtrArray *links;
} Owner;

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
open_object (Owner *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    if (g_str_equal (objects[i].name, name))
      self->object = bpf_object__open_mem (objects[i].bytes, objects[i].size, NULL);
  return self->object ? 0 : -errno;
}

static int
attach (Owner *self)
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
load (Owner *self, const char *name)
{
  int code = open_object (self, name);

  if (code == 0)
    code = bpf_object__load (self->object);
  return code == 0 ? attach (self) : code;
}

static int
find_map (Owner *self, const char *name)
{
  int fd = bpf_object__find_map_fd_by_name (self->object, name);

  return MAX (fd, -1);
}

static gsize
find_size (Owner *self, const char *name)
{
  struct bpf_map *map = bpf_object__find_map_by_name (self->object, name);

  return map ? bpf_map__max_entries (map) : 0;
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

gboolean
kernel_load (const char *name, KernelFiles *files, GError **error)
{
  Owner *owner;
  int n_cpus = libbpf_num_possible_cpus ();
  int code;

  if (!check_numbers (error))
    return FALSE;
  owner = g_new0 (Owner, 1);
  libbpf_set_print (print);
  owner->links = g_ptr_array_new_with_free_func (detach);
  files->owner = owner;
  code = n_cpus < 0 ? n_cpus : load (owner, name);
  if (code != 0)
    {
      explain (-code, error);
      kernel_unload (files);
      return FALSE;
    }
  files->words = find_map (owner, ".bss");
  files->counts = find_map (owner, "counts");
  files->ring = find_map (owner, "ring");
  files->ring_size = find_size (owner, "ring");
  files->n_cpus = n_cpus;
  return TRUE;
}

void
kernel_unload (KernelFiles *files)
{
  Owner *owner = files->owner;

  g_ptr_array_unref (owner->links);
  if (owner->object)
    bpf_object__close (owner->object);
  g_free (owner);
  files->owner = NULL;
}
