package dev.larder.http;

import dev.larder.cache.spi.CacheKey;
import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.gateway.store.CacheKeys;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** Two targets, and authorities: what is let in can be read in one way only, and is told apart by its key. */
public final class RequestTargetFuzz {

    private RequestTargetFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String one = input.line();
        String other = input.line();
        boolean unambiguous = isUnambiguous(one);
        boolean both = isUnambiguous(other) && unambiguous;
        String host = input.line();
        if (RequestHeadPolicy.isValidAuthority(host)) {
            isAuthority(host);
            if (both) {
                areToldApart(host, one, other);
            }
        }
    }

    private static boolean isUnambiguous(String target) {
        if (RequestTargetPolicy.refusal(target).isPresent()) {
            return false;
        }
        FuzzAssertions.hold(target.startsWith("/") && !target.startsWith("//"), () -> target);
        FuzzAssertions.hold(target.chars().allMatch(c -> c > 0x20 && c < 0x7f && "\"#<>".indexOf(c) < 0), () -> target);
        String uri = TargetEncoding.encoded(target);
        FuzzAssertions.hold(uri.chars().noneMatch(c -> "\\^`{|}".indexOf(c) >= 0), () -> target);
        String decoded = decoded(target);
        FuzzAssertions.equal(decoded(uri), decoded, () -> target);
        FuzzAssertions.hold(decoded.chars().noneMatch(c -> c < 0x20 || c == 0x7f), () -> target);
        int query = target.indexOf('?');
        String path = decoded(query < 0 ? target : target.substring(0, query));
        FuzzAssertions.hold(path.indexOf('\\') < 0, () -> target);
        for (String segment : path.split("/", -1)) {
            String bare = segment.replaceAll(";.*", "");
            FuzzAssertions.hold(!bare.equals(".") && !bare.equals(".."), () -> "a dot segment in " + target);
        }
        return true;
    }

    private static String decoded(String target) {
        var decoded = new StringBuilder();
        for (int i = 0; i < target.length(); i++) {
            boolean encoded = target.charAt(i) == '%';
            decoded.append(encoded ? (char) Integer.parseInt(target.substring(i + 1, i + 3), 16) : target.charAt(i));
            i += encoded ? 2 : 0;
        }
        return decoded.toString();
    }

    private static void isAuthority(String host) {
        FuzzAssertions.hold(
                host.chars().noneMatch(c -> c <= 0x20 || c >= 0x7f || "/?#@\\\"%,<>".indexOf(c) >= 0), () -> host);
        try {
            URI uri = new URI("http://" + host + "/");
            FuzzAssertions.equal(uri.getRawAuthority(), host, () -> host);
            FuzzAssertions.hold(uri.getRawUserInfo() == null && uri.getPort() <= 65_535, () -> host);
        } catch (URISyntaxException malformed) {
            throw new AssertionError(host, malformed);
        }
    }

    private static void areToldApart(String host, String one, String other) {
        String uri = TargetEncoding.encoded(one);
        var first = key(host, uri);
        var second = key(host, TargetEncoding.encoded(other));
        FuzzAssertions.equal(
                first.equals(second), uri.equals(TargetEncoding.encoded(other)), () -> one + " and " + other);
        CacheKeys.KeyComponents named = CacheKeys.named(first).orElseThrow();
        FuzzAssertions.equal(named.target(), URI.create("http://origin.test" + uri), () -> one);
        FuzzAssertions.hold(host.toLowerCase(Locale.ROOT).startsWith(named.authority()), () -> host);
    }

    private static CacheKey key(String host, String target) {
        String authority = CacheKeys.normalised(host, "http");
        return CacheKeys.of("GET", authority, URI.create("http://origin.test" + target), "", "route", List.of());
    }
}
