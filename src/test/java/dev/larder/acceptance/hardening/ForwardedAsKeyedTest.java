package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Field;
import dev.larder.acceptance.kit.Received;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import java.net.URI;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * P1, P4: requests that share a stored response are forwarded alike, whichever of them comes first; else the first could
 * choose what the others get.
 */
class ForwardedAsKeyedTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    @RegisterExtension
    static final Stage STAGE = Stage.shared();

    /** Host is forwarded below {@code /hosted}. */
    @RegisterExtension
    static final Stage HOSTED = Stage.with(builder -> builder.property(ROUTE + "id", "hosted")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/hosted/**")
            .property(ROUTE + "filters[0]", "PreserveHostHeader")
            .property(ROUTE + "filters[1]", "Cache"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({"a.test, A.Test", "a.test, a.test:80", "a.test, A.TEST:80"})
    void spellingsOfOneAuthorityAreForwardedAlike(String first, String second) {
        String stored = UniquePath.next();
        STAGE.origin().on(stored, Script.ok("one", "Cache-Control", "max-age=60"));
        STAGE.get(stored, "Host", first);
        assertThat(STAGE.get(stored, "Host", second).hit()).isTrue();

        STAGE.origin().on(path, Script.ok("one", "Cache-Control", "no-store"));
        STAGE.get(path, "Host", first);
        STAGE.get(path, "Host", second);
        assertThat(seen(1)).isEqualTo(seen(0));
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
    void aResponseIsSharedJustByThoseWhoseHostIsForwardedAlike(String first, String second) {
        String hosted = "/hosted" + path;
        HOSTED.origin().on(hosted, request -> Script.ok(host(request), "Cache-Control", "max-age=60"));
        String forwarded = HOSTED.get(hosted, "Host", first).content();
        boolean shared = HOSTED.get(hosted, "Host", second).hit();

        HOSTED.origin().on(hosted + "-other", request -> Script.ok(host(request), "Cache-Control", "no-store"));
        String other = HOSTED.get(hosted + "-other", "Host", second).content();
        assertThat(forwarded).isNotEqualTo(host(HOSTED.origin().uri()));
        assertThat(shared)
                .as("shared by those who are forwarded as %s and %s", forwarded, other)
                .isEqualTo(forwarded.equals(other));
    }

    @ParameterizedTest
    @CsvSource({"a.test, http://a.test{path}", "A.test, http://a.test{path}", "a.test, HTTP://A.TEST:80{path}"})
    void theFormOfATargetIsNotForwarded(String host, String absolute) {
        STAGE.origin().on(path, Script.ok("one", "Cache-Control", "no-store"));
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
    void anUnderscoreIsNoWayRound(String name) {
        STAGE.origin().on(path, request -> Script.ok(text(request), "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path, name, "evil.test").status()).isIn(200, 400);
        assertThat(STAGE.get(path).content()).doesNotContain("evil");
        assertThat(STAGE.origin().received(path))
                .noneMatch(request -> text(request).contains("evil"));
    }

    private List<String> seen(int number) {
        Received request = STAGE.origin().received(path).get(number);
        TreeSet<String> lines = new TreeSet<>();
        for (Field field : request.fields()) {
            lines.add(field.name().toLowerCase(java.util.Locale.ROOT) + ": " + field.value());
        }
        lines.add(request.method() + " " + request.target());
        return List.copyOf(lines);
    }

    private static String host(Received request) {
        return request.fields().get("Host");
    }

    private static String host(String origin) {
        return URI.create(origin).getAuthority();
    }

    private static String text(Received request) {
        StringBuilder text = new StringBuilder(request.target());
        request.fields().forEach(field -> text.append('\n').append(field));
        return text.toString();
    }
}
