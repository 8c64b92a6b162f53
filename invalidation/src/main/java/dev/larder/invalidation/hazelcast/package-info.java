/** The cluster's protocol on Hazelcast's topics. */
@NullMarked
package dev.larder.invalidation.hazelcast;

import org.jspecify.annotations.NullMarked;
