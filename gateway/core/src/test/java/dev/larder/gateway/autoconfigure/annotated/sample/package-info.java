/** An application's contract interface, for tests. */
@NullMarked
package dev.larder.gateway.autoconfigure.annotated.sample;

import org.jspecify.annotations.NullMarked;
