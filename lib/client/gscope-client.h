/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sends values to Gscope from a program in C99 or C++ on POSIX. This file is all that is needed.
 *
 *   struct gscope_client *client = gscope_client_new ("tcp:127.0.0.1:17333");
 *   gscope_client_push (client, "fill level", level);
 *   gscope_client_free (client);
 *
 * The address is tcp:PORT, tcp:HOST:PORT, tcp:[HOST]:PORT or unix:PATH; the host is a number or a name,
 * which is looked up once, at the start. Nothing here waits for the network. Lines are kept in a
 * buffer of 64 KB and sent by a later push, at most every 5 ms, or by gscope_client_flush(): call it
 * where the program goes idle. Values without room are dropped and counted. A connection that is
 * lost is
 * made again by a later push, after 0.1 s at first and at most every 10 s.
 *
 * A server that has a token takes values only from gscope_client_new_with_token (address, token).
 *
 * A client belongs to one thread at a time; a program may have any number. Names are UTF-8 without
 * line breaks, of at most 255 bytes. */

#ifndef GSCOPE_CLIENT_H
#define GSCOPE_CLIENT_H

/* With -std=c99 the system's headers have to be asked for POSIX; include this file first then. */
#if defined __STRICT_ANSI__ && !defined _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define GSCOPE_CLIENT_CAPACITY 65536
#define GSCOPE_CLIENT_MAX_NAME 255
#define GSCOPE_CLIENT_MAX_TOKEN 255
#define GSCOPE_CLIENT_MSEC 1000000LL
#define GSCOPE_CLIENT_PACE (5 * GSCOPE_CLIENT_MSEC)
#define GSCOPE_CLIENT_FIRST_RETRY (100 * GSCOPE_CLIENT_MSEC)
#define GSCOPE_CLIENT_LAST_RETRY (10000 * GSCOPE_CLIENT_MSEC)

struct gscope_client
{
  struct sockaddr_storage address;
  socklen_t address_length;
  int fd;
  int is_connected;
  long long retry_at;
  long long retry;
  long long sent_at;
  unsigned long long dropped;
  /* the first line of each connection, and the number of bytes of it sent on the present one */
  char greeting[GSCOPE_CLIENT_MAX_TOKEN + sizeof "#token \n"];
  size_t greeted;
  size_t begin;
  size_t end;
  char buffer[GSCOPE_CLIENT_CAPACITY];
};

/* Returns the time of the clock for time-stamps, in nanoseconds. */
static inline long long
gscope_client_now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (long long) t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline int
gscope_client_find_unix (struct gscope_client *self, const char *path)
{
  struct sockaddr_un *address = (struct sockaddr_un *) &self->address;

  if (path[0] == '\0' || strlen (path) >= sizeof address->sun_path)
    return 0;
  address->sun_family = AF_UNIX;
  strcpy (address->sun_path, path);
  self->address_length = sizeof *address;
  return 1;
}

static inline int
gscope_client_find_tcp (struct gscope_client *self, const char *text)
{
  const char *colon = strrchr (text, ':');
  const char *port = colon ? colon + 1 : text;
  char host[256] = "127.0.0.1";
  size_t length = colon ? (size_t) (colon - text) : 0;
  struct addrinfo hints, *found;

  if (length > 1 && text[0] == '[' && text[length - 1] == ']')
    {
      text++;
      length -= 2;
    }
  if (length >= sizeof host)
    return 0;
  if (colon)
    {
      memcpy (host, text, length);
      host[length] = '\0';
    }
  memset (&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo (host, port, &hints, &found) != 0)
    return 0;
  memcpy (&self->address, found->ai_addr, found->ai_addrlen);
  self->address_length = found->ai_addrlen;
  freeaddrinfo (found);
  return 1;
}

