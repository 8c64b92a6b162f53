package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** One gateway of several: a process that is killed, stopped and started again, and keeps its addresses. */
final class MemberProcess implements AutoCloseable {

    private record Span(long begin, long end) {}

    private static final int FIRST = 20;

    private final int number;
    private final MemberAddresses place;
    private final Supplier<GatewayFixture> launcher;
    private final Queue<Span> disturbances = new ConcurrentLinkedQueue<>();
    private volatile Optional<GatewayFixture> gateway = Optional.empty();
    private final AtomicInteger starts = new AtomicInteger();
    private volatile boolean reachable;
    private volatile boolean stopped;
    private volatile long disturbed;

    MemberProcess(int number, MemberAddresses place, Supplier<GatewayFixture> launcher) {
        this.number = number;
        this.place = place;
        this.launcher = launcher;
    }

    /** Its number, from 0. */
    int number() {
        return number;
    }

    /** Starts it and waits until it serves, and no longer takes seconds for its first requests. */
    void start() {
        gateway = Optional.of(launcher.get());
        starts.incrementAndGet();
        for (int i = 0; i < FIRST; i++) {
            get("/first");
        }
        reachable = true;
    }

    /** How often it has been started: no connection outlives a start. */
    int starts() {
        return starts.get();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        disturb();
        running().kill();
    }

    /** Starts it again after it was killed. */
    void revive() {
        check();
        start();
        calm();
    }

    /** Has it stand still, its memory and connections untouched, as {@code SIGSTOP} does. */
    void stop() {
        disturb();
        stopped = true;
        SystemCommands.run("kill -STOP " + running().pid());
    }

    /** Lets it go on after it was stopped. */
    void resume() {
        SystemCommands.run("kill -CONT " + running().pid());
        stopped = false;
        calm();
    }

    /** Whether clients that know of its faults would send anything there. */
    boolean reachable() {
        return reachable;
    }

    /** Whether it was killed or stood still at some time between. */
    boolean disturbed(long begin, long end) {
        boolean now = !reachable && disturbed - end < 0;
        return now || disturbances.stream().anyMatch(span -> span.begin() - end < 0 && begin - span.end() < 0);
    }

    /** A fresh connection for clients. */
    RawClient connect() {
        return RawClient.connect(place.service(), place.port());
    }

    /** A GET over a fresh connection. */
    ReceivedResponse get(String target, String... fields) {
        return ask("GET", target, fields);
    }

    /** A PUT without content over a fresh connection. */
    ReceivedResponse put(String target) {
        return ask("PUT", target, "Content-Length", "0");
    }

    /** Whether it answers from its store, or that of another, without asking the origin. */
    boolean has(String target) {
        ReceivedResponse response = get(target, "Cache-Control", "only-if-cached");
        return response.status() == 200 && response.hit();
    }

    /** What it says of its health. */
    ReceivedResponse health() {
        try (RawClient client = RawClient.connect(place.service(), place.managementPort())) {
            return client.request("GET", "/actuator/health").read();
        }
    }

    /** Who reaches its management port; only on the loopback. */
    OperatorClient operator() {
        return new OperatorClient(place.managementPort());
    }

    /** Fails if it logged an error since the last check. */
    void check() {
        gateway.ifPresent(GatewayFixture::check);
    }

    /** Ends it in an orderly way. */
    @Override
    public void close() {
        if (stopped) {
            resume();
        }
        Optional<GatewayFixture> last = gateway;
        gateway = Optional.empty();
        last.ifPresent(GatewayFixture::close);
    }

    private ReceivedResponse ask(String method, String target, String... fields) {
        try (RawClient client = connect()) {
            return client.request(method, target, fields).read(method);
        }
    }

    private GatewayFixture running() {
        return gateway.orElseThrow(() -> new IllegalStateException("member " + number + " does not run"));
    }

    private void disturb() {
        disturbed = System.nanoTime();
        reachable = false;
    }

    private void calm() {
        disturbances.add(new Span(disturbed, System.nanoTime()));
        reachable = true;
    }
}
