/** Deltas of responses against an earlier response that the client still has (RFC 9842). */
@NullMarked
package dev.larder.dictionaries;

import org.jspecify.annotations.NullMarked;
