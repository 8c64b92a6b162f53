/** The bus of a standalone gateway. */
@NullMarked
package dev.larder.invalidation.local;

import org.jspecify.annotations.NullMarked;
