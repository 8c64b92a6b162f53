package dev.larder.compare.scenario;

import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.RunningServer;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerUnavailableException;
import dev.larder.compare.peer.StartFailure;
import dev.larder.compare.process.ManagedProcess;
import dev.larder.compare.process.SystemCallCounts;
import dev.larder.compare.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a request costs a server beside CPU time: octets that a JVM allocates on its heap, by async-profiler, and system calls, by
 * strace. Each is counted in a round of its own, whose requests per second mean nothing: strace slows a server down many times.
 */
final class RequestCosts {

    private static final String SAMPLED = "64k";
    private static final double SELDOM = 0.005;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ServerEnvironment environment;
    private final WrkGenerator wrk;
    private final ProgressMessages progress;

    RequestCosts(ServerEnvironment environment, WrkGenerator wrk, ProgressMessages progress) {
        this.environment = environment;
        this.wrk = wrk;
        this.progress = progress;
    }

    /** A row for each server, counted over two rounds of so many seconds; what cannot be counted is empty, or says why. */
    String table(LoadPattern traffic, List<RunningServer> servers, int seconds)
            throws IOException, InterruptedException {
        var table = new MarkdownTable(List.of(
                "server",
                "octets allocated/request",
                "requests",
                "system calls/request",
                "requests",
                "calls by kind/request"));
        for (var server : servers) {
            progress.say("%s, %s: allocations and system calls", traffic, server.peer());
            var row = new ArrayList<>(List.of(server.peer().toString()));
            row.addAll(server.peer().isJvm() ? octets(traffic, server, seconds) : List.of("", ""));
            try {
                row.addAll(systemCalls(traffic, server, seconds));
            } catch (ServerUnavailableException e) {
                row.addAll(List.of("", "", String.valueOf(e.getMessage())));
            }
            table.add(row);
        }
        return table.toString();
    }

    /** Octets for each request, and of how many. */
    private List<String> octets(LoadPattern traffic, RunningServer server, int seconds)
            throws IOException, InterruptedException {
        var profiler = new AsyncProfiler(server, environment.directory());
        var stacks = environment.directory().resolve("allocations");
        profiler.execute("start,alloc=" + SAMPLED);
        var sent = traffic.send(wrk, server, "allocations", seconds);
        profiler.execute("stop,collapsed,total,file=" + stacks);
        var octets = Files.readAllLines(stacks).stream()
                .mapToLong(stack -> Long.parseLong(stack.substring(stack.lastIndexOf(' ') + 1)))
                .sum();
        return List.of(number("%,.0f", (double) octets / Math.max(1, sent.requests())), count(sent.requests()));
    }

    /** Calls for each request, of how many, and by kind. */
    private List<String> systemCalls(LoadPattern traffic, RunningServer server, int seconds)
            throws IOException, InterruptedException, ServerUnavailableException {
        var root = server.child().handle();
        var processes = Stream.concat(Stream.of(root), root.descendants())
                .map(ProcessHandle::pid)
                .toList();
        var command = new ArrayList<>(List.of("strace", "-c", "-f"));
        processes.forEach(pid -> command.addAll(List.of("-p", pid.toString())));
        var strace = environment.children().start("strace", environment.loadCore(), command);
        long requests;
        try {
            awaitAttached(strace, processes.size());
            requests = traffic.send(wrk, server, "system-calls", seconds).requests();
        } finally {
            environment.children().end(strace);
        }
        var calls = SystemCallCounts.parse(strace.output());
        var all = calls.values().stream().mapToLong(each -> each).sum();
        return List.of(number("%.2f", (double) all / Math.max(1, requests)), count(requests), byKind(calls, requests));
    }

    private static void awaitAttached(ManagedProcess strace, int processes)
            throws IOException, ServerUnavailableException {
        while (strace.output().stream()
                        .filter(line -> line.contains(" attached"))
                        .count()
                < processes) {
            if (!strace.isAlive()) {
                throw new ServerUnavailableException("not counted: " + StartFailure.reason(strace.output()));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The most frequent first. */
    private static String byKind(Map<String, Long> calls, long requests) {
        return calls.entrySet().stream()
                .filter(call -> call.getValue() >= SELDOM * requests)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(call -> call.getKey() + " " + number("%.2f", (double) call.getValue() / Math.max(1, requests)))
                .collect(Collectors.joining(", "));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String count(long requests) {
        return String.format(Locale.ROOT, "%,d", requests);
    }
}
