/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/pair.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <ifaddrs.h>
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#define THREADED "/sys/class/net/" WORKLOAD_PAIR_NEAR "/threaded"

static gboolean
fail (const char *failure, GError **error)
{
  int code = errno;

  g_set_error (error, GSCOPE_ERROR,
               code == EPERM || code == EACCES ? GSCOPE_ERROR_PRIVILEGE : GSCOPE_ERROR_UNSUPPORTED,
               _ ("%s: %s; run as root, on a kernel with veth"), failure, g_strerror (code));
  return FALSE;
}

static gboolean
write_text (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  gssize n = fd >= 0 ? write (fd, text, strlen (text)) : -1;
  int code = errno;

  if (fd >= 0)
    close (fd);
  errno = code;
  return n > 0;
}

/* The request that makes the pair: attributes in attributes. */
typedef struct
{
  struct nlmsghdr header;
  struct ifinfomsg info;
  guint8 attributes[256];
} Request;

static struct rtattr *
add (Request *self, gushort type, gconstpointer data, gsize size)
{
  struct rtattr *attribute =
      (struct rtattr *) ((guint8 *) self + NLMSG_ALIGN (self->header.nlmsg_len));

  attribute->rta_type = type;
  attribute->rta_len = (gushort) RTA_LENGTH (size);
  if (data)
    memcpy (RTA_DATA (attribute), data, size);
  self->header.nlmsg_len = NLMSG_ALIGN (self->header.nlmsg_len) + RTA_ALIGN (attribute->rta_len);
  return attribute;
}

static void
end (Request *self, struct rtattr *attribute)
{
  attribute->rta_len = (gushort) ((guint8 *) self + self->header.nlmsg_len - (guint8 *) attribute);
}

static void
fill (Request *self)
{
  const struct ifinfomsg peer = { 0 };
  struct rtattr *info, *data, *other;

  *self = (Request){
    .header = { .nlmsg_len = NLMSG_LENGTH (sizeof self->info),
                .nlmsg_type = RTM_NEWLINK,
                .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK },
  };
  add (self, IFLA_IFNAME, WORKLOAD_PAIR_NEAR, sizeof WORKLOAD_PAIR_NEAR);
  info = add (self, IFLA_LINKINFO, NULL, 0);
  add (self, IFLA_INFO_KIND, "veth", sizeof "veth");
  data = add (self, IFLA_INFO_DATA, NULL, 0);
  other = add (self, VETH_INFO_PEER, &peer, sizeof peer);
  add (self, IFLA_IFNAME, WORKLOAD_PAIR_FAR, sizeof WORKLOAD_PAIR_FAR);
  end (self, other);
  end (self, data);
  end (self, info);
}

/* Returns FALSE with errno on failure. */
static gboolean
make_pair (void)
{
  int fd = socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  struct
  {
    struct nlmsghdr header;
    struct nlmsgerr error;
    guint8 rest[512];
  } answer = { 0 };
  Request request;
  gssize n = -1;

  fill (&request);
  if (fd >= 0 && send (fd, &request, request.header.nlmsg_len, 0) > 0)
    n = recv (fd, &answer, sizeof answer, 0);
  if (fd >= 0)
    close (fd);
  if (n > 0)
    errno = -answer.error.error;
  return n > 0 && answer.error.error == 0;
}

static gboolean
set_up (int fd, const char *name)
{
  struct ifreq request = { 0 };

  g_strlcpy (request.ifr_name, name, sizeof request.ifr_name);
  if (ioctl (fd, SIOCGIFFLAGS, &request) != 0)
    return FALSE;
  request.ifr_flags |= IFF_UP;
  return ioctl (fd, SIOCSIFFLAGS, &request) == 0;
}

static gboolean
set_feature (int fd, const char *name, guint32 command, guint32 value)
{
  struct ethtool_value feature = { command, value };
  struct ifreq request = { .ifr_data = (gpointer) &feature };

  g_strlcpy (request.ifr_name, name, sizeof request.ifr_name);
  return ioctl (fd, SIOCETHTOOL, &request) == 0;
}

/* With GRO the device receives by NAPI, which takes packets of senders that leave segmentation to
 * themselves. */
static gboolean
configure (void)
{
  int fd = socket (AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  gboolean success = fd >= 0 && set_feature (fd, WORKLOAD_PAIR_NEAR, ETHTOOL_SGRO, 1)
                     && set_feature (fd, WORKLOAD_PAIR_FAR, ETHTOOL_STSO, 0)
                     && set_up (fd, WORKLOAD_PAIR_NEAR) && set_up (fd, WORKLOAD_PAIR_FAR);
  int code = errno;

  if (fd >= 0)
    close (fd);
  errno = code;
  return success;
}

gboolean
workload_pair_enter (GError **error)
{
  if (unshare (CLONE_NEWNET | CLONE_NEWNS) != 0)
    return fail (_ ("cannot create a network namespace"), error);
  /* sysfs shows the devices of the namespace in which it was mounted */
  if (mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
    return fail (_ ("cannot show the network namespace's devices in /sys"), error);
  write_text ("/proc/sys/net/ipv6/conf/default/accept_dad", "0");
  if (!make_pair ())
    return fail (_ ("cannot create a pair of virtual devices"), error);
  return configure () || fail (_ ("cannot configure a virtual device"), error);
}

gboolean
workload_pair_set_threaded (gboolean is_threaded, GError **error)
{
  return write_text (THREADED, is_threaded ? "1" : "0")
         || fail (_ ("cannot switch the device's NAPI to a thread"), error);
}

gboolean
workload_pair_get_address (const char *device, struct sockaddr_in6 *address)
{
  struct ifaddrs *list = NULL;
  gboolean found = FALSE;

  if (getifaddrs (&list) != 0)
    return FALSE;
  for (struct ifaddrs *item = list; item && !found; item = item->ifa_next)
    if (item->ifa_addr && item->ifa_addr->sa_family == AF_INET6
        && g_str_equal (item->ifa_name, WORKLOAD_PAIR_NEAR))
      {
        memcpy (address, item->ifa_addr, sizeof *address);
        address->sin6_scope_id = if_nametoindex (device);
        found = TRUE;
      }
  freeifaddrs (list);
  return found;
}
