package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * P1: a trusted proxy may say where a request came from, and nothing else: what it says is part of the key, but for
 * addresses.
 */
class TrustedProxyTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final String ROUTE = GATEWAY + "routes[0].";

    /** Everything comes from a trusted proxy; the prefix /api is taken off. */
    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> builder.property(GATEWAY + "trusted-proxies", "127\\.0\\.0\\.1|192\\.0\\.2\\..*")
                    .property(ROUTE + "id", "stripping")
                    .property(ROUTE + "uri", "${larder.origin}")
                    .property(ROUTE + "predicates[0]", "Path=/{tenant}/api/**")
                    .property(ROUTE + "filters[0]", "StripPrefix=2")
                    .property(ROUTE + "filters[1]", "Cache"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Original-URL",
                "X-Original-URI",
                "X-Original-Host",
                "X-Rewrite-URL",
                "X-Host",
                "X-HTTP-Method-Override",
                "X-HTTP-Method",
                "X-Method-Override",
                "X-HTTP2-Scheme",
                "X-Forwarded-Path",
                "X-Forwarded-Uri",
                "X-Forwarded-Method",
                "X-Forwarded-Anything",
                "X_Forwarded_Host",
                "Proxy",
                "Base-Url"
            })
    @Tag("hardening-P1")
    void doesNotForwardRoutingOverrideFieldsOfTrustedProxy(String name) {
        STAGE.origin().on(path, request -> ResponseScript.ok(text(request), "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path, name, "evil.test").content()).doesNotContain("evil");
        assertThat(STAGE.get(path).content()).doesNotContain("evil");
    }

    /** Early levels answer the third of each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-Host | a.test | b.test",
                "X-Forwarded-Proto | https | http",
                "X-Forwarded-Proto | https | https, http",
                "X-Forwarded-Port | 443 | 8443",
                "X-Forwarded-Prefix | /a | /b",
                "X-Forwarded-Ssl | on | off",
                "Forwarded | proto=https | proto=http",
                "Forwarded | host=a.test;for=192.0.2.1 | host=b.test;for=192.0.2.1",
                "Forwarded | for=192.0.2.1, for=192.0.2.2;proto=https | for=192.0.2.1, for=192.0.2.2",
                "Forwarded | \" | for=192.0.2.1"
            })
    @Tag("hardening-P1")
    void keyIncludesForwardedFieldsOfTrustedProxy(String name, String one, String other) {
        STAGE.origin().on(path, request -> ResponseScript.ok(text(request), "Cache-Control", "max-age=60"));
        String first = STAGE.get(path, name, one).content();
        for (int i = 0; i < 3; i++) {
            ReceivedResponse another = STAGE.get(path, name, other);
            assertThat(another.content()).isNotEqualTo(first);
            assertThat(another.hit()).isEqualTo(i > 0);
            ReceivedResponse same = STAGE.get(path, name, one);
            assertThat(same.content()).isEqualTo(first);
            assertThat(same.hit()).isTrue();
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-For | 192.0.2.1 | 192.0.2.2",
                "X-Real-IP | 192.0.2.1 | 192.0.2.2",
                "True-Client-IP | 192.0.2.1 | 192.0.2.2",
                "Forwarded | for=192.0.2.1;proto=https | for=192.0.2.2;by=192.0.2.9;proto=https"
            })
    @Tag("hardening-P1")
    void forwardsClientAddressesWithoutKeyingThem(String name, String one, String other) {
        STAGE.origin().on(path, request -> ResponseScript.ok("one", "Cache-Control", "max-age=60"));
        STAGE.get(path, name, one);
        assertThat(text(STAGE.origin().received(path).get(0))).contains("192.0.2.1");
        for (int i = 0; i < 3; i++) {
            assertThat(STAGE.get(path, name, other).hit()).isTrue();
        }
    }

    /** The gateway says itself which prefix it has taken off. */
    @Test
    @Tag("hardening-P1")
    void keyIncludesStrippedPrefix() {
        STAGE.origin().on(path, request -> ResponseScript.ok(text(request), "Cache-Control", "max-age=60"));
        assertThat(STAGE.get("/a/api" + path).content()).contains("x-forwarded-prefix: /a/api");
        assertThat(STAGE.get("/b/api" + path).content()).contains("x-forwarded-prefix: /b/api");
        assertThat(STAGE.get("/a/api" + path).hit()).isTrue();
    }

    /** The gateway says itself which authority the client has named, in one spelling. */
    @Test
    @Tag("hardening-P1")
    void forwardsAuthorityInKeyedSpelling() {
        STAGE.origin().on(path, request -> ResponseScript.ok(text(request), "Cache-Control", "max-age=60"));
        STAGE.get(path, "Host", "A.Test:80");
        ReceivedResponse hit = STAGE.get(path, "Host", "a.test");
        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).contains("x-forwarded-host: a.test\n").contains("x-forwarded-port: 80\n");
    }

    private static String text(ReceivedRequest request) {
        StringBuilder text = new StringBuilder(request.target()).append('\n');
        request.fields()
                .forEach(field -> text.append(field.name().toLowerCase(java.util.Locale.ROOT))
                        .append(": ")
                        .append(field.value())
                        .append('\n'));
        return text.toString();
    }
}
