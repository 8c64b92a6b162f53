package dev.larder.experiments;

import dev.larder.experiments.study.BackendLatency;
import dev.larder.experiments.study.BoundedBackend;
import dev.larder.experiments.study.BulkWrites;
import dev.larder.experiments.study.CacheSize;
import dev.larder.experiments.study.Concurrency;
import dev.larder.experiments.study.HotKey;
import dev.larder.experiments.study.Instances;
import dev.larder.experiments.study.RequestCount;
import dev.larder.experiments.study.RpcPatterns;
import dev.larder.experiments.study.WebCaching;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All experiments, in the order in which they are run. */
final class Experiments {

    private static final String ALL = "all";

    private static final List<Experiment> INSTANCES = List.of(
            new RequestCount(),
            new Concurrency(),
            new BoundedBackend(),
            new BackendLatency(),
            new Instances(),
            new CacheSize(),
            new RpcPatterns(),
            new BulkWrites(),
            new HotKey(),
            new WebCaching());

    private Experiments() {}

    /** Those of these names, each once, or all. */
    static List<Experiment> named(List<String> names) {
        var unknown = new ArrayList<>(names);
        unknown.removeIf(ALL::equals);
        INSTANCES.forEach(experiment -> unknown.removeIf(experiment.name()::equals));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no experiment is called " + String.join(", ", unknown) + "; there are "
                    + INSTANCES.stream().map(Experiment::name).collect(Collectors.joining(", ")) + ", and all");
        }
        return INSTANCES.stream()
                .filter(experiment -> names.contains(ALL) || names.contains(experiment.name()))
                .toList();
    }
}
