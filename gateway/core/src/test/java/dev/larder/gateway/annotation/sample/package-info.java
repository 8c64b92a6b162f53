/** An application's contract interface, for tests. */
@NullMarked
package dev.larder.gateway.annotation.sample;

import org.jspecify.annotations.NullMarked;
