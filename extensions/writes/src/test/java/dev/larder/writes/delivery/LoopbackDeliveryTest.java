package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;

/** Real threads, real sockets, real time: many clients write at once, and the origin fails now and then. */
@Timeout(120)
class LoopbackDeliveryTest {

    private static final int WRITES = 3000;
    private static final int KEYS = 50;

    private final List<Long> arrived = Collections.synchronizedList(new ArrayList<>());
    private final SplittableRandom random = new SplittableRandom(System.nanoTime());

    @ParameterizedTest
    @EnumSource(SameKey.class)
    void batchesFromManyThreadsArriveOnceAndInOrder(SameKey sameKey) throws Exception {
        deliver(channel("/bulk", Format.NDJSON, sameKey));
    }

    @Test
    void singleWritesFromManyThreadsArriveOnceAndInOrder() throws Exception {
        deliver(channel(null, Format.NDJSON, SameKey.TOGETHER));
    }

    private void deliver(DeliveryChannel like) throws Exception {
        DeliveryChannel channel = hurried(like);
        ConnectionProvider connections = ConnectionProvider.create("loopback-delivery", 8);
        DisposableServer origin = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> request.receive()
                        .aggregate()
                        .asString()
                        .flatMap(content -> {
                            if (fails()) {
                                return response.status(503).send().then();
                            }
                            return response.status(channel.bulk().isPresent() ? 207 : 201)
                                    .sendString(Mono.just(apply(content)))
                                    .then();
                        }))
                .bindNow();
        var journal = new SlowJournal();
        try (var delivery = ChannelDelivery.to(
                channel,
                journal,
                batch -> CompletableFuture.completedStage((reached, answer) -> CompletableFuture.completedStage(null)),
                HttpClient.create(connections),
                new ChannelDelivery.Time(System::nanoTime, DeliveryTimer.on(Schedulers.parallel()), random.split()))) {
            offer(delivery, origin.port());
            assertThat(journal.left.await(60, TimeUnit.SECONDS)).isTrue();
            FlushResult last = delivery.flush().toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(last.dead() + last.waiting()).isZero();
            assertThat(delivery.status().writes()).isZero();
        } finally {
            origin.disposeNow();
            connections.dispose();
        }
        check();
    }

    private static DeliveryChannel hurried(DeliveryChannel like) {
        return new DeliveryChannel(
                like.name(),
                like.bulk(),
                like.format(),
                like.sameKey(),
                new DeliveryChannel.Flush(50, 1_000_000, Duration.ofMillis(50)),
                new DeliveryChannel.Retry(
                        Duration.ofMillis(1), Duration.ofMillis(5), 1000, DeliveryChannel.Deduplication.BATCHES),
                like.fields(),
                new DeliveryChannel.Requests(4, Duration.ofSeconds(5)));
    }

    private synchronized boolean fails() {
        return random.nextInt(10) == 0;
    }

    private synchronized String apply(String content) {
        Map<Long, Boolean> failed = new HashMap<>();
        return content.lines()
                .map(Long::parseLong)
                .map(number -> {
                    if (failed.containsKey(number % KEYS)) {
                        return 424;
                    }
                    if (content.contains("\n") && random.nextInt(20) == 0) {
                        failed.put(number % KEYS, true);
                        return 500;
                    }
                    arrived.add(number);
                    return 201;
                })
                .map(status -> "{\"status\":" + status + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static void offer(ChannelDelivery delivery, int port) throws InterruptedException {
        var order = new Object();
        long[] next = {0};
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> {
                    for (int j = 0; j < WRITES / 4; j++) {
                        synchronized (order) {
                            long number = next[0]++;
                            delivery.offer(SampleWrites.bare(
                                    number,
                                    "k" + number % KEYS,
                                    "http://127.0.0.1:" + port + "/a",
                                    String.valueOf(number).length(),
                                    HeaderFields.EMPTY));
                        }
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void check() {
        assertThat(arrived).hasSize(WRITES).doesNotHaveDuplicates();
        Map<Long, Long> latest = new HashMap<>();
        for (long number : arrived) {
            Long before = latest.put(number % KEYS, number);
            assertThat(before == null || before < number)
                    .as("%s after %s", number, before)
                    .isTrue();
        }
    }

    /** Answers from other threads; the content of a write is its number. */
    private static final class SlowJournal implements DeliveryJournal {

        final CountDownLatch left = new CountDownLatch(WRITES);

        @Override
        public InputStream content(AcknowledgedWrite write) {
            return new ByteArrayInputStream(String.valueOf(write.number()).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public CompletionStage<Void> planned(WriteBatch batch) {
            return later(() -> {});
        }

        @Override
        public CompletionStage<Void> settled(WriteBatch batch, List<WriteSettlement> settlements) {
            return later(() -> settlements.stream()
                    .filter(WriteSettlement.Delivered.class::isInstance)
                    .forEach(delivered -> left.countDown()));
        }

        private static CompletionStage<Void> later(Runnable note) {
            return CompletableFuture.runAsync(
                    note, task -> Schedulers.boundedElastic().schedule(task));
        }
    }
}
