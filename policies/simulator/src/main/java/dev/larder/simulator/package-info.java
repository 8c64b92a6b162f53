/** Replays traces and generated workloads over any policy and size: hit ratios, curves, plots. */
@NullMarked
package dev.larder.simulator;

import org.jspecify.annotations.NullMarked;