static inline void
gscope_client_disconnect (struct gscope_client *self, long long now)
{
  const char *rest = self->buffer + self->begin;

  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  self->is_connected = 0;
  self->greeted = 0;
  self->retry_at = now + self->retry;
  self->retry =
      self->retry < GSCOPE_CLIENT_LAST_RETRY / 2 ? 2 * self->retry : GSCOPE_CLIENT_LAST_RETRY;
  /* A line of which the server has only the beginning is lost. */
  if (self->begin > 0 && self->begin < self->end && rest[-1] != '\n')
    {
      self->begin += (const char *) memchr (rest, '\n', self->end - self->begin) + 1 - rest;
      self->dropped++;
    }
}

static inline void
gscope_client_connect (struct gscope_client *self, long long now)
{
  if (self->fd < 0)
    {
      self->fd = socket (self->address.ss_family, SOCK_STREAM, 0);
      if (self->fd < 0)
        {
          gscope_client_disconnect (self, now);
          return;
        }
      fcntl (self->fd, F_SETFL, fcntl (self->fd, F_GETFL) | O_NONBLOCK);
      fcntl (self->fd, F_SETFD, FD_CLOEXEC);
    }
  /* A repeated call returns the result of the first. */
  if (connect (self->fd, (const struct sockaddr *) &self->address, self->address_length) == 0
      || errno == EISCONN)
    self->is_connected = 1;
  else if (errno != EINPROGRESS && errno != EALREADY && errno != EINTR)
    gscope_client_disconnect (self, now);
}

