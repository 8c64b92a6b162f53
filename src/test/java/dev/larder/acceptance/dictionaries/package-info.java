/** Differences from responses that the client has already (RFC 9842). */
@NullMarked
package dev.larder.acceptance.dictionaries;

import org.jspecify.annotations.NullMarked;
