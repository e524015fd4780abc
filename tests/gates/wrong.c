/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes the error that its argument names, for the tool that must find it. */

static int shared;

static void *
count (void *data)
{
  for (int i = 0; i < 1000; i++)
    shared++;
  return data;
}

static int
make_address_error (volatile int size)
{
  char *block = malloc (size);
  int byte = block[size];

  free (block);
  return byte;
}

static int
make_leak (volatile int size)
{
  char *volatile block = malloc (size);

  block[0] = 'x';
  block = NULL;
  return 0;
}

static int
make_undefined_error (volatile int size)
{
  int sum = INT_MAX - 4;

  sum += size;
  return sum;
}

static int
make_thread_error (volatile int size)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, count, NULL) != 0)
      abort ();
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return shared < size;
}

static int
make_memory_error (volatile int size)
{
  int *block = malloc (size * sizeof *block);
  int is_set = block[size - 1] > 0;

  if (is_set)
    puts ("set");
  free (block);
  return 0;
}

static const struct
{
  const char *name;
  int (*make) (volatile int size);
} errors[] = {
  { "address", make_address_error },     { "leak", make_leak },
  { "undefined", make_undefined_error }, { "thread", make_thread_error },
  { "memory", make_memory_error },
};

int
main (int argc, char *argv[])
{
  for (size_t i = 0; argc == 2 && i < sizeof errors / sizeof errors[0]; i++)
    if (strcmp (argv[1], errors[i].name) == 0)
      return errors[i].make (8) == INT_MAX;
  fprintf (stderr, "usage: %s address|leak|undefined|thread|memory\n", argv[0]);
  return 2;
}
