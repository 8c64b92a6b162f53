/** An application's contract interface whose writes are buffered, for tests. */
@NullMarked
package dev.larder.gateway.autoconfigure.annotated.buffered;

import org.jspecify.annotations.NullMarked;
