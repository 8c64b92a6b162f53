/** The contract between Larder and whatever holds its stored responses: opaque values, no HTTP, no Reactor. */
@NullMarked
package dev.larder.cache.spi;

import org.jspecify.annotations.NullMarked;
