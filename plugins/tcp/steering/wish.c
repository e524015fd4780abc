/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "steering/wish.h"

TcpWish *
tcp_wish_new (void)
{
  TcpWish *self = g_new0 (TcpWish, 1);

  self->a = 1;
  return self;
}

TcpWish *
tcp_wish_copy (const TcpWish *self)
{
  TcpWish *copy = g_memdup2 (self, sizeof *self);

  copy->choice.pattern = g_strdup (self->choice.pattern);
  return copy;
}

void
tcp_wish_free (TcpWish *self)
{
  tcp_choice_clear (&self->choice);
  g_free (self);
}

gboolean
tcp_wish_is_alike (const TcpWish *self, const TcpWish *other)
{
  return tcp_choice_equal (&self->choice, &other->choice) && self->method == other->method
         && g_str_equal (self->congestion_control, other->congestion_control);
}
