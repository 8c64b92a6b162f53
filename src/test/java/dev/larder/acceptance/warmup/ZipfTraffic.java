package dev.larder.acceptance.warmup;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Clients that ask for resources, popular by Zipf's law with exponent 0.9, at a constant rate. */
final class ZipfTraffic {

    private static final double EXPONENT = 0.9;
    private static final int CLIENTS = 8;

    private final GatewayFixture gateway;
    private final double[] cumulative;
    private final int rate;
    private final long seed;
    private final List<Answer> answers = Collections.synchronizedList(new ArrayList<>());

    private record Answer(Duration at, String target, boolean hit) {}

    ZipfTraffic(GatewayFixture gateway, int resources, int rate, long seed) {
        this.gateway = gateway;
        this.rate = rate;
        this.seed = seed;
        this.cumulative = new double[resources];
        double sum = 0;
        for (int i = 0; i < resources; i++) {
            sum += Math.pow(i + 1, -EXPONENT);
            cumulative[i] = sum;
        }
    }

    /** Runs for a time. */
    ZipfTraffic run(Duration time) {
        ScheduledExecutorService clients = Executors.newScheduledThreadPool(CLIENTS);
        long begin = System.nanoTime();
        List<CompletableFuture<Void>> over = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            over.add(client(clients, begin, time, new Random(seed * CLIENTS + i)));
        }
        try {
            CompletableFuture.allOf(over.toArray(CompletableFuture[]::new))
                    .orTimeout(time.toSeconds() + 60, TimeUnit.SECONDS)
                    .join();
        } finally {
            clients.shutdownNow();
        }
        return this;
    }

    private CompletableFuture<Void> client(ScheduledExecutorService clients, long begin, Duration time, Random random) {
        var over = new CompletableFuture<Void>();
        RawClient connection = gateway.connect();
        over.whenComplete((done, error) -> connection.close());
        clients.scheduleAtFixedRate(
                () -> {
                    Duration at = Duration.ofNanos(System.nanoTime() - begin);
                    if (at.compareTo(time) >= 0) {
                        over.complete(null);
                        return;
                    }
                    try {
                        ask(connection, at, random);
                    } catch (RuntimeException | AssertionError fault) {
                        over.completeExceptionally(fault);
                    }
                },
                0,
                TimeUnit.SECONDS.toNanos(CLIENTS) / rate,
                TimeUnit.NANOSECONDS);
        return over;
    }

    private void ask(RawClient connection, Duration at, Random random) {
        int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[cumulative.length - 1]);
        String target = "/resources/" + (found < 0 ? -found - 1 : found);
        boolean hit = connection.request("GET", target).read("GET").hit();
        answers.add(new Answer(at, target, hit));
    }

    /** Returns the share of hits among the requests of a time. */
    double hitRatio(Duration from, Duration to) {
        List<Answer> counted = answers.stream()
                .filter(answer ->
                        answer.at().compareTo(from) >= 0 && answer.at().compareTo(to) < 0)
                .toList();
        return counted.stream().filter(Answer::hit).count() / (double) counted.size();
    }

    /** Returns the access log of a proxy before the gateway, in the Combined Log Format. */
    String accessLog() {
        var log = new StringBuilder();
        for (Answer answer : answers) {
            log.append("127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET ")
                    .append(answer.target())
                    .append(" HTTP/1.1\" 200 20 \"-\" \"test\"\n");
        }
        return log.toString();
    }
}
