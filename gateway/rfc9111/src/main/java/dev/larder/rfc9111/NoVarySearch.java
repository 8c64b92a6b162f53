package dev.larder.rfc9111;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No-Vary-Search (draft-ietf-httpbis-no-vary-search-06): which query parameters a response says make no difference to it. Two
 * URIs that differ in their queries alone are equivalent for it if {@link #canonical} is equal for both queries. A field that
 * is malformed, or longer than {@value #MAX_LENGTH} characters, says nothing: every octet of the query makes a difference.
 */
public final class NoVarySearch {

    /** The name of the response field. */
    public static final String FIELD = "No-Vary-Search";

    /** Longer values say nothing, so that a response cannot make every later request expensive. */
    static final int MAX_LENGTH = 2048;

    private static final NoVarySearch DEFAULT = new NoVarySearch(Set.of(), false, true);
    private static final String HEXADECIMAL = "0123456789ABCDEF";

    private final Set<String> names;
    private final boolean onlyNames;
    private final boolean order;

    /** A parameter of a query, decoded. */
    private record Pair(String name, String value) {}

    /**
     * @param names the parameters that make no difference, or the only ones that do
     * @param onlyNames whether these parameters are the only ones that make a difference
     * @param order whether the order of names makes a difference
     */
    private NoVarySearch(Set<String> names, boolean onlyNames, boolean order) {
        this.names = names;
        this.onlyNames = onlyNames;
        this.order = order;
    }

    /** Section 4.1: parses the value of the field, all its lines combined; empty if there is none. */
    public static NoVarySearch of(String value) {
        return value.isEmpty() || value.length() > MAX_LENGTH
                ? DEFAULT
                : StructuredDictionary.parse(value)
                        .flatMap(NoVarySearch::variance)
                        .orElse(DEFAULT);
    }

    /** Strict: "whenever it sees something it doesn't recognize", every octet of the query makes a difference. */
    private static Optional<NoVarySearch> variance(Map<String, StructuredDictionary.Value> members) {
        StructuredDictionary.Value keyOrder = members.get("key-order");
        StructuredDictionary.Value params = members.get("params");
        StructuredDictionary.Value except = members.get("except");
        if (keyOrder != null && keyOrder.type() != StructuredDictionary.Type.BOOLEAN) {
            return Optional.empty();
        }
        boolean order = keyOrder == null || keyOrder.isFalse();
        boolean all = params != null && params.type() == StructuredDictionary.Type.BOOLEAN && !params.isFalse();
        if (except != null) {
            return all ? names(except).map(only -> new NoVarySearch(only, true, order)) : Optional.empty();
        }
        if (all) {
            return Optional.of(new NoVarySearch(Set.of(), true, order));
        }
        return params == null || params.type() == StructuredDictionary.Type.BOOLEAN
                ? Optional.of(new NoVarySearch(Set.of(), false, order))
                : names(params).map(ignored -> new NoVarySearch(ignored, false, order));
    }

    private static Optional<Set<String>> names(StructuredDictionary.Value list) {
        if (list.type() != StructuredDictionary.Type.OTHER) {
            return Optional.empty();
        }
        return StructuredDictionary.innerStrings(list.text()).map(keys -> {
            Set<String> names = new HashSet<>();
            keys.forEach(key -> names.add(decoded(key)));
            return names;
        });
    }

    /** Whether every octet of the query makes a difference, as without the field. */
    public boolean isDefault() {
        return order && !onlyNames && names.isEmpty();
    }

    /**
     * Section 5: returns a query that is the same for all equivalent queries and for no others; empty if no parameter makes a
     * difference. It is equivalent to the given one, in the form application/x-www-form-urlencoded. Not for the default.
     *
     * @param query the query as it was sent, without its question mark; null if there is none
     */
    public String canonical(@Nullable String query) {
        List<Pair> pairs = new ArrayList<>();
        for (String pair : Objects.requireNonNullElse(query, "").split("&")) {
            if (!pair.isEmpty()) {
                int end = pair.indexOf('=');
                String name = decoded(end < 0 ? pair : pair.substring(0, end));
                if (names.contains(name) == onlyNames) {
                    pairs.add(new Pair(name, end < 0 ? "" : decoded(pair.substring(end + 1))));
                }
            }
        }
        if (!order) {
            pairs.sort(Comparator.comparing(Pair::name));
        }
        var text = new StringBuilder();
        for (Pair pair : pairs) {
            encode(pair.name(), text.isEmpty() ? text : text.append('&'));
            encode(pair.value(), text.append('='));
        }
        return text.toString();
    }

    /** Section 4.3, as URL 5.1 for names and values: decodes plus signs and octets, then UTF-8; malformed UTF-8 is U+FFFD. */
    private static String decoded(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < octets.length; i++) {
            int octet = octets[i] == '%' && i + 2 < octets.length ? octet(octets[i + 1], octets[i + 2]) : -1;
            if (octet >= 0) {
                i += 2;
                octets[length++] = (byte) octet;
            } else {
                octets[length++] = octets[i] == '+' ? (byte) ' ' : octets[i];
            }
        }
        return new String(octets, 0, length, StandardCharsets.UTF_8);
    }

    private static int octet(byte high, byte low) {
        int first = Character.digit(high, 16);
        int second = Character.digit(low, 16);
        return first < 0 || second < 0 ? -1 : first << 4 | second;
    }

    private static void encode(String text, StringBuilder to) {
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet == ' ') {
                to.append('+');
            } else if (octet > 0 && (Character.isLetterOrDigit(octet) || "*-._".indexOf(octet) >= 0)) {
                to.append((char) octet);
            } else {
                to.append('%').append(HEXADECIMAL.charAt(octet >> 4 & 0xf)).append(HEXADECIMAL.charAt(octet & 0xf));
            }
        }
    }
}
