package dev.larder.gateway.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Whatever order a client, readers, the fence and the owner of content act in: a reader gets a beginning of what was sent, and its end
 * only when the fence is up; what was asked for is asked of the client; nothing leaks.
 */
class UploadContentInvariantsTest {

    private static final int ROUNDS = 5_000;
    private static final int THREADED_ROUNDS = 2_000;

    @Test
    void invariantsHoldForRandomOrderOfEvents() {
        long seed = Long.getLong("larder.upload.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            new Round(seed + round).run();
        }
    }

    @Test
    void everyOctetArrivesOnceWithConcurrentClientAndReader() {
        ExecutorService client = Executors.newSingleThreadExecutor();
        ExecutorService origin = Executors.newSingleThreadExecutor();
        try {
            for (int pieces = 1; pieces <= THREADED_ROUNDS; pieces++) {
                new Threaded(client, origin, pieces % 50 + 1).run();
            }
        } finally {
            client.shutdownNow();
            origin.shutdownNow();
        }
    }

    /** Content of pieces of one octet; its client pauses after each, so that it may be streamed at any time. */
    private static final class Threaded implements Subscription, Subscriber<ByteBuf> {

        private final Executor client;
        private final Executor origin;
        private final int length;
        private final CompletableFuture<UploadContent> read = new CompletableFuture<>();
        private final UploadContent content;
        private final CompletableFuture<String> got = new CompletableFuture<>();
        private final StringBuffer octets = new StringBuffer();
        private final AtomicInteger signals = new AtomicInteger();
        private final CompletableFuture<Subscription> source = new CompletableFuture<>();
        private int sent;

        Threaded(Executor client, Executor origin, int length) {
            this.client = client;
            this.origin = origin;
            this.length = length;
            this.content = new UploadContent(20, -1, read);
        }

        void run() {
            read.thenAcceptAsync(known -> known.subscribe(this), origin);
            client.execute(() -> content.onSubscribe(this));
            StringBuilder all = new StringBuilder();
            for (int octet = 0; octet < length; octet++) {
                all.append((char) octet);
            }
            assertThat(got.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(all.toString());
        }

        @Override
        public void request(long pieces) {
            for (long piece = 0; piece < pieces; piece++) {
                client.execute(this::send);
            }
        }

        private void send() {
            if (sent < length) {
                content.onNext(Unpooled.buffer(1).writeByte(sent));
                sent++;
                content.checkProgress(() -> false);
                content.checkProgress(() -> sent % 7 == length % 7);
                if (sent == length) {
                    content.onComplete();
                }
            }
        }

        @Override
        public void cancel() {}

        @Override
        public void onSubscribe(Subscription subscription) {
            source.complete(subscription);
            origin.execute(() -> subscription.request(2));
        }

        @Override
        public void onNext(ByteBuf piece) {
            if (signals.getAndIncrement() != 0) {
                got.completeExceptionally(new AssertionError("Two pieces at the same time."));
            }
            while (piece.isReadable()) {
                octets.append((char) piece.readByte());
            }
            piece.release();
            signals.getAndDecrement();
            origin.execute(() -> source.join().request(1));
        }

        @Override
        public void onError(Throwable error) {
            got.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            got.complete(octets.toString());
        }
    }

    /** One content, with a model that knows what each side has done, but no states. */
    private static final class Round implements Subscription {

        private final Random random;
        private final StringBuilder log;
        private final int readAhead;
        private final List<Integer> sizes = new ArrayList<>();
        private final int length;
        private final boolean announced;
        private final boolean eager;
        private final List<ByteBuf> made = new ArrayList<>();
        private final List<Reader> readers = new ArrayList<>();
        private final CompletableFuture<UploadContent> read = new CompletableFuture<>();
        private final CompletableFuture<Void> fence = new CompletableFuture<>();
        private final UploadContent content;
        private long asked;
        private int arrived;
        private boolean delivering;
        private boolean complete;
        private boolean whole;
        private boolean broken;
        private boolean givenUp;
        private int raised;
        private int told;
        private int over;

