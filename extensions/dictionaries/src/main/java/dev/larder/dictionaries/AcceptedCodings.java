package dev.larder.dictionaries;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** RFC 9110 12.5.3: Accept-Encoding, as far as codings with a dictionary are concerned. */
final class AcceptedCodings {

    /** The content coding that is made here (RFC 9842 5). */
    static final String DCZ = "dcz";

    private static final Set<String> WITH_DICTIONARY = Set.of(DCZ, "dcb");
    private static final Pattern REFUSED = Pattern.compile("(?i).*;\\s*q\\s*=\\s*0(?:\\.0*)?\\s*");

    private AcceptedCodings() {}

    /** Returns whether dcz is named, and not refused; {@code *} does not stand for it. */
    static boolean acceptsDcz(List<String> lines) {
        return elements(lines)
                .anyMatch(element ->
                        coding(element).equals(DCZ) && !REFUSED.matcher(element).matches());
    }

    /** Returns the field as the origin gets it: without codings that need a dictionary. */
    static String withoutDictionaries(List<String> lines) {
        return elements(lines)
                .filter(element -> !WITH_DICTIONARY.contains(coding(element)))
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> elements(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Stream.of(line.split(",")))
                .map(String::strip)
                .filter(element -> !element.isEmpty());
    }

    private static String coding(String element) {
        int end = element.indexOf(';');
        return (end < 0 ? element : element.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
