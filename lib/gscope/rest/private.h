/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/rest/events.h>
#include <gscope/rest/rest.h>
#include <gscope/session/offer.h>
#include <json-glib/json-glib.h>

/* A request to one of the resources. A function that answers later keeps a reference to the message. */
typedef struct
{
  const GscopeSessionHost *agent;
  GscopeHttp *http;
  GscopeRestEvents *events;
  SoupServerMessage *message;
  const GscopePrincipal *principal;
  /* the rest of the path: the full name of a parameter */
  const char *name;
  /* the number of this run of the agent, a part of the tags of revisions */
  guint32 run;
} GscopeRequest;

typedef void (*GscopeRestFunc) (GscopeRequest *request);

enum
{
  GSCOPE_REST_MAX_BODY = 64 * 1024,
  /* Most items of a list in one answer. */
  GSCOPE_REST_MAX_ITEMS = 1000,
};

/* Answers. A JSON object is freed. */
void gscope_request_answer_json (GscopeRequest *self, guint status, JsonObject *object);
void gscope_request_answer_text (GscopeRequest *self, const char *type, char *text, gsize size);
/* Refuses with the status of the error's code, or with another one that is not 0. */
void gscope_request_refuse (GscopeRequest *self, guint status, const GError *error);

/* Parameters of the query. Absent ones leave the number alone. */
gboolean gscope_request_get_integer (GscopeRequest *self, const char *name, gint64 min, gint64 max,
                                     gint64 *number, GError **error);
/* Returns all values of a parameter. */
GStrv gscope_request_get_texts (GscopeRequest *self, const char *name);
char *gscope_request_get_text (GscopeRequest *self, const char *name);
/* Reads the body. */
JsonObject *gscope_request_read_json (GscopeRequest *self, GError **error);
/* Returns the media type of those offered that the client likes best. */
const char *gscope_request_choose_type (GscopeRequest *self, const char *const *types);

gboolean gscope_request_may_read (GscopeRequest *self, GscopeSource *source);
/* Calls a function for each source that has a name and that the client may read. */
void gscope_request_for_each_source (GscopeRequest *self, GscopeOfferFunc func, gpointer data);
/* Reads samples that wait into the traces. */
void gscope_request_drain (GscopeRequest *self);

/* Describes a parameter as its resource does. */
JsonObject *gscope_request_describe_parameter (GscopeRequest *self, GscopeSource *source,
                                               GscopeParameter *parameter);

/* The resources. */
void gscope_rest_get_sources (GscopeRequest *request);
void gscope_rest_get_signals (GscopeRequest *request);
void gscope_rest_get_parameters (GscopeRequest *request);
void gscope_rest_get_parameter (GscopeRequest *request);
void gscope_rest_put_parameter (GscopeRequest *request);
void gscope_rest_get_markers (GscopeRequest *request);
void gscope_rest_post_marker (GscopeRequest *request);
void gscope_rest_get_query (GscopeRequest *request);
void gscope_rest_get_health (GscopeRequest *request);
void gscope_rest_get_events (GscopeRequest *request);
void gscope_rest_get_openapi (GscopeRequest *request);
void gscope_rest_get_metrics (GscopeRequest *request);
