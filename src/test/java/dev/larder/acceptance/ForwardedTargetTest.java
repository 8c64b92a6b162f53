package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The forwarded target is the client's, byte for byte but for characters that no URI may have, and two targets share a response
 * only if they are forwarded alike.
 */
class ForwardedTargetTest {

    private static final long SEED = Long.getLong("larder.seed", 9110);

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.rules.any.paths", "/{first}/**"));

    private static final List<String> SUFFIXES = List.of(
            "",
            "/",
            "//",
            "/x.css",
            ";x.css",
            ";a=b;c=d",
            "%2fx.css",
            "%2Fx.css",
            "%3fx.css",
            "%23x.css",
            "%252e",
            "%25",
            "%20",
            "+",
            "%2B",
            "%7e",
            "~",
            "%c0%ae",
            ".",
            "..",
            "...",
            "/.x",
            "/@scope%2fname",
            ":80",
            "@evil.test",
            "?",
            "??",
            "?a=1&a=2",
            "?a=2&a=1",
            "?a=1&utm_x=1;a=2",
            "?a=1;b=2",
            "?a=1%26b=2",
            "?a=1&b=2",
            "?a=+",
            "?a=%20",
            "?a[]=1",
            "?A=1",
            "?a=1",
            "?a=http://evil.test/../x",
            "?a=/../b",
            "?a='\"<>",
            "?a={b}|c^`",
            "?=",
            "?=a",
            "?&",
            "?&a",
            "?a&",
            "?a&&b",
            "?a&=&b==c");

    private final String base = UniquePath.next();

    private static String asUri(String target) {
        String[] parts = target.split("\\?", 2);
        String path = encoded(parts[0], "|[]");
        if (parts.length == 1) {
            return path;
        }
        String query = encoded(parts[1], "|{}^`\\");
        return path + "?" + (query.equals(parts[1]) ? query : encoded(query, "[]"));
    }

    private static String encoded(String text, String characters) {
        return text.chars()
                .mapToObj(c -> characters.indexOf(c) < 0 ? Character.toString(c) : String.format("%%%02X", c))
                .collect(Collectors.joining());
    }

    @Test
    @Tag("hardening-D")
    @Tag("hardening-P3")
    void forwardsTargetByteForByte() {
        echo();
        for (String suffix : SUFFIXES) {
            String target = base + suffix;
            for (int i = 0; i < 2; i++) {
                ReceivedResponse response = STAGE.get(target);
                if (response.status() != 400) {
                    assertThat(response.content()).as(target).isEqualTo(asUri(target));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//",
                ";x.css",
                "%2fx.css",
                "%2Fx.css",
                "%3fx.css",
                "%252e",
                "100%25",
                "/@scope%2fname",
                "?",
                "?a=1;b=2",
                "?a[]=1",
                "%20",
                "?a=/../b"
            })
    @Tag("hardening-D")
    void legalTargetsAreServed(String suffix) {
        echo();
        assertThat(STAGE.get(base + suffix).content()).isEqualTo(base + suffix);
        assertThat(STAGE.get(base + suffix).hit()).isTrue();
    }

    @Test
    @Tag("hardening-D")
    void pathBeginningWithTwoSlashesIsRefused() {
        echo();
        ReceivedResponse response = STAGE.get("//evil.test" + base);
        assertThat(response.status()).isEqualTo(400);
    }

    @Test
    @Tag("hardening-D")
    @Tag("hardening-P3")
    void randomTargetsNeverShareResponse() {
        echo();
        Random random = new Random(SEED);
        int answered = 0;
        String alphabet = "ab25/;%&?=.+~:@!$'()*,-_{}|^`\"<>[]";
        for (int i = 0; i < 500; i++) {
            StringBuilder target = new StringBuilder(base);
            for (int length = random.nextInt(6); length >= 0; length--) {
                target.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            ReceivedResponse response = STAGE.get(target.toString());
            assertThat(response.status()).as("seed %d: %s", SEED, target).isIn(200, 400);
            if (response.status() == 200) {
                assertThat(response.content()).as("seed %d", SEED).isEqualTo(asUri(target.toString()));
                answered++;
            }
        }
        assertThat(answered).as("seed %d", SEED).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/x.css", ";x.css", "%2fx.css", "%3fx.css", "%23x.css", "/x.png", ".js"})
    @Tag("hardening-D")
    void staticFileSuffixDoesNotMakeResponseStorable(String suffix) {
        for (String cacheControl : new String[] {"private", "no-store", ""}) {
            STAGE.origin()
                    .otherwise(request -> cacheControl.isEmpty()
                            ? ResponseScript.ok("account")
                            : ResponseScript.ok("account", "Cache-Control", cacheControl, "Content-Type", "text/css"));
            String target = UniquePath.next() + suffix;
            STAGE.get(target, "Cookie", "sid=alice");
            assertThat(STAGE.get(target, "Cookie", "sid=alice").hit()).isFalse();
        }
    }

    private static void echo() {
        STAGE.origin().otherwise(request -> ResponseScript.ok(request.target(), "Cache-Control", "max-age=60"));
    }
}
