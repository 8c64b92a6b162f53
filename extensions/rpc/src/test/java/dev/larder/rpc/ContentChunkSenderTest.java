package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.larder.rpc.v1.Head;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;

/** Content in chunks: all of it, no faster than its receiver takes it, and each buffer released exactly once however it ends. */
class ContentChunkSenderTest {

    private static final int ROUNDS = 2_000;
    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);

    private static ExecutorService threads;

    @BeforeAll
    static void start() {
        threads = Executors.newFixedThreadPool(3);
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
    }

    /** Takes chunks when it is told to. */
    private static class Hand implements DocumentReceiver {

        private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
        final Queue<ByteString> taken = new ConcurrentLinkedQueue<>();

        @Override
        public void head(Head head) {}

        @Override
        public void chunk(ByteString chunk) {
            taken.add(chunk);
        }

        @Override
        public void whenReady(Runnable next) {
            waiting.add(next);
        }

        boolean take() {
            Runnable next = waiting.poll();
            if (next != null) {
                next.run();
            }
            return next != null;
        }
    }

    @Test
    void sendsAllContentInChunksAsReceiverIsReady() {
        var hand = new Hand();
        var ended = new CountDownLatch(1);
        List<ByteBuf> made = List.of(buffer(3), buffer(0), buffer(ContentChunkSender.LENGTH * 2 + 1));
        ContentChunkSender.handOn(content(made), hand, chunk -> true)
                .subscribe(nothing -> {}, error -> {}, ended::countDown);
        assertThat(hand.taken).isEmpty();
        hand.take();
        assertThat(hand.taken).hasSize(1);
        while (hand.take()) {
            assertThat(hand.taken).allMatch(chunk -> chunk.size() <= ContentChunkSender.LENGTH);
        }
        assertThat(hand.taken)
                .extracting(ByteString::size)
                .containsExactly(3, ContentChunkSender.LENGTH, ContentChunkSender.LENGTH, 1);
        assertThat(ended.getCount()).isZero();
        assertThat(made).allMatch(buffer -> buffer.refCnt() == 0);
    }

    @Test
    void releasesLastBufferWhenClientCancels() {
        var hand = new Hand();
        List<ByteBuf> made = List.of(buffer(ContentChunkSender.LENGTH * 3));
        Disposable call =
                ContentChunkSender.handOn(content(made), hand, chunk -> true).subscribe();
        hand.take();
        assertThat(made.get(0).refCnt()).isEqualTo(1);
        call.dispose();
        assertThat(made.get(0).refCnt()).isZero();
        assertThat(hand.take()).isTrue();
        assertThat(hand.taken).hasSize(1);
    }

    @Test
    void completesOnlyAfterLastChunkIsSent() {
        var source = new AtomicReference<Subscriber<? super DataBuffer>>();
        var ended = new CountDownLatch(1);
        var hand = new Hand() {
            @Override
            public void chunk(ByteString chunk) {
                if (chunk.size() < ContentChunkSender.LENGTH) {
                    source.get().onComplete();
                    assertThat(ended.getCount()).isEqualTo(1);
                }
                super.chunk(chunk);
            }
        };
        Flux<DataBuffer> content = Flux.from(subscriber -> {
            source.set(subscriber);
            subscriber.onSubscribe(Operators.emptySubscription());
        });
        ContentChunkSender.handOn(content, hand, chunk -> true).subscribe(nothing -> {}, error -> {}, ended::countDown);
        hand.take();
        source.get().onNext(BUFFERS.wrap(buffer(ContentChunkSender.LENGTH + 1)));
        hand.take();
        assertThat(hand.taken).extracting(ByteString::size).containsExactly(ContentChunkSender.LENGTH, 1);
        assertThat(ended.getCount()).isZero();
    }

    @Test
    void rejectedChunkEndsTransferAndReleasesItsBuffer() {
        var hand = new Hand();
        List<ByteBuf> made = List.of(buffer(ContentChunkSender.LENGTH * 3), buffer(1));
        ContentChunkSender.handOn(content(made), hand, chunk -> false).subscribe();
        hand.take();
        assertThat(hand.taken).isEmpty();
        assertThat(made.get(0).refCnt()).isZero();
        made.get(1).release();
    }

    @Test
    void concurrentCancellationNeitherLeaksNorReleasesBuffersTwice() throws Exception {
        long seed = System.nanoTime();
        System.out.println("leavingInTheMiddleNeitherLeaksNorReleasesTwice: seed " + seed);
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            leave(new Random(random.nextLong()), "seed " + seed + " round " + round);
        }
    }

    /** One thread brings content, one takes it, one leaves, all at the same moment. */
    private static void leave(Random random, String what) throws Exception {
        List<ByteBuf> made = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            made.add(buffer(random.nextInt(3) * ContentChunkSender.LENGTH + random.nextInt(2)));
        }
        var hand = new Hand();
        Queue<ByteBuf> unsent = new ConcurrentLinkedQueue<>(made);
        Sinks.Many<DataBuffer> origin = Sinks.many().unicast().onBackpressureBuffer();
        Disposable call =
                ContentChunkSender.handOn(origin.asFlux(), hand, chunk -> true).subscribe(nothing -> {}, error -> {});
        var together = new CyclicBarrier(3);
        int pause = random.nextInt(2_000);
        Future<?> bringing = threads.submit(() -> {
            together.await();
            for (ByteBuf next = unsent.poll(); next != null; next = unsent.poll()) {
                if (origin.tryEmitNext(BUFFERS.wrap(next)).isFailure()) {
                    next.release();
                }
            }
            return origin.tryEmitComplete();
        });
        Future<?> taking = threads.submit(() -> {
            together.await();
            for (int i = 0; i < 200; i++) {
                hand.take();
            }
            return null;
        });
        together.await();
        for (int i = 0; i < pause; i++) {
            Thread.onSpinWait();
        }
        call.dispose();
        bringing.get(10, TimeUnit.SECONDS);
        taking.get(10, TimeUnit.SECONDS);
        assertThat(made).as(what).allMatch(buffer -> buffer.refCnt() == 0);
    }

    private static Flux<DataBuffer> content(List<ByteBuf> made) {
        return Flux.fromIterable(made).map(BUFFERS::wrap);
    }

    private static ByteBuf buffer(int length) {
        return UnpooledByteBufAllocator.DEFAULT.heapBuffer(Math.max(1, length)).writeZero(length);
    }
}
