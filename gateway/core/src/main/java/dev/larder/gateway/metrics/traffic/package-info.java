/** What the traffic comes to, counted: requests by route and result, misses by cause, and how keys leave the stores. */
@NullMarked
package dev.larder.gateway.metrics.traffic;

import org.jspecify.annotations.NullMarked;
