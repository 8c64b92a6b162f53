package dev.larder.gateway.rule;

import dev.larder.http.TargetEncoding;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.util.pattern.PathPattern;

/**
 * A rule for some requests.
 *
 * @param name the rule's name in the configuration
 * @param paths patterns of the paths it applies to; matched with {@link dev.larder.invalidation.ResourcePath}s
 * @param routes ids of the routes it applies to
 * @param invalidation what its writes invalidate
 * @param policy its choices where RFC 9111 leaves one
 * @param key what its cache keys contain
 * @param handling how the gateway handles its requests
 * @param revision digest of its settings, by which responses stored under other settings of a rule of this name are told apart;
 *     empty if there are none
 */
public record RequestRule(
        String name,
        List<PathPattern> paths,
        Set<String> routes,
        InvalidationSettings invalidation,
        CachePolicy policy,
        KeySettings key,
        RuleOptions handling,
        String revision) {

    public RequestRule {
        paths = List.copyOf(paths);
        routes = Set.copyOf(routes);
    }

    /** Returns the same rule with this revision. */
    RequestRule withRevision(String digest) {
        return new RequestRule(name, paths, routes, invalidation, policy, key, handling, digest);
    }

    /**
     * Creates the rule that applies where no other matches.
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
                RuleOptions.PLAIN.withDryRun(dryRun),
                "");
    }

    /**
     * Returns the query of a request as it is forwarded and keyed.
     *
     * @param query the query without the question mark
     * @return empty if nothing of it is part of the key
     */
    public Optional<String> counting(String query) {
        QueryKey counting =
                handling.bypass().parameter().map(key.query()::without).orElse(key.query());
        return counting.normalised(query);
    }

    /** Returns the target without query parameters excluded from the key; the same instance if there are none. */
    public URI counting(URI target) {
        String query = target.getRawQuery();
        Optional<String> counting = query == null ? Optional.empty() : counting(query);
        return counting.equals(Optional.ofNullable(query))
                ? target
                : TargetEncoding.with(target, target.getRawPath(), counting.orElse(null));
    }

    /** Returns whether GET is answered from the store. */
    boolean isGetCacheable() {
        return policy.methods().contains("GET");
    }

    /** Returns the part of its pool that a write invalidates. */
    public InvalidationScope invalidationScope() {
        return invalidation.invalidationScope();
    }
}
