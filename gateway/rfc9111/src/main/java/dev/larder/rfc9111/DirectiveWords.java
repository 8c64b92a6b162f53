package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directives that a person reads in text of Cache-Control that is none of the grammar's: {@code private;},
 * {@code no_store}, {@code public max-age=60}. They never permit anything.
 */
final class DirectiveWords {

    private static final List<String> FORBIDDING = List.of("no-store", "private", "no-cache");
    private static final Map<String, String> FORBIDDING_BY_LETTERS = byLetters(FORBIDDING.stream());
    private static final Map<String, String> BY_LETTERS = byLetters(Stream.concat(
            FORBIDDING.stream(),
            Stream.of(
                    "max-age",
                    "max-stale",
                    "min-fresh",
                    "must-revalidate",
                    "must-understand",
                    "no-transform",
                    "only-if-cached",
                    "proxy-revalidate",
                    "public",
                    "s-maxage",
                    "stale-if-error",
                    "stale-while-revalidate")));

    /** The words of a name that is written with blanks, as in "stale while revalidate". */
    private static final int MAX_WORDS = 3;

    private DirectiveWords() {}

    private static Map<String, String> byLetters(Stream<String> names) {
        return names.collect(Collectors.toUnmodifiableMap(DirectiveWords::letters, Function.identity()));
    }

    /** Returns what the directives say to a person beside what the grammar reads in them. */
    static List<CacheDirective> beside(List<CacheDirective> directives) {
        List<CacheDirective> read = new ArrayList<>();
        for (CacheDirective directive : directives) {
            if (!directive.wellFormed()) {
                in(directive.name() + ' ' + directive.argument().orElse(""), BY_LETTERS, read);
            } else if (!isKnown(directive.name())) {
                in(directive.name(), BY_LETTERS, read);
            }
        }
        return read;
    }

    /** Returns what forbids storing or reuse in the lines of a field that says nothing else to this cache. */
    static List<CacheDirective> forbidding(List<String> lines) {
        List<CacheDirective> read = new ArrayList<>();
        lines.forEach(line -> in(line, FORBIDDING_BY_LETTERS, read));
        return read;
    }

    /** Returns whether this is the name of a directive that is read by its grammar. */
    static boolean isKnown(String name) {
        return BY_LETTERS.containsValue(name);
    }

    private static void in(String text, Map<String, String> names, List<CacheDirective> found) {
        List<String> words = Stream.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9_-]+"))
                .map(DirectiveWords::letters)
                .filter(word -> !word.isEmpty())
                .toList();
        for (int first = 0; first < words.size(); first++) {
            var joined = new StringBuilder();
            for (int next = first; next < Math.min(words.size(), first + MAX_WORDS); next++) {
                String name = names.get(joined.append(words.get(next)).toString());
                if (name != null) {
                    found.add(malformed(name));
                }
            }
        }
    }

    private static CacheDirective malformed(String name) {
        return new CacheDirective(name, Optional.empty(), false);
    }

    private static String letters(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    }
}
