/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/message.h"

#include "diag/delay.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <math.h>
#include <net/if.h>
#include <string.h>

#define EXTENSION(attribute) (1 << ((attribute) -1))

static void
write_head (guint8 *request, gsize length, guint32 sequence, guint16 flags,
            const struct inet_diag_req_v2 *body)
{
  struct nlmsghdr header = {
    .nlmsg_len = length,
    .nlmsg_type = SOCK_DIAG_BY_FAMILY,
    .nlmsg_flags = NLM_F_REQUEST | flags,
    .nlmsg_seq = sequence,
  };

  memcpy (request, &header, sizeof header);
  memcpy (request + NLMSG_HDRLEN, body, sizeof *body);
}

gsize
tcp_message_write_list (guint8 *request, guint32 sequence, int family, guint32 states,
                        const guint8 *bytecode, gsize n_bytecode)
{
  struct inet_diag_req_v2 body = {
    .sdiag_family = family,
    .sdiag_protocol = IPPROTO_TCP,
    .idiag_ext = EXTENSION (INET_DIAG_INFO) | EXTENSION (INET_DIAG_CONG),
    .idiag_states = states,
  };
  struct rtattr attribute = { RTA_LENGTH (n_bytecode), INET_DIAG_REQ_BYTECODE };
  gsize length = NLMSG_LENGTH (sizeof body);

  if (n_bytecode > 0)
    {
      memcpy (request + length, &attribute, sizeof attribute);
      memcpy (request + length + RTA_LENGTH (0), bytecode, n_bytecode);
      length += RTA_SPACE (n_bytecode);
    }
  write_head (request, length, sequence, NLM_F_DUMP, &body);
  return length;
}

gsize
tcp_message_write_lookup (guint8 *request, guint32 sequence, int family,
                          const struct inet_diag_sockid *id)
{
  struct inet_diag_req_v2 body = {
    .sdiag_family = family,
    .sdiag_protocol = IPPROTO_TCP,
    .idiag_ext = EXTENSION (INET_DIAG_INFO) | EXTENSION (INET_DIAG_SKMEMINFO),
    .idiag_states = G_MAXUINT32,
    .id = *id,
  };
  gsize length = NLMSG_LENGTH (sizeof body);

  write_head (request, length, sequence, 0, &body);
  return length;
}

/* An older kernel has a shorter structure; the missing members are 0. */
static void
take_info (TcpSocket *socket, const guint8 *payload, gsize length)
{
  struct tcp_info info = { 0 };

  memcpy (&info, payload, MIN (length, sizeof info));
  socket->has_info = TRUE;
  socket->acked = info.tcpi_bytes_acked;
  socket->received = info.tcpi_bytes_received;
  /* of sent bytes, because acknowledged bytes include SYN */
  socket->written = info.tcpi_bytes_sent - info.tcpi_bytes_retrans + info.tcpi_notsent_bytes;
  socket->mss = info.tcpi_snd_mss;
  socket->min_rtt = 1e-6 * info.tcpi_min_rtt;
}

static void
take_attribute (TcpSocket *socket, guint16 type, const guint8 *payload, gsize length)
{
  for (guint i = 0; i < TCP_N_METRICS; i++)
    if (tcp_metric_get_info (i)->attribute == type)
      socket->values[i] = tcp_metric_read (i, payload, length);

  if (type == INET_DIAG_INFO)
    take_info (socket, payload, length);
  else if (type == INET_DIAG_CONG)
    {
      gsize n = strnlen ((const char *) payload, MIN (length, TCP_ALGORITHM_SIZE - 1));

      /* the name of a kernel module; ignored if it is not valid UTF-8 */
      if (g_utf8_validate ((const char *) payload, n, NULL))
        memcpy (socket->algorithm, payload, n);
    }
}

static gboolean
take_attributes (TcpSocket *socket, const guint8 *data, gsize left)
{
  while (left >= sizeof (struct rtattr))
    {
      struct rtattr attribute;
      gsize step;

      memcpy (&attribute, data, sizeof attribute);
      if (attribute.rta_len < RTA_LENGTH (0) || attribute.rta_len > left)
        return FALSE;
      take_attribute (socket, attribute.rta_type, data + RTA_LENGTH (0),
                      attribute.rta_len - RTA_LENGTH (0));
      step = MIN (RTA_ALIGN (attribute.rta_len), left);
      data += step;
      left -= step;
    }
  return TRUE;
}

