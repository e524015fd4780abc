/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/filter.h"

#include <arpa/inet.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/inet_diag.h>
#include <string.h>

enum
{
  /* States of sockets in the kernel's include/net/tcp_states.h. */
  STATE_SYN_SENT = 2,
  STATE_SYN_RECV = 3,
  MAX_OPERATIONS = 16,
};

/* States of sockets that are flows: all except CLOSE, LISTEN, NEW_SYN_RECV, and
 * TIME_WAIT, which has no numbers. */
#define FLOWS 0x0b3e

const char *const tcp_state_nicks[] = {
  "any",        "established", "syn-sent", "syn-recv", "fin-wait-1",
  "fin-wait-2", "close-wait",  "last-ack", "closing",  NULL,
};
const char *const tcp_state_titles[] = {
  N_ ("any"),        N_ ("established"), N_ ("SYN sent"), N_ ("SYN received"), N_ ("FIN wait 1"),
  N_ ("FIN wait 2"), N_ ("close wait"),  N_ ("last ACK"), N_ ("closing"),      NULL,
};
static const guint32 state_masks[] = { FLOWS,  1 << 1, 1 << 2, 1 << 3, 1 << 4,
                                       1 << 5, 1 << 8, 1 << 9, 1 << 11 };

void
tcp_filter_init (TcpFilter *self)
{
  *self = (TcpFilter){ .last_port = G_MAXUINT16, .states = FLOWS };
}

gboolean
tcp_state_is_connecting (guint8 state)
{
  return state == STATE_SYN_SENT || state == STATE_SYN_RECV;
}

gboolean
tcp_filter_set_state (TcpFilter *self, const char *nick, GError **error)
{
  for (guint i = 0; tcp_state_nicks[i]; i++)
    if (g_str_equal (tcp_state_nicks[i], nick))
      {
        self->states = state_masks[i];
        return TRUE;
      }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("“%s” is not a state of a flow"),
               nick);
  return FALSE;
}

gboolean
tcp_port_parse (const char *text, guint16 *port, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT16, &number, NULL))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” is not a port; write a number from 1 to 65535"), text);
      return FALSE;
    }
  *port = number;
  return TRUE;
}

char *
tcp_filter_set_ports (TcpFilter *self, const char *text, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_auto (GStrv) ends = g_strsplit (trimmed, "-", 2);
  guint16 first = 0, last = G_MAXUINT16;

  if (ends[0]
      && (!tcp_port_parse (g_strstrip (ends[0]), &first, NULL)
          || !tcp_port_parse (g_strstrip (ends[1] ? ends[1] : ends[0]), &last, NULL)
          || first > last))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” is neither a port nor a range; write numbers from 1 to 65535, such as "
                      "5201 or 8000-8099"),
                   trimmed);
      return NULL;
    }
  self->first_port = first;
  self->last_port = last;
  if (!ends[0])
    return g_strdup ("");
  return first == last ? g_strdup_printf ("%u", first) : g_strdup_printf ("%u-%u", first, last);
}

static void
clear_host_bits (guint8 *address, guint prefix)
{
  for (guint bit = prefix; bit < 128; bit++)
    address[bit / 8] &= ~(0x80 >> (bit % 8));
}

static gboolean
parse_address (TcpFilter *self, const char *text, const char *prefix_text)
{
  guint8 address[16] = { 0 };
  guint64 prefix;
  int family = strchr (text, ':') ? AF_INET6 : AF_INET;
  guint n_bits = family == AF_INET ? 32 : 128;

  if (inet_pton (family, text, address) != 1)
    return FALSE;
  prefix = n_bits;
  if (prefix_text && !g_ascii_string_to_unsigned (prefix_text, 10, 0, n_bits, &prefix, NULL))
    return FALSE;
  clear_host_bits (address, prefix);
  self->family = family;
  self->prefix = prefix;
  memcpy (self->address, address, sizeof address);
  return TRUE;
}

