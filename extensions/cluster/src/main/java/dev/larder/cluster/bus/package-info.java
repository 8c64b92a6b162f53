/** The cluster's protocol on Hazelcast's topics. */
@NullMarked
package dev.larder.cluster.bus;

import org.jspecify.annotations.NullMarked;
