package dev.larder.rfc9111;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * RFC 9111 4.1: request fields that select responses. Only the fields of content negotiation are normalized "in a way
 * that is known to have identical semantics": lines combined, whitespace around commas and empty elements dropped, and
 * for Accept-Encoding and Accept-Language also case, order (of languages: of those with different weights) and the notation of weights. Every other field is compared
 * octet by octet and line by line: an origin may interpret a comma, a blank or a second line in its own way.
 */
final class SelectingField {

    private static final FieldNames PREFERENCES = FieldNames.of("accept-encoding", "accept-language");
    private static final FieldNames NEGOTIATION =
            FieldNames.of("accept", "accept-charset", "accept-encoding", "accept-language");

    /** A separator that no field value contains. */
    private static final String NEXT_LINE = "\n";

    private static final int LONGEST_NEGOTIATION = 1024;
    private static final int MAX_PREFERENCES = 64;
    private static final Pattern PREFERENCE = Pattern.compile(
            "(?<range>\\*|[a-z0-9!#$%&'+.^_`|~-]+)(?:[ \\t]*;[ \\t]*q=(?<weight>0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?))?");

    private SelectingField() {}

    /** Returns the value of the field's lines in a vary key; empty if the field is absent or counts as absent. */
    static Optional<String> normalised(String name, List<String> lines) {
        if (lines.isEmpty() || isUnusable(name, lines)) {
            return Optional.empty();
        }
        if (!isNegotiationField(name)) {
            return Optional.of(String.join(NEXT_LINE, lines));
        }
        if (PREFERENCES.contains(name)) {
            return Optional.of(preferences(name, lines));
        }
        return Optional.of(lines.stream()
                .map(line ->
                        FieldList.hasUnterminatedQuotedString(line) ? line : String.join(",", FieldList.elements(line)))
                .collect(Collectors.joining(",")));
    }

    /** Whether a content negotiation field is too long or too malformed to select by. */
    static boolean isUnusable(String name, List<String> lines) {
        if (!isNegotiationField(name)) {
            return false;
        }
        int length = lines.stream().mapToInt(String::length).sum();
        boolean listsPreferences = PREFERENCES.contains(name);
        return length > LONGEST_NEGOTIATION || (listsPreferences && hasInvalidPreferences(lines));
    }

    /** RFC 9110 12.5: whether the field negotiates content. */
    static boolean isNegotiationField(String name) {
        return NEGOTIATION.contains(name);
    }

    /**
     * Whether the stored response is in the single language that the request prefers. The origin selected it by
     * Accept-Language and declared it in Content-Language; no other selection could serve this request better.
     */
    static boolean isPreferredLanguage(String name, Optional<String> presented, HeaderFields stored) {
        if (!name.equals("accept-language") || presented.isEmpty()) {
            return false;
        }
        List<String> languages = FieldList.tokens(stored, "Content-Language");
        return languages.size() == 1 && best(presented.get()).equals(Optional.of(languages.get(0)));
    }

    /** Returns the range with the greatest weight, if it is unique and the weight is above zero. */
    private static Optional<String> best(String preferences) {
        double greatest = 0;
        Optional<String> best = Optional.empty();
        for (String element : FieldList.elements(preferences)) {
            Matcher preference = PREFERENCE.matcher(element);
            if (preference.matches()) {
                double weight = weight(preference);
                best = weight > greatest
                        ? Optional.of(preference.group("range"))
                        : weight == greatest ? Optional.empty() : best;
                greatest = Math.max(greatest, weight);
            }
        }
        return best;
    }

    /** RFC 9110 12.5.4: some recipients take the order of languages for their priority, "particularly" of those of equal weight. */
    private static String preferences(String name, List<String> lines) {
        Comparator<String> meaning = name.equals("accept-language")
                ? Comparator.<String>comparingDouble(SelectingField::weight).reversed()
                : Comparator.comparing(SelectingField::preference);
        return members(lines).stream()
                .sorted(meaning)
                .map(SelectingField::preference)
                .collect(Collectors.joining(","));
    }

    private static String preference(String element) {
        Matcher preference = PREFERENCE.matcher(element);
        if (!preference.matches()) {
            return element;
        }
        double weight = weight(preference);
        return weight == 1 ? preference.group("range") : preference.group("range") + ";q=" + weight;
    }

    /** Returns the elements of a list of preferences. */
    static List<String> elements(List<String> lines) {
        return members(lines);
    }

    /** Returns what an element of {@link #elements} prefers; empty if it is malformed. */
    static String range(String element) {
        Matcher preference = PREFERENCE.matcher(element);
        return preference.matches() ? preference.group("range") : "";
    }

    /** Returns the weight of an element; zero if it is malformed. */
    static double weight(String element) {
        Matcher preference = PREFERENCE.matcher(element);
        return preference.matches() ? weight(preference) : 0;
    }

    private static double weight(Matcher preference) {
        String weight = preference.group("weight");
        return weight == null ? 1 : Double.parseDouble(weight);
    }

    private static boolean hasInvalidPreferences(List<String> lines) {
        List<String> members = members(lines);
        return members.size() > MAX_PREFERENCES
                || members.stream()
                        .anyMatch(member -> !PREFERENCE.matcher(member).matches());
    }

    private static List<String> members(List<String> lines) {
        return FieldList.elements(String.join(",", lines).toLowerCase(Locale.ROOT));
    }
}
