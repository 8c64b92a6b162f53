package dev.larder.experiments;

import dev.larder.experiments.study.BackendLatencyExperiment;
import dev.larder.experiments.study.BoundedBackendExperiment;
import dev.larder.experiments.study.BulkWritesExperiment;
import dev.larder.experiments.study.CacheSizeExperiment;
import dev.larder.experiments.study.ConcurrencyExperiment;
import dev.larder.experiments.study.HotKeyExperiment;
import dev.larder.experiments.study.InstanceCountExperiment;
import dev.larder.experiments.study.RequestCountExperiment;
import dev.larder.experiments.study.RouteCountExperiment;
import dev.larder.experiments.study.RpcPatternsExperiment;
import dev.larder.experiments.study.WebCachingExperiment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All experiments, in the order in which they are run. */
final class ExperimentCatalog {

    private static final String ALL = "all";

    private static final List<StudyExperiment> INSTANCES = List.of(
            new RequestCountExperiment(),
            new ConcurrencyExperiment(),
            new BoundedBackendExperiment(),
            new BackendLatencyExperiment(),
            new InstanceCountExperiment(),
            new RouteCountExperiment(),
            new CacheSizeExperiment(),
            new RpcPatternsExperiment(),
            new BulkWritesExperiment(),
            new HotKeyExperiment(),
            new WebCachingExperiment());

    private ExperimentCatalog() {}

    /** Those of these names, each once, or all. */
    static List<StudyExperiment> named(List<String> names) {
        var unknown = new ArrayList<>(names);
        unknown.removeIf(ALL::equals);
        INSTANCES.forEach(experiment -> unknown.removeIf(experiment.name()::equals));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no experiment is called " + String.join(", ", unknown) + "; there are "
                    + INSTANCES.stream().map(StudyExperiment::name).collect(Collectors.joining(", ")) + ", and all");
        }
        return INSTANCES.stream()
                .filter(experiment -> names.contains(ALL) || names.contains(experiment.name()))
                .toList();
    }
}
