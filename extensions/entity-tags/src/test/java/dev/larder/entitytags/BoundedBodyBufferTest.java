package dev.larder.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.entitytags.EntityTagsFilterFixture.Asking;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Couplings;
import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Content is held back for its tag, but no more of it and no longer than the bounds say. */
class BoundedBodyBufferTest {

    private static final String PATH = "/users/3";
    private static final String PIECE = "0123456789";

    private final TestPublisher<String> content = TestPublisher.create();
    private VirtualTimeScheduler time;
    private EntityTagsFilterFixture rig;

    @BeforeEach
    void stopTheTime() {
        time = VirtualTimeScheduler.getOrSet();
        rig = new EntityTagsFilterFixture(
                EntityTagsFilterFixture.LIMITS, new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE));
    }

    @AfterEach
    void letTimePass() {
        VirtualTimeScheduler.reset();
    }

    @Test
    void sendsNothingBeforeEntityTagIsKnown() {
        Asking asking = stream();
        content.next("con");
        assertThat(asking.answered()).isFalse();
        content.next("tent");
        content.complete();
        assertThat(asking.field("ETag")).isNotEmpty();
        assertThat(asking.field("Content-Length")).isEqualTo("7");
        assertThat(asking.content()).isEqualTo("content");
    }

    @Test
    void sendsSlowContentWithoutEntityTag() {
        Asking asking = stream();
        content.next("con");
        time.advanceTimeBy(EntityTagsFilterFixture.LIMITS.maxWait().minus(Duration.ofMillis(1)));
        assertThat(asking.answered()).isFalse();
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(asking.answered()).isTrue();
        assertThat(asking.field("ETag")).isEmpty();
        content.next("tent");
        content.complete();
        assertThat(asking.content()).isEqualTo("content");
    }

    @Test
    void doesNotBufferEventStreams() {
        Asking asking = rig.ask("GET", PATH);
        asking.call().orElseThrow().stream(200, content.flux(), "Content-Type", "text/event-stream");
        content.next("data: 1");
        assertThat(asking.answered()).isTrue();
    }

    @Test
    void failsWith502IfContentIsShorterThanContentLength() {
        Asking asking = rig.ask("GET", PATH);
        asking.call().orElseThrow().stream(200, content.flux(), "Content-Length", "8");
        content.next("content");
        content.complete();
        assertThat(asking.answered()).isFalse();
        assertThat(asking.error().get())
                .isInstanceOf(ResponseStatusException.class)
                .hasMessageContaining("502");
        assertThat(rig.ask("GET", PATH, "If-None-Match", "*").call()).isPresent();
    }

    @Test
    void cancelsUpstreamWhenClientDisconnects() {
        Asking asking = stream();
        content.next("con");
        asking.running().dispose();
        content.assertCancelled();
    }

    @Test
    void buffersLongContentOnlyUpToLimitPlusTwoChunks() {
        AtomicLong read = new AtomicLong();
        AtomicLong sent = new AtomicLong();
        Asking asking = rig.ask("GET", PATH);
        asking.response()
                .setWriteHandler(body -> body.limitRate(1)
                        .doOnNext(piece -> {
                            assertThat(read.get() - sent.get())
                                    .isLessThanOrEqualTo(
                                            EntityTagsFilterFixture.LIMITS.maxBody() + 2L * PIECE.length());
                            sent.addAndGet(piece.readableByteCount());
                        })
                        .then());
        asking.call().orElseThrow().stream(
                200, Flux.range(0, 10_000).map(i -> PIECE).doOnNext(piece -> read.addAndGet(piece.length())));
        assertThat(sent).hasValue(10_000L * PIECE.length());
        assertThat(asking.field("ETag")).isEmpty();
    }

    private Asking stream() {
        Asking asking = rig.ask("GET", PATH);
        asking.call().orElseThrow().stream(200, content.flux());
        return asking;
    }
}
