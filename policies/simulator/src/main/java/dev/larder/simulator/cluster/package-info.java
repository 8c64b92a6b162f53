/** A cluster of gateway members as a discrete-event simulation: messages, acknowledgements, queues and caches. */
@NullMarked
package dev.larder.simulator.cluster;

import org.jspecify.annotations.NullMarked;
