package dev.larder.gateway.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.ManualInvalidationBus;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
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
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A write is sent behind its fence and answered once, when it is settled, whoever sends it. */
class WriteLifecycleTest {

    private static final Duration HOLD = Duration.ofSeconds(10);
    private static final URI TARGET = URI.create("http://origin.test/a/1");
    private static final int HISTORIES = 5_000;

    private final ResourceTags tags = new ResourceTags(
            TaggedResource.of(ResourcePath.of("/a/1")), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE);
    private final ManualInvalidationBus bus = new ManualInvalidationBus();
    private final Invalidator invalidator = new Invalidator(1 << 6, 1, bus);
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private boolean routed;
    private final WriteFence fence = new WriteFence.Factory(
                    invalidator,
                    new OriginTags(List.of()),
                    new WriteFence.UnknownOutcomeSettings(true, HOLD),
                    CacheEventListener.NONE,
                    time,
                    new FenceBudget(() -> time.now(TimeUnit.NANOSECONDS)))
            .of(new WriteFence.Target(
                    new RequestHead("POST", TARGET, HeaderFields.EMPTY),
                    tags,
                    () -> List.of(TARGET),
                    () -> CompletableFuture.completedFuture(Set.of()),
                    () -> routed,
                    "client"));
    private final EpochStamp before = stamp();
    private final List<String> told = new ArrayList<>();
    private final Recorder sender = new Recorder();

    private EpochStamp stamp() {
        return EpochStamp.of(invalidator.epoch(), tags.ofResponse());
    }

    private WriteLifecycle behind() {
        return WriteLifecycle.behind(fence, Runnable::run, sender);
    }

    private WriteLifecycle sent() {
        WriteLifecycle write = behind();
        write.begin();
        fence.sending();
        return write;
    }

    private WriteLifecycle inPlace() {
        return WriteLifecycle.inPlace(fence, Runnable::run, sender);
    }

    private static Optional<ResponseHead> head(int status) {
        return Optional.of(new ResponseHead(status, HeaderFields.EMPTY));
    }

    private EntryStatus stored() {
        return invalidator.judge(before);
    }

