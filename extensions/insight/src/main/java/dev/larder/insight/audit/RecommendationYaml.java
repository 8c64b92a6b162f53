package dev.larder.insight.audit;

import dev.larder.insight.proposal.YamlText;
import dev.larder.invalidation.InvalidationScope;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeSet;

/** Renders recommendations as configuration. */
final class RecommendationYaml {

    private RecommendationYaml() {}

    /** Couples all these pools to writes to this pool. */
    static String coupling(String pool, Collection<String> coupled) {
        return "larder:\n  invalidation:\n    couplings:\n      " + YamlText.key(pool) + ": "
                + YamlText.list(new TreeSet<>(coupled)) + "\n";
    }

    /** Sets the invalidation scope of this pool, in its rule or a new one. */
    static String scope(PoolEvidence.Place place, String pool, InvalidationScope scope) {
        return rule(place, pool) + "      invalidation-scope: " + scope.name().toLowerCase(Locale.ROOT) + "\n";
    }

    /** Requires validation before each use of this pool's responses, in its rule or a new one. */
    static String alwaysValidate(PoolEvidence.Place place, String pool) {
        return rule(place, pool) + "      revalidate: always\n";
    }

    private static String rule(PoolEvidence.Place place, String pool) {
        if (!place.rule().isEmpty()) {
            return "larder:\n  rules:\n    " + YamlText.key(place.rule()) + ":\n";
        }
        String paths = place.path().isEmpty() ? "/" : "/" + place.path() + "/**";
        String name = pool.isEmpty() ? "root" : pool;
        return "larder:\n  rules:\n    " + YamlText.key(name) + ":\n      paths: [" + YamlText.quoted(paths) + "]\n";
    }
}
