/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Requests to a server of HTTP. Answers are bounded; large ones are read on a thread. Redirections are not followed, because
 * an address that a user has entered is the one that is asked. Main context. */
typedef struct _WebClient WebClient;
typedef struct _WebRequest WebRequest;

/* A kind of requests. */
typedef struct
{
  /* Reads the answer, on any thread. Returns a structure; NULL with an error, which may be the server's own message. */
  gpointer (*read) (guint status, const char *text, gsize size, GError **error);
  GDestroyNotify free;
  /* Takes the answer, which stays with the caller, or else the error. */
  void (*take) (gpointer answer, const GError *error, gpointer data);
} WebKind;

/* Checks an address such as “http://localhost:9090”, to which the paths of requests are added. */
gboolean web_address_check (const char *address, GError **error);

/* The address was checked. */
WebClient *web_client_new (const char *address);
/* Gives up all requests. */
void web_client_free (WebClient *self);
const char *web_client_get_address (WebClient *self);

/* Sends a request: by GET, or by POST if there is a form, which is encoded as in an URL. A target is a path with its query. The
 * request is valid until its answer is taken. */
WebRequest *web_client_send (WebClient *self, const char *target, const char *form,
                             const WebKind *kind, gpointer data);
/* Gives up a request: its answer is not taken. */
void web_request_cancel (WebRequest *self);

/* Appends “NAME=VALUE” to a form, or to a target that has a query or ends with “?”. */
void web_form_add (GString *form, const char *name, const char *value);

/* Sets the error of an answer that is none of the program that was expected there. */
void web_set_status_error (guint status, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WebClient, web_client_free)
