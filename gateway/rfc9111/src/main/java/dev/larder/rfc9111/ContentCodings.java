package dev.larder.rfc9111;

import java.util.List;
import java.util.Locale;

/** RFC 9110 8.4 and 12.5.3: whether the content codings of a stored response are acceptable for a request. */
final class ContentCodings {

    private static final String IDENTITY = "identity";
    static final String ACCEPTED = "accept-encoding";

    private ContentCodings() {}

    /**
     * Whether a request accepts the codings of a stored response, whatever Vary says. Without Accept-Encoding "any content coding
     * is considered acceptable", but an origin that chooses codings would have sent none: an encoded response is then for requests
     * like the one it was the response to. So is one in a coding that its request did not list: the origin would send it again. No
     * request gets a coding that it excludes.
     *
     * @param same whether the response was selected by Accept-Encoding, which the request has like that of the stored response
     */
    static boolean areAccepted(HeaderFields request, HeaderFields stored, boolean same) {
        List<String> codings = FieldList.tokens(stored, "Content-Encoding").stream()
                .filter(coding -> !coding.equals(IDENTITY))
                .toList();
        List<String> lines = request.values(ACCEPTED);
        if (lines.isEmpty() || SelectingField.isUnusable(ACCEPTED, lines)) {
            return codings.isEmpty() || same;
        }
        if (codings.isEmpty()) {
            return lines.stream().allMatch(line -> line.indexOf('0') < 0) || !isIdentityRefused(lines);
        }
        return codings.stream()
                .mapToDouble(coding -> weight(lines, coding))
                .allMatch(weight -> weight > 0 || (same && weight < 0));
    }

    /** Whether a response is in a coding of which its request says nothing. */
    static boolean isUnasked(HeaderFields request, HeaderFields response) {
        List<String> lines = request.values(ACCEPTED);
        boolean silent = lines.isEmpty() || SelectingField.isUnusable(ACCEPTED, lines);
        return FieldList.tokens(response, "Content-Encoding").stream()
                .anyMatch(coding -> !coding.equals(IDENTITY) && (silent || weight(lines, coding) < 0));
    }

    /** "If the representation has no content coding, then it is acceptable by default unless specifically excluded". */
    private static boolean isIdentityRefused(List<String> lines) {
        double own = stated(lines, IDENTITY);
        return own == 0 || (own < 0 && stated(lines, "*") == 0);
    }

    /** Returns the weight of a coding; negative if the request neither lists nor excludes it. */
    private static double weight(List<String> lines, String coding) {
        String name = coding.toLowerCase(Locale.ROOT);
        double own = Math.max(stated(lines, name), stated(lines, alias(name)));
        return own < 0 ? stated(lines, "*") : own;
    }

    /** RFC 9110 8.4.1: "x-gzip" and "x-compress" are equivalent to the names without prefix. */
    private static String alias(String name) {
        return name.startsWith("x-") ? name.substring(2) : "x-" + name;
    }

    /** Returns the weight that is stated for exactly this name; negative if none is. */
    private static double stated(List<String> lines, String name) {
        double weight = -1;
        for (String element : SelectingField.elements(lines)) {
            if (SelectingField.range(element).equals(name)) {
                weight = Math.max(weight, SelectingField.weight(element));
            }
        }
        return weight;
    }
}
