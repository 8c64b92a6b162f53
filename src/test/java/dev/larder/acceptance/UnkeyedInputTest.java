package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not part of the key cannot shape what is stored under it: poisoning. */
class UnkeyedInputTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    /** Host is forwarded below {@code /hosted}. */
    @RegisterExtension
    static final GatewayExtension HOSTED = GatewayExtension.with(builder -> builder.property(ROUTE + "id", "hosted")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/hosted/**")
            .property(ROUTE + "filters[0]", "PreserveHostHeader")
            .property(ROUTE + "filters[1]", "Cache"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "X-Forwarded-Host",
                "X-Forwarded-Proto",
                "X-Forwarded-Protocol",
                "X-Forwarded-Port",
                "X-Forwarded-Prefix",
                "X-Forwarded-Scheme",
                "X-Forwarded-Ssl",
                "X-Forwarded-Server",
                "X-Forwarded-Path",
                "X-Forwarded-Uri",
                "X-Forwarded-Anything",
                "x-forwarded-host",
                "Forwarded",
                "X-Original-URL",
                "X-Original-URI",
                "X-Original-Host",
                "X-Rewrite-URL",
                "X-Host",
                "X-HTTP-Method-Override",
                "X-HTTP-Method",
                "X-Method-Override",
                "X-HTTP2-Scheme"
            })
    @Tag("hardening-P1")
    void anUnkeyedFieldNeverReachesTheOrigin(String name) {
        STAGE.origin().on(path, request -> ResponseScript.ok(text(request), "Cache-Control", "max-age=60"));
        ReceivedResponse poisoned = STAGE.get(path, name, "evil.test");
        assertThat(poisoned.status()).isEqualTo(200);
        ReceivedResponse clean = STAGE.get(path);
        assertThat(clean.content()).doesNotContain("evil");
        assertThat(clean.status()).isEqualTo(200);
        assertThat(STAGE.origin().received(path))
                .noneMatch(request -> text(request).contains("evil"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"})
    @Tag("hardening-P5")
    void aMethodOverrideIsStrippedAndNoErrorIsStored(String name) {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has(name)
                                ? ResponseScript.status(405, "Cache-Control", "max-age=60")
                                : ResponseScript.ok("fine", "Cache-Control", "max-age=60"));
        STAGE.get(path, name, "DELETE");
        assertThat(STAGE.get(path).content()).isEqualTo("fine");
    }

    @Test
    @Tag("hardening-P9")
    void redirectThatReflectsHostIsKeyedByHost() {
        String hosted = "/hosted" + path;
        HOSTED.origin()
                .on(
                        hosted,
                        request -> ResponseScript.status(
                                301,
                                "Location",
                                "http://" + request.fields().get("Host") + "/",
                                "Cache-Control",
                                "max-age=60"));
        for (String host : List.of("evil.test", "good.test")) {
            assertThat(HOSTED.get(hosted, "Host", host).field("Location")).isEqualTo("http://" + host + "/");
        }
        assertThat(HOSTED.get(hosted, "Host", "evil.test").hit()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"a.test,A.TEST", "a.test,a.test:80", "A.test:80,a.test"})
    @Tag("hardening-P4")
    void equivalentAuthoritiesShareOneKey(String first, String second) {
        STAGE.origin().on(path, ResponseScript.ok("one", "Cache-Control", "max-age=60"));
        STAGE.get(path, "Host", first);
        assertThat(STAGE.get(path, "Host", second).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"b.test", "a.test.", "a.test:81", "xa.test"})
    @Tag("hardening-P4")
    void differentAuthoritiesHaveDifferentKeys(String other) {
        STAGE.origin().on(path, ResponseScript.ok("one", "Cache-Control", "max-age=60"));
        STAGE.get(path, "Host", "a.test");
        assertThat(STAGE.get(path, "Host", other).hit()).isFalse();
    }

    @Test
    @Tag("hardening-P4")
    void theAuthorityOfAnAbsoluteTargetReplacesHost() {
        STAGE.origin().on(path, ResponseScript.ok("one", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get("http://a.test" + path, "Host", "b.test").status()).isEqualTo(200);
        assertThat(STAGE.get(path, "Host", "b.test").hit()).isFalse();
        assertThat(STAGE.get(path, "Host", "a.test").hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    @Tag("hardening-P2")
    void aGetWithContentIsNotStored(String method) {
        STAGE.origin().on(path, request -> ResponseScript.ok("got " + request.body(), "Cache-Control", "max-age=60"));
        ReceivedResponse fat = STAGE.gateway().send(method, path, "evil");
        assertThat(fat.status()).isEqualTo(200);
        assertThat(STAGE.get(path).content()).isEqualTo("got ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    @Tag("hardening-P2")
    void aGetWithChunkedContentIsNotStored(String method) {
        STAGE.origin().on(path, request -> ResponseScript.ok("got " + request.body(), "Cache-Control", "max-age=60"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head(method, path, RawFields.of("Transfer-Encoding", "chunked"))
                    + "4\r\nevil\r\n0\r\n\r\n");
            assertThat(client.read(method).status()).isEqualTo(200);
        }
        assertThat(STAGE.get(path).content()).isEqualTo("got ");
    }

    @Test
    @Tag("hardening-P2")
    void contentOfGetThatHitsIsNotParsedAsRequest() {
        String other = UniquePath.next();
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.origin().on(other, ResponseScript.ok("smuggled"));
        STAGE.get(path);
        String smuggled = RawClient.head("GET", other, RawFields.NONE);
        try (RawClient client = STAGE.gateway().connect()) {
            RawFields length = RawFields.of("Content-Length", Integer.toString(smuggled.length()));
            client.send(RawClient.head("GET", path, length) + smuggled);
            client.request("GET", path);
            assertThat(client.read().content()).isNotEqualTo("smuggled");
            assertThat(client.read().content()).isNotEqualTo("smuggled");
        }
        assertThat(STAGE.origin().count(other)).isZero();
    }

    private static String text(ReceivedRequest request) {
        StringBuilder text = new StringBuilder(request.target());
        for (RawField field : request.fields()) {
            text.append('\n').append(field.name()).append(": ").append(field.value());
        }
        return text.toString();
    }
}
