package dev.larder.gateway.autoconfigure;

import dev.larder.invalidation.Breadth;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is done with requests to some paths.
 *
 * @param paths patterns of the paths it is for, such as /users/{id}/**; of several rules the most specific pattern counts
 * @param pool pool of its responses, such as users or user-{id}; without, the first segment of the path
 * @param breadth how much of its pool a write makes wrong
 * @param coupledPools pools that its writes make wrong too
 * @param revalidate when a stored response is validated: after its freshness lifetime, or always
 */
public record RuleProperties(
        @DefaultValue List<String> paths,
        @Nullable String pool,
        @DefaultValue("pool") Breadth breadth,
        @DefaultValue List<String> coupledPools,
        @DefaultValue("ttl") Revalidate revalidate) {

    /** When a stored response is validated. */
    public enum Revalidate {
        /** When its freshness lifetime is over. */
        TTL,
        /** Before each use: for routes whose origin must check the credentials of every user. */
        ALWAYS
    }

    public RuleProperties {
        paths = List.copyOf(paths);
        coupledPools = List.copyOf(coupledPools);
    }
}
