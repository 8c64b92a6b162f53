/** Reads the content of a batch: a JSON array, JSON lines, or whole requests. */
@NullMarked
package dev.larder.bulk.content;

import org.jspecify.annotations.NullMarked;
