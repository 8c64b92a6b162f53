package dev.larder.rfc9111;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * RFC 9111 4.2.1 and 5.2: a set of directives, with repetitions and malformed arguments resolved. Restricting
 * directives are recognized in any form, permitting ones only if the whole field is well formed.
 */
final class CacheDirectiveSet {

    /** No directives. */
    static final CacheDirectiveSet NONE = new CacheDirectiveSet(List.of());

    private final List<CacheDirective> directives;
    private final boolean wellFormed;

    /** @param directives what the grammar reads */
    CacheDirectiveSet(List<CacheDirective> directives) {
        List<CacheDirective> beside = DirectiveWords.beside(directives);
        this.directives = beside.isEmpty() ? directives : joined(directives, beside);
        this.wellFormed = beside.isEmpty() && directives.stream().allMatch(CacheDirective::wellFormed);
    }

    private CacheDirectiveSet(List<CacheDirective> directives, boolean wellFormed) {
        this.directives = directives;
        this.wellFormed = wellFormed;
    }

    private static List<CacheDirective> joined(List<CacheDirective> some, List<CacheDirective> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Returns the directives of these lines of Cache-Control. */
    static CacheDirectiveSet of(List<String> lines) {
        return lines.isEmpty() ? NONE : new CacheDirectiveSet(CacheDirectiveParser.parse(lines));
    }

    /** Returns this set, restricted by directives of another field too. */
    CacheDirectiveSet restrictedBy(List<CacheDirective> others) {
        return others.isEmpty() ? this : new CacheDirectiveSet(joined(directives, others), wellFormed);
    }

    /** Whether all of the field keeps to the grammar, so that nothing in it may restrict in a way that was not read. */
    boolean isWellFormed() {
        return wellFormed;
    }

    /** Whether the directive is present, in any form. */
    boolean contains(String name) {
        for (CacheDirective one : directives) {
            if (one.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the directive is present with an argument that matches, in a field that is well formed. */
    boolean containsWellFormed(String name, Predicate<Optional<String>> argument) {
        if (!wellFormed) {
            return false;
        }
        for (CacheDirective one : directives) {
            if (one.name().equals(name) && argument.test(one.argument())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the directive is present without an argument, in a field that is well formed. */
    boolean hasFlag(String name) {
        return containsWellFormed(name, Optional::isEmpty);
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
