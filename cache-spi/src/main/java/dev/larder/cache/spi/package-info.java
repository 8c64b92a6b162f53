/** The contract between Larder and the stores of its responses: opaque values, no HTTP, no Reactor. */
@NullMarked
package dev.larder.cache.spi;

import org.jspecify.annotations.NullMarked;
