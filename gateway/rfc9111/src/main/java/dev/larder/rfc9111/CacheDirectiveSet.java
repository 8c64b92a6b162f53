package dev.larder.rfc9111;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * RFC 9111 4.2.1 and 5.2: a set of directives, with repetitions and malformed arguments resolved. Restricting
 * directives are recognized in any form, permitting ones only when well formed.
 */
final class CacheDirectiveSet {

    /** No directives. */
    static final CacheDirectiveSet NONE = new CacheDirectiveSet(List.of());

    private final List<CacheDirective> directives;

    CacheDirectiveSet(List<CacheDirective> directives) {
        this.directives = directives;
    }

    /** Returns the directives of these lines of Cache-Control. */
    static CacheDirectiveSet of(List<String> lines) {
        return lines.isEmpty() ? NONE : new CacheDirectiveSet(CacheDirective.all(lines));
    }

    boolean isEmpty() {
        return directives.isEmpty();
    }

    /** Whether the directive is present, in any form. */
    boolean present(String name) {
        for (CacheDirective one : directives) {
            if (one.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the directive is present and well formed, with an argument that matches. */
    boolean permits(String name, Predicate<Optional<String>> argument) {
        for (CacheDirective one : directives) {
            if (one.name().equals(name) && one.wellFormed() && argument.test(one.argument())) {
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
        return directives.stream().filter(one -> one.name().equals(name)).toList();
    }

    /**
     * Returns the seconds of the directive; zero if its argument cannot be parsed or if its repetitions disagree:
     * "either the first occurrence should be used or the response should be considered stale".
     */
    Optional<Duration> seconds(String name) {
        Duration stated = null;
        for (CacheDirective one : directives) {
            if (one.name().equals(name)) {
                Duration seconds = seconds(one).orElse(Duration.ZERO);
                stated = stated == null || stated.equals(seconds) ? seconds : Duration.ZERO;
            }
        }
        return Optional.ofNullable(stated);
    }

    /** Returns the seconds of one directive; empty if they are malformed. */
    static Optional<Duration> seconds(CacheDirective directive) {
        return directive.wellFormed() ? directive.argument().flatMap(DeltaSeconds::parse) : Optional.empty();
    }
}
