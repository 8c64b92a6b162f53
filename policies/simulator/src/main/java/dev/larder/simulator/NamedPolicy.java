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

/** A policy to be replayed, with its name in reports. */
record NamedPolicy(String name, Factory factory) {

    private static final String ALL = "all";
    private static final String CAFFEINE = "caffeine";

    /** Creates an empty policy with a capacity in bytes. */
    interface Factory {
        EvictionPolicy<SimulatedResponse> create(long capacity, long seed);
    }

    EvictionPolicy<SimulatedResponse> create(long capacity, long seed) {
        return factory.create(capacity, seed);
    }

    /**
     * Returns the policies of these names, each once; {@code all} selects all policies.
     *
     * @throws IllegalArgumentException if a name is unknown
     */
    static List<NamedPolicy> of(List<String> names, OptimizationGoal goal) {
        Set<String> chosen = new LinkedHashSet<>();
        names.forEach(name -> chosen.addAll(name.equals(ALL) ? names() : List.of(name)));
        return chosen.stream().map(name -> of(name, goal)).toList();
    }

    /** Returns the names of all policies. */
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
