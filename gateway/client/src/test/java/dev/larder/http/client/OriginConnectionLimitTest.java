package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.LoopbackOrigin.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No event loop waits for a connection while another one keeps an idle one, although nobody else sends a request. */
class OriginConnectionLimitTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final int LOOPS = 4;
    private static final int CONNECTIONS = 3;
    private static final OriginClientSettings.Pool POOL = new OriginClientSettings.Pool(
            CONNECTIONS, CONNECTIONS, 100, Duration.ofSeconds(5), Duration.ZERO, Duration.ZERO);
    private static final int ROUNDS = Integer.getInteger("larder.origin.rounds", 500);
    private static final long SEED = Long.getLong("larder.origin.seed", System.nanoTime());

    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void closesOtherIdleConnectionIfFirstOneIsInUseAgain(OriginTransport transport) throws IOException {
        try (var origin = new LoopbackOrigin();
                var client = new OriginClientFixture(transport, POOL, LOOPS)) {
            ResponseRecorder first = client.get(0, origin.address());
            Peer found = origin.accept();
            ResponseRecorder second = client.get(1, origin.address());
            Peer idle = origin.accept();
            client.get(3, origin.address());
            origin.accept();
            found.answer(OK);
            first.last();
            idle.answer(OK);
            second.last();
            client.await(() -> client.client().idleConnections() == CONNECTIONS - 1);

            var third = new ResponseRecorder(client.loop(2));
            var fourth = new ResponseRecorder(client.loop(0));
            OriginRequest request = OriginClientFixture.request("GET", origin.address());
            first.on(() -> {
                client.ask(2, request, third);
                fourth.asked(client.client().ask(client.loop(0), request, new Object(), fourth));
            });
            origin.accept().answer(OK);

            assertThat(third.last()).isEqualTo("end ok");
            found.answer(OK);
            assertThat(fourth.last()).isEqualTo("end ok");
            assertThat(idle.awaitEnd()).isEmpty();
        }
    }

    /**
     * In each round random loops send as many requests as there may be connections; the origin answers none before all have
     * arrived. {@code
     * -Dlarder.origin.rounds} chooses how many rounds, {@code -Dlarder.origin.seed} the seed.
     */
    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void sendsAsManyRequestsConcurrentlyAsConnectionLimitAllows(OriginTransport transport) throws IOException {
        var random = new Random(SEED);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (var origin = new LoopbackOrigin();
                var client = new OriginClientFixture(transport, POOL, LOOPS)) {
            var round = new CyclicBarrier(CONNECTIONS);
            threads.submit(() -> answer(origin, threads, round));
            for (int i = 0; i < ROUNDS; i++) {
                List<ResponseRecorder> requests = IntStream.range(0, CONNECTIONS)
                        .map(any -> random.nextInt(LOOPS))
                        .mapToObj(loop -> send(client, loop, origin.address()))
                        .toList();
                for (ResponseRecorder request : requests) {
                    assertThat(request.last()).as("round %d, seed %d", i, SEED).isEqualTo("end ok");
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Accepts connections until the origin is closed, and answers all their requests. */
    private static Void answer(LoopbackOrigin origin, ExecutorService threads, CyclicBarrier round) throws IOException {
        while (true) {
            Peer peer = origin.accept();
            threads.submit(() -> answer(peer, round));
        }
    }

    private static Void answer(Peer peer, CyclicBarrier round) throws Exception {
        try {
            while (true) {
                peer.readHead();
                round.await();
                peer.send(OK);
            }
        } finally {
            peer.close();
        }
    }

    private static ResponseRecorder send(OriginClientFixture client, int loop, OriginAddress address) {
        var recorder = new ResponseRecorder(client.loop(loop));
        OriginRequest request = OriginClientFixture.request("GET", address);
        client.loop(loop)
                .execute(() -> recorder.asked(client.client().ask(client.loop(loop), request, new Object(), recorder)));
        return recorder;
    }
}
