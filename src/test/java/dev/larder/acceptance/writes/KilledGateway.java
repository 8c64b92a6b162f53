package dev.larder.acceptance.writes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that serves, or ends by itself because it cannot; it is killed at any time. */
final class KilledGateway {

    private static final Pattern STARTED = Pattern.compile("Netty started on port (\\d+)");
    private static final int START_SECONDS = 120;
    private static final int KILLED = 128 + 9;

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Optional<Integer>> port = new CompletableFuture<>();

    private KilledGateway(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "gateway-output");
        reader.setDaemon(true);
        reader.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    static KilledGateway launch(List<String> command) throws IOException {
        return new KilledGateway(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Where it serves; empty if it has ended instead. */
    OptionalInt port() {
        try {
            Optional<Integer> found = port.get(START_SECONDS, TimeUnit.SECONDS);
            return found.isPresent() ? OptionalInt.of(found.get()) : OptionalInt.empty();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new AssertionError("it neither serves nor ends:\n" + String.join("\n", output), e);
        }
    }

    List<String> output() {
        return output;
    }

    /** As {@code kill -9} does; returns when it is gone, and whether that was by this. */
    boolean kill() throws InterruptedException {
        int code = process.destroyForcibly().waitFor();
        port.join();
        return code == KILLED;
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                Matcher started = STARTED.matcher(line);
                if (started.find()) {
                    port.complete(Optional.of(Integer.valueOf(started.group(1))));
                }
            }
        } catch (IOException e) {
            output.add("its output ended: " + e);
        }
        port.complete(Optional.empty());
    }
}
