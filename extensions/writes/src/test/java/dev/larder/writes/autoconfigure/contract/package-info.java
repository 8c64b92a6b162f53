/** An application's contract interface whose writes are buffered, for tests. */
@NullMarked
package dev.larder.writes.autoconfigure.contract;

import org.jspecify.annotations.NullMarked;
