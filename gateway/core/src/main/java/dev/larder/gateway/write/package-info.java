/** Unsafe requests: fences raised, forwarded, epochs bumped, fences lowered, then the response, as one exchange. */
@NullMarked
package dev.larder.gateway.write;

import org.jspecify.annotations.NullMarked;
