/** The bus of a gateway that is alone. */
@NullMarked
package dev.larder.invalidation.local;

import org.jspecify.annotations.NullMarked;
