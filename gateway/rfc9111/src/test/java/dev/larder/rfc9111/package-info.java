/** The obligations of RFC 9111 and its companions, each shown on the pure functions that meet it. */
@NullMarked
package dev.larder.rfc9111;

import org.jspecify.annotations.NullMarked;
