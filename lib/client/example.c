/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-client.h>

/* Sends ten values: `example ADDRESS NAME`. It is C and C++. */

int
main (int argc, char *argv[])
{
  struct gscope_client *client = argc == 3 ? gscope_client_new (argv[1]) : NULL;
  unsigned long long dropped;

  if (!client)
    {
      fprintf (stderr, "Usage: %s ADDRESS NAME\n", argv[0]);
      return 2;
    }
  for (int i = 0; i < 10; i++)
    gscope_client_push (client, argv[2], i + 0.5);
  dropped = gscope_client_get_dropped (client);
  gscope_client_free (client);
  return dropped > 0;
}
