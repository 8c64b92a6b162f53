package dev.larder.gateway.rule;

import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.PoolPrefixes;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Digests of rules, the same after each start: equal digests mean equal settings. Read from the components of the records, so that
 * a setting that is added to them counts without being named here.
 */
final class RuleDigest {

    /** 72 bits: rules are written by operators, who have no reason to look for two with one digest. */
    private static final int BYTES = 9;

    /** Methods that never write, whatever a rule says. */
    private static final Set<String> READING = Set.of("GET", "HEAD", "QUERY");

    private RuleDigest() {}

    /**
     * Returns the digest of a rule. Where it applies is no part of it, unless it names the pool: a rule that gets one more path
     * treats the others as before.
     *
     * @param writes the digest of what writes invalidate, without which entries may have missed an invalidation
     */
    static String of(RequestRule rule, String writes) {
        boolean templated =
                rule.invalidation().pool().filter(pool -> pool.contains("{")).isPresent();
        return digest(List.of(
                writes,
                templated ? rule.paths() : List.of(),
                rule.invalidation(),
                rule.policy(),
                rule.key(),
                rule.handling()));
    }

    /** Returns the digest of what decides which tags a write invalidates. Rules that change nothing about that are no part of it. */
    static String ofWrites(Collection<RequestRule> rules, Couplings couplings, PoolPrefixes prefixes) {
        List<RequestRule> special =
                rules.stream().filter(RuleDigest::mayAffectWrites).toList();
        return digest(List.of(
                CacheTags.VERSION,
                couplings,
                prefixes,
                rules.stream()
                        .filter(rule ->
                                mayAffectWrites(rule) || special.stream().anyMatch(other -> mayShadow(rule, other)))
                        .map(rule -> text(List.of(
                                rule.name(),
                                rule.paths(),
                                rule.routes(),
                                rule.policy().methods(),
                                rule.invalidation())))
                        .collect(Collectors.toUnmodifiableSet())));
    }

    private static boolean mayAffectWrites(RequestRule rule) {
        return !rule.invalidation().equals(InvalidationSettings.PLAIN)
                || !READING.containsAll(rule.policy().methods());
    }

    /** Returns whether one rule may apply to a request in the place of the other. */
    private static boolean mayShadow(RequestRule rule, RequestRule other) {
        return rule.paths().isEmpty()
                || other.paths().isEmpty()
                || !rule.routes().isEmpty()
                || !other.routes().isEmpty()
                || rule.paths().stream()
                        .map(RuleDigest::literal)
                        .anyMatch(one -> other.paths().stream()
                                .map(RuleDigest::literal)
                                .anyMatch(two -> one.startsWith(two) || two.startsWith(one)));
    }

    private static String literal(PathPattern pattern) {
        return pattern.getPatternString().toLowerCase(Locale.ROOT).split("[{*?]", 2)[0];
    }

    private static String digest(Object value) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text(value).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns a text that is equal for equal values only, in any process: sets and maps in order, parts with their lengths. */
    static String text(Object value) {
        if (value instanceof Record settings) {
            return parts(
                    settings.getClass().getSimpleName(),
                    Arrays.stream(settings.getClass().getRecordComponents())
                            .map(component -> component.getName() + '=' + text(component(settings, component))));
        }
        if (value instanceof Optional<?> optional) {
            return parts("?", optional.stream().map(RuleDigest::text));
        }
        if (value instanceof Map<?, ?> map) {
            return parts(
                    "{",
                    map.entrySet().stream()
                            .map(entry -> parts("=", Stream.of(text(entry.getKey()), text(entry.getValue()))))
                            .sorted());
        }
        if (value instanceof Set<?> set) {
            return parts("(", set.stream().map(RuleDigest::text).sorted());
        }
        if (value instanceof Collection<?> list) {
            return parts("[", list.stream().map(RuleDigest::text));
        }
        return value instanceof PathPattern pattern ? pattern.getPatternString() : String.valueOf(value);
    }

    private static String parts(String kind, Stream<String> parts) {
        var text = new StringBuilder(kind);
        parts.forEach(part -> text.append(part.length()).append(':').append(part));
        return text.append(';').toString();
    }

    private static Object component(Record settings, RecordComponent component) {
        try {
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(component + " cannot be read", fault);
        }
    }
}
