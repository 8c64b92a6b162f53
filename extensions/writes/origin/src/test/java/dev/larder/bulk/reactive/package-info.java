/** Tests of this package. */
@NullMarked
package dev.larder.bulk.reactive;

import org.jspecify.annotations.NullMarked;
