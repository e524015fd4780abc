/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/device.h"
#include "link/namespace.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/if_tun.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define TUN "/dev/net/tun"
#define DEVICE "wan"

enum
{
  MTU = 1500,

  /* Length of the device's queue in packets. The router empties it at once, so it needs room for
   * bursts only. */
  TX_QUEUE = 2000,
};

static int
fail_open (int code, GError **error)
{
  const char *remedy = _ ("run mxtraf as root, or outside the container");

  if (code == ENOENT || code == ENODEV || code == ENXIO)
    remedy =
        _ ("run “modprobe tun” as root to load the driver; in a container, pass the device in");
  else if (code == EACCES)
    remedy =
        _ ("run “chmod 0666 /dev/net/tun” as root to let every user open it (this gives no access "
           "to the system's own network)");
  g_set_error (error, GSCOPE_ERROR,
               code == EACCES || code == EPERM ? GSCOPE_ERROR_PRIVILEGE : GSCOPE_ERROR_UNSUPPORTED,
               _ ("mxtraf cannot open the TUN device %s for its link: %s; %s"), TUN,
               g_strerror (code), remedy);
  return -1;
}

static gboolean
fail_setup (const char *failure, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
               _ ("%s: %s; a security policy may forbid it, run mxtraf as root or outside the "
                  "container"),
               failure, g_strerror (errno));
  return FALSE;
}

static gboolean
set_address (int fd, unsigned long command, struct ifreq *request, const char *address)
{
  struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr.s_addr = inet_addr (address) };

  memcpy (&request->ifr_addr, &in, sizeof in);
  return ioctl (fd, command, request) == 0;
}

static gboolean
configure (int fd, const char *address, const char *peer, GError **error)
{
  struct ifreq request = { .ifr_name = DEVICE };

  if (!set_address (fd, SIOCSIFADDR, &request, address)
      || !set_address (fd, SIOCSIFDSTADDR, &request, peer))
    return fail_setup (_ ("mxtraf cannot set the addresses of its TUN device"), error);
  request.ifr_mtu = MTU;
  if (ioctl (fd, SIOCSIFMTU, &request) != 0)
    return fail_setup (_ ("mxtraf cannot set the MTU of its TUN device"), error);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  if (ioctl (fd, SIOCSIFFLAGS, &request) != 0)
    return fail_setup (_ ("mxtraf cannot set the flags of its TUN device"), error);
  return TRUE;
}

/* Sends a netlink request. Returns FALSE with errno on failure. */
static gboolean
ask (int fd, const struct nlmsghdr *message)
{
  struct
  {
    struct nlmsghdr header;
    struct nlmsgerr error;
  } answer = { .error.error = -EIO };

  if (send (fd, message, message->nlmsg_len, 0) < 0 || recv (fd, &answer, sizeof answer, 0) < 0)
    return FALSE;
  errno = -answer.error.error;
  return answer.error.error == 0;
}

/* Sets the device's queue by netlink, because the ioctl needs privileges in the initial user
 * namespace. */
static gboolean
set_queue (int fd)
{
  struct
  {
    struct nlmsghdr header;
    struct ifinfomsg info;
    struct rtattr attribute;
    guint32 length;
  } message = {
    .header = { .nlmsg_len = sizeof message,
                .nlmsg_type = RTM_NEWLINK,
                .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK },
    .info = { .ifi_family = AF_UNSPEC, .ifi_index = if_nametoindex (DEVICE) },
    .attribute = { .rta_len = RTA_LENGTH (sizeof (guint32)), .rta_type = IFLA_TXQLEN },
    .length = TX_QUEUE,
  };

  return ask (fd, &message.header);
}

static gboolean
lengthen_queue (GError **error)
{
  int fd = socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  gboolean success = fd >= 0 && set_queue (fd);

  if (!success)
    fail_setup (_ ("mxtraf cannot set the queue of its TUN device"), error);
  if (fd >= 0)
    close (fd);
  return success;
}

/* Disables IPv6 link-local addresses, so that an idle link carries no packets. */
static gboolean
silence_ipv6 (GError **error)
{
  const char *name = "ipv6/conf/" DEVICE "/addr_gen_mode";

  if (!g_file_test ("/proc/sys/net/ipv6", G_FILE_TEST_IS_DIR))
    return TRUE;
  return mxtraf_namespace_set (name, "1", error);
}

static gboolean
bring_up (const char *address, const char *peer, GError **error)
{
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  gboolean success;

  if (fd < 0)
    return fail_setup (_ ("mxtraf cannot set the addresses of its TUN device"), error);
  success = silence_ipv6 (error) && lengthen_queue (error) && configure (fd, address, peer, error);
  close (fd);
  return success;
}

int
mxtraf_device_open (const char *address, const char *peer, GError **error)
{
  struct ifreq request = { .ifr_name = DEVICE, .ifr_flags = IFF_TUN | IFF_NO_PI };
  int fd = open (TUN, O_RDWR | O_NONBLOCK | O_CLOEXEC);

  if (fd < 0)
    return fail_open (errno, error);
  if (ioctl (fd, TUNSETIFF, &request) != 0)
    fail_setup (_ ("mxtraf cannot set the name of its TUN device"), error);
  else if (bring_up (address, peer, error))
    return fd;
  close (fd);
  return -1;
}

/* A numeric attribute of a route. */
typedef struct
{
  struct rtattr attribute;
  guint32 value;
} Number;

static Number
make_number (unsigned short type, guint32 value)
{
  return (Number){ { .rta_len = sizeof (Number), .rta_type = type }, value };
}

/* Replaces the route to the peer for a type of service; for 0, the route that the kernel created. */
static gboolean
set_route (int fd, const char *address, const char *peer, guint8 tos, guint32 window)
{
  struct
  {
    struct nlmsghdr header;
    struct rtmsg route;
    Number destination;
    Number source;
    Number device;
    struct rtattr metrics;
    Number window;
  } message = {
    .header = { .nlmsg_type = RTM_NEWROUTE,
                .nlmsg_len = sizeof message,
                .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE },
    .route = { .rtm_family = AF_INET,
               .rtm_dst_len = 32,
               .rtm_tos = tos,
               .rtm_table = RT_TABLE_MAIN,
               .rtm_protocol = RTPROT_KERNEL,
               .rtm_scope = RT_SCOPE_LINK,
               .rtm_type = RTN_UNICAST },
    .destination = make_number (RTA_DST, inet_addr (peer)),
    .source = make_number (RTA_PREFSRC, inet_addr (address)),
    .device = make_number (RTA_OIF, if_nametoindex (DEVICE)),
    .metrics = { .rta_type = RTA_METRICS, .rta_len = RTA_LENGTH (sizeof (Number)) },
    .window = make_number (RTAX_INITCWND, window),
  };

  /* leaves out the metrics */
  if (window == 0)
    message.header.nlmsg_len = (char *) &message.metrics - (char *) &message;
  return ask (fd, &message.header);
}

gboolean
mxtraf_device_set_initial_window (const char *address, const char *peer, guint8 tos, guint32 window,
                                  GError **error)
{
  int fd = socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  gboolean success = fd >= 0 && set_route (fd, address, peer, tos, window);

  if (!success)
    fail_setup (_ ("mxtraf cannot set the initial window of its TUN device"), error);
  if (fd >= 0)
    close (fd);
  return success;
}
