/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Consent to what a workspace does to others: steer programs, run at real-time priority, listen for
 * other machines, open files. Ready-made workspaces need none, nor does a document that this user has
 * saved with this application or consented to before: its SHA-256 is remembered, so that a document
 * that somebody has changed is another one. */

typedef enum
{
  /* opens a document that needs no consent, and is an error for others */
  APP_CONSENT_REMEMBERED,
  APP_CONSENT_GIVEN,
  /* opens any document without what needs consent */
  APP_CONSENT_DECLINED,
} AppConsent;

/* Reads a workspace. The error for consent that is missing is GSCOPE_ERROR_PRIVILEGE. */
GscopeWorkspace *
app_consent_read (GFile *file, GscopeRegistry *registry, AppConsent consent, GError **error);
/* Lists what a file needs consent for, as sentences, with its digest; NULL if it needs none, or is no
 * workspace. */
GStrv app_consent_list (GFile *file, GscopeRegistry *registry, char **digest);
/* Remembers a document, by its digest or its text. */
void app_consent_remember (const char *digest);
void app_consent_remember_text (const char *text);
