package dev.larder.rfc9111;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RFC 9213: targeted cache control. The first field of the target list that is valid and not empty applies exclusively. */
final class TargetedDirectives {

    /** RFC 9213 2.2: the target list of this cache, most specific first. */
    static final List<String> TARGET_LIST = List.of("Larder-Cache-Control", "CDN-Cache-Control");

    /** The field of gateways before RFC 9213. It has other rules of precedence, so that only what it restricts counts. */
    private static final String SURROGATE = "Surrogate-Control";

    /** A time in which stale responses may be used can follow behind a plus. */
    private static final Pattern MAX_AGE = Pattern.compile("(?i)max[-_ ]?age\\b(?:\\s*=\\s*\"?\\s*([0-9]+))?");

    private static final List<String> SPEAKING = List.of(TARGET_LIST.get(0), TARGET_LIST.get(1), SURROGATE);

    private TargetedDirectives() {}

    /** Returns the directives of the applicable field; empty if no field of the list is valid and not empty. */
    static Optional<CacheDirectiveSet> of(HeaderFields response) {
        for (String name : TARGET_LIST) {
            Optional<CacheDirectiveSet> found = field(response.values(name));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** RFC 9213 2.1: if "empty, or a parsing error is encountered, that field MUST be ignored". */
    private static Optional<CacheDirectiveSet> field(List<String> lines) {
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        return StructuredDictionary.parse(String.join(",", lines))
                .filter(members -> !members.isEmpty())
                .map(TargetedDirectives::directives);
    }

    /**
     * Returns what forbids storing or reuse in what does not apply: fields that are to be ignored because they are malformed,
     * Surrogate-Control, and in valid fields parameters and members that are not known. A cache may always refrain from storing, so
     * that ignoring them is kept in what they permit.
     */
    static List<CacheDirective> forbidding(HeaderFields response) {
        List<CacheDirective> found = List.of();
        for (String name : SPEAKING) {
            List<String> lines = response.values(name);
            if (!lines.isEmpty()) {
                boolean whole = name.equals(SURROGATE) || field(lines).isEmpty();
                found = new ArrayList<>(found);
                found.addAll(DirectiveWords.forbidding(whole ? lines : ignored(lines)));
            }
        }
        return found;
    }

    /** Returns the lifetime that Surrogate-Control limits others to, zero if it cannot be read; the shortest of several. */
    static Optional<Duration> limit(HeaderFields response) {
        List<String> lines = response.values(SURROGATE);
        return lines.isEmpty() ? Optional.empty() : limit(lines);
    }

    private static Optional<Duration> limit(List<String> lines) {
        return lines.stream()
                .flatMap(line -> FieldList.elements(line).stream())
                .map(MAX_AGE::matcher)
                .filter(Matcher::lookingAt)
                .map(age -> age.group(1) == null
                        ? Duration.ZERO
                        : DeltaSeconds.parse(age.group(1)).orElse(Duration.ZERO))
                .min(Comparator.naturalOrder());
    }

    /** RFC 9213 2.1: returns the parameters of valid members, and members that are not known here. */
    private static List<String> ignored(List<String> lines) {
        List<String> texts = new ArrayList<>();
        for (String line : lines) {
            for (String member : FieldList.elements(line)) {
                String item = member.substring(0, FieldList.end(member, ';'));
                String name = item.substring(0, FieldList.end(item, '='));
                texts.add(DirectiveWords.isKnown(name) ? member.substring(item.length()) : member);
            }
        }
        return texts;
    }

    private static CacheDirectiveSet directives(Map<String, StructuredDictionary.Value> members) {
        List<CacheDirective> directives = new ArrayList<>();
        members.forEach((name, value) -> {
            if (!value.isFalse()) {
                directives.add(directive(name, value));
            }
        });
        return new CacheDirectiveSet(directives);
    }

    /** Arguments keep their type: {@code max-age="60"} is a string instead of an integer, and therefore malformed. */
    private static CacheDirective directive(String name, StructuredDictionary.Value value) {
        return switch (value.type()) {
            case BOOLEAN -> new CacheDirective(name, Optional.empty(), true);
            case INTEGER -> new CacheDirective(name, Optional.of(value.text()), true);
            case STRING, TOKEN -> new CacheDirective(name, Optional.of(value.text()), !isNumeric(name));
            case OTHER -> new CacheDirective(name, Optional.of(value.text()), false);
        };
    }

    private static boolean isNumeric(String name) {
        return name.equals("max-age") || name.equals("s-maxage") || name.startsWith("stale-");
    }
}