/* Discards the server's text, which is for users; only the end of the connection matters. */
static inline int
gscope_client_is_closed (struct gscope_client *self)
{
  char text[512];
  ssize_t n;

  do
    n = recv (self->fd, text, sizeof text, MSG_DONTWAIT);
  while (n > 0);
  return n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

/* Sends a part of a text. Returns the number of bytes that the system took; -1 if the connection is lost. */
static inline ssize_t
gscope_client_send (struct gscope_client *self, const char *text, size_t length)
{
  ssize_t n = send (self->fd, text, length, MSG_NOSIGNAL);

  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
    return 0;
  return n;
}

/* Returns whether the whole greeting was sent. */
static inline int
gscope_client_greet (struct gscope_client *self, long long now)
{
  size_t left = strlen (self->greeting) - self->greeted;
  ssize_t n = left > 0 ? gscope_client_send (self, self->greeting + self->greeted, left) : 0;

  if (n < 0)
    {
      gscope_client_disconnect (self, now);
      return 0;
    }
  self->greeted += (size_t) n;
  return (size_t) n == left;
}

/* Sends what can be sent without waiting. Returns how many bytes are left. */
static inline size_t
gscope_client_flush (struct gscope_client *self)
{
  long long now = gscope_client_now ();

  self->sent_at = now;
  if (!self->is_connected && (self->fd >= 0 || now >= self->retry_at))
    gscope_client_connect (self, now);
  if (self->is_connected && gscope_client_is_closed (self))
    gscope_client_disconnect (self, now);
  while (self->is_connected && self->begin < self->end && gscope_client_greet (self, now))
    {
      ssize_t n = gscope_client_send (self, self->buffer + self->begin, self->end - self->begin);

      if (n == 0)
        break;
      if (n < 0)
        gscope_client_disconnect (self, now);
      else
        {
          self->begin += (size_t) n;
          self->retry = GSCOPE_CLIENT_FIRST_RETRY;
        }
    }
  if (self->begin == self->end)
    self->begin = self->end = 0;
  return self->end - self->begin;
}

/* Returns a client of a server with a token, which connects by itself, or NULL if the address or the
 * token, a line of at most 255 bytes, cannot be used. */
static inline struct gscope_client *
gscope_client_new_with_token (const char *address, const char *token)
{
  struct gscope_client *self;
  int is_found;

  if (strlen (token) > GSCOPE_CLIENT_MAX_TOKEN || strpbrk (token, "\r\n"))
    return NULL;
  self = (struct gscope_client *) calloc (1, sizeof *self);
  if (!self)
    return NULL;
  if (token[0] != '\0')
    snprintf (self->greeting, sizeof self->greeting, "#token %s\n", token);
  self->fd = -1;
  self->retry = GSCOPE_CLIENT_FIRST_RETRY;
  is_found = strncmp (address, "unix:", 5) == 0  ? gscope_client_find_unix (self, address + 5)
             : strncmp (address, "tcp:", 4) == 0 ? gscope_client_find_tcp (self, address + 4)
                                                 : 0;
  if (is_found)
    {
      gscope_client_flush (self);
      return self;
    }
  free (self);
  return NULL;
}

/* Returns a client, which connects by itself, or NULL if the address cannot be used. */
static inline struct gscope_client *
gscope_client_new (const char *address)
{
  return gscope_client_new_with_token (address, "");
}

/* Writes a value with a decimal point, whatever the program's locale. */
static inline size_t
gscope_client_write_value (char *out, double value)
{
  char text[64];
  size_t length = 0;

  snprintf (text, sizeof text, "%.17g", value);
  for (const char *p = text; *p; p++)
    {
      int is_kept = (*p >= '0' && *p <= '9') || strchr ("+-einfa", *p);

      if (is_kept)
        out[length++] = *p;
      else if (length == 0 || out[length - 1] != '.')
        out[length++] = '.';
    }
  return length;
}

/* Sends a value with its time, in nanoseconds of a clock that runs evenly, the same for all that this
 * client sends. Returns 0 if it was dropped. */
static inline int
gscope_client_push_at (struct gscope_client *self, const char *name, long long time, double value)
{
  char line[64 + 64 + GSCOPE_CLIENT_MAX_NAME + 2];
  size_t name_length = strlen (name), length;
  unsigned long long size = time < 0 ? 0ULL - (unsigned long long) time : (unsigned long long) time;

  if (name_length > GSCOPE_CLIENT_MAX_NAME || strpbrk (name, "\r\n"))
    {
      self->dropped++;
      return 0;
    }
  length = (size_t) snprintf (line, 64, "%s%llu.%06llu ", time < 0 ? "-" : "", size / 1000000,
                              size % 1000000);
  length += gscope_client_write_value (line + length, value);
  line[length++] = ' ';
  memcpy (line + length, name, name_length);
  length += name_length;
  line[length++] = '\n';
  if (self->end + length > sizeof self->buffer && self->begin > 0)
    {
      memmove (self->buffer, self->buffer + self->begin, self->end - self->begin);
      self->end -= self->begin;
      self->begin = 0;
    }
  if (self->end + length > sizeof self->buffer)
    {
      self->dropped++;
      length = 0;
    }
  memcpy (self->buffer + self->end, line, length);
  self->end += length;
  if (self->end > sizeof self->buffer / 2
      || gscope_client_now () - self->sent_at >= GSCOPE_CLIENT_PACE)
    gscope_client_flush (self);
  return length > 0;
}

/* Sends a value with the present time. Returns 0 if it was dropped. */
static inline int
gscope_client_push (struct gscope_client *self, const char *name, double value)
{
  return gscope_client_push_at (self, name, gscope_client_now (), value);
}

/* Returns the number of dropped values. */
static inline unsigned long long
gscope_client_get_dropped (const struct gscope_client *self)
{
  return self->dropped;
}

/* Sends the rest of the buffer, for at most 0.2 s, and frees the client. */
static inline void
gscope_client_free (struct gscope_client *self)
{
  const struct timespec pause = { 0, (long) GSCOPE_CLIENT_MSEC };

  for (int i = 0; i < 200 && gscope_client_flush (self) > 0 && self->fd >= 0; i++)
    nanosleep (&pause, NULL);
  if (self->fd >= 0)
    close (self->fd);
  free (self);
}

#endif