        Round(long seed) {
            random = new Random(seed);
            log = new StringBuilder("-Dlarder.upload.seed=" + seed + ":");
            readAhead = random.nextInt(4) == 0 ? 0 : random.nextInt(12);
            for (int piece = random.nextInt(6); piece > 0; piece--) {
                sizes.add(random.nextInt(8));
            }
            length = sizes.stream().mapToInt(size -> size).sum();
            announced = length > 0 && random.nextBoolean();
            eager = random.nextBoolean();
            content = new UploadContent(readAhead, announced ? length : -1, read);
            content.beforeEnd(() -> {
                raised++;
                return fence;
            });
            content.whenOver(() -> over++);
            read.whenComplete((same, error) -> told++);
            log.append(" ahead " + readAhead + " of " + sizes + (announced ? " announced" : ""));
        }

        void run() {
            content.onSubscribe(this);
            for (int step = 0; step < 30; step++) {
                act(random.nextInt(11));
                check();
            }
            content.end();
            givenUp = true;
            check();
            fence.complete(null);
            check();
            assertThat(made).as(log.toString()).allMatch(piece -> piece.refCnt() == 0);
            assertThat(over).as(log.toString()).isEqualTo(1);
        }

        private void act(int what) {
            switch (what) {
                case 0, 1, 2 -> arrive();
                case 3 -> log(content.checkProgress(random::nextBoolean) ? "look" : "no look");
                case 4, 5 -> readOn();
                case 6 -> raise();
                case 7 -> leave();
                case 8 -> breakOff();
                case 9 -> subscribe();
                default -> giveUp();
            }
        }

        private void log(String what) {
            log.append(", ").append(what);
        }

        private boolean isDone() {
            return complete || broken;
        }

        /** The client sends a piece that was asked for, or its end. */
        private void arrive() {
            if (isDone() || givenUp || delivering || (asked == 0 && arrived < sizes.size())) {
                return;
            }
            delivering = true;
            if (arrived == sizes.size()) {
                log("complete");
                complete = true;
                whole = !read.isDone();
                content.onComplete();
            } else {
                deliver();
            }
            delivering = false;
        }

        private void deliver() {
            asked -= asked == Long.MAX_VALUE ? 0 : 1;
            log("piece of " + sizes.get(arrived));
            int first =
                    sizes.subList(0, arrived).stream().mapToInt(size -> size).sum();
            ByteBuf piece = Unpooled.buffer(8);
            for (int octet = 0; octet < sizes.get(arrived); octet++) {
                piece.writeByte(first + octet);
            }
            made.add(piece);
            arrived++;
            content.onNext(piece);
        }

        @Override
        public void request(long pieces) {
            assertThat(pieces).as(log.toString()).isPositive();
            asked = asked + pieces < 0 ? Long.MAX_VALUE : asked + pieces;
            if (eager) {
                while (asked > 0 && arrived < sizes.size() && !delivering && !givenUp) {
                    arrive();
                }
            }
        }

        @Override
        public void cancel() {
            givenUp = true;
        }

        private void subscribe() {
            if (read.isDone() && !read.isCompletedExceptionally() && readers.size() < 3) {
                log("subscribe");
                var reader = new Reader();
                readers.add(reader);
                content.subscribe(reader);
            }
        }

        private void readOn() {
            if (!readers.isEmpty()) {
                Reader reader = readers.get(random.nextInt(readers.size()));
                long pieces = random.nextInt(8) == 0 ? Long.MAX_VALUE : 1 + random.nextInt(2);
                log("request " + pieces);
                reader.request(pieces);
            }
        }

        private void leave() {
            if (!readers.isEmpty() && random.nextInt(3) == 0) {
                log("cancel");
                readers.get(random.nextInt(readers.size())).cancel();
            }
        }

        private void raise() {
            if (!fence.isDone() && raised > 0) {
                if (random.nextInt(4) > 0) {
                    log("raised");
                    fence.complete(null);
                } else {
                    log("not raised");
                    fence.completeExceptionally(new IOException("The fence is not up."));
                }
            }
        }

