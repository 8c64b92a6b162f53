package dev.larder.acceptance.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.larder.acceptance.differential.DifferentialCase.Result;
import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * S: of random requests nothing is accepted that nginx and Varnish both refuse, and the origin is asked for nothing else.
 * {@code -Dlarder.parsers.requests} says how many; without the two programs the test is skipped.
 */
@Tag("busy")
@Tag("thorough")
class DifferentialTest {

    private static final int CLIENTS = 96;
    private static final int EACH_KIND = 2;
    private static final int STEP = 5_000;

    private final long seed = Long.getLong("larder.parsers.seed", System.nanoTime());
    private final int requests = Integer.getInteger("larder.parsers.requests", 2_000);
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Map<String, List<Integer>> faults = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Tag("hardening-S")
    void rejectsRequestsThatNginxAndVarnishBothReject() throws Exception {
        assumeThat(ReferenceProxy.program("nginx")).as("nginx").isPresent();
        assumeThat(ReferenceProxy.program("varnishd")).as("varnishd").isPresent();
        System.out.println("larder.parsers.seed=" + seed);
        Files.createDirectories(folder);
        try (var behindLarder = new StrictOrigin();
                var behindNginx = new StrictOrigin();
                var behindVarnish = new StrictOrigin();
                GatewayFixture larder = GatewayFixture.executable()
                        .property("larder.origin", "http://127.0.0.1:" + behindLarder.port())
                        .start();
                ReferenceProxy nginx = ReferenceProxy.nginx(FreePorts.free(), behindNginx, folder);
                ReferenceProxy varnish = ReferenceProxy.varnish(FreePorts.free(), behindVarnish, folder)) {
            var trial = new DifferentialCase(
                    new ComparedGateway(larder.port(), behindLarder),
                    new ComparedGateway(nginx.port(), behindNginx),
                    new ComparedGateway(varnish.port(), behindVarnish));
            run(trial);
            List<String> lines = new ArrayList<>();
            new TreeMap<>(faults).forEach((kind, cases) -> lines.addAll(report(trial, kind, cases)));
            new TreeMap<>(counts).forEach((what, count) -> System.out.println(count + "\t" + what));
            assertThat(lines).as("of seed %s", seed).isEmpty();
            assertThat(behindLarder.strays()).as("of seed %s", seed).isEmpty();
        }
    }

    private void run(DifferentialCase trial) throws Exception {
        var clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                running.add(clients.submit(() -> client(trial)));
            }
            for (Future<?> client : running) {
                client.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private void client(DifferentialCase trial) {
        for (int number = next.getAndIncrement(); number < requests; number = next.getAndIncrement()) {
            count(trial.of(octets(number)), number);
            if (number % STEP == STEP - 1) {
                System.out.println(number + 1 + " of " + requests + " requests");
            }
        }
    }

    private void count(Result result, int number) {
        String said = "larder " + verdict(result.larder()) + ", nginx " + verdict(result.nginx()) + ", varnish "
                + verdict(result.varnish());
        counts.computeIfAbsent(said, any -> new AtomicInteger()).incrementAndGet();
        result.fault().ifPresent(fault -> {
            counts.computeIfAbsent(result.kind(), any -> new AtomicInteger()).incrementAndGet();
            List<Integer> cases = faults.computeIfAbsent(result.kind(), any -> new ArrayList<>());
            synchronized (cases) {
                cases.add(number);
            }
            System.out.println(result.kind() + ": " + shown(octets(number)));
        });
    }

    private static String verdict(ProxyOutcome outcome) {
        return outcome.accepted() ? "accepts" : outcome.silent() ? "waits" : "refuses";
    }

    /** One line for each of a few cases of one kind, as short as it gets. */
    private List<String> report(DifferentialCase trial, String kind, List<Integer> cases) {
        return cases.stream()
                .limit(EACH_KIND)
                .map(number -> {
                    String shortest = trial.shrink(octets(number));
                    String line = cases.size() + " " + kind + ": " + shown(shortest) + " -> " + trial.of(shortest);
                    System.out.println(line);
                    return line;
                })
                .toList();
    }

    /** Without its mark a request that arrives after its case was given up cannot be told from one that nobody has sent. */
    private String octets(int number) {
        var random = new Random(seed * 1_000_003 + number);
        String octets = RequestGrammar.request(random);
        for (int i = Math.max(0, random.nextInt(5) - 1); i > 0; i--) {
            String changed = RequestMutation.of(random, octets);
            octets = CaseMarker.isInHead(changed) ? changed : octets;
        }
        return octets;
    }

    private static String shown(String octets) {
        StringBuilder shown = new StringBuilder();
        octets.chars().forEach(c -> {
            switch (c) {
                case '\r' -> shown.append("\\r");
                case '\n' -> shown.append("\\n");
                case '\\' -> shown.append("\\\\");
                default -> shown.append(c < ' ' || c > '~' ? String.format("\\x%02x", c) : (char) c);
            }
        });
        return shown.toString();
    }
}
