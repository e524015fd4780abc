/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/fake-carrier.h"
#include "support/scripted-source.h"

#include <gscope/session/session.h>

/* The host of a session, with a scope on a test clock at 1 s, and one client at a time. The host has no rights until the
 * test allows some. Sources are of the type "scripted". */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSessionHost host;
  FakeCarrier *carrier;
  /* NULL after its end */
  GscopeSession *session;
} SessionBed;

void session_bed_set_up (SessionBed *self);
/* Sources have to be removed before. */
void session_bed_tear_down (SessionBed *self);
/* Adds a scripted source with a buffered signal "wave". Returns a reference. */
GscopeSource *session_bed_add_source (SessionBed *self, const char *name);
/* Begins a session over the carrier. Takes the principal. */
void session_bed_connect (SessionBed *self, GscopePrincipal *principal);
