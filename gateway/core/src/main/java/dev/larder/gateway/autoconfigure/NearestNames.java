package dev.larder.gateway.autoconfigure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The names that a misspelled one may have meant, the nearest first. */
final class NearestNames {

    private static final int MAX_NAMES = 3;

    /** A last element that is somewhere in the misspelled name counts like so many equal letters, unless it is a number. */
    private static final int SAME_ELEMENT = 3;

    /** Names farther away than the nearest by more than this are not shown. */
    private static final int MAX_MORE = 3;

    private NearestNames() {}

    private record Candidate(String name, int distance) {}

    static Stream<String> of(String written, Stream<String> names) {
        String plain = plain(written);
        Set<String> elements = new HashSet<>(Arrays.asList(plain.split("[.\\[\\]]+")));
        Candidate[] nearest = names.distinct()
                .map(name -> new Candidate(name, distance(plain, plain(name), elements)))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(MAX_NAMES)
                .toArray(Candidate[]::new);
        return Arrays.stream(nearest)
                .filter(candidate -> candidate.distance() <= nearest[0].distance() + MAX_MORE)
                .map(Candidate::name);
    }

    /** Spellings that Spring Boot binds alike. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }

    private static int distance(String written, String name, Set<String> elements) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        boolean same = elements.contains(last) && !Character.isDigit(last.charAt(0));
        return distance(written, name) - (same ? SAME_ELEMENT : 0);
    }

    /** Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals: the number of such changes. */
    static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        Arrays.setAll(before, column -> column);
        for (int row = 1; row <= one.length(); row++) {
            int[] now = new int[other.length() + 1];
            now[0] = row;
            for (int column = 1; column <= other.length(); column++) {
                int changed = before[column - 1] + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
                now[column] = Math.min(changed, Math.min(before[column], now[column - 1]) + 1);
            }
            before = now;
        }
        return before[other.length()];
    }
}