char *
tcp_filter_set_address (TcpFilter *self, const char *text, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_auto (GStrv) parts = g_strsplit (trimmed, "/", 2);
  char address[INET6_ADDRSTRLEN];

  if (!trimmed[0])
    {
      self->family = AF_UNSPEC;
      return g_strdup ("");
    }
  if (!parse_address (self, parts[0], parts[1]))
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          _ ("“%s” is not an address; write an address such as 10.0.0.0/8, 192.0.2.1 or fe80::/10"),
          trimmed);
      return NULL;
    }
  inet_ntop (self->family, self->address, address, sizeof address);
  if (!parts[1])
    return g_strdup (address);
  return g_strdup_printf ("%s/%u", address, self->prefix);
}

/* The kernel starts at the first operation. If its condition holds, it advances by "yes" bytes,
 * otherwise by "no" bytes. A socket is accepted exactly at the end, and refused beyond the end. The
 * kernel requires that the chain of all "yes" leads to the end, so jumps use "no"; JMP always takes
 * its "no". */

#define REFUSE_OPERATION 0xff

typedef struct
{
  guint8 code;
  guint8 length;
  /* number of operations to skip, or REFUSE_OPERATION */
  guint8 no;
  guint8 data[28];
} Operation;

typedef struct
{
  Operation operations[MAX_OPERATIONS];
  guint n;
} Program;

static void
add_port (Program *program, guint8 code, guint16 port, guint8 no)
{
  Operation *operation = &program->operations[program->n++];
  struct inet_diag_bc_op argument = { .no = port };

  *operation = (Operation){ .code = code, .length = 2 * sizeof argument, .no = no };
  memcpy (operation->data, &argument, sizeof argument);
}

static void
add_jump (Program *program, guint8 no)
{
  program->operations[program->n++] = (Operation){
    .code = INET_DIAG_BC_JMP,
    .length = sizeof (struct inet_diag_bc_op),
    .no = no,
  };
}

static void
add_host (Program *program, guint8 code, const TcpFilter *filter, guint8 no)
{
  Operation *operation = &program->operations[program->n++];
  struct inet_diag_hostcond condition = { filter->family, filter->prefix, -1 };
  gsize n = filter->family == AF_INET ? 4 : 16;

  *operation = (Operation){
    .code = code,
    .length = sizeof (struct inet_diag_bc_op) + sizeof condition + n,
    .no = no,
  };
  memcpy (operation->data, &condition, sizeof condition);
  memcpy (operation->data + sizeof condition, filter->address, n);
}

static guint16
measure (const Program *program, guint begin, guint end)
{
  guint16 length = 0;

  for (guint i = begin; i < end; i++)
    length += program->operations[i].length;
  return length;
}

static gsize
write_program (const Program *program, guint8 *bytecode)
{
  gsize length = 0;

  for (guint i = 0; i < program->n; i++)
    {
      const Operation *operation = &program->operations[i];
      struct inet_diag_bc_op head = { operation->code, operation->length, 0 };

      head.no = operation->no == REFUSE_OPERATION ? measure (program, i, program->n) + sizeof head
                                                  : measure (program, i, i + operation->no);
      memcpy (bytecode + length, &head, sizeof head);
      memcpy (bytecode + length + sizeof head, operation->data, operation->length - sizeof head);
      length += operation->length;
    }
  return length;
}

gsize
tcp_filter_write (const TcpFilter *self, guint8 *bytecode)
{
  Program program = { .n = 0 };

  if (self->first_port > 0)
    {
      add_port (&program, INET_DIAG_BC_S_GE, self->first_port, 3);
      add_port (&program, INET_DIAG_BC_S_LE, self->last_port, 2);
      add_jump (&program, 3);
      add_port (&program, INET_DIAG_BC_D_GE, self->first_port, REFUSE_OPERATION);
      add_port (&program, INET_DIAG_BC_D_LE, self->last_port, REFUSE_OPERATION);
    }
  if (self->family != AF_UNSPEC)
    {
      add_host (&program, INET_DIAG_BC_S_COND, self, 2);
      add_jump (&program, 2);
      add_host (&program, INET_DIAG_BC_D_COND, self, REFUSE_OPERATION);
    }
  return write_program (&program, bytecode);
}
