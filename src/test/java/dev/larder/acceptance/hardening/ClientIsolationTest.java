package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * X6: what one address does to 20 others: 127.0.0.1 drips uploads, breaks them off, reads none of its hits, downloads or ranges, asks
 * for what the origin answers late, repeats a write that the origin refuses, or names a dictionary for each version of a large
 * document, while 127.0.0.2 to 127.0.0.21 read a hundred pages.
 * Quiet and attack take turns, so that both meet the same machine.
 */
@Tag("thorough")
class ClientIsolationTest {

    /** Seconds of each, in turns: a few in the build, 60 with {@code -Dlarder.crowd.seconds=60}. */
    private static final int SECONDS = Integer.getInteger("larder.crowd.seconds", 3);

    /** Times are judged in the long run alone, on a machine that does nothing else. */
    private static final boolean MEASURES = SECONDS >= 30;

    private static final int TURNS = MEASURES ? 6 : 1;

    /** Seconds until the gateway is compiled for what it does. */
    private static final int WARM_UP = MEASURES ? 20 : 3;

    private static final int OTHERS = 20;
    private static final int PAGES = 100;

    /** Most rounds in which all pages are asked for until all of them are stored. */
    private static final int MAX_ROUNDS = 100;

    private static final int PAUSE_MILLIS = 20;

    /** Of a machine on which other builds run. */
    private static final Duration NOISE = Duration.ofMillis(250);

    private static final String LARGE = "x".repeat(900_000);
    private static final String REFUSED = "POST /pages HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx";
    private static final String HALF = "x".repeat(100_000);

    private final ConcurrentLinkedQueue<Socket> held = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean encoded;

    /** What the one address does, by how many connections. */
    private enum Attack {
        DRIPPED_AND_ABORTED_UPLOADS(100, true),
        UNREAD_HITS(900, false),
        UPLOADS_THAT_HOLD_CONNECTIONS(500, true),
        UNREAD_RANGES(300, false),
        UNREAD_DOWNLOADS(600, false),
        SLOW_ANSWERS(600, false),
        REFUSED_WRITES(20, true),
        REFUSED_WRITES_OVER_ONE_CONNECTION(1, true),
        REFUSED_WRITES_OVER_MANY_CONNECTIONS(300, true),
        DICTIONARIES(300, true);

        private final int connections;
        private final boolean sendsMore;

        Attack(int connections, boolean sendsMore) {
            this.connections = connections;
            this.sendsMore = sendsMore;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("hardening-X6")
    void attackingClientDoesNotDegradeOtherClients(Attack attack) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(origin, attack)) {
            gateway.expect(408, 502, 503, 504);
            origin.otherwise(ClientIsolationTest::answer);
            origin.on("/pages/large", ResponseScript.ok(LARGE, "Cache-Control", "max-age=3600"));
            turn(gateway.port(), attack, WARM_UP, new Figures());
            store(gateway);
            List<Figures> quiet = new ArrayList<>();
            List<Figures> attacked = new ArrayList<>();
            for (int i = 0; i < TURNS; i++) {
                quiet.add(turn(gateway.port(), null, SECONDS / TURNS, new Figures()));
                attacked.add(turn(gateway.port(), attack, SECONDS / TURNS, new Figures()));
            }
            System.out.println(attack + "\n  quiet:    " + quiet + "\n  attacked: " + attacked);
            if (MEASURES) {
                assertThat(encoded).as("dictionaries are used").isEqualTo(attack == Attack.DICTIONARIES);
                Duration twice = Figures.p99(quiet).multipliedBy(2);
                assertThat(Figures.p99(attacked)).isLessThanOrEqualTo(twice.compareTo(NOISE) < 0 ? NOISE : twice);
            }
            assertThat(Figures.hitRatio(quiet)).as("pages are stored").isGreaterThan(0.95);
            assertThat(Figures.hitRatio(attacked)).isGreaterThanOrEqualTo(Figures.hitRatio(quiet) - 0.02);
            assertThat(attacked).allMatch(figures -> figures.failures == 0);
        }
    }

