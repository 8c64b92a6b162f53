/** Conditional forwarding at the origin: entity tags for a service that knows none. */
@NullMarked
package dev.larder.entitytags;

import org.jspecify.annotations.NullMarked;
