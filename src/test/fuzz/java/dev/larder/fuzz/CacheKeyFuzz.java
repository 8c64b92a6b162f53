package dev.larder.fuzz;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.QueryKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Parts of two keys, octets that may be a key, and a query. */
public final class CacheKeyFuzz {

    private static final int MAX_PARTS = 8;

    private CacheKeyFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        switch (input.below(3)) {
            case 0 -> keys(input);
            case 1 -> isAKeyOrNone(input.rest());
            default -> query(input);
        }
    }

    private static void keys(FuzzInput input) {
        List<String> one = parts(input);
        List<String> other = parts(input);
        CacheKey key = CacheKey.of(one.toArray(String[]::new));
        CacheKey another = CacheKey.of(other.toArray(String[]::new));
        FuzzAssertions.equal(key.parts(), one, () -> "parts");
        FuzzAssertions.equal(key.equals(another), one.equals(other), () -> one + " and " + other);
        FuzzAssertions.equal(key.compareTo(another) == 0, one.equals(other), () -> one + " and " + other);
        FuzzAssertions.equal(CacheKey.ofEncoded(key.encoded()), key, () -> one + " by its bytes");
        for (int i = 0; i < one.size() + 1; i++) {
            String asked = i < other.size() ? other.get(i) : "";
            boolean has = i < one.size() && one.get(i).equals(asked);
            FuzzAssertions.equal(key.hasPart(i, asked), has, () -> asked + " in " + one);
        }
    }

    private static List<String> parts(FuzzInput input) {
        List<String> parts = new ArrayList<>();
        for (int count = input.below(MAX_PARTS); count > 0; count--) {
            parts.add(input.flag() ? wide(input.bytes()) : input.text());
        }
        return parts;
    }

    private static String wide(byte[] octets) {
        var text = new StringBuilder();
        for (int i = 0; i + 1 < octets.length; i += 2) {
            text.append((char) (octets[i] << Byte.SIZE | octets[i + 1] & 0xff));
        }
        return text.toString();
    }

    /** Who has another encoding of the same parts would look for a key in vain. */
    private static void isAKeyOrNone(byte[] octets) {
        CacheKey key;
        try {
            key = CacheKey.ofEncoded(octets);
        } catch (IllegalArgumentException none) {
            return;
        }
        CacheKey same = CacheKey.of(key.parts().toArray(String[]::new));
        FuzzAssertions.equal(same, key, () -> "parts " + key.parts() + " of " + Arrays.toString(octets));
    }

    private static void query(FuzzInput input) {
        var rule = new QueryKey(
                input.flag() ? List.of("a", "b*") : List.of(),
                input.flag() ? List.of("utm_*", "a") : List.of(),
                input.flag());
        String query = input.line();
        Optional<String> once = rule.normalised(query);
        FuzzAssertions.equal(once.flatMap(rule::normalised), once, () -> rule + " twice on " + query);
        List<String> sent = List.of(query.split("&", -1));
        boolean nothingNew = once.stream()
                .flatMap(kept -> Arrays.stream(kept.split("&", -1)))
                .allMatch(sent::contains);
        FuzzAssertions.hold(nothingNew, () -> rule + " on " + query + ": " + once);
    }
}
