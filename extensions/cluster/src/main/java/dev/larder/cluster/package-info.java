/** Requests that the gateways of a cluster send one another. */
@NullMarked
package dev.larder.cluster;

import org.jspecify.annotations.NullMarked;
