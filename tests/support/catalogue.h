/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Translates a text of a gettext domain from now on; returns the directory of the catalogue. */
char *catalogue_install (const char *domain, const char *text, const char *translation);
/* Takes the directory. */
void catalogue_remove (char *directory, const char *domain);
