/** Tests of this package. */
@NullMarked
package dev.larder.bulk.servlet;

import org.jspecify.annotations.NullMarked;
