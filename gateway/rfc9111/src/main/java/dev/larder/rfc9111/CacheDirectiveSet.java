package dev.larder.rfc9111;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * RFC 9111 4.2.1 and 5.2: a set of directives, with repetitions and malformed arguments resolved. Restricting
 * directives are recognized in any form, permitting ones only when well formed.
 */
final class CacheDirectiveSet {

    private final Map<String, List<CacheDirective>> byName = new TreeMap<>();

    CacheDirectiveSet(List<CacheDirective> directives) {
        for (CacheDirective directive : directives) {
            byName.merge(directive.name(), List.of(directive), CacheDirectiveSet::concat);
        }
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** Whether the directive is present, in any form. */
    boolean present(String name) {
        return byName.containsKey(name);
    }

    /** Whether the directive is present and well formed, with an argument that matches. */
    boolean permits(String name, Predicate<Optional<String>> argument) {
        for (CacheDirective one : all(name)) {
            if (one.wellFormed() && argument.test(one.argument())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the directive is present, well formed and without an argument. */
    boolean flag(String name) {
        return permits(name, Optional::isEmpty);
    }

    List<CacheDirective> all(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /**
     * Returns the seconds of the directive; zero if its argument cannot be parsed or if its repetitions disagree:
     * "either the first occurrence should be used or the response should be considered stale".
     */
    Optional<Duration> seconds(String name) {
        List<CacheDirective> found = all(name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (found.size() == 1) {
            return Optional.of(seconds(found.get(0)).orElse(Duration.ZERO));
        }
        List<Optional<Duration>> stated =
                found.stream().map(CacheDirectiveSet::seconds).distinct().toList();
        return Optional.of(stated.size() == 1 ? stated.get(0).orElse(Duration.ZERO) : Duration.ZERO);
    }

    /** Returns the seconds of one directive; empty if they are malformed. */
    static Optional<Duration> seconds(CacheDirective directive) {
        return directive.wellFormed() ? directive.argument().flatMap(DeltaSeconds::parse) : Optional.empty();
    }

    private static List<CacheDirective> concat(List<CacheDirective> some, List<CacheDirective> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
