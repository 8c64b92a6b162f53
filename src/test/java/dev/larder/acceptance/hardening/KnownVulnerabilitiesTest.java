package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * V: what went wrong in other caches in 2025 and 2026, played to this one. Where no advisory says how, the row says what is
 * assumed.
 */
class KnownVulnerabilitiesTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String CC = "Cache-Control";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(ROUTE + "id", "vip")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Header=X-Vip")
            .property(ROUTE + "filters[0]", "Cache=60s")
            .property("larder.rules.keyed.paths", "/keyed/**")
            .property("larder.rules.keyed.key.headers", "apikey")
            .property("larder.rules.stripped.paths", "/stripped/**")
            .property("larder.rules.stripped.set-cookie", "strip"));

    private final String path = UniquePath.next();

    /** What one client sends first, the field lines of the answer, and what another client sends then. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            CVE-2026-59426 ; Spring: across routes by a predicate ; X-Vip: 1 ; Cache-Control: max-age=60 ; ''
            CVE-2026-59426 ; the other way round ; '' ; Cache-Control: max-age=60 ; X-Vip: 1
            CVE-2026-59427 ; Spring: stored what is private ; '' ; Cache-Control: private, no-store ; ''
            CVE-2026-59427 ; under the time of the route ; X-Vip: 1 ; Cache-Control: private, no-store ; X-Vip: 1
            CVE-2026-59427 ; the default of Spring Security ; '' ; Cache-Control: no-cache, no-store, max-age=0, must-revalidate ; ''
            CVE-2026-59427 ; the same under the time of the route ; X-Vip: 1 ; Cache-Control: no-cache, no-store, max-age=0, must-revalidate ; X-Vip: 1
            CVE-2026-22741 ; Spring: an encoding that the next client does not read ; Accept-Encoding: br ; Cache-Control: max-age=60 | Vary: Accept-Encoding | Content-Encoding: br ; Accept-Encoding: gzip
            CVE-2026-92442 ; Kong: users share ; Authorization: Bearer a ; Cache-Control: max-age=60 ; Authorization: Bearer b
            CVE-2026-92442 ; and lend to strangers ; Authorization: Bearer a ; Cache-Control: max-age=60 ; ''
            CVE-2026-92443 ; Kong, assumed: a key of the client in a field of its own ; /keyed apikey: a ; Cache-Control: max-age=60 ; /keyed apikey: b
            CVE-2026-93748 ; http-cache-semantics: max-stale over must-revalidate ; '' ; Cache-Control: max-age=10, must-revalidate | ETag: "1" | Age: 100 ; Cache-Control: max-stale=9999
            CVE-2026-93748 ; over proxy-revalidate ; '' ; Cache-Control: max-age=10, proxy-revalidate | ETag: "1" | Age: 100 ; Cache-Control: max-stale
            CVE-2026-93748 ; over s-maxage ; '' ; Cache-Control: s-maxage=10 | ETag: "1" | Age: 100 ; Cache-Control: max-stale=9999
            CVE-2026-93748 ; over no-cache ; '' ; Cache-Control: no-cache | ETag: "1" | Age: 100 ; Cache-Control: max-stale=9999
            CVE-2026-93750 ; http-cache-semantics: a star and a blank ; '' ; 'Cache-Control: max-age=60 | Vary: * ' ; ''
            CVE-2026-93750 ; a star in a list ; '' ; 'Cache-Control: max-age=60 | Vary: Accept,  * ' ; ''
            Souin #805 ; a cookie for everybody ; '' ; Cache-Control: max-age=60 | Set-Cookie: sid=1 ; ''
            CVE-2026-24472 ; Hono: private is ignored ; '' ; Cache-Control: private ; ''
            CVE-2026-24472 ; in any spelling ; '' ; Cache-Control: max-age=60, PRIVATE ; ''
            CVE-2026-71324 ; Traefik, assumed: a forwarding field of a stranger ; X-Forwarded-Prefix: /evil ; Cache-Control: no-store ; ''
            CVE-2026-2836 ; Pingora: the host is not keyed ; Host: a.test ; Cache-Control: max-age=60 ; Host: b.test
            """)
    @Tag("hardening-V")
    void theSecondClientIsNotAnsweredWithTheFirstOnes(
            String id, String what, String first, String answer, String second) {
        String target = (first.startsWith("/keyed") ? "/keyed" : "") + path;
        STAGE.origin().on(target, request -> answer(answer, request));
        assertThat(ask(target, first, "first").content())
                .as("what the origin saw")
                .startsWith("first")
                .doesNotContain("evil");
        ReceivedResponse others = ask(target, second, "second");
        assertThat(others.content()).as("%s: %s", id, what).startsWith("second");
        assertThat(others.fields().has("Set-Cookie")).isEqualTo(answer.contains("Set-Cookie"));
        assertThat(STAGE.origin().count(target)).isEqualTo(2);
    }

    private static ResponseScript answer(String lines, ReceivedRequest request) {
        List<String> fields = new ArrayList<>();
        for (String line : lines.split(" \\| ")) {
            fields.addAll(List.of(line.split(": ", 2)));
        }
        StringBuilder content = new StringBuilder(request.fields().get("X-Marker"));
        request.fields().forEach(field -> content.append('\n').append(field));
        return ResponseScript.ok(content.toString(), fields.toArray(String[]::new));
    }

    private static ReceivedResponse ask(String target, String line, String marker) {
        String field = line.replaceFirst("^/keyed ", "");
        List<String> fields = new ArrayList<>(List.of("X-Marker", marker));
        if (!field.isEmpty()) {
            fields.addAll(List.of(field.split(": ", 2)));
        }
        return STAGE.get(target, fields.toArray(String[]::new));
    }

    /** Requests whose end two parsers see in two places. */
    private record Smuggled(String id, String what, String octets, boolean pipelined) {

        Smuggled(String id, String what, String octets) {
            this(id, what, octets, false);
        }

        @Override
        public String toString() {
            return id + ": " + what;
        }
    }

    private static final String INNER = "GET {path}/smuggled HTTP/1.1\r\nHost: a.test\r\n\r\n";
    private static final String GET = "GET {path} HTTP/1.1\r\nHost: a.test\r\n";
    private static final String POST = "POST {path} HTTP/1.1\r\nHost: a.test\r\n";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String UPGRADE = "Connection: Upgrade\r\nUpgrade: foo\r\n";
    private static final String LENGTH = "Content-Length: {length}\r\n";
    private static final String END = "0\r\n\r\n" + INNER;

    private static Stream<Smuggled> smuggled() {
        return Stream.of(
                new Smuggled("CVE-2025-4366", "Pingora: content of a hit", GET + LENGTH + "\r\n" + INNER),
                new Smuggled("CVE-2026-2833", "Pingora: Upgrade without 101", GET + UPGRADE + "\r\n" + INNER, true),
                new Smuggled("CVE-2026-2834", "assumed: and content", POST + UPGRADE + LENGTH + "\r\n" + INNER),
                new Smuggled(
                        "CVE-2026-2835",
                        "Pingora: two lengths",
                        POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + END),
                new Smuggled("CVE-2026-2835", "Pingora: HTTP/1.0", CHUNKED.replace("HTTP/1.1", "HTTP/1.0") + END),
                new Smuggled(
                        "CVE-2026-2835", "a coding behind chunked", CHUNKED.replace("chunked", "chunked, x") + END),
                new Smuggled("CVE-2024-53868", "Traffic Server: LF in an extension", CHUNKED + "2;\nxx\r\n" + END),
                new Smuggled("CVE-2025-30346", "Varnish, assumed: no size", CHUNKED + "2 0\r\nok\r\n" + END),
                new Smuggled("CVE-2025-47905", "Varnish, assumed: no CRLF", CHUNKED + "2\r\nokXX" + END),
                new Smuggled(
                        "Squid, 2025",
                        "assumed: a signed length, and two",
                        POST + "Content-Length: +0\r\n" + LENGTH + "\r\n" + INNER));
    }

    @ParameterizedTest
    @MethodSource("smuggled")
    @Tag("hardening-V")
    void smuggledBytesAreNotAnsweredAsAnotherRequest(Smuggled each) {
        String smuggled = path + "/smuggled";
        STAGE.origin().on(path, ResponseScript.ok("stored", CC, "max-age=60"));
        STAGE.origin().on(smuggled, ResponseScript.ok("smuggled", CC, "max-age=60"));
        STAGE.get(path, "Host", "a.test");
        STAGE.gateway().expect(501);
        try (RawClient client = STAGE.gateway().connect()) {
            int length = INNER.replace("{path}", path).length();
            client.send(each.octets().replace("{path}", path).replace("{length}", Integer.toString(length)));
            client.send(RawClient.head("GET", path, RawFields.of("Host", "a.test")));
            assertThat(client.read().content()).isNotEqualTo("smuggled");
        }
        STAGE.awaitReading();
        assertThat(STAGE.get(path, "Host", "a.test").content()).isEqualTo("stored");
        List<ReceivedRequest> arrived = STAGE.origin().received(smuggled);
        assertThat(arrived).hasSizeLessThanOrEqualTo(each.pipelined() ? 1 : 0);
        assertThat(arrived)
                .as("made by the gateway, not passed through")
                .allMatch(request -> request.fields().has("Via"));
    }

    /** Souin #634: the first client gets its cookie, what is stored has none. */
    @Test
    @Tag("hardening-V")
    void stripsSetCookieFromStoredResponseOnly() {
        String stripped = "/stripped" + path;
        STAGE.origin().on(stripped, ResponseScript.ok("all", CC, "public, max-age=60", "Set-Cookie", "sid=1"));
        assertThat(STAGE.get(stripped).field("Set-Cookie")).isEqualTo("sid=1");
        ReceivedResponse second = STAGE.get(stripped);
        assertThat(second.hit()).isTrue();
        assertThat(second.fields().has("Set-Cookie")).isFalse();
    }

    /** The positive of what must not go too far: only a prohibition keeps max-stale from being honoured. */
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10", "public, max-age=10"})
    @Tag("hardening-V")
    void honoursMaxStaleUnlessForbidden(String cacheControl) {
        STAGE.origin().on(path, ResponseScript.ok("stale", CC, cacheControl, "ETag", "\"1\"", "Age", "100"));
        STAGE.get(path);
        assertThat(STAGE.get(path, CC, "max-stale=9999").hit()).isTrue();
    }
}
