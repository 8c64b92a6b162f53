/** Tests of the simulation of clusters. */
@NullMarked
package dev.larder.policies.simulator.cluster;

import org.jspecify.annotations.NullMarked;
