package dev.larder.gateway.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.ManualInvalidationBus;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.test.scheduler.VirtualTimeScheduler;

/** However a write ends, its fence comes down, and what it may have made wrong is not used. */
class WriteFenceTest {

    private static final Duration HOLD = Duration.ofSeconds(10);
    private static final URI TARGET = URI.create("http://origin.test/a/1");
    private static final Throwable BROKEN = new IOException("broken");
    private static final Throwable REFUSED = new ConnectException("refused");
    private static final int HISTORIES = 5_000;

    private final ResourceTags tags = new ResourceTags(
            TaggedResource.of(ResourcePath.of("/a/1")), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE);
    private final ManualInvalidationBus bus = new ManualInvalidationBus();
    private final Invalidator invalidator = new Invalidator(1 << 6, 1, bus);
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private boolean routed;
    private boolean up;
    private boolean written;
    private boolean refused;
    private final FenceBudget budget = new FenceBudget(() -> time.now(TimeUnit.NANOSECONDS));
    private final WriteFence.Factory factory = factory();
    private final WriteFence fence = factory.of(target("client"));
    private final EpochStamp before = stamp();

    @Test
    void successfulWriteInvalidatesAndLowersFence() {
        fence.raise();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
        answered(200);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    /** RFC 4918 9.8 and 9.9; what is below a destination, and lists it, changes with it. */
    @ParameterizedTest
    @CsvSource({
        "COPY, 204, INVALIDATED",
        "MOVE, 201, INVALIDATED",
        "MOVE, 504, FENCED",
        "COPY, 412, USABLE",
        "PUT, 204, USABLE"
    })
    void copyAndMoveAlsoInvalidateTheirDestination(String method, int status, EntryStatus expected) {
        List<EpochStamp> read = Stream.of("/other/5", "/other/5/part", "/other")
                .map(path -> EpochStamp.of(
                        invalidator.epoch(),
                        TaggedResource.of(ResourcePath.of(path)).ofResponse()))
                .toList();
        WriteFence copying = factory.of(
                target("client", new RequestHead(method, TARGET, HeaderFields.of("Destination", "/other/5"))));
        copying.raise();
        copying.sending();
        copying.answered(new ResponseHead(status, HeaderFields.EMPTY), false);
        assertThat(read).extracting(invalidator::judge).containsOnly(expected);
    }

    @Test
    void copyOfUnknownOutcomeInvalidatesItsDestination() {
        EpochStamp read = EpochStamp.of(
                invalidator.epoch(),
                TaggedResource.of(ResourcePath.of("/other/5")).ofResponse());
        WriteFence copying = factory.of(
                target("client", new RequestHead("COPY", TARGET, HeaderFields.of("Destination", "/other/5"))));
        copying.raise();
        copying.sending();
        copying.failed(new IOException("reset"), false);
        time.advanceTimeBy(HOLD);
        assertThat(invalidator.judge(read)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void rejectedWriteLowersFenceWithoutInvalidating() {
        fence.raise();
        answered(404);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @Tag("hardening-I7")
    void writeOfUnknownOutcomeStaysFencedThenInvalidates() {
        send();
        answered(504);
        EpochStamp meanwhile = stamp();
        time.advanceTimeBy(HOLD.minusMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.FENCED);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    /** For how many milliseconds of a minute refused writes, one after the other, fence. */
    private int millisFenced(IntFunction<Object> client) {
        int fenced = 0;
        for (int i = 0; i < 60_000; i++) {
            WriteFence repeated = factory.of(target(client.apply(i)));
            repeated.raise();
            fenced += invalidator.judge(before) == EntryStatus.FENCED ? 1 : 0;
            time.advanceTimeBy(Duration.ofMillis(1));
            repeated.answered(new ResponseHead(401, HeaderFields.EMPTY), false);
            assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
        }
        return fenced;
    }

    @Test
    void refusedWritesOfOneClientFenceOnlyLimitedShareOfTime() {
        assertThat(millisFenced(i -> "client")).isBetween(100, 240);
        fence.raise();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
        factory.of(target("other")).raise();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
    }

    @Test
    void refusedWritesOfManyClientsFenceOnlyLimitedShareOfTime() {
        assertThat(millisFenced(i -> "client " + i)).isBetween(400, 960);
    }

    @Test
    void repeatedlyRefusingTargetEventuallyFencesOnlyItself() {
        EpochStamp beside = EpochStamp.of(invalidator.epoch(), Set.of(CacheTags.tree(ResourcePath.of("/a/1"))));
        List<EntryStatus> ofOthers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            WriteFence refusing = factory.of(target("client " + i));
            refusing.raise();
            assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
            ofOthers.add(invalidator.judge(beside));
            time.advanceTimeBy(Duration.ofMillis(51));
            refusing.answered(new ResponseHead(401, HeaderFields.EMPTY), false);
        }
        assertThat(ofOthers)
                .containsExactly(
                        EntryStatus.FENCED,
                        EntryStatus.FENCED,
                        EntryStatus.USABLE,
                        EntryStatus.USABLE,
                        EntryStatus.USABLE);
    }

    @Test
    void writeWithoutFenceStillInvalidatesWhenAnswered() {
        millisFenced(i -> "client");
        send();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
        EpochStamp fetchedMeanwhile = stamp();
        assertThat(invalidator.mayStore(fetchedMeanwhile)).isTrue();
        answered(200);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(fetchedMeanwhile)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void unfencedWriteOfUnknownOutcomeIsFencedAfterItsResponse() {
        millisFenced(i -> "client");
        send();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
        answered(504);
        EpochStamp meanwhile = stamp();
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.FENCED);
        time.advanceTimeBy(HOLD);
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void successfulWritesUseNoFenceBudget() {
        for (int i = 0; i < 100; i++) {
            WriteFence repeated = factory.of(target("client"));
            repeated.raise();
            time.advanceTimeBy(Duration.ofSeconds(1));
            repeated.answered(new ResponseHead(204, HeaderFields.EMPTY), false);
        }
        fence.raise();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
    }

    @Test
    void firstReportedOutcomeIsFinal() {
        send();
        answered(404);
        answered(200);
        fence.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @Tag("hardening-I7")
    void requestThatEndsWithoutResponseHasUnknownOutcome() {
        send();
        fence.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
        time.advanceTimeBy(HOLD);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void requestThatEndsBeforeSendingInvalidatesNothing() {
        fence.raise();
        fence.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void writeThatFailedBeforeSendingCannotBeSentLater() {
        fence.raise();
        fence.connecting();
        fence.failed(BROKEN, false);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
        assertThatThrownBy(fence::sending).isInstanceOf(CancellationException.class);
    }

    @Test
    void writeRejectedByGatewayCannotBeSentLater() {
        fence.raise();
        fence.connecting();
        answered(429);
        assertThatThrownBy(fence::sending).isInstanceOf(CancellationException.class);
    }

    @Test
    void writeSentOnceStaysFencedEvenIfNextAttemptCannotConnect() {
        send();
        fence.connecting();
        fence.failed(REFUSED, false);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
    }

    @Test
    void unobservedRoutedWriteThatFailsStaysFenced() {
        fence.raise();
        routed = true;
        fence.failed(BROKEN, false);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
    }

    @Test
    void unobservedRoutedWriteWithRefusedConnectionInvalidatesNothing() {
        fence.raise();
        routed = true;
        fence.failed(REFUSED, false);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void fenceRaisedAfterRequestHasEndedIsLoweredAtOnce() {
        bus.holdBack();
        fence.raise();
        fence.over();
        bus.apply();
        bus.apply();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void earlyResponseIsReleasedOnlyAfterFenceAndInvalidation() {
        bus.holdBack();
        stream();
        CompletionStage<EpochChange> settled = fence.answered(new ResponseHead(200, HeaderFields.EMPTY), true);
        bus.apply();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
        assertThat(settled.toCompletableFuture()).isNotDone();
        bus.apply();
        bus.apply();
        assertThat(settled.toCompletableFuture()).isDone();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void endOfRequestInvalidatesAgainAfterEarlyResponse() {
        stream();
        fence.answered(new ResponseHead(200, HeaderFields.EMPTY), true);
        EpochStamp meanwhile = stamp();
        fence.over();
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void brokenUploadInvalidatesWithoutKeepingFence() {
        stream();
        fence.failed(BROKEN, true);
        fence.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    /**
     * The origin may write as soon as it has the request: whatever happens in which order, no response of before is used then, or
     * without a budget for a fence, once all is over.
     */
    @Test
    void randomEventOrderNeverLeavesInvalidResponseUsable() {
        long seed = Long.getLong("larder.seed", System.nanoTime());
        var random = new Random(seed);
        for (int i = 0; i < HISTORIES; i++) {
            new WriteFenceTest().history(random, "history " + i + " of seed " + seed);
        }
    }

    private void history(Random random, String name) {
        boolean fenced = random.nextBoolean();
        if (!fenced) {
            budget.use(new FenceBudget.Writer("client", Set.of()), tags.ofWrite(), -HOLD.toNanos());
        }
        bus.holdBack();
        fence.raise();
        for (int step = 0; step < 12; step++) {
            happens(random.nextInt(8));
            assertThat(fenced && isWrong() && invalidator.judge(before) == EntryStatus.USABLE)
                    .as(name)
                    .isFalse();
        }
        fence.over();
        for (int i = 0; i < 2; i++) {
            while (bus.isWaiting()) {
                bus.apply();
            }
            time.advanceTimeBy(HOLD);
        }
        assertThat(isWrong() && invalidator.judge(before) != EntryStatus.INVALIDATED)
                .as(name)
                .isFalse();
        assertThat(invalidator.judge(stamp())).as(name).isEqualTo(EntryStatus.USABLE);
    }

    /** A write that its origin has received and not refused makes wrong what was stored before. */
    private boolean isWrong() {
        return written && !refused;
    }

    private void happens(int event) {
        switch (event) {
            case 0 -> {
                if (bus.isWaiting()) {
                    bus.apply();
                    up = true;
                }
            }
            case 1 -> fence.connecting();
            case 2 -> written |= up && isSent();
            case 3 -> {
                answered(404);
                refused |= written;
            }
            case 4 -> answered(200);
            case 5 -> answered(502);
            case 6 -> fence.failed(written ? BROKEN : REFUSED, false);
            default -> fence.over();
        }
    }

    private boolean isSent() {
        try {
            fence.sending();
            return true;
        } catch (CancellationException prevented) {
            return false;
        }
    }

    private void send() {
        fence.raise();
        fence.connecting();
        fence.sending();
    }

    /** The head and some of the content have been sent. */
    private void stream() {
        fence.streams(Runnable::run);
        fence.connecting();
        fence.sending();
    }

    private void answered(int status) {
        fence.answered(new ResponseHead(status, HeaderFields.EMPTY), false);
    }

    private WriteFence.Factory factory() {
        return new WriteFence.Factory(
                invalidator,
                new OriginTags(List.of()),
                new WriteFence.UnknownOutcomeSettings(true, HOLD),
                CacheEventListener.NONE,
                time,
                budget);
    }

    private WriteFence.Target target(Object client) {
        return target(client, new RequestHead("POST", TARGET, HeaderFields.EMPTY));
    }

    private WriteFence.Target target(Object client, RequestHead request) {
        return new WriteFence.Target(
                request,
                tags,
                () -> List.of(TARGET),
                () -> CompletableFuture.completedFuture(Set.of()),
                () -> routed,
                client);
    }

    private EpochStamp stamp() {
        return EpochStamp.of(invalidator.epoch(), tags.ofResponse());
    }
}