        private void breakOff() {
            if (!isDone() && !givenUp && random.nextInt(3) == 0) {
                log("break off");
                broken = true;
                content.onError(new IOException("The client has left."));
            }
        }

        private void giveUp() {
            if (random.nextInt(5) == 0) {
                log("end");
                content.end();
                givenUp = true;
            }
        }

        private void check() {
            String at = log.toString();
            assertThat(told).as(at).isEqualTo(read.isDone() ? 1 : 0);
            assertThat(raised).as(at).isLessThanOrEqualTo(1);
            assertThat(content.isWhole()).as(at).isEqualTo(whole);
            assertThat(content.hasFailed()).as(at).isEqualTo(broken);
            boolean sent = readers.stream().anyMatch(reader -> reader.ended);
            boolean unfenced = raised > 0 && fence.isDone();
            boolean isOver = whole || broken || givenUp || sent || unfenced;
            assertThat(content.isOver()).as(at).isEqualTo(isOver);
            assertThat(content.mayHaveMore()).as(at).isEqualTo(broken || !isOver);
            // A client that has sent all of it is asked for nothing, though the last piece is passed on only now.
            if (readers.size() < 2 && !complete) {
                long wanted = readers.isEmpty() ? 0 : readers.get(0).demand;
                assertThat(asked).as(at).isLessThanOrEqualTo(Math.max(1, wanted));
            }
            readers.forEach(reader -> reader.check(at));
        }

        private final class Reader implements Subscriber<ByteBuf> {

            private @Nullable Subscription source;
            private @Nullable Throwable error;
            private long demand;
            private int octets;
            private boolean inside;
            private boolean ended;
            private boolean left;

            void request(long pieces) {
                demand = left || demand + pieces < 0 ? Long.MAX_VALUE : demand + pieces;
                if (source != null && !left && !isOver()) {
                    source.request(pieces);
                }
            }

            void cancel() {
                if (source != null) {
                    left = true;
                    source.cancel();
                }
            }

            private boolean isOver() {
                return ended || error != null;
            }

            @Override
            public void onSubscribe(Subscription subscription) {
                source = subscription;
            }

            @Override
            public void onNext(ByteBuf piece) {
                signalled();
                inside = true;
                demand -= demand == Long.MAX_VALUE ? 0 : 1;
                while (piece.isReadable()) {
                    assertThat(piece.readByte()).as(log.toString()).isEqualTo((byte) octets);
                    octets++;
                }
                piece.release();
                if (random.nextBoolean()) {
                    request(1);
                }
                if (random.nextInt(12) == 0) {
                    cancel();
                }
                inside = false;
            }

            private void signalled() {
                assertThat(left || isOver() || inside).as(log.toString()).isFalse();
            }

            @Override
            public void onError(Throwable failure) {
                signalled();
                error = failure;
            }

            @Override
            public void onComplete() {
                signalled();
                ended = true;
            }

            void check(String at) {
                boolean fenced = whole || (fence.isDone() && !fence.isCompletedExceptionally());
                if (ended) {
                    assertThat(octets).as(at).isEqualTo(length);
                    assertThat(complete && fenced).as(at).isTrue();
                }
                if (announced && !fenced && length > 0) {
                    assertThat(octets).as(at).isLessThan(length);
                }
                if (error != null) {
                    boolean refused = readers.get(0) != this || readers.size() > 1 || givenUp;
                    assertThat(refused || broken || fence.isCompletedExceptionally())
                            .as(at)
                            .isTrue();
                } else if (isWaiting() && !content.isOver() && !isDone()) {
                    assertThat(asked > 0 || octets < arrivedOctets()).as(at).isTrue();
                }
            }

            private boolean isWaiting() {
                return demand > 0 && !left && !ended && readers.size() == 1;
            }

            private int arrivedOctets() {
                return sizes.subList(0, arrived).stream().mapToInt(size -> size).sum();
            }
        }
    }
}
