/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The program of figure 6.3 of Goel's dissertation, with the signals of its section 6.4.1. The
 * differences are due to GTK 4: gtk_init() takes no arguments, a scope gets its window by
 * gtk_scope_present(), the main loop is GLib's, and numbers in the place of pointers are converted.
 * The client at the other end of the socket
 * asks for 10, then for 20 elephants, and ends the program once the scope has drawn both. */

#include <gtkscope/gtkscope.h>
#include <sys/socket.h>
#include <unistd.h>

/* clang-format off */
int elephants;
GtkScopeSig elephants_sig = {
    name:  "elephants",
    signal: {type: INTEGER, {i: &elephants}},
    min:   0, max: 40 /* optional */
};

int fd; /* socket file descriptor */

struct control_info
{
  int elephants;
} control_info;

static double
get_cwnd (gpointer arg1, gpointer arg2)
{
  return GPOINTER_TO_INT (arg1) == fd ? 100 - elephants : -1;
}

static gboolean
read_program (GIOChannel *channel, GIOCondition condition, gpointer data)
{
  if (read (fd, &control_info, sizeof control_info) != sizeof control_info)
    return FALSE;
  if (elephants != control_info.elephants)
    {
      /* change signal value */
      elephants = control_info.elephants;
    }
  return TRUE;
}

typedef struct
{
  GtkScope *scope;
  GMainLoop *loop;
  int fd;
  int asked;
  guint n_frames;
} Client;

static void
ask (Client *client, int n)
{
  struct control_info wanted = { n };

  client->asked = n;
  client->n_frames = 0;
  g_assert_cmpint (write (client->fd, &wanted, sizeof wanted), ==, sizeof wanted);
}

static double
get_latest (GtkScope *scope, const char *name)
{
  GscopeSample sample = { 0, -1 };

  gscope_signal_get_latest (gtk_scope_signal_find (scope, name), &sample);
  return sample.value;
}

/* After each frame: what was asked for has been seen and drawn a few times. The function is called after the word was
 * read, by another thread. */
static void
on_painted (GdkFrameClock *frames, Client *client)
{
  if (get_latest (client->scope, "elephants") != client->asked
      || get_latest (client->scope, "Cwnd") != 100 - client->asked || client->n_frames++ < 3)
    return;
  if (client->asked == 10)
    ask (client, 20);
  else
    g_main_loop_quit (client->loop);
}

int
main (void)
{
  int ends[2];
  const char *name = "figure 6.3";
  int width = 600, height = 300;
  GtkScope *scope;
  GtkWindow *window;
  Client client = { .loop = g_main_loop_new (NULL, FALSE) };

  g_assert_no_errno (socketpair (AF_UNIX, SOCK_SEQPACKET, 0, ends));
  fd = ends[0];
  GtkScopeSig cwnd_sig = {
      name: "Cwnd",
      signal: {type: FUNC, {fn: {get_cwnd, GINT_TO_POINTER (fd)}}},
  };

  gtk_init ();
  scope = gtk_scope_new(name, width, height);
  /* sig defined in Section 6.4.1 */
  gtk_scope_signal_new(scope, elephants_sig);
  gtk_scope_signal_new(scope, cwnd_sig);
  /* sampling period is 50 ms */
  gtk_scope_set_polling_mode(scope, 50);
  /* set polling to start state */
  gtk_scope_start_polling(scope);
  window = gtk_scope_present (scope);
  /* register read_program with I/O loop */
  g_io_add_watch(g_io_channel_unix_new (fd), G_IO_IN, read_program, NULL);

  client.scope = scope;
  client.fd = ends[1];
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                    G_CALLBACK (on_painted), &client);
  ask (&client, 10);
  /* main loop: calls read_program when fd
     has input data */
  g_main_loop_run (client.loop);
  gtk_window_destroy (window);
  return 0;
}
/* clang-format on */
