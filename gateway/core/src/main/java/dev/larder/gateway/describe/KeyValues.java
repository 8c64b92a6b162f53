package dev.larder.gateway.describe;

import dev.larder.gateway.rule.KeySettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * What a rule can make part of a key: values of a live request, or of one that is kept. Every part begins with its kind, so that no
 * value can be mistaken for another part.
 *
 * @param user the user; empty if there is none, or if it is not determined
 * @param content parts for the content
 * @param ofRoute parts for what the route can forward outside the target
 * @param filtered fields that filters have set
 * @param fields returns all values of the fields with a name
 */
record KeyValues(
        Optional<String> user,
        List<String> content,
        List<String> ofRoute,
        SortedMap<String, List<String>> filtered,
        Function<String, List<String>> fields) {

    private static final Pattern COOKIE =
            Pattern.compile("(?!\\$)[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#-+--:<-\\[\\]-~]*|\"[!#-+--:<-\\[\\]-~]*\")");

    /** Adds the parts of a key under these settings. */
    void addTo(List<String> parts, KeySettings settings) {
        settings.user().flatMap(wanted -> user).ifPresent(known -> parts.add("user " + known));
        parts.addAll(content);
        parts.addAll(ofRoute);
        FilteredFields.addTo(parts, filtered, settings);
        addFields(parts, fields, settings);
        settings.cookies().forEach(name -> parts.add("cookie " + name + text(cookies(name))));
    }

    /** Adds the parts for the fields that these settings name. */
    static void addFields(List<String> parts, Function<String, List<String>> fields, KeySettings settings) {
        settings.fields().forEach(name -> parts.add("field " + name + text(fields.apply(name))));
    }

    /** Returns all values of one name, which cannot contain line feeds; no value and an empty value give different results. */
    static String text(List<String> values) {
        return values.isEmpty() ? "" : "\n" + String.join("\n", values);
    }

    /**
     * Returns the cookies of one name, octet for octet as the origin receives them. Origins parse lines that violate RFC 6265
     * 4.2.1 differently, so such a line is included as it is.
     */
    private List<String> cookies(String name) {
        List<String> values = new ArrayList<>();
        for (String line : fields.apply(HttpHeaders.COOKIE)) {
            List<String> cookies = wellFormedCookies(line);
            if (cookies.isEmpty()) {
                values.add(line);
            } else {
                cookies.stream().filter(cookie -> cookie.startsWith(name + "=")).forEach(values::add);
            }
        }
        return values;
    }

    /** Returns the cookies of a line; empty if it violates RFC 6265 4.2.1. */
    static List<String> wellFormedCookies(String line) {
        List<String> cookies =
                Arrays.stream(line.split(";", -1)).map(String::trim).toList();
        return cookies.stream().allMatch(cookie -> COOKIE.matcher(cookie).matches()) ? cookies : List.of();
    }
}
