/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/publish/feed.h>
#include <gscope/record/ring.h>
#include <gscope/share/server.h>

G_BEGIN_DECLS

/* Notes of writes, also of those that were refused before they reached a parameter. Values that are not known are
 * NULL. */
typedef struct
{
  /* Begins the note of a write of “group/name” by the other end. */
  gpointer (*begin) (gpointer data, const char *name, GVariant *old, GVariant *asked,
                     const char *writer);
  /* Begins the note of another write of the same parameter, also when the server has gone. */
  gpointer (*repeat) (gpointer note, GVariant *old, GVariant *asked, const char *writer);
  /* Ends a note when the write is answered, also when the server has gone. */
  void (*end) (gpointer note, GVariant *value, const GError *error);
} GscopeServerNotes;

/* The rights of the other end. A server without a policy allows everything. */
typedef struct
{
  /* The source has other users, too: to configure, start or stop it changes nothing, and it keeps its period. */
  gboolean is_shared;
  /* Who writes, in front of the writer that the other end names; NULL to take that alone. */
  const char *principal;
  gboolean (*may_write) (gpointer data, GscopeParameter *parameter, GError **error);
  /* the recordings of samples that are no longer in the traces; NULL for none */
  GscopeRecordRing *ring;
  /* who takes note of writes; NULL for nobody */
  const GscopeServerNotes *notes;
  /* Returns the name of the source for all who reach the air of the carrier, which lives as long as the source; NULL unless
   * everybody there may hear its samples. NULL for nobody. */
  const char *(*get_public_name) (gpointer data);
  /* counts of several servers; NULL for none */
  GscopeFeedFigures *figures;
  /* Asks whether the effects of a call outside of this program, GscopeDemand, may happen; NULL for no question. The
   * task, which it takes, returns a boolean, or the reason for the refusal. */
  void (*authorize) (gpointer data, GPtrArray *demands, GTask *task);
  gpointer data;
} GscopeServerPolicy;

/* Offers a source over a carrier, of which the server takes a reference. */
GscopeServer *
gscope_server_new_for_carrier (GscopeScope *scope, GscopeSource *source, GscopeCarrier *carrier,
                               const GscopeServerPolicy *policy);
/* Asks again whether samples may be broadcast. */
void gscope_server_review (GscopeServer *self);
/* Takes a message that came before the server was created. */
void gscope_server_take (GscopeServer *self, GBytes *message);

G_END_DECLS
