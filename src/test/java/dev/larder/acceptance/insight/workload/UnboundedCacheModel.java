package dev.larder.acceptance.insight.workload;

import dev.larder.acceptance.insight.workload.EndpointWorkload.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a cache with room for all would answer from its store: a read stores, a write drops and does not store. */
final class UnboundedCacheModel {

    /** How much a write drops. */
    enum WriteScope {
        POOL,
        HIERARCHY,
        PATH
    }

    private final Map<String, Set<String>> dropped;

    private UnboundedCacheModel(Map<String, Set<String>> dropped) {
        this.dropped = dropped;
    }

    static UnboundedCacheModel of(WorkloadEndpoints endpoints, WriteScope scope) {
        var dropped = new HashMap<String, Set<String>>();
        endpoints
                .paths()
                .forEach(written -> dropped.put(
                        written,
                        endpoints.paths().stream()
                                .filter(path -> drops(scope, written, path))
                                .collect(Collectors.toSet())));
        return new UnboundedCacheModel(dropped);
    }

    private static boolean drops(WriteScope scope, String written, String path) {
        return switch (scope) {
            case POOL -> WorkloadEndpoints.pool(written).equals(WorkloadEndpoints.pool(path));
            case HIERARCHY -> WorkloadEndpoints.within(path, written) || WorkloadEndpoints.within(written, path);
            case PATH -> written.equals(path);
        };
    }

    /** Hits among the reads. */
    double hitRatio(EndpointWorkload workload) {
        Set<String> stored = new HashSet<>();
        long reads = 0;
        long hits = 0;
        for (Request request : (Iterable<Request>) workload.stream()::iterator) {
            if (request.write()) {
                stored.removeAll(dropped.getOrDefault(request.path(), Set.of()));
            } else {
                reads++;
                hits += stored.add(request.path()) ? 0 : 1;
            }
        }
        return (double) hits / reads;
    }
}
