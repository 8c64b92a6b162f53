/** The page at {@code /larder}: meters, stores and other modules at a glance, for operators. */
@NullMarked
package dev.larder.dashboard;

import org.jspecify.annotations.NullMarked;
