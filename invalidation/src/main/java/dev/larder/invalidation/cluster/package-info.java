/** The protocol by which members of a cluster learn of writes in time, or know that they may not: pure, without threads, clocks or I/O. */
@NullMarked
package dev.larder.invalidation.cluster;

import org.jspecify.annotations.NullMarked;
