/** Tests of this package. */
@NullMarked
package dev.larder.bulk.jdbc;

import org.jspecify.annotations.NullMarked;
