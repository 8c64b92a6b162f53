/** The engine: what RFC 9111 decides, as pure functions from values and {@code now} to verdicts. */
@NullMarked
package dev.larder.rfc9111;

import org.jspecify.annotations.NullMarked;
