/** Conditional requests on behalf of the origin: entity tags for a service that has none. */
@NullMarked
package dev.larder.entitytags;

import org.jspecify.annotations.NullMarked;
