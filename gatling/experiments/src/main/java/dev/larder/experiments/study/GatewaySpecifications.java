package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.rig.ServerSpecification;
import java.util.ArrayList;
import java.util.List;

/** Larder as the experiments need it. In the short form one gateway serves several of them, since most of the time goes into starts. */
final class GatewaySpecifications {

    private GatewaySpecifications() {}

    /** Larder as it comes, but for the rule that a write to an item leaves other items alone. */
    static ServerSpecification plain(ExperimentScale scale) {
        return gateway(scale, "plain", List.of());
    }

    /** With a store for each policy, of a tenth of the footprint. */
    static ServerSpecification contest(ExperimentScale scale) {
        return gateway(scale, "contest", CaseStudySetup.stores(scale));
    }

    /** With a store for each policy and part of the footprint. */
    static ServerSpecification shelves(ExperimentScale scale) {
        return gateway(scale, "shelves", CacheSizeExperiment.stores(scale));
    }

    /** With a store for each policy and size of the RPC study. */
    static ServerSpecification library(ExperimentScale scale) {
        return gateway(scale, "library", RpcPatternsExperiment.stores(scale));
    }

    private static ServerSpecification gateway(ExperimentScale scale, String name, List<String> arguments) {
        var all = new ArrayList<>(CaseStudySetup.roomForAll());
        if (scale == ExperimentScale.FULL) {
            all.addAll(arguments);
            return ServerSpecification.larder(ServerSpecification.ORIGIN, name, all);
        }
        all.addAll(CaseStudySetup.stores(scale));
        all.addAll(CacheSizeExperiment.stores(scale));
        all.addAll(RpcPatternsExperiment.stores(scale));
        return ServerSpecification.larder(ServerSpecification.ORIGIN, "brief", all);
    }
}
