/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/access/rights.h>
#include <gscope/scope/scope.h>
#include <json-glib/json-glib.h>

/* The sources that an agent offers: those of its scopes. Where several have one name, the first counts. The source
 * without a name, which a scope has for signals that a program adds itself, is offered under the name of the program. */

/* Chooses the name of a scope's own source, which no source of the other scopes has. */
void gscope_offer_name_scope (GListStore *scopes, GscopeScope *scope);
/* Returns the name under which a source is offered; empty if there is none. */
const char *gscope_offer_get_name (GscopeSource *source);
/* Returns whether a source has a name and, if that is the name of the program, signals or parameters. */
gboolean gscope_offer_is_listed (GscopeSource *source);
/* Returns the full name under which a signal or a parameter of a source is offered. */
char *gscope_offer_name_signal (GscopeSource *source, GscopeSignal *signal);
char *gscope_offer_name_parameter (GscopeSource *source, GscopeParameter *parameter);
/* Finds a signal by the full name under which it is offered. */
GscopeSignal *
gscope_offer_find_signal (GscopeScope *scope, GscopeSource *source, const char *full_name);

typedef void (*GscopeOfferFunc) (GscopeScope *scope, GscopeSource *source, gpointer data);
void gscope_offer_for_each (GListStore *scopes, GscopeOfferFunc func, gpointer data);

/* Finds a source by its name, and its scope if @scope is not NULL; NULL if there is none. */
GscopeSource *gscope_offer_find (GListStore *scopes, const char *name, GscopeScope **scope);

/* Finds the source of a signal or parameter by its full name, and the scope of the source; NULL if the principal may not read
 * a source of that name, or there is none. */
GscopeSource *
gscope_offer_find_owner (GListStore *scopes, GscopeRights *rights, const GscopePrincipal *principal,
                         const char *full_name, GscopeScope **scope);

/* The right to set markers is that to write this, as if it were a parameter. */
#define GSCOPE_OFFER_MARKERS "markers"
#define GSCOPE_OFFER_PICTURE "picture"
/* Adds a note to the time axis of all scopes. */
void gscope_offer_mark (GListStore *scopes, gint64 time, const char *label, const char *detail);

/* Returns the names of the sources. */
JsonArray *gscope_offer_list_names (GListStore *scopes);
/* Describes a source: {"name", "title", "state", "status", "signals", "parameters"}. */
JsonObject *gscope_offer_describe_source (GscopeSource *source);
/* Describes the sources that somebody may read: {"sources": [...]}. The own source of a scope is left out while it is
 * empty. */
JsonObject *
gscope_offer_describe (GListStore *scopes, GscopeRights *rights, const GscopePrincipal *principal);