    /** What is left of the warm-up, such as memory of clients that have just left, may keep pages out of the store at first. */
    private static void store(GatewayFixture gateway) {
        boolean stored = false;
        for (int round = 0; round < MAX_ROUNDS && !stored; round++) {
            stored = true;
            for (int page = 0; page < PAGES; page++) {
                stored &= gateway.get("/pages/" + page, "Host", "h").hit();
            }
        }
    }

    private static GatewayFixture gateway(ScriptedOrigin origin, Attack attack) {
        GatewayFixture.Builder builder =
                GatewayFixture.executable().origin(origin).jvmFlag("-Xmx512m");
        return attack == Attack.DICTIONARIES
                ? builder.route("Cache", "Dictionaries")
                        .property("larder.dictionaries.require-https", false)
                        .start()
                : builder.start();
    }

    private static ResponseScript answer(ReceivedRequest request) {
        if (request.method().equals("POST")) {
            return ResponseScript.status(401);
        }
        if (request.path().startsWith("/slow/")) {
            return ResponseScript.ok("late").latency(Duration.ofSeconds(60));
        }
        if (request.path().startsWith("/downloads/")) {
            return ResponseScript.ok(LARGE, "Cache-Control", "no-store");
        }
        if (request.path().startsWith(VersionedDocument.PATH)) {
            return VersionedDocument.response(request.target());
        }
        if (request.path().startsWith("/objects/")) {
            return ResponseScript.status(
                            206,
                            "Content-Range",
                            "bytes 0-" + (LARGE.length() - 1) + "/100000000",
                            "ETag",
                            "\"object\"",
                            "Cache-Control",
                            "max-age=3600")
                    .part(LARGE);
        }
        return ResponseScript.ok("page".repeat(250), "Cache-Control", "max-age=3600");
    }

    private Figures turn(int port, @Nullable Attack attack, int seconds, Figures figures) throws Exception {
        over.set(false);
        List<Thread> threads = new ArrayList<>();
        if (attack != null) {
            threads.add(start(() -> attack(port, attack)));
        }
        for (int i = 2; i < OTHERS + 2; i++) {
            int last = i;
            threads.add(start(() -> read(port, last, figures)));
        }
        Thread.sleep(Duration.ofSeconds(seconds).toMillis());
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        for (Socket socket = held.poll(); socket != null; socket = held.poll()) {
            socket.close();
        }
        return figures;
    }

    private static Thread start(Runnable task) {
        var thread = new Thread(task);
        thread.start();
        return thread;
    }

