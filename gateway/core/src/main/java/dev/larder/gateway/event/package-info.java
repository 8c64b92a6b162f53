/** Events of the cache for listeners; independent of extensions. */
@NullMarked
package dev.larder.gateway.event;

import org.jspecify.annotations.NullMarked;
