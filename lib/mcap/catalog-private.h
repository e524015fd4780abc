/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/record-private.h>

/* The schemas and channels of a file, by their numbers. Of several with one number, the first is kept. */
typedef struct _McapCatalog McapCatalog;

McapCatalog *mcap_catalog_new (void);
void mcap_catalog_free (McapCatalog *self);

/* Copies a schema; its number is set. NULL if all numbers are taken. */
const McapSchema *mcap_catalog_add_schema (McapCatalog *self, const char *name,
                                           const char *encoding, gconstpointer data, gsize size);
/* The same of a channel. */
const McapChannel *
mcap_catalog_add_channel (McapCatalog *self, const McapSchema *schema, const char *topic,
                          const char *encoding, const char *const *metadata);

/* Reads the contents of a record. FALSE if they are damaged or exceed the limit of a catalog. */
gboolean mcap_catalog_read_schema (McapCatalog *self, McapFields fields);
gboolean mcap_catalog_read_channel (McapCatalog *self, McapFields fields);
/* Gives each channel that was read its schema. */
void mcap_catalog_resolve (McapCatalog *self);

/* NULL if there is none. */
const McapChannel *mcap_catalog_find_channel (const McapCatalog *self, guint id);
/* In the order in which they came. */
const GPtrArray *mcap_catalog_get_schemas (const McapCatalog *self);
const GPtrArray *mcap_catalog_get_channels (const McapCatalog *self);

/* Appends a record. */
void mcap_put_schema (GByteArray *to, const McapSchema *schema);
void mcap_put_channel (GByteArray *to, const McapChannel *channel);
