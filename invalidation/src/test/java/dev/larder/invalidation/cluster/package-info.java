/** Tests of the cluster's protocol, in a world of its own: its network, clocks and processes fail as the seed says. */
@NullMarked
package dev.larder.invalidation.cluster;

import org.jspecify.annotations.NullMarked;
