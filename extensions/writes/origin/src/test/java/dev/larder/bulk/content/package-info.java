/** Tests of this package. */
@NullMarked
package dev.larder.bulk.content;

import org.jspecify.annotations.NullMarked;
