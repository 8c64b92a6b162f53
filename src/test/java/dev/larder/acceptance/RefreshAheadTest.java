package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A response that is asked for near the end of its freshness is validated before any client has to wait for that. */
class RefreshAheadTest {

    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            .property("larder.rules.hot.paths", "/**")
            .property("larder.rules.hot.refresh-ahead", "0.1"));

    private final String path = UniquePath.next();

    /** The first hits are remembered at the connection, which then has to leave the decisive one to the route. */
    @Test
    void servesHitNearExpiryAndRefreshesItInBackground() {
        OriginLatch gate = new OriginLatch();
        store();
        CLOCK.advance(Duration.ofSeconds(53));
        for (int i = 0; i < 3; i++) {
            assertThat(STAGE.get(path).hit()).isTrue();
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
        CLOCK.advance(Duration.ofSeconds(2));
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("new", "Cache-Control", "max-age=60").before(gate));
        ReceivedResponse hit = STAGE.get(path);
        assertThat(hit.content()).isEqualTo("old");
        assertThat(hit.field("Cache-Status")).isEqualTo("Larder; hit; ttl=5");
        gate.awaitArrival();
        assertThat(STAGE.get(path).content()).isEqualTo("old");
        gate.release();
        assertThat(firstContentThatIsNot("old")).isEqualTo("new");
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void doesNotRefreshResponseThatIsNotRequested() {
        store();
        CLOCK.advance(Duration.ofSeconds(61));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    private String firstContentThatIsNot(String before) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        String content = before;
        while (content.equals(before) && System.nanoTime() < end) {
            content = STAGE.get(path).content();
        }
        return content;
    }

    private void store() {
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=60", "ETag", "\"1\""));
        STAGE.get(path);
    }
}
