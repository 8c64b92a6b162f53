/**
 * The protocol by which members of a cluster learn of writes in time, or detect that they may have missed one: pure, without
 * threads, clocks or I/O.
 */
@NullMarked
package dev.larder.cluster.protocol;

import org.jspecify.annotations.NullMarked;
