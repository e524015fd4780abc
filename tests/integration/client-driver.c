/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-client.h>

/* Does with a client what lines on standard input say, and answers each with a number, as
 * client-driver.py does: `client-driver ADDRESS TOKEN`. */

int
main (int argc, char *argv[])
{
  struct gscope_client *client = argc == 3 ? gscope_client_new_with_token (argv[1], argv[2]) : NULL;
  char line[1024];

  printf ("%d\n", client != NULL);
  fflush (stdout);
  while (client && fgets (line, sizeof line, stdin))
    {
      char *name = line + strlen ("push ");

      line[strcspn (line, "\n")] = '\0';
      if (strncmp (line, "push ", strlen ("push ")) == 0)
        printf ("%d\n", gscope_client_push (client, name, 0.5));
      else
        printf ("%llu\n", gscope_client_get_dropped (client));
      fflush (stdout);
    }
  if (client)
    gscope_client_free (client);
  return 0;
}
