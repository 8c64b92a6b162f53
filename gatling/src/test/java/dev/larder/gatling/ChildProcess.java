package dev.larder.gatling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A Java process whose output can be waited for; closing it ends it. Used by one thread. */
final class ChildProcess implements AutoCloseable {

    private static final long DEADLINE_SECONDS = 90;
    private static final String END_OF_OUTPUT = "(end of output)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringBuilder output = new StringBuilder();

    private ChildProcess(Process process) {
        this.process = process;
        var reader = new Thread(this::drain, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the Java that runs this test with these arguments. */
    static ChildProcess java(List<String> arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        return new ChildProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** The first group of the pattern in the first line that holds it; fails at the end of output or the deadline. */
    String await(String pattern) throws InterruptedException {
        var compiled = Pattern.compile(pattern);
        var line = next();
        while (!line.equals(END_OF_OUTPUT)) {
            var matcher = compiled.matcher(line);
            if (matcher.find()) {
                return matcher.group(1);
            }
            line = next();
        }
        throw new AssertionError("never printed " + pattern + ":\n" + output);
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running:\n" + output);
        }
        return process.exitValue();
    }

    /** What was read so far. */
    String output() {
        lines.forEach(line -> output.append(line).append('\n'));
        lines.clear();
        return output.toString();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, 10, TimeUnit.SECONDS)
                .thenAccept(Process::destroyForcibly)
                .join();
    }

    private String next() throws InterruptedException {
        var line = lines.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("silent for " + DEADLINE_SECONDS + " s:\n" + output);
        }
        output.append(line).append('\n');
        return line;
    }

    private void drain() {
        try (BufferedReader reader = process.inputReader()) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException closed) {
            lines.add("(output broke off: " + closed.getMessage() + ")");
        }
        lines.add(END_OF_OUTPUT);
    }
}