    private void attack(int port, Attack attack) {
        for (int loop = 0; !over.get(); loop++) {
            try {
                if (held.size() < attack.connections) {
                    held.add(begin(port, attack, loop));
                } else {
                    goOn(port, attack, loop);
                    Thread.sleep(1);
                }
            } catch (IOException refused) {
                // One that has been sent away comes again.
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private Socket begin(int port, Attack attack, int loop) throws IOException {
        Socket socket = connect(port, 1, 4_096);
        String request = switch (attack) {
            case DRIPPED_AND_ABORTED_UPLOADS ->
                "POST /pages/x HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" + (loop % 4 == 0 ? HALF : "x");
            case UNREAD_HITS -> "GET /pages/large HTTP/1.1\r\nHost: h\r\n\r\n".repeat(4);
            case UPLOADS_THAT_HOLD_CONNECTIONS ->
                "POST /other/x HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" + (loop % 2 == 0 ? HALF : "x");
            case UNREAD_RANGES ->
                "GET /objects/" + loop + " HTTP/1.1\r\nHost: h\r\nRange: bytes=0-" + (LARGE.length() - 1) + "\r\n\r\n";
            case UNREAD_DOWNLOADS -> "GET /downloads/" + loop + " HTTP/1.1\r\nHost: h\r\n\r\n";
            case SLOW_ANSWERS -> "GET /slow/" + loop + " HTTP/1.1\r\nHost: h\r\n\r\n";
            case REFUSED_WRITES, REFUSED_WRITES_OVER_ONE_CONNECTION, REFUSED_WRITES_OVER_MANY_CONNECTIONS -> REFUSED;
            case DICTIONARIES -> encodedVersion(port, loop);
        };
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** An octet for one of them; of the aborted, one that ends here and another that takes its place. */
    private void goOn(int port, Attack attack, int loop) throws IOException {
        if (attack == Attack.DICTIONARIES) {
            encodedVersion(port, loop);
            return;
        }
        Socket oldest = held.remove();
        if (!attack.sendsMore) {
            held.add(oldest);
            return;
        }
        try {
            if (attack.name().startsWith("REFUSED_WRITES")) {
                InputStream answers = oldest.getInputStream();
                answers.skipNBytes(answers.available());
                oldest.getOutputStream().write(REFUSED.getBytes(StandardCharsets.ISO_8859_1));
                held.add(oldest);
                return;
            }
            oldest.getOutputStream().write('x');
            if (attack == Attack.DRIPPED_AND_ABORTED_UPLOADS && loop % 20 == 0) {
                oldest.setSoLinger(true, 0);
                oldest.close();
            } else {
                held.add(oldest);
            }
        } catch (SocketException sentAway) {
            oldest.close();
        }
    }

    /** Reads a new version, which makes the gateway encode it; returns the request for one that is encoded by now. */
    private String encodedVersion(int port, int loop) throws IOException {
        String before = VersionedDocument.request(Math.max(0, loop - VersionedDocument.CONTENTS));
        try (Socket socket = connect(port, 1, 65_536)) {
            for (String request : List.of(VersionedDocument.request(loop), before)) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                encoded |= response(socket.getInputStream()).contains("dcz");
            }
        }
        return before;
    }

    private void read(int port, int last, Figures figures) {
        try (Socket socket = connect(port, last, 65_536)) {
            InputStream in = socket.getInputStream();
            for (int i = last; !over.get(); i += 7) {
                String target = i % 20 == 0 ? "/once/" + last + "-" + System.nanoTime() : "/pages/" + i % PAGES;
                long begun = System.nanoTime();
                socket.getOutputStream()
                        .write(("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n")
                                .getBytes(StandardCharsets.ISO_8859_1));
                figures.add(target, response(in), begun);
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException | InterruptedException failed) {
            figures.failed();
        }
    }

    /** The head of a response whose content has been read. */
    private static String response(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int octet = in.read();
            if (octet < 0) {
                throw new IOException("The connection has ended.");
            }
            head.append((char) octet);
        }
        int at = head.indexOf("content-length: ") < 0
                ? head.indexOf("Content-Length: ")
                : head.indexOf("content-length: ");
        int length = Integer.parseInt(head.substring(at + 16, head.indexOf("\r\n", at)));
        in.readNBytes(length);
        return head.toString();
    }

    private static Socket connect(int port, int last, int receiveBuffer) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(receiveBuffer);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
        return socket;
    }

    /** What the others saw. */
    private static final class Figures {

        private final List<Long> nanos = new ArrayList<>();
        private int pages;
        private int hits;
        private int failures;

        /** Pages were stored before; what is asked for once never is. */
        synchronized void add(String target, String head, long begun) {
            nanos.add(System.nanoTime() - begun);
            boolean page = target.startsWith("/pages/");
            pages += page ? 1 : 0;
            hits += page && head.contains("; hit") ? 1 : 0;
            failures += head.startsWith("HTTP/1.1 200") ? 0 : 1;
        }

        synchronized void failed() {
            failures++;
        }

        /** The median of the turns. */
        static Duration p99(List<Figures> turns) {
            return turns.stream().map(Figures::p99).sorted().toList().get(turns.size() / 2);
        }

        static double hitRatio(List<Figures> turns) {
            return turns.stream().mapToDouble(Figures::hitRatio).average().orElseThrow();
        }

        synchronized Duration p99() {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            return sorted.length == 0 ? Duration.ZERO : Duration.ofNanos(sorted[sorted.length * 99 / 100]);
        }

        synchronized double hitRatio() {
            return pages == 0 ? 1 : (double) hits / pages;
        }

        @Override
        public String toString() {
            return "p99 " + p99().toMillis() + " ms, hit ratio of pages " + Math.round(1000 * hitRatio()) / 1000.0
                    + ", " + nanos.size() + " answers, " + failures + " failures";
        }
    }
}
