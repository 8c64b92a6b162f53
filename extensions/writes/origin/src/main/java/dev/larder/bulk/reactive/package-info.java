/** Batches as parameters of Spring WebFlux controllers. */
@NullMarked
package dev.larder.bulk.reactive;

import org.jspecify.annotations.NullMarked;
