/** What the gateways of a cluster ask one another. */
@NullMarked
package dev.larder.cluster;

import org.jspecify.annotations.NullMarked;
