/** A network path that is longer than loopback. */
@NullMarked
package dev.larder.experiments.path;

import org.jspecify.annotations.NullMarked;
