package dev.larder.rfc9111;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * RFC 9111 4.2.1 and 5.2: what a set of directives says once repetitions and malformed arguments are settled. What restricts
 * is recognised in any form; what permits only when well formed.
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

    /** Whether the directive is there, however it is written. */
    boolean present(String name) {
        return byName.containsKey(name);
    }

    /** Whether the directive is there and well formed, with an argument that passes. */
    boolean permits(String name, Predicate<Optional<String>> argument) {
        for (CacheDirective one : all(name)) {
            if (one.wellFormed() && argument.test(one.argument())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the directive is there, well formed and without an argument. */
    boolean flag(String name) {
        return permits(name, Optional::isEmpty);
    }

    List<CacheDirective> all(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /**
     * The seconds the directive states; zero if its argument cannot be parsed or if its repetitions disagree: "either the
     * first occurrence should be used or the response should be considered stale".
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

    /** The seconds of one directive, or nothing if they are malformed. */
    static Optional<Duration> seconds(CacheDirective directive) {
        return directive.wellFormed() ? directive.argument().flatMap(DeltaSeconds::parse) : Optional.empty();
    }

    private static List<CacheDirective> concat(List<CacheDirective> some, List<CacheDirective> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
