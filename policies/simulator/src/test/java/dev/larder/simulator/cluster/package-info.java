/** Tests of the simulation of clusters. */
@NullMarked
package dev.larder.simulator.cluster;

import org.jspecify.annotations.NullMarked;
