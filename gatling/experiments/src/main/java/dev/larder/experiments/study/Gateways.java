package dev.larder.experiments.study;

import dev.larder.experiments.Scale;
import dev.larder.experiments.rig.Server;
import java.util.ArrayList;
import java.util.List;

/** Larder as the experiments need it. In the short form one gateway serves several of them, since most of the time goes into starts. */
final class Gateways {

    private Gateways() {}

    /** Larder as it comes, but for the rule that a write to an item leaves other items alone. */
    static Server plain(Scale scale) {
        return gateway(scale, "plain", List.of());
    }

    /** With a store for each policy, of a tenth of the footprint. */
    static Server contest(Scale scale) {
        return gateway(scale, "contest", CaseStudy.stores(scale));
    }

    /** With a store for each policy and part of the footprint. */
    static Server shelves(Scale scale) {
        return gateway(scale, "shelves", CacheSize.stores(scale));
    }

    /** With a store for each policy and size of the RPC study. */
    static Server library(Scale scale) {
        return gateway(scale, "library", RpcPatterns.stores(scale));
    }

    private static Server gateway(Scale scale, String name, List<String> arguments) {
        var all = new ArrayList<>(CaseStudy.roomForAll());
        if (scale == Scale.FULL) {
            all.addAll(arguments);
            return Server.larder(Server.ORIGIN, name, all);
        }
        all.addAll(CaseStudy.stores(scale));
        all.addAll(CacheSize.stores(scale));
        all.addAll(RpcPatterns.stores(scale));
        return Server.larder(Server.ORIGIN, "brief", all);
    }
}
