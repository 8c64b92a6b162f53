/** A store of this process in front of a map of bytes that all members of a cluster share. */
@NullMarked
package dev.larder.cluster.store;

import org.jspecify.annotations.NullMarked;
