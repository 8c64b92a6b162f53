package dev.larder.acceptance.disk;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** Clients that ask a gateway until it is killed. */
final class DiskReaders {

    private static final int CLIENTS = 4;
    private static final int FIRST = 50;
    private static final int PATIENCE_SECONDS = 60;

    private final GatewayFixture gateway;
    private final SizedResources assortment;
    private final long seed;
    private final ConcurrentClients<Boolean> clients;
    private final Map<Integer, Long> changed = new ConcurrentHashMap<>();
    private final Set<Integer> arrived = ConcurrentHashMap.newKeySet();
    private final AtomicInteger responses = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(FIRST);
    private final CountDownLatch failed = new CountDownLatch(1);
    private volatile boolean killed;

    private DiskReaders(GatewayFixture gateway, SizedResources assortment, long seed) {
        this.gateway = gateway;
        this.assortment = assortment;
        this.seed = seed;
        this.clients = ConcurrentClients.start(CLIENTS, this::client);
    }

    /** Starts the clients. */
    static DiskReaders start(GatewayFixture gateway, SizedResources assortment, long seed) {
        return new DiskReaders(gateway, assortment, seed);
    }

    /** Kills the gateway under load, so much later than the first responses, and fails if a client got anything wrong. */
    void kill(Duration later) {
        try {
            boolean quiet = !begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            boolean broken = quiet || failed.await(later.toMillis(), TimeUnit.MILLISECONDS);
            killed = !broken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            gateway.kill();
        }
        clients.results();
    }

    /** How many responses the clients got. */
    int responses() {
        return responses.get();
    }

    /** Which resources have arrived at a client. */
    Set<Integer> arrived() {
        return Set.copyOf(arrived);
    }

    /** Whether nobody asked the origin for that resource after that time by {@link System#nanoTime}. */
    boolean unchangedSince(long time, int number) {
        Long last = changed.get(number);
        return last == null || last - time <= 0;
    }

    private boolean client(int number) {
        Random random = new Random(seed + number);
        try {
            boolean goOn = true;
            while (goOn) {
                goOn = one(random.nextInt(SizedResources.COUNT), random.nextInt(4) == 0);
            }
            return true;
        } catch (RuntimeException | Error e) {
            if (killed && !(e instanceof AssertionError)) {
                return true;
            }
            failed.countDown();
            LongStream.range(0, FIRST).forEach(any -> begun.countDown());
            throw e;
        }
    }

    /** One request, a quarter of them past the store; false once the gateway is gone. */
    private boolean one(int number, boolean anew) {
        if (anew) {
            changed.put(number, System.nanoTime());
        }
        String[] fields = anew ? new String[] {"Cache-Control", "no-cache"} : new String[0];
        FetchedResponse response = FetchedResponse.by(gateway, assortment.path(number), fields);
        if (!response.whole() && killed) {
            return false;
        }
        if (!assortment.right(number, response)) {
            throw new AssertionError(number + " is answered with " + response);
        }
        if (!response.hit()) {
            changed.put(number, System.nanoTime());
        }
        arrived.add(number);
        responses.incrementAndGet();
        begun.countDown();
        return true;
    }
}
