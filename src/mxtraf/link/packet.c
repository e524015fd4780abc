/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/packet.h"

#include <netinet/in.h>

/* The ECN field, of two bits (RFC 3168, section 5). */
enum
{
  NOT_ECT = 0,
  CE = 3,
};

static guint16
read_word (const guint8 *data)
{
  return (guint16) (data[0] << 8 | data[1]);
}

static void
write_word (guint8 *data, guint16 word)
{
  data[0] = word >> 8;
  data[1] = word & 0xff;
}

static guint
get_ecn (const guint8 *data, gsize length)
{
  if (length >= 20 && data[0] >> 4 == 4)
    return data[1] & CE;
  if (length >= 40 && data[0] >> 4 == 6)
    return data[1] >> 4 & CE;
  return NOT_ECT;
}

gboolean
mxtraf_packet_is_ect (const guint8 *data, gsize length)
{
  return get_ecn (data, length) != NOT_ECT;
}

gboolean
mxtraf_packet_is_marked (const guint8 *data, gsize length)
{
  return get_ecn (data, length) == CE;
}

gboolean
mxtraf_packet_has_data_from (const guint8 *data, gsize length, guint16 port)
{
  gsize ip = length >= 20 && data[0] >> 4 == 4 ? (data[0] & 0xf) * 4 : 0;

  if (ip < 20 || length < ip + 20 || data[9] != IPPROTO_TCP || read_word (data + ip) != port)
    return FALSE;
  return length > ip + (data[ip + 12] >> 4) * 4;
}

/* Updates the header checksum incrementally for the changed word: HC' = ~(~HC + ~m + m') (RFC
 * 1624). */
static void
mark_ipv4 (guint8 *data)
{
  guint32 sum = (guint16) ~read_word (data + 10) + (guint16) ~read_word (data);

  data[1] |= CE;
  sum += read_word (data);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  write_word (data + 10, (guint16) ~sum);
}

void
mxtraf_packet_mark (guint8 *data)
{
  if (data[0] >> 4 == 4)
    mark_ipv4 (data);
  else
    data[1] |= CE << 4;
}
