package dev.larder.acceptance.insight.workload;

import static java.util.Objects.requireNonNull;

import dev.larder.acceptance.insight.workload.RecordedTrace.Ask;
import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.PolicyName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What comes of replaying all requests where a policy rules over so many bytes and a write drops its pool. */
record ExactReplay(double hitRatio, double byteHitRatio) {

    /**
     * Replays them.
     *
     * @param weights of what is stored for a path, in bytes
     */
    static ExactReplay of(List<Ask> asks, String policy, long capacity, Map<String, Long> weights) {
        EvictionPolicy<String> rule = PolicyName.of(policy)
                .<EvictionPolicy<String>>map(name -> name.create(capacity, 1))
                .orElseGet(() -> new CaffeinePolicy<>(capacity));
        Map<String, Set<String>> valid = new HashMap<>();
        double reads = 0;
        double hits = 0;
        double bytes = 0;
        double bytesHit = 0;
        for (Ask ask : asks) {
            String path = ask.path();
            Set<String> pool = valid.computeIfAbsent(WorkloadEndpoints.pool(path), first -> new HashSet<>());
            if (ask.write()) {
                pool.clear();
                continue;
            }
            long weight = requireNonNull(weights.get(path), path);
            reads++;
            bytes += weight;
            if (pool.contains(path)) {
                hits++;
                bytesHit += weight;
                rule.onHit(path);
            } else {
                rule.onRemove(path);
                pool.add(path);
                rule.onStore(path, weight, 0)
                        .forEach(victim -> requireNonNull(valid.get(WorkloadEndpoints.pool(victim)))
                                .remove(victim));
            }
        }
        return new ExactReplay(hits / reads, bytesHit / bytes);
    }
}
