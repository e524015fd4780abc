/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "steering/limit.h"

#include "steering/gate.h"

#include <tsl/error.h>
#include <tsl/tcp/low-water.h>

struct _TcpLimit
{
  TcpMethod method;
  /* NULL if the method does not use it */
  TslLowWater *low_water;
  TcpGate *gate;
};

static gboolean
reach_socket (TcpLimit *self, const TcpSocket *socket, const TcpWish *wish, TslGuard *guard,
              GError **error)
{
  guint pid;
  int fd;

  if (!tsl_low_water_find_socket (socket->inode, &pid, &fd, error))
    return FALSE;
  /* the guard holds a copy of the socket until an update finds that its program has closed it */
  self->low_water =
      tsl_low_water_new (pid, fd, socket->cookie, wish->a, wish->b, NULL, guard, error);
  return self->low_water
         && tsl_low_water_set_congestion_control (self->low_water, wish->congestion_control, error);
}

static gboolean
begin (TcpLimit *self, const TcpSocket *socket, const TcpWish *wish, TslGuard *guard,
       GError **error)
{
  if ((wish->method == TCP_METHOD_LOW_WATER || wish->congestion_control[0])
      && !reach_socket (self, socket, wish, guard, error))
    return FALSE;
  if (wish->method == TCP_METHOD_PAGE)
    {
      self->gate = tcp_gate_new (socket->cookie, socket->inode, guard, error);
      if (!self->gate)
        return FALSE;
    }
  return tcp_limit_set (self, wish->a, wish->b, error);
}

TcpLimit *
tcp_limit_new (const TcpSocket *socket, const TcpWish *wish, TslGuard *guard, GError **error)
{
  g_autoptr (TcpLimit) self = g_new0 (TcpLimit, 1);

  self->method = wish->method;
  return begin (self, socket, wish, guard, error) ? g_steal_pointer (&self) : NULL;
}

void
tcp_limit_free (TcpLimit *self)
{
  g_clear_pointer (&self->low_water, tsl_low_water_free);
  g_clear_pointer (&self->gate, tcp_gate_free);
  g_free (self);
}

gboolean
tcp_limit_set (TcpLimit *self, double a, double b, GError **error)
{
  if (self->low_water)
    tsl_low_water_set_limit (self->low_water, a, b);
  return self->gate ? tcp_gate_ask (self->gate, a, b, error) : tcp_limit_update (self, error);
}

gboolean
tcp_limit_update (TcpLimit *self, GError **error)
{
  if (self->method == TCP_METHOD_LOW_WATER)
    return tsl_low_water_update (self->low_water, error);
  if (!self->low_water || tsl_low_water_is_there (self->low_water))
    return TRUE;
  g_set_error_literal (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                       "its program has closed the connection");
  return FALSE;
}
