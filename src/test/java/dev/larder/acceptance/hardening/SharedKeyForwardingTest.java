package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.net.URI;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * P1, P4: requests that share a stored response are forwarded alike, whichever of them comes first; else the first could
 * choose what the others get.
 */
class SharedKeyForwardingTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    /** Where the authority that the client names is forwarded. */
    @RegisterExtension
    static final GatewayExtension PRESERVING =
            GatewayExtension.with(builder -> builder.property(ROUTE + "id", "preserving")
                    .property(ROUTE + "uri", "${larder.origin}")
                    .property(ROUTE + "predicates[0]", "Path=/**")
                    .property(ROUTE + "filters[0]", "PreserveHostHeader")
                    .property(ROUTE + "filters[1]", "Cache"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "a.test:80, a.test, {path}",
        "A.Test, a.test, {path}",
        "A.TEST:80, a.test, {path}",
        "a.test, a.test, http://A.test:80{path}",
        "[::1]:80, [::1], {path}"
    })
    @Tag("hardening-P4")
    void forwardsPreservedHostInKeyedForm(String host, String canonical, String target) {
        PRESERVING.origin().on(path, SharedKeyForwardingTest::redirect);
        PRESERVING.get(target.replace("{path}", path), "Host", host);
        ReceivedResponse hit = PRESERVING.get(path, "Host", canonical);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.field("Location")).isEqualTo("http://" + canonical + "/");
    }

    @Test
    @Tag("hardening-P4")
    void forwardsPreservedHostInOneSpelling() {
        PRESERVING.origin().on(path, ResponseScript.ok("one", "Cache-Control", "no-store"));
        for (String host : List.of("a.test", "A.Test", "a.test:80", "A.TEST:80")) {
            PRESERVING.get(path, "Host", host);
        }
        assertThat(PRESERVING.origin().received(path))
                .hasSize(4)
                .extracting(request -> request.fields().get("Host"))
                .containsOnly("a.test");
    }

    /** The answer to a POST may be stored as that to a GET (RFC 9110 9.3.3). */
    @Test
    @Tag("hardening-P4")
    void postCannotSetAuthorityOfResponseServedToGet() {
        PRESERVING
                .origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                request.fields().get("Host"), "Cache-Control", "max-age=60", "Content-Location", path));
        PRESERVING.gateway().send("POST", path, "x", "Host", "A.test:80");
        assertThat(PRESERVING.get(path, "Host", "a.test").content()).isEqualTo("a.test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.test.", "a.test:81", "a.test:443", "a.test:080", "[::1]", "[0:0:0:0:0:0:0:1]"})
    @Tag("hardening-P4")
    void differentForwardedHostHasItsOwnKey(String host) {
        PRESERVING.origin().on(path, SharedKeyForwardingTest::redirect);
        PRESERVING.get(path, "Host", "a.test");
        assertThat(PRESERVING.get(path, "Host", host).field("Location")).isEqualTo("http://" + host + "/");
    }

    @ParameterizedTest
    @CsvSource({
        "a.test, a.test",
        "a.test, A.Test",
        "a.test, a.test:80",
        "a.test:80, A.TEST",
        "a.test, a.test:",
        "a.test, b.test",
        "a.test, a.test:81",
        "a.test, a.test.",
        "[::1], [0:0:0:0:0:0:0:1]"
    })
    @Tag("hardening-P4")
    void sharesResponseOnlyIfForwardedHostIsEqual(String first, String second) {
        PRESERVING.origin().on(path, request -> ResponseScript.ok(host(request), "Cache-Control", "max-age=60"));
        String forwarded = PRESERVING.get(path, "Host", first).content();
        boolean shared = PRESERVING.get(path, "Host", second).hit();

        PRESERVING
                .origin()
                .on(path + "-other", request -> ResponseScript.ok(host(request), "Cache-Control", "no-store"));
        String other = PRESERVING.get(path + "-other", "Host", second).content();
        assertThat(forwarded).isNotEqualTo(host(PRESERVING.origin().uri()));
        assertThat(shared)
                .as("shared by those who are forwarded as %s and %s", forwarded, other)
                .isEqualTo(forwarded.equals(other));
    }

    private static ResponseScript redirect(ReceivedRequest request) {
        String host = request.fields().get("Host");
        return ResponseScript.status(301, "Location", "http://" + host + "/", "Cache-Control", "max-age=60");
    }

    @ParameterizedTest
    @CsvSource({"a.test, A.Test", "a.test, a.test:80", "a.test, A.TEST:80"})
    @Tag("hardening-P4")
    void equivalentAuthoritiesAreForwardedAlike(String first, String second) {
        String stored = UniquePath.next();
        STAGE.origin().on(stored, ResponseScript.ok("one", "Cache-Control", "max-age=60"));
        STAGE.get(stored, "Host", first);
        assertThat(STAGE.get(stored, "Host", second).hit()).isTrue();

        STAGE.origin().on(path, ResponseScript.ok("one", "Cache-Control", "no-store"));
        STAGE.get(path, "Host", first);
        STAGE.get(path, "Host", second);
        assertThat(seen(1)).isEqualTo(seen(0));
    }

    @ParameterizedTest
    @CsvSource({"a.test, http://a.test{path}", "A.test, http://a.test{path}", "a.test, HTTP://A.TEST:80{path}"})
    @Tag("hardening-P4")
    void absoluteTargetIsForwardedLikeOriginForm(String host, String absolute) {
        STAGE.origin().on(path, ResponseScript.ok("one", "Cache-Control", "no-store"));
        STAGE.get(path, "Host", host);
        STAGE.get(absolute.replace("{path}", path), "Host", "evil.test");
        assertThat(seen(1)).isEqualTo(seen(0));
    }

    /** Origins that speak CGI or WSGI take an underscore for a hyphen. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X_Forwarded_Host",
                "X-Forwarded_Host",
                "x_forwarded-scheme",
                "X_Original_URL",
                "X_Rewrite_URL",
                "X_HTTP_Method_Override",
                "X_Host",
                "True_Client_IP",
                "Proxy",
                "X-Forwarded-Host "
            })
    @Tag("hardening-P1")
    void underscoreSpellingOfUnkeyedFieldIsNotForwarded(String name) {
        STAGE.origin().on(path, request -> ResponseScript.ok(text(request), "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path, name, "evil.test").status()).isIn(200, 400);
        assertThat(STAGE.get(path).content()).doesNotContain("evil");
        assertThat(STAGE.origin().received(path))
                .noneMatch(request -> text(request).contains("evil"));
    }

    private List<String> seen(int number) {
        ReceivedRequest request = STAGE.origin().received(path).get(number);
        TreeSet<String> lines = new TreeSet<>();
        for (RawField field : request.fields()) {
            lines.add(field.name().toLowerCase(java.util.Locale.ROOT) + ": " + field.value());
        }
        lines.add(request.method() + " " + request.target());
        return List.copyOf(lines);
    }

    private static String host(ReceivedRequest request) {
        return request.fields().get("Host");
    }

    private static String host(String origin) {
        return URI.create(origin).getAuthority();
    }

    private static String text(ReceivedRequest request) {
        StringBuilder text = new StringBuilder(request.target());
        request.fields().forEach(field -> text.append('\n').append(field));
        return text.toString();
    }
}
