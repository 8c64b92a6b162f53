/** Meters of traffic: requests by route and result, misses by cause, and removals from the stores. */
@NullMarked
package dev.larder.gateway.metrics.traffic;

import org.jspecify.annotations.NullMarked;
