/** The page at {@code /larder}: what the meters, the store and the other parts say, on one page for operators. */
@NullMarked
package dev.larder.dashboard;

import org.jspecify.annotations.NullMarked;
