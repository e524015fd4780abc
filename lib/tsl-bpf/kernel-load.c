/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/kernel-load.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <tsl-bpf/kernel-objects.h>
#include <tsl/error.h>
#include <unistd.h>

#define TYPES "/sys/kernel/btf/vmlinux"
#define LOCKDOWN "/sys/kernel/security/lockdown"

/* Of the kernel's include/linux/proc_ns.h. */
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
  /* EACCES is the answer to a program that the kernel takes for unsafe */
  if (code == EPERM)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 "this user may not load BPF programs (%s); run as root, or give CAP_BPF and "
                 "CAP_PERFMON",
                 g_strerror (code));
  else if (access (TYPES, R_OK) != 0)
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 "the kernel does not describe its types in %s, as BPF needs it; start one with "
                 "CONFIG_DEBUG_INFO_BTF",
                 TYPES);
  else if (is_locked_down ())
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 "the kernel is locked down (%s), so that BPF may not read it; start it with "
                 "lockdown=integrity or none",
                 LOCKDOWN);
  else
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 "this kernel does not take the BPF program (%s); Linux 5.18 and later do, with "
                 "CONFIG_BPF_EVENTS (G_MESSAGES_DEBUG=all says more)",
                 g_strerror (code));
}

static void
detach (gpointer link)
{
  bpf_link__destroy (link);
}

/* Functions of libbpf that return pointers say in errno why there is none; others return it, negative. */

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

/* Returns 0, or what it failed with, negative. */
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

/* The programs compare the numbers that the machine gives threads with numbers that this process gives
 * them. */
static gboolean
check_numbers (GError **error)
{
  struct stat status;

  if (stat ("/proc/self/ns/pid", &status) != 0 || status.st_ino == PID_NAMESPACE_OF_MACHINE)
    return TRUE;
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
      "this program runs in a PID namespace, such as a container's, where threads have other "
      "numbers than BPF sees; run it outside of the container");
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
