/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-address.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/source/demand.h>
#include <gscope/source/options.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define LOOPBACK "127.0.0.1"
#define MAX_ADDRESSES 16

static const char *const schemes[] = {
  [GSCOPE_TUPLE_TRANSPORT_TCP] = "tcp:",
  [GSCOPE_TUPLE_TRANSPORT_UDP] = "udp:",
  [GSCOPE_TUPLE_TRANSPORT_UNIX] = "unix:",
  [GSCOPE_TUPLE_TRANSPORT_STDIN] = "stdin",
};

static GscopeTupleAddress *
refuse (const char *text, const char *reason, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (text, strnlen (text, 80));

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is not a tuple address: %s; write tcp:PORT, tcp:HOST:PORT, udp:HOST:PORT, "
                  "unix:PATH or stdin"),
               shown, reason);
  return NULL;
}

/* The text before the last colon is the host, in brackets if it has colons itself. */
static char *
read_host (const char *text, const char *colon)
{
  if (!colon)
    return g_strdup (LOOPBACK);
  if (text[0] == '[' && colon - text > 2 && colon[-1] == ']')
    return g_strndup (text + 1, colon - text - 2);
  return g_strndup (text, colon - text);
}

static GscopeTupleAddress *
parse_port (GscopeTupleTransport transport, const char *text, GError **error)
{
  const char *rest = text + strlen (schemes[transport]);
  const char *colon = strrchr (rest, ':');
  GscopeTupleAddress *self;
  guint64 port;

  if (!g_ascii_string_to_unsigned (colon ? colon + 1 : rest, 10, 0, G_MAXUINT16, &port, NULL))
    return refuse (text, _ ("it does not end with a port from 0 to 65535"), error);
  if (colon == rest)
    return refuse (text, _ ("the host before the port is missing"), error);
  self = g_new0 (GscopeTupleAddress, 1);
  self->transport = transport;
  self->host = read_host (rest, colon);
  self->port = port;
  return self;
}

static GscopeTupleAddress *
parse_path (const char *text, GError **error)
{
  const char *path = text + strlen (schemes[GSCOPE_TUPLE_TRANSPORT_UNIX]);
  const struct sockaddr_un address = { 0 };
  GscopeTupleAddress *self;

  if (!path[0])
    return refuse (text, _ ("the path is missing"), error);
  if (strlen (path) >= sizeof address.sun_path)
    return refuse (text, _ ("the path is longer than 107 bytes"), error);
  self = g_new0 (GscopeTupleAddress, 1);
  self->transport = GSCOPE_TUPLE_TRANSPORT_UNIX;
  self->host = g_strdup (path);
  return self;
}

GscopeTupleAddress *
gscope_tuple_address_parse (const char *text, GError **error)
{
  if (g_str_has_prefix (text, schemes[GSCOPE_TUPLE_TRANSPORT_TCP]))
    return parse_port (GSCOPE_TUPLE_TRANSPORT_TCP, text, error);
  if (g_str_has_prefix (text, schemes[GSCOPE_TUPLE_TRANSPORT_UDP]))
    return parse_port (GSCOPE_TUPLE_TRANSPORT_UDP, text, error);
  if (g_str_has_prefix (text, schemes[GSCOPE_TUPLE_TRANSPORT_UNIX]))
    return parse_path (text, error);
  if (!g_str_equal (text, schemes[GSCOPE_TUPLE_TRANSPORT_STDIN]))
    return refuse (text, _ ("it does not begin with a transport"), error);

  {
    GscopeTupleAddress *self = g_new0 (GscopeTupleAddress, 1);

    self->transport = GSCOPE_TUPLE_TRANSPORT_STDIN;
    return self;
  }
}

void
gscope_tuple_address_free (GscopeTupleAddress *self)
{
  g_free (self->host);
  g_free (self);
}

