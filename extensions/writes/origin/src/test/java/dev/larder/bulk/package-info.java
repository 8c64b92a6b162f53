/** Tests of this package. */
@NullMarked
package dev.larder.bulk;

import org.jspecify.annotations.NullMarked;
