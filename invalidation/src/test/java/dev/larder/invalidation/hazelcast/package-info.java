/** Tests of the bus over real Hazelcast members. */
@NullMarked
package dev.larder.invalidation.hazelcast;

import org.jspecify.annotations.NullMarked;
