/** What the simulator promises, on traces that the tests make. */
@NullMarked
package dev.larder.simulator;

import org.jspecify.annotations.NullMarked;
