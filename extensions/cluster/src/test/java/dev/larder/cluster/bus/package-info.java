/** Tests of the bus over real Hazelcast members. */
@NullMarked
package dev.larder.cluster.bus;

import org.jspecify.annotations.NullMarked;
