/** A load generator of one thread that waits for each answer. */
@NullMarked
package dev.larder.experiments.load;

import org.jspecify.annotations.NullMarked;
