/** Remembers applied batches in a relational database. */
@NullMarked
package dev.larder.bulk.jdbc;

import org.jspecify.annotations.NullMarked;
