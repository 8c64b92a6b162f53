package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An origin, a gateway whose clock the test moves, and a URL of its own for each test. */
@ExtendWith(ConformanceTable.class)
abstract class ConformanceTestBase {

    /** Content of the response that a test has stored, or tried to. */
    static final String OLD = "0123456789";

    /** Content of what the origin answers afterwards. */
    static final String NEW = "abcdefghij";

    static final String CC = "Cache-Control";

    static final TestClock CLOCK = new TestClock();

    private static final String TIMEOUT = "spring.cloud.gateway.server.webflux.httpclient.response-timeout";
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.clock(CLOCK).property(TIMEOUT, "8s"));

    final String path = UniquePath.next();

    /** From now on the origin answers with that. */
    void answer(ResponseScript script) {
        STAGE.origin().on(path, script);
    }

    /** Has a response with these fields fetched, after which the origin has a new one. */
    ReceivedResponse fetch(String... fields) {
        return fetch(ResponseScript.ok(OLD, fields));
    }

    /** Has that response fetched by a plain GET, after which the origin has a new one. */
    ReceivedResponse fetch(ResponseScript script) {
        answer(script);
        ReceivedResponse response = get();
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        return response;
    }

    ReceivedResponse get(String... fields) {
        return STAGE.get(path, fields);
    }

    /** The path is answered from the store, with the old content. */
    ReceivedResponse assertReused(String... requestFields) {
        ReceivedResponse response = get(requestFields);
        assertThat(response.content()).isEqualTo(OLD);
        assertThat(response.hit()).as(response.cacheStatus()).isTrue();
        return response;
    }

    /** The path is answered by the origin's new response. */
    ReceivedResponse assertForwarded(String... requestFields) {
        int before = asked();
        ReceivedResponse response = get(requestFields);
        assertThat(response.content()).isEqualTo(NEW);
        assertThat(response.hit()).as(response.cacheStatus()).isFalse();
        assertThat(asked()).isGreaterThan(before);
        return response;
    }

    /** That response was not stored, and nothing is there for the next request. */
    void assertNotStored(ReceivedResponse fetched) {
        assertThat(fetched.cacheStatus()).doesNotContain("; stored");
        assertThat(assertForwarded().cacheStatus()).contains("; fwd=uri-miss");
    }

    /** How many requests for the path the origin has seen. */
    int asked() {
        return STAGE.origin().count(path);
    }

    /** The last request for the path that the origin has seen had this field value. */
    String sent(String field) {
        return STAGE.origin().received(path).get(asked() - 1).fields().get(field);
    }

    /** The path while the origin refuses connections. */
    ReceivedResponse getWhileDown(String... fields) {
        STAGE.origin().down();
        try {
            return get(fields);
        } finally {
            STAGE.origin().up();
        }
    }

    static void pass(long seconds) {
        CLOCK.advance(Duration.ofSeconds(seconds));
    }

    /** The time so many seconds from now as an HTTP-date. */
    static String date(long seconds) {
        return HTTP_DATE.format(CLOCK.wall().plusSeconds(seconds));
    }
}
