/** Batches of writes as a controller sees them, and what it answers. */
@NullMarked
package dev.larder.bulk;

import org.jspecify.annotations.NullMarked;
