package dev.larder.gateway.observe.audit;

import dev.larder.invalidation.Breadth;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Advice as configuration. */
final class Yaml {

    private static final Pattern PLAIN_KEY = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final Pattern PLAIN_TEXT = Pattern.compile("[a-z][a-z0-9-]*");

    private Yaml() {}

    /** All that writes to this pool make wrong, beside it. */
    static String coupling(String pool, Collection<String> coupled) {
        String list = new TreeSet<>(coupled).stream().map(Yaml::text).collect(Collectors.joining(", "));
        return "larder:\n  invalidation:\n    couplings:\n      " + key(pool) + ": [" + list + "]\n";
    }

    /** How much of this pool a write makes wrong, by its rule or by a new one. */
    static String breadth(Evidence.Place place, String pool, Breadth breadth) {
        return rule(place, pool) + "      breadth: " + breadth.name().toLowerCase(Locale.ROOT) + "\n";
    }

    /** That nothing of this pool is used before it is validated, by its rule or by a new one. */
    static String alwaysValidate(Evidence.Place place, String pool) {
        return rule(place, pool) + "      revalidate: always\n";
    }

    private static String rule(Evidence.Place place, String pool) {
        if (!place.rule().isEmpty()) {
            return "larder:\n  rules:\n    " + key(place.rule()) + ":\n";
        }
        String paths = place.segment().isEmpty() ? "/" : "/" + place.segment() + "/**";
        String name = pool.isEmpty() ? "root" : pool;
        return "larder:\n  rules:\n    " + key(name) + ":\n      paths: [" + quoted(paths) + "]\n";
    }

    private static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() ? text(name) : quoted("[" + name + "]");
    }

    private static String text(String value) {
        return PLAIN_TEXT.matcher(value).matches() ? value : quoted(value);
    }

    /** In double quotes, where every character can be said. */
    private static String quoted(String value) {
        var out = new StringBuilder("\"");
        value.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }
}
