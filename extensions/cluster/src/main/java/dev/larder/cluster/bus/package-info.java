/** The cluster protocol over Hazelcast topics. */
@NullMarked
package dev.larder.cluster.bus;

import org.jspecify.annotations.NullMarked;
