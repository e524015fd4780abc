// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

#include "fast-float.h"

#include <cstring>
#include <fast_float/fast_float.h>

namespace
{
constexpr unsigned n_slots = 64;

struct Slot
{
  const char *name;
  size_t length;
  unsigned id;
};

unsigned
get_slot (const char *name, size_t length)
{
  return (length * 31 ^ (unsigned char) name[0] * 131 ^ (unsigned char) name[length - 1] * 17
          ^ (unsigned char) name[length / 2] * 7)
         % n_slots;
}

unsigned
find (const Slot *slots, const char *name, size_t length)
{
  unsigned slot = get_slot (name, length);

  while (slots[slot].length != length || memcmp (slots[slot].name, name, length) != 0)
    slot = (slot + 1) % n_slots;
  return slots[slot].id;
}
}

size_t
fast_float_read (const char *text, size_t length, const char *const *names, unsigned n_names,
                 FastFloatTuple *tuples, size_t n_tuples)
{
  Slot slots[n_slots] = {};
  const char *p = text, *end = text + length;
  size_t n = 0;

  for (unsigned i = 0; i < n_names; i++)
    {
      unsigned slot = get_slot (names[i], strlen (names[i]));

      while (slots[slot].name)
        slot = (slot + 1) % n_slots;
      slots[slot] = { names[i], strlen (names[i]), i };
    }
  for (; p < end; n++)
    {
      FastFloatTuple *tuple = &tuples[n % n_tuples];
      const char *name = fast_float::from_chars (p, end, tuple->time).ptr + 1;

      name = fast_float::from_chars (name, end, tuple->value).ptr + 1;
      p = name;
      while (*p != '\n')
        p++;
      tuple->name = find (slots, name, p - name);
      p++;
    }
  return n;
}