gboolean
gscope_socket_address_is_local (const struct sockaddr *address)
{
  const struct sockaddr_in *v4 = (const struct sockaddr_in *) address;
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *) address;

  if (address->sa_family == AF_INET)
    return ntohl (v4->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
  if (address->sa_family == AF_INET6)
    return IN6_IS_ADDR_LOOPBACK (&v6->sin6_addr);
  return address->sa_family == AF_UNIX;
}

static int
fail (const GscopeTupleAddress *self, const char *format, const char *reason, GError **error)
{
  g_autofree char *text = gscope_tuple_address_describe (self, -1);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, format, text, reason);
  return -1;
}

static struct sockaddr_un
make_unix_address (const GscopeTupleAddress *self)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  memcpy (address.sun_path, self->host, strlen (self->host));
  return address;
}

/* Returns whether a program has a socket with this path, even if it does not listen yet. */
static gboolean
is_bound (const GscopeTupleAddress *self)
{
  g_autofree char *line_end = g_strdup_printf (" %s\n", self->host);
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/net/unix", &text, NULL, NULL) && strstr (text, line_end);
}

/* Removes the socket file of a program that has ended. */
static void
remove_stale (const GscopeTupleAddress *self)
{
  struct sockaddr_un address = make_unix_address (self);
  struct stat status;
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  if (connect (fd, (struct sockaddr *) &address, sizeof address) != 0 && errno == ECONNREFUSED
      && lstat (self->host, &status) == 0 && S_ISSOCK (status.st_mode)
      && status.st_uid == geteuid () && !is_bound (self))
    unlink (self->host);
  close (fd);
}

static int
listen_unix (const GscopeTupleAddress *self, GError **error)
{
  struct sockaddr_un address = make_unix_address (self);
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  gboolean has_file;

  if (fd < 0)
    return fail (self, _ ("%s: cannot listen: %s"), g_strerror (errno), error);
  remove_stale (self);
  /* bind() creates the file with the socket's mode: for its owner only. */
  has_file = fchmod (fd, 0600) == 0 && bind (fd, (struct sockaddr *) &address, sizeof address) == 0;
  if (!has_file || listen (fd, SOMAXCONN) != 0)
    {
      fail (self, _ ("%s: cannot listen: %s"), g_strerror (errno), error);
      if (has_file)
        unlink (self->host);
      close (fd);
      return -1;
    }
  return fd;
}

static struct addrinfo *
look_up (const GscopeTupleAddress *self, GError **error)
{
  const struct addrinfo hints = {
    .ai_flags = AI_NUMERICSERV | AI_NUMERICHOST | AI_PASSIVE,
    .ai_socktype = self->transport == GSCOPE_TUPLE_TRANSPORT_UDP ? SOCK_DGRAM : SOCK_STREAM,
  };
  g_autofree char *port = g_strdup_printf ("%u", self->port);
  struct addrinfo *found = NULL;
  int status = getaddrinfo (self->host, port, &hints, &found);

  if (status != 0)
    fail (self, _ ("%s: cannot find the host: %s"), gai_strerror (status), error);
  return found;
}

