package dev.larder.acceptance.standards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin.Handler;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No-Vary-Search (draft-ietf-httpbis-no-vary-search-06): one stored response for all queries that its origin calls equivalent. */
class NoVarySearchReuseTest {

    private static final String UTM = "params=(\"utm\")";
    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            .property("larder.rules.users.paths", "/users/**")
            .property("larder.rules.users.key.headers", "X-Tenant")
            .property("larder.rules.stripped.paths", "/stripped/**")
            .property("larder.rules.stripped.strip", "No-Vary-Search")
            .property("larder.rules.reduced.paths", "/reduced/**")
            .property("larder.rules.reduced.key.query.ignore", "session"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "params | ?a=1 | `` | true",
                "params=(\"utm\") | ?a=1&utm=x | ?a=1&utm=y | true",
                "params=(\"utm\") | ?a=1&utm=x | ?a=1 | true",
                "params=(\"utm\") | ?a=1&utm=x | ?a=2&utm=x | false",
                "params=(\"utm\") | ?a=1&b=2 | ?b=2&a=1 | false",
                "key-order | ?a=1&b=2 | ?b=2&a=1 | true",
                "key-order | ?a=1&a=2 | ?a=2&a=1 | false",
                "params, except=(\"id\") | ?id=1&x=1 | ?y=2&id=1 | true",
                "params, except=(\"id\") | ?id=1&x=1 | ?id=2&x=1 | false",
                "params=(\"utm\") | ?a=%61 | ?a=a | true",
                "params=(\"utm\"), except=(\"x\") | ?utm=1 | ?utm=2 | false",
                "except=(\"x\") | ?utm=1 | ?utm=2 | false"
            })
    void reusesResponsesForEquivalentQueries(String field, String one, String other, boolean reused) {
        STAGE.origin().on(path, echo("No-Vary-Search", field));
        STAGE.get(path + one);
        for (int i = 0; i < 3; i++) {
            ReceivedResponse response = STAGE.get(path + other);
            assertThat(response.content()).isEqualTo(reused ? path + one : path + other);
            assertThat(response.hit()).as(response.cacheStatus()).isEqualTo(reused || i > 0);
        }
        assertThat(STAGE.get(path + one).hit()).isTrue();
    }

    @Test
    void writeInvalidatesResponseForAllItsQueries() {
        STAGE.origin().on(path, echo("No-Vary-Search", UTM));
        STAGE.get(path + "?a=1&utm=x");
        assertThat(STAGE.get(path + "?a=1&utm=y").hit()).isTrue();
        STAGE.gateway().send("PUT", path + "?utm=z", "new");
        assertThat(STAGE.get(path + "?a=1&utm=y").hit()).isFalse();
    }

    @Test
    void aStaleResponseIsValidatedOnceForAllItsQueries() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                                : ResponseScript.ok(
                                        "x", "ETag", "\"1\"", "Cache-Control", "max-age=60", "No-Vary-Search", UTM));
        STAGE.get(path + "?utm=1");
        CLOCK.advance(Duration.ofSeconds(61));
        assertThat(STAGE.get(path + "?utm=2").cacheStatus()).contains("fwd=stale");
        assertThat(STAGE.get(path + "?utm=3").hit()).isTrue();
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    /** RFC 9111 3.2: a confirmation replaces the stored fields; by the new ones the other queries have no response any more. */
    @Test
    void notModifiedCanWithdrawNoVarySearch() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(
                                        304,
                                        "ETag",
                                        "\"1\"",
                                        "Cache-Control",
                                        "max-age=60",
                                        "No-Vary-Search",
                                        "params=()")
                                : ResponseScript.ok(
                                        request.target(),
                                        "ETag",
                                        "\"1\"",
                                        "Cache-Control",
                                        "max-age=60",
                                        "No-Vary-Search",
                                        UTM));
        STAGE.get(path + "?utm=1");
        CLOCK.advance(Duration.ofSeconds(61));
        STAGE.get(path + "?utm=1");
        assertThat(STAGE.get(path + "?utm=3").content()).isEqualTo(path + "?utm=3");
    }

    @Test
    void aResponseWithoutTheFieldIsForItsOwnQueryOnly() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.target().contains("utm=plain")
                                ? ResponseScript.ok(request.target(), "Cache-Control", "max-age=60")
                                : ResponseScript.ok(
                                        request.target(), "Cache-Control", "max-age=60", "No-Vary-Search", UTM));
        STAGE.get(path + "?a=1&utm=1");
        assertThat(STAGE.get(path + "?a=2&utm=plain").hit()).isFalse();
        assertThat(STAGE.get(path + "?a=2&utm=plain").hit()).isTrue();
        assertThat(STAGE.get(path + "?a=2&utm=other").content()).isEqualTo(path + "?a=2&utm=other");
        assertThat(STAGE.get(path + "?a=1&utm=2").content()).isEqualTo(path + "?a=1&utm=1");
    }

    @Test
    void noVarySearchOfNewestResponseCounts() {
        STAGE.origin().inTurn(path, varied("one", UTM), varied("two", "params=(\"a\")"), varied("three", "key-order"));
        assertThat(STAGE.get(path + "?a=1&utm=1").content()).isEqualTo("one");
        assertThat(STAGE.get(path + "?a=2&utm=1").content()).isEqualTo("two");
        assertThat(STAGE.get(path + "?a=3&utm=1").content()).isEqualTo("two");
    }

    @Test
    void varyAndOtherKeyPartsStillCount() {
        String shop = "/users" + path;
        STAGE.origin().on(shop, echo("No-Vary-Search", UTM, "Vary", "Accept-Language"));
        STAGE.get(shop + "?utm=1", "X-Tenant", "a", "Accept-Language", "de");
        assertThat(STAGE.get(shop + "?utm=2", "X-Tenant", "a", "Accept-Language", "de")
                        .hit())
                .isTrue();
        assertThat(STAGE.get(shop + "?utm=2", "X-Tenant", "b", "Accept-Language", "de")
                        .hit())
                .isFalse();
        assertThat(STAGE.get(shop + "?utm=2", "X-Tenant", "a", "Accept-Language", "en")
                        .cacheStatus())
                .contains("fwd=vary-miss");
    }

    @Test
    void ruleThatStripsNoVarySearchDisablesIt() {
        String stripped = "/stripped" + path;
        STAGE.origin().on(stripped, echo("No-Vary-Search", UTM));
        STAGE.get(stripped + "?utm=1");
        assertThat(STAGE.get(stripped + "?utm=2").hit()).isFalse();
    }

    @Test
    void parametersIgnoredByRuleAreIgnoredAsWell() {
        String reduced = "/reduced" + path;
        STAGE.origin().on(reduced, echo("No-Vary-Search", UTM));
        STAGE.get(reduced + "?utm=1&session=1&a=1");
        assertThat(STAGE.get(reduced + "?session=2&utm=2&a=1").hit()).isTrue();
    }

    @Test
    void concurrentRequestsForEquivalentQueriesShareOneFetch() {
        var gate = new OriginLatch();
        STAGE.origin().inTurn(path, varied("first", UTM), varied("second", UTM).before(gate));
        STAGE.get(path + "?a=1&utm=1");
        CompletableFuture<ReceivedResponse> one = CompletableFuture.supplyAsync(() -> STAGE.get(path + "?a=2&utm=1"));
        STAGE.origin().await(path, 2);
        CompletableFuture<ReceivedResponse> two = CompletableFuture.supplyAsync(() -> STAGE.get(path + "?a=2&utm=2"));
        STAGE.awaitReading();
        gate.release();
        assertThat(one.join().content()).isEqualTo("second");
        assertThat(two.join().content()).isEqualTo("second");
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    private static Handler echo(String... fields) {
        return request -> {
            String[] all = new String[fields.length + 2];
            System.arraycopy(fields, 0, all, 2, fields.length);
            all[0] = "Cache-Control";
            all[1] = "max-age=60";
            return ResponseScript.ok(request.target(), all);
        };
    }

    private static ResponseScript varied(String content, String field) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60", "No-Vary-Search", field);
    }
}
