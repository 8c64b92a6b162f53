package dev.larder.experiments.study;

import dev.larder.experiments.rig.ServerSpecification;
import java.util.List;

/**
 * A line of a plot: who is asked, for collections of which name.
 *
 * @param name in tables and legends
 * @param prefix of its collections, which decides the rule it is under
 * @param servers which clients are given in turn
 */
record PlotLine(String name, String prefix, List<ServerSpecification> servers) {}
