/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <string.h>

/* Digits of a text, eight at a time. */

static inline guint64
gscope_digits_load (const char *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return GUINT64_FROM_LE (word) ^ G_GUINT64_CONSTANT (0x3030303030303030);
}

/* Returns the number that eight digits form, the first digit in the lowest byte, by three
 * multiplications (D. Lemire, "Quickly parsing eight digits", 2018). */
static inline guint64
gscope_digits_join (guint64 digits)
{
  const guint64 mask = G_GUINT64_CONSTANT (0x000000FF000000FF);

  digits = digits * 10 + (digits >> 8);
  return (guint32) (((digits & mask) * G_GUINT64_CONSTANT (0x000F424000000064)
                     + ((digits >> 16) & mask) * G_GUINT64_CONSTANT (0x0000271000000001))
                    >> 32);
}
