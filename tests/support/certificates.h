/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Makes a certificate and its key with openssl: FOLDER/NAME.pem and FOLDER/NAME.key. It is for the host
 * NAME.example.org, and valid for some days, or has expired if that is negative. `issuer` is the name of another
 * certificate in the folder; NULL if it is its own. */
void make_certificate (const char *folder, const char *name, const char *issuer, int days);
/* Removes a folder with its files. */
void remove_certificates (const char *folder);
/* Returns the path of a file in a folder. */
char *find_certificate (const char *folder, const char *name);
char *find_key (const char *folder, const char *name);

/* Makes this program trust nobody. Both ends of each connection read the certificates of all authorities of the system
 * otherwise, which takes longer than the handshake. */
void forget_authorities (void);
