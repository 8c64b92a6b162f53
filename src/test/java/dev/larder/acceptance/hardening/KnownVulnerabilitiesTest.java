package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Fields;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Received;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
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
    static final Stage STAGE = Stage.with(builder -> builder.property(ROUTE + "id", "vip")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Header=X-Vip")
            .property(ROUTE + "filters[0]", "Cache=60s")
            .property("larder.rules.keyed.paths", "/keyed/**")
            .property("larder.rules.keyed.key.headers", "apikey")
            .property("larder.rules.stripped.paths", "/stripped/**")
            .property("larder.rules.stripped.set-cookie", "strip"));

    private final String path = UniquePath.next();

    /** What one client sends first, the field lines of the answer, and what another client sends then. */
    private record Exchange(String id, String what, String first, String answer, String second) {

        @Override
        public String toString() {
            return id + ": " + what + " (" + answer + ")";
        }
    }

    private static Stream<Exchange> exchanges() {
        String security = "Cache-Control: no-cache, no-store, max-age=0, must-revalidate";
        String stale = " | ETag: \"1\" | Age: 100";
        return Stream.of(
                row(
                        "CVE-2026-59426",
                        "Spring: across routes by a predicate",
                        "X-Vip: 1",
                        "Cache-Control: max-age=60",
                        ""),
                row("CVE-2026-59426", "the other way round", "", "Cache-Control: max-age=60", "X-Vip: 1"),
                row("CVE-2026-59427", "Spring: stored what is private", "", "Cache-Control: private, no-store", ""),
                row(
                        "CVE-2026-59427",
                        "under the route's own time",
                        "X-Vip: 1",
                        "Cache-Control: private, no-store",
                        "X-Vip: 1"),
                row("CVE-2026-59427", "the default of Spring Security", "", security, ""),
                row("CVE-2026-59427", "the same under the route's own time", "X-Vip: 1", security, "X-Vip: 1"),
                row(
                        "CVE-2026-22741",
                        "Spring: an encoding that the next client does not read",
                        "Accept-Encoding: br",
                        "Cache-Control: max-age=60 | Vary: Accept-Encoding | Content-Encoding: br",
                        "Accept-Encoding: gzip"),
                row(
                        "CVE-2026-92442",
                        "Kong: users share",
                        "Authorization: Bearer a",
                        "Cache-Control: max-age=60",
                        "Authorization: Bearer b"),
                row(
                        "CVE-2026-92442",
                        "and lend to strangers",
                        "Authorization: Bearer a",
                        "Cache-Control: max-age=60",
                        ""),
                row(
                        "CVE-2026-92443",
                        "Kong: the consumer is not keyed; assumed: a key in a field of its own",
                        "/keyed apikey: a",
                        "Cache-Control: max-age=60",
                        "/keyed apikey: b"),
                row(
                        "CVE-2026-93748",
                        "http-cache-semantics: max-stale over must-revalidate",
                        "",
                        "Cache-Control: max-age=10, must-revalidate" + stale,
                        "Cache-Control: max-stale=9999"),
                row(
                        "CVE-2026-93748",
                        "over proxy-revalidate",
                        "",
                        "Cache-Control: max-age=10, proxy-revalidate" + stale,
                        "Cache-Control: max-stale"),
                row(
                        "CVE-2026-93748",
                        "over s-maxage",
                        "",
                        "Cache-Control: s-maxage=10" + stale,
                        "Cache-Control: max-stale=9999"),
                row(
                        "CVE-2026-93748",
                        "over no-cache",
                        "",
                        "Cache-Control: no-cache" + stale,
                        "Cache-Control: max-stale=9999"),
                row(
                        "CVE-2026-93750",
                        "http-cache-semantics: a star and a blank",
                        "",
                        "Cache-Control: max-age=60 | Vary: * ",
                        ""),
                row("CVE-2026-93750", "a star in a list", "", "Cache-Control: max-age=60 | Vary: Accept,  * ", ""),
                row("Souin #805", "a cookie for everybody", "", "Cache-Control: max-age=60 | Set-Cookie: sid=1", ""),
                row("CVE-2026-24472", "Hono: private is ignored", "", "Cache-Control: private", ""),
                row("CVE-2026-24472", "in any spelling", "", "Cache-Control: max-age=60, PRIVATE", ""),
                row(
                        "CVE-2026-71324",
                        "Traefik; assumed: a forwarding field of a stranger",
                        "X-Forwarded-Prefix: /evil",
                        "Cache-Control: no-store",
                        ""),
                row(
                        "CVE-2026-2836",
                        "Pingora: the host is not keyed",
                        "Host: a.test",
                        "Cache-Control: max-age=60",
                        "Host: b.test"));
    }

    private static Exchange row(String id, String what, String first, String answer, String second) {
        return new Exchange(id, what, first, answer, second);
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void theSecondClientIsNotAnsweredWithTheFirstOnes(Exchange each) {
        String target = (each.first().startsWith("/keyed") ? "/keyed" : "") + path;
        STAGE.origin().on(target, request -> answer(each, request));
        Response first = ask(target, each.first(), "first");
        assertThat(first.content())
                .as("what the origin saw")
                .startsWith("first")
                .doesNotContain("evil");
        Response second = ask(target, each.second(), "second");
        assertThat(second.content()).startsWith("second");
        assertThat(second.fields().has("Set-Cookie")).isEqualTo(each.answer().contains("Set-Cookie"));
        assertThat(STAGE.origin().count(target)).isEqualTo(2);
    }

    private static Script answer(Exchange each, Received request) {
        List<String> fields = new ArrayList<>();
        for (String line : each.answer().split(" \\| ")) {
            fields.addAll(List.of(line.split(": ", 2)));
        }
        StringBuilder content = new StringBuilder(request.fields().get("X-Marker"));
        request.fields().forEach(field -> content.append('\n').append(field));
        return Script.ok(content.toString(), fields.toArray(String[]::new));
    }

    private static Response ask(String target, String line, String marker) {
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

    private static Stream<Smuggled> smuggled() {
        String inner = "GET {path}/smuggled HTTP/1.1\r\nHost: a.test\r\n\r\n";
        int length = inner.replace("{path}", UniquePath.next()).length();
        String head = "%s {path} HTTP/1.1\r\nHost: a.test\r\n";
        String get = head.formatted("GET");
        String post = head.formatted("POST");
        String chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                new Smuggled(
                        "CVE-2025-4366",
                        "Pingora: content of a hit",
                        get + "Content-Length: " + length + "\r\n\r\n" + inner),
                new Smuggled(
                        "CVE-2026-2833",
                        "Pingora: octets behind Upgrade without 101",
                        get + "Connection: Upgrade\r\nUpgrade: foo\r\n\r\n" + inner,
                        true),
                new Smuggled(
                        "CVE-2026-2834",
                        "assumed: Upgrade and content",
                        post + "Connection: Upgrade\r\nUpgrade: foo\r\nContent-Length: " + length + "\r\n\r\n" + inner),
                new Smuggled(
                        "CVE-2026-2835",
                        "Pingora: Content-Length and Transfer-Encoding",
                        post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner),
                new Smuggled(
                        "CVE-2026-2835",
                        "Pingora: Transfer-Encoding in HTTP/1.0",
                        "POST {path} HTTP/1.0\r\nHost: a.test\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                                + inner),
                new Smuggled(
                        "CVE-2026-2835",
                        "Pingora: a coding that is not chunked",
                        post + "Transfer-Encoding: identity, chunked, x\r\n\r\n0\r\n\r\n" + inner),
                new Smuggled(
                        "CVE-2024-53868",
                        "Traffic Server (2025): a bare LF in a chunk extension",
                        chunked + "2;\nxx\r\n" + length + "\r\n0\r\n\r\n" + inner),
                new Smuggled(
                        "CVE-2025-30346",
                        "Varnish; assumed: a chunk size that is no number",
                        chunked + "2 0\r\nok\r\n0\r\n\r\n" + inner),
                new Smuggled(
                        "CVE-2025-47905",
                        "Varnish; assumed: a chunk that does not end with CRLF",
                        chunked + "2\r\nokXX0\r\n\r\n" + inner),
                new Smuggled(
                        "Squid, 2025",
                        "assumed: a signed Content-Length, and two of them",
                        post + "Content-Length: +0\r\nContent-Length: " + length + "\r\n\r\n" + inner));
    }

    @ParameterizedTest
    @MethodSource("smuggled")
    void nothingBehindARequestIsTakenForAnother(Smuggled each) {
        String smuggled = path + "/smuggled";
        STAGE.origin().on(path, Script.ok("stored", CC, "max-age=60"));
        STAGE.origin().on(smuggled, Script.ok("smuggled", CC, "max-age=60"));
        STAGE.get(path, "Host", "a.test");
        STAGE.gateway().expect(501);
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(each.octets().replace("{path}", path));
            client.send(RawClient.head("GET", path, Fields.of("Host", "a.test")));
            assertThat(client.read().content()).isNotEqualTo("smuggled");
        }
        STAGE.awaitReading();
        assertThat(STAGE.get(path, "Host", "a.test").content()).isEqualTo("stored");
        List<Received> arrived = STAGE.origin().received(smuggled);
        assertThat(arrived).hasSizeLessThanOrEqualTo(each.pipelined() ? 1 : 0);
        assertThat(arrived)
                .as("made by the gateway, not passed through")
                .allMatch(request -> request.fields().has("Via"));
    }

    /** Souin #634: the first client gets its cookie, what is stored has none. */
    @Test
    void aCookieCanBeStripped() {
        String stripped = "/stripped" + path;
        STAGE.origin().on(stripped, Script.ok("all", CC, "public, max-age=60", "Set-Cookie", "sid=1"));
        assertThat(STAGE.get(stripped).field("Set-Cookie")).isEqualTo("sid=1");
        Response second = STAGE.get(stripped);
        assertThat(second.hit()).isTrue();
        assertThat(second.fields().has("Set-Cookie")).isFalse();
    }

    /** The positive of what must not go too far: only a prohibition keeps max-stale from being honoured. */
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10", "public, max-age=10"})
    void withoutAProhibitionMaxStaleCounts(String cacheControl) {
        STAGE.origin().on(path, Script.ok("stale", CC, cacheControl, "ETag", "\"1\"", "Age", "100"));
        STAGE.get(path);
        assertThat(STAGE.get(path, CC, "max-stale=9999").hit()).isTrue();
    }
}
