/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "link/permission.h"

/* Writes a file of /proc with a single write(), as these files require. */
static gboolean
write_file (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  gsize length = strlen (text);
  gboolean success;
  int code;

  if (fd < 0)
    return FALSE;
  success = write (fd, text, length) == (gssize) length;
  code = errno;
  close (fd);
  errno = code;
  return success;
}

static gboolean
is_admin (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };

  return syscall (SYS_capget, &header, data) == 0
         && data[CAP_TO_INDEX (CAP_SYS_ADMIN)].effective & CAP_TO_MASK (CAP_SYS_ADMIN);
}

/* Returns the remedy for a failure to create a user namespace. */
static const char *
find_remedy (int code)
{
  const char *remedy = mxtraf_permission_find_remedy ();

  if (remedy != NULL)
    return remedy;
  if (code == ENOSPC)
    return _ ("there are too many; raise user.max_user_namespaces");
  if (code == EINVAL || code == ENOSYS)
    return _ ("this kernel has no user namespaces (CONFIG_USER_NS); run mxtraf as root");
  return _ ("a container or a security policy forbids it; run mxtraf as root, or outside the "
            "container");
}

static gboolean
fail_user (const char *failure, GError **error)
{
  int code = errno;

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE, "%s: %s; %s", failure,
               g_strerror (code), find_remedy (code));
  return FALSE;
}

gboolean
mxtraf_namespace_enter_user (GError **error)
{
  g_autofree char *users = g_strdup_printf ("0 %u 1", geteuid ());
  g_autofree char *groups = g_strdup_printf ("0 %u 1", getegid ());

  if (is_admin ())
    return TRUE;
  if (unshare (CLONE_NEWUSER) != 0)
    return fail_user (_ ("mxtraf cannot create a user namespace for its network namespaces"),
                      error);
  /* kernels without this file do not require the write */
  if (!write_file ("/proc/self/setgroups", "deny") && errno != ENOENT)
    return fail_user (_ ("mxtraf cannot give up setgroups for its network namespaces"), error);
  if (!write_file ("/proc/self/uid_map", users))
    return fail_user (_ ("mxtraf cannot map its user for its network namespaces"), error);
  if (!write_file ("/proc/self/gid_map", groups))
    return fail_user (_ ("mxtraf cannot map its group for its network namespaces"), error);
  return TRUE;
}

static gboolean
bring_loopback_up (GError **error)
{
  struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  if (fd >= 0 && ioctl (fd, SIOCSIFFLAGS, &request) == 0)
    {
      close (fd);
      return TRUE;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
               _ ("mxtraf cannot bring up the loopback of its network namespace: %s; a security "
                  "policy may forbid it, run mxtraf as root"),
               g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return FALSE;
}

gboolean
mxtraf_namespace_enter_net (GError **error)
{
  int code;

  if (unshare (CLONE_NEWNET) == 0)
    return bring_loopback_up (error);
  code = errno;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
               _ ("mxtraf cannot create a network namespace: %s; %s"), g_strerror (code),
               code == EINVAL
                   ? _ ("this kernel has no network namespaces; use a kernel with CONFIG_NET_NS")
               : code == ENOSPC ? _ ("there are too many; raise user.max_net_namespaces")
                                : find_remedy (code));
  return FALSE;
}

gboolean
mxtraf_namespace_set (const char *name, const char *value, GError **error)
{
  g_autofree char *path = g_build_filename ("/proc/sys/net", name, NULL);

  if (write_file (path, value))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
               _ ("mxtraf cannot write “%s” to %s of its network namespace: %s; %s"), value, path,
               g_strerror (errno),
               errno == EROFS ? _ ("/proc/sys is read-only; run mxtraf outside the container")
                              : _ ("a security policy forbids it, or the kernel does not have this "
                                   "setting; run mxtraf as root, or with another kernel"));
  return FALSE;
}
