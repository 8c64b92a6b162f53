/** Tests of the store in front of a shared map. */
@NullMarked
package dev.larder.policies.hazelcast;

import org.jspecify.annotations.NullMarked;