    @Test
    void mustNotReleaseTheResponseBeforeTheWriteIsSettled() {
        WriteLifecycle write = sent();
        bus.holdBack();
        write.answered(head(200));
        assertThat(told).containsExactly("forward");
        bus.apply();
        bus.apply();
        assertThat(told).containsExactly("forward", "release");
        assertThat(write.isAnsweredElsewhere()).isFalse();
        assertThat(stored()).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void refusedWriteMayBeAnsweredElsewhere() {
        WriteLifecycle write = sent();
        write.answered(head(404));
        assertThat(told).containsExactly("forward", "release");
        assertThat(write.isAnsweredElsewhere()).isTrue();
        assertThat(stored()).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void giveUpCancelsSentWriteAtOnce() {
        WriteLifecycle write = sent();
        write.giveUp();
        assertThat(told).containsExactly("forward", "cancel");
        assertThat(write.isAnsweredElsewhere()).isTrue();
        assertThat(stored()).isNotEqualTo(EntryStatus.USABLE);
    }

    @Test
    void sentWriteIsAwaitedBeforeCancellationWhenClientLeaves() {
        WriteLifecycle write = sent();
        write.clientLeft();
        assertThat(told).containsExactly("forward");
        time.advanceTimeBy(HOLD);
        assertThat(told).containsExactly("forward", "cancel");
        assertThat(stored()).isNotEqualTo(EntryStatus.USABLE);
    }

    /** As when the content of the request is refused after the origin has answered. */
    @Test
    void responseFailureBeforeReleaseFailsRequestOnceWriteIsSettled() {
        WriteLifecycle write = sent();
        bus.holdBack();
        write.answered(head(200));
        write.failed(new IOException("broken"));
        assertThat(told).containsExactly("forward");
        while (bus.isWaiting()) {
            bus.apply();
        }
        assertThat(told).containsExactly("forward", "fail");
        assertThat(stored()).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void exceptionOfSenderLowersFence() {
        sender.broken = true;
        behind().begin();
        assertThat(told).containsExactly("fault");
        assertThat(fence.isOver()).isTrue();
    }

    @Test
    void responseFailureAfterReleaseFailsRequest() {
        WriteLifecycle write = sent();
        write.answered(head(200));
        write.failed(new IOException("broken"));
        assertThat(told).containsExactly("forward", "release", "fail");
        assertThat(write.isAnsweredElsewhere()).isTrue();
    }

    @Test
    void writeAnsweredInPlaceRaisesNoFenceBeforeResponse() {
        WriteLifecycle write = inPlace();
        write.begin();
        assertThat(stored()).isEqualTo(EntryStatus.USABLE);
        write.answered(head(200));
        assertThat(told).containsExactly("forward", "release");
        assertThat(stored()).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void inPlaceWriteOfDepartedClientHasUnknownOutcome() {
        routed = true;
        WriteLifecycle write = inPlace();
        write.begin();
        write.clientLeft();
        assertThat(told).containsExactly("forward");
        time.advanceTimeBy(HOLD);
        assertThat(told).containsExactly("forward", "cancel");
        assertThat(stored()).isNotEqualTo(EntryStatus.USABLE);
    }

    @Test
    void passedOnWriteIsSettledByAnotherLifecycle() {
        WriteLifecycle write = inPlace();
        write.begin();
        write.passedOn();
        write.answered(head(200));
        assertThat(told).containsExactly("forward", "release");
        assertThat(write.isAnsweredElsewhere()).isFalse();
        assertThat(stored()).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void answersAtMostOnceForRandomOrderOfEvents() {
        long seed = Long.getLong("larder.seed", System.nanoTime());
        var random = new Random(seed);
        for (int i = 0; i < HISTORIES; i++) {
            new WriteLifecycleTest().history(random, "history " + i + " of seed " + seed);
        }
    }

    private void history(Random random, String name) {
        bus.holdBack();
        WriteLifecycle write = behind();
        write.begin();
        boolean sent = false;
        for (int step = 0; step < 10; step++) {
            switch (random.nextInt(7)) {
                case 0, 1 -> apply();
                case 2 -> sent |= told.equals(List.of("forward")) && isSent();
                case 3 -> write.answered(head(sent ? 200 : 503));
                case 4 -> failUnlessReleased(write);
                case 5 -> write.clientLeft();
                default -> write.giveUp();
            }
        }
        write.giveUp();
        while (bus.isWaiting()) {
            apply();
        }
        time.advanceTimeBy(HOLD);
        while (bus.isWaiting()) {
            apply();
        }
        assertThat(told.stream().filter(event -> !event.equals("cancel")))
                .as(name)
                .hasSizeLessThanOrEqualTo(2);
        assertThat(told.indexOf("cancel") >= 0 && told.indexOf("cancel") < told.indexOf("release"))
                .as(name)
                .isFalse();
        assertThat(sent && stored() == EntryStatus.USABLE).as(name).isFalse();
        assertThat(invalidator.judge(stamp())).as(name).isEqualTo(EntryStatus.USABLE);
    }

    private void apply() {
        if (bus.isWaiting()) {
            bus.apply();
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

    private void failUnlessReleased(WriteLifecycle write) {
        if (!write.isReleased() && told.contains("forward")) {
            write.failed(new IOException("broken"));
        }
    }

    private final class Recorder implements WriteLifecycle.Sender {

        private boolean broken;

        @Override
        public void forward() {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            told.add("forward");
        }

        @Override
        public void cancel() {
            told.add("cancel");
        }

        @Override
        public void release(EpochChange change) {
            told.add("release");
        }

        @Override
        public void fail(Throwable error) {
            told.add("fail");
        }

        @Override
        public void fault(RuntimeException fault) {
            if (!broken) {
                throw fault;
            }
            told.add("fault");
        }
    }
}
