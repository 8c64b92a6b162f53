/** Remembers in a relational database which batches have been applied. */
@NullMarked
package dev.larder.bulk.jdbc;

import org.jspecify.annotations.NullMarked;
