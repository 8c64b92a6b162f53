package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules change of a response before it is judged. */
class ResponseRuleTest {

    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            .property("larder.rules.shop.paths", "/shop/**")
            .property("larder.rules.shop.strip", "Set-Cookie,X-Debug")
            .property("larder.rules.shop.vary", "Accept-Encoding")
            .property("larder.rules.typed.paths", "/typed/**")
            .property("larder.rules.typed.ttl", "60s")
            .property("larder.rules.typed.type-ttl[text/html]", "10s"));

    private final String path = UniquePath.next();

    @Test
    void strippedFieldsAreNotSentAndDoNotPreventStoring() {
        STAGE.origin()
                .on(
                        "/shop" + path,
                        ResponseScript.ok("x", "Cache-Control", "max-age=60", "Set-Cookie", "a=b", "X-Debug", "1"));
        ReceivedResponse first = STAGE.get("/shop" + path);
        ReceivedResponse second = STAGE.get("/shop" + path);
        assertThat(second.hit()).isTrue();
        for (ReceivedResponse response : new ReceivedResponse[] {first, second}) {
            assertThat(response.fields().has("Set-Cookie")).isFalse();
            assertThat(response.fields().has("X-Debug")).isFalse();
        }
    }

    @Test
    void requestsDifferingInIgnoredVaryFieldShareResponse() {
        STAGE.origin()
                .on(
                        "/shop" + path,
                        ResponseScript.ok("x", "Cache-Control", "max-age=60", "Vary", "User-Agent, Accept-Encoding"));
        STAGE.get("/shop" + path, "User-Agent", "one", "Accept-Encoding", "br");
        assertThat(STAGE.get("/shop" + path, "User-Agent", "two", "Accept-Encoding", "br")
                        .hit())
                .isTrue();
        assertThat(STAGE.get("/shop" + path, "User-Agent", "one", "Accept-Encoding", "gzip")
                        .hit())
                .isFalse();
    }

    @Test
    void stripsFieldsOfNotModifiedResponse() {
        STAGE.origin()
                .on(
                        "/shop" + path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", "\"1\"", "Set-Cookie", "c=d", "X-Debug", "2")
                                : ResponseScript.ok("x", "ETag", "\"1\"", "Cache-Control", "no-cache"));
        STAGE.get("/shop" + path);
        ReceivedResponse confirmed = STAGE.get("/shop" + path);
        assertThat(confirmed.content()).isEqualTo("x");
        assertThat(confirmed.fields().has("Set-Cookie")).isFalse();
        assertThat(confirmed.fields().has("X-Debug")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"text/html;charset=utf-8, 9, true", "text/html, 11, false", "text/plain, 11, true"})
    void mediaTypeDeterminesFreshnessLifetime(String type, int age, boolean hit) {
        STAGE.origin().on("/typed" + path, ResponseScript.ok("x", "Content-Type", type));
        STAGE.get("/typed" + path);
        CLOCK.advance(Duration.ofSeconds(age));
        assertThat(STAGE.get("/typed" + path).hit()).isEqualTo(hit);
    }
}
