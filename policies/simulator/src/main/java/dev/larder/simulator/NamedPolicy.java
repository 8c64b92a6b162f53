package dev.larder.simulator;

import dev.larder.policies.caffeine.CaffeinePolicy;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.LarderPolicy;
import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.policies.eviction.PolicyName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A policy that takes part, by the name it has in reports. */
record NamedPolicy(String name, Factory factory) {

    private static final String ALL = "all";
    private static final String CAFFEINE = "caffeine";

    /** Makes an empty policy of a capacity in bytes. */
    interface Factory {
        EvictionPolicy<SimulatedResponse> create(long capacity, long seed);
    }

    EvictionPolicy<SimulatedResponse> create(long capacity, long seed) {
        return factory.create(capacity, seed);
    }

    /**
     * The policies of these names, each once; {@code all} means every one there is.
     *
     * @throws IllegalArgumentException if there is no policy of a name
     */
    static List<NamedPolicy> of(List<String> names, OptimizationGoal goal) {
        Set<String> chosen = new LinkedHashSet<>();
        names.forEach(name -> chosen.addAll(name.equals(ALL) ? names() : List.of(name)));
        return chosen.stream().map(name -> of(name, goal)).toList();
    }

    /** Every name there is. */
    static List<String> names() {
        return Stream.concat(Stream.of(PolicyName.values()).map(PolicyName::id), Stream.of(CAFFEINE))
                .toList();
    }

    private static NamedPolicy of(String name, OptimizationGoal goal) {
        if (name.equals(CAFFEINE)) {
            return new NamedPolicy(name, (capacity, seed) -> new CaffeinePolicy<>(capacity));
        }
        PolicyName policy = PolicyName.of(name)
                .orElseThrow(() -> new IllegalArgumentException("expected one of " + String.join(", ", names()) + " or "
                        + ALL + " instead of \"" + name + '"'));
        return policy == PolicyName.LARDER
                ? new NamedPolicy(name, (capacity, seed) -> new LarderPolicy<>(capacity, goal, seed))
                : new NamedPolicy(name, policy::create);
    }
}
