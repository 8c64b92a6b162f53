package dev.larder.gateway.rule;

import dev.larder.invalidation.InvalidationScope;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.util.pattern.PathPattern;

/**
 * What is done with some requests.
 *
 * @param name the rule's name in the configuration
 * @param paths patterns of the paths it is for; they are compared with {@link dev.larder.invalidation.ResourcePath}s
 * @param routes ids of the routes it is for
 * @param invalidation how far its writes reach
 * @param policy what it decides of what RFC 9111 leaves open
 * @param key what tells its requests apart
 * @param handling how the gateway goes about its requests
 */
public record RequestRule(
        String name,
        List<PathPattern> paths,
        Set<String> routes,
        InvalidationSettings invalidation,
        CachePolicy policy,
        KeySettings key,
        RuleOptions handling) {

    public RequestRule {
        paths = List.copyOf(paths);
        routes = Set.copyOf(routes);
    }

    /**
     * What is done where no rule matches.
     *
     * @param dryRun whether everything is forwarded then
     */
    public static RequestRule none(CachePolicy policy, boolean dryRun) {
        return new RequestRule(
                "",
                List.of(),
                Set.of(),
                InvalidationSettings.PLAIN,
                policy,
                KeySettings.PLAIN,
                RuleOptions.PLAIN.withDryRun(dryRun));
    }

    /**
     * The query of a request as it is forwarded and keyed.
     *
     * @param query without the question mark
     * @return empty if nothing of it counts
     */
    public Optional<String> counting(String query) {
        QueryKey counting =
                handling.bypass().parameter().map(key.query()::without).orElse(key.query());
        return counting.normalised(query);
    }

    /** The target without those parameters of its query that do not count; the very same if all do. */
    public URI counting(URI target) {
        String query = target.getRawQuery();
        Optional<String> counting = query == null ? Optional.empty() : counting(query);
        return counting.equals(Optional.ofNullable(query))
                ? target
                : URI.create(target.getScheme() + "://" + target.getRawAuthority() + target.getRawPath()
                        + counting.map(rest -> "?" + rest).orElse(""));
    }

    /** Whether GET is answered from the store. */
    boolean reads() {
        return policy.methods().contains("GET");
    }

    /** How much of its pool a write makes wrong. */
    public InvalidationScope invalidationScope() {
        return invalidation.invalidationScope();
    }
}
