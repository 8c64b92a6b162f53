/** The engine: decisions of RFC 9111 as pure functions from values and {@code now} to verdicts. */
@NullMarked
package dev.larder.rfc9111;

import org.jspecify.annotations.NullMarked;