static gboolean
read_socket (TcpSocket *socket, const guint8 *payload, gsize length)
{
  struct inet_diag_msg message;

  if (length < sizeof message)
    return FALSE;
  memcpy (&message, payload, sizeof message);
  if (message.idiag_family != AF_INET && message.idiag_family != AF_INET6)
    return FALSE;
  *socket = (TcpSocket){
    .cookie = message.id.idiag_cookie[0] | (guint64) message.id.idiag_cookie[1] << 32,
    .id = message.id,
    .family = message.idiag_family,
    .state = message.idiag_state,
    .inode = message.idiag_inode,
    .n_unread = message.idiag_rqueue,
  };
  for (guint i = 0; i < TCP_N_METRICS; i++)
    socket->values[i] = NAN;
  if (!take_attributes (socket, payload + sizeof message, length - sizeof message))
    return FALSE;
  tcp_delay_derive (socket);
  return TRUE;
}

/* The end of a list and an error both contain 0 or a negative code of errno.h. */
static void
take_end (TcpReply *reply, const guint8 *payload, gsize length)
{
  gint32 error = 0;

  if (length >= sizeof error)
    memcpy (&error, payload, sizeof error);
  reply->is_done = TRUE;
  reply->error = error < 0 && error > -4096 ? -error : 0;
}

static void
take_message (TcpReply *reply, const struct nlmsghdr *header, const guint8 *payload,
              TcpSocketFunc func, gpointer user_data)
{
  gsize length = header->nlmsg_len - NLMSG_HDRLEN;
  TcpSocket socket;

  if (header->nlmsg_flags & NLM_F_DUMP_INTR)
    reply->is_interrupted = TRUE;
  switch (header->nlmsg_type)
    {
    case NLMSG_NOOP:
      return;
    case NLMSG_OVERRUN:
      reply->is_interrupted = TRUE;
      return;
    case NLMSG_DONE:
    case NLMSG_ERROR:
      take_end (reply, payload, length);
      return;
    case SOCK_DIAG_BY_FAMILY:
      if (read_socket (&socket, payload, length))
        {
          func (&socket, user_data);
          return;
        }
    }
  reply->n_malformed++;
}

void
tcp_message_parse (TcpReply *reply, const guint8 *data, gsize length, TcpSocketFunc func,
                   gpointer user_data)
{
  while (length > 0 && !reply->is_done)
    {
      struct nlmsghdr header;
      gsize step;

      if (length < NLMSG_HDRLEN)
        {
          reply->n_malformed++;
          return;
        }
      memcpy (&header, data, sizeof header);
      if (header.nlmsg_len < NLMSG_HDRLEN || header.nlmsg_len > length)
        {
          reply->n_malformed++;
          return;
        }
      /* other messages are late answers to an abandoned request */
      if (header.nlmsg_seq == reply->sequence && header.nlmsg_pid == reply->port)
        take_message (reply, &header, data + NLMSG_HDRLEN, func, user_data);
      step = MIN (NLMSG_ALIGN ((gsize) header.nlmsg_len), length);
      data += step;
      length -= step;
    }
}

static void
append_end (GString *name, guint8 family, const __be32 *address, __be16 port, guint32 device)
{
  char text[INET6_ADDRSTRLEN] = "";
  char interface[IF_NAMESIZE];
  gboolean is_mapped =
      family == AF_INET6 && IN6_IS_ADDR_V4MAPPED ((const struct in6_addr *) address);
  gboolean is_v6 = family == AF_INET6 && !is_mapped;

  inet_ntop (is_v6 ? AF_INET6 : AF_INET, is_mapped ? address + 3 : address, text, sizeof text);
  g_string_append_printf (name, is_v6 ? "[%s" : "%s", text);
  if (device && if_indextoname (device, interface) && g_utf8_validate (interface, -1, NULL))
    g_string_append_printf (name, "%%%s", interface);
  g_string_append_printf (name, is_v6 ? "]:%u" : ":%u", g_ntohs (port));
}

char *
tcp_socket_dup_name (const TcpSocket *self)
{
  GString *name = g_string_new (NULL);

  append_end (name, self->family, self->id.idiag_src, self->id.idiag_sport, self->id.idiag_if);
  g_string_append (name, " > ");
  append_end (name, self->family, self->id.idiag_dst, self->id.idiag_dport, 0);
  return g_string_free (name, FALSE);
}