static int
listen_at (const GscopeTupleAddress *self, const struct addrinfo *info, GError **error)
{
  int fd = socket (info->ai_family, info->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int yes = 1;

  /* A restarted server can bind its port again at once. */
  if (fd >= 0 && info->ai_socktype == SOCK_STREAM)
    setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (fd < 0 || bind (fd, info->ai_addr, info->ai_addrlen) != 0
      || (info->ai_socktype == SOCK_STREAM && listen (fd, SOMAXCONN) != 0))
    {
      fail (self, _ ("%s: cannot listen: %s"), g_strerror (errno), error);
      if (fd >= 0)
        close (fd);
      return -1;
    }
  return fd;
}

int
gscope_tuple_address_listen (const GscopeTupleAddress *self, gboolean remote, GError **error)
{
  struct addrinfo *info;
  int fd;

  if (self->transport == GSCOPE_TUPLE_TRANSPORT_UNIX)
    return listen_unix (self, error);
  info = look_up (self, error);
  if (!info)
    return -1;
  if (!remote && !gscope_socket_address_is_local (info->ai_addr))
    fd = fail (self, _ ("%s: cannot listen: %s"),
               _ ("other machines can reach it; set the option “remote” to allow that"), error);
  else
    fd = listen_at (self, info, error);
  freeaddrinfo (info);
  return fd;
}

void
gscope_socket_set_patience (int fd, int seconds)
{
  const int yes = 1, count = 3, idle = seconds / 2, interval = MAX (1, seconds / 2 / count);
  const unsigned int timeout = (unsigned int) seconds * 1000;

  if (setsockopt (fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout) != 0)
    return;
  setsockopt (fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt (fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt (fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
  setsockopt (fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
}

gboolean
gscope_tuple_address_is_local (const GscopeTupleAddress *self)
{
  struct addrinfo *info;
  gboolean is_local;

  if (self->transport == GSCOPE_TUPLE_TRANSPORT_UNIX
      || self->transport == GSCOPE_TUPLE_TRANSPORT_STDIN)
    return TRUE;
  info = look_up (self, NULL);
  is_local = info && gscope_socket_address_is_local (info->ai_addr);
  if (info)
    freeaddrinfo (info);
  return is_local;
}

static guint16
get_port (const GscopeTupleAddress *self, int fd)
{
  struct sockaddr_storage address;
  socklen_t length = sizeof address;

  if (fd < 0 || getsockname (fd, (struct sockaddr *) &address, &length) != 0)
    return self->port;
  if (address.ss_family == AF_INET6)
    return ntohs (((struct sockaddr_in6 *) &address)->sin6_port);
  return ntohs (((struct sockaddr_in *) &address)->sin_port);
}

char *
gscope_tuple_address_describe (const GscopeTupleAddress *self, int fd)
{
  const char *scheme = schemes[self->transport];
  gboolean has_colons = self->host && strchr (self->host, ':');

  if (self->transport == GSCOPE_TUPLE_TRANSPORT_STDIN
      || self->transport == GSCOPE_TUPLE_TRANSPORT_UNIX)
    return g_strconcat (scheme, self->host, NULL);
  return g_strdup_printf (has_colons ? "%s[%s]:%u" : "%s%s:%u", scheme, self->host,
                          get_port (self, fd));
}

/* The option of a server. */

GPtrArray *
gscope_tuple_addresses_read (GVariant *texts, GError **error)
{
  g_autoptr (GPtrArray) addresses =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_address_free);
  gsize n;
  g_autofree const char **all = g_variant_get_strv (texts, &n);

  if (n > MAX_ADDRESSES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("listen: there are more than %d addresses"), MAX_ADDRESSES);
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    {
      GscopeTupleAddress *address = gscope_tuple_address_parse (all[i], error);

      if (!address)
        return NULL;
      g_ptr_array_add (addresses, address);
    }
  return g_steal_pointer (&addresses);
}

/* Reads the addresses as a workspace does: each option by itself, invalid ones left out. */
static GPtrArray *
find_addresses (const GscopeSourceOption *listen, GVariant *options)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (options, listen->name, NULL);
  g_autoptr (GVariant) texts = value ? gscope_source_option_read (listen, value, NULL) : NULL;

  return texts ? gscope_tuple_addresses_read (texts, NULL) : NULL;
}

/* The default addresses are reachable only from this machine. */
void
gscope_tuple_addresses_list_demands (const GscopeSourceOption *listen, GVariant *options,
                                     GPtrArray *demands)
{
  g_autoptr (GPtrArray) addresses = options ? find_addresses (listen, options) : NULL;
  gboolean remote = FALSE;

  if (!addresses || !g_variant_lookup (options, "remote", "b", &remote) || !remote)
    return;
  for (guint i = 0; i < addresses->len; i++)
    {
      const GscopeTupleAddress *address = addresses->pdata[i];
      g_autofree char *text = gscope_tuple_address_describe (address, -1);

      if (!gscope_tuple_address_is_local (address))
        g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_LISTEN, text, NULL));
    }
}
