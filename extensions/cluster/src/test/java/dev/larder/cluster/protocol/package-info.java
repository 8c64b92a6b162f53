/** Tests of the cluster's protocol, in a world of its own: its network, clocks and processes fail as the seed says. */
@NullMarked
package dev.larder.cluster.protocol;

import org.jspecify.annotations.NullMarked;
