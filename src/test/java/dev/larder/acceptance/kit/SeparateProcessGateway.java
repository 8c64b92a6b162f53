package dev.larder.acceptance.kit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway in a process of its own. */
final class SeparateProcessGateway implements RunningGateway {

    private static final Pattern STARTED = Pattern.compile("Netty started on port (\\d+)");
    private static final Pattern HEAP_USED = Pattern.compile("\\btotal .*\\bused (\\d+)K");
    private static final int START_SECONDS = 90;

    private final Process process;
    private final LogLines log = new LogLines();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private SeparateProcessGateway(Process process) {
        this.process = process;
        Thread reader = new Thread(this::readOutput, "gateway-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** As users run it: the executable jar. */
    static List<String> executable() {
        return List.of("-jar", there(Path.of(property("larder.exec.jar"))));
    }

    /** What starts soonest: the same jar unpacked, with an archive of its classes, by a JVM that compiles little. */
    static List<String> unpacked() {
        Path folder = Path.of(property("larder.unpacked"));
        return List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"),
                "-jar",
                there(folder.resolve("larder-gateway-exec.jar")));
    }

    /** Launches it and waits until it serves; fails with its output if it ends instead. */
    static SeparateProcessGateway start(List<String> prefix, List<String> jvm, List<String> arguments) {
        SeparateProcessGateway launched = launch(prefix, jvm, arguments);
        try {
            launched.port.get(START_SECONDS, TimeUnit.SECONDS);
            return launched;
        } catch (Exception e) {
            launched.close();
            throw new AssertionError("the gateway did not start:\n" + String.join("\n", launched.log.since(0)), e);
        }
    }

    /** Launches what the JVM's arguments name, by a command that stands before its own, without waiting for anything. */
    static SeparateProcessGateway launch(List<String> prefix, List<String> jvm, List<String> arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(arguments);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new SeparateProcessGateway(process);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Waits until it ends by itself and returns its exit code. */
    int awaitExit() {
        try {
            if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the gateway still runs:\n" + String.join("\n", log.since(0)));
            }
            port.handle((found, none) -> found).get(START_SECONDS, TimeUnit.SECONDS);
            return process.exitValue();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int port() {
        return port.join();
    }

    @Override
    public LogLines log() {
        return log;
    }

    @Override
    public void collectGarbage() {
        jcmd("GC.run");
    }

    /** How much of its heap is in use (bytes), garbage included. */
    long heapUsed() {
        return HEAP_USED
                .matcher(jcmd("GC.heap_info"))
                .results()
                .mapToLong(found -> 1024 * Long.parseLong(found.group(1)))
                .sum();
    }

    /** Its process id. */
    long pid() {
        return process.pid();
    }

    /** Ends it as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String jcmd(String command) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process run = new ProcessBuilder(jcmd, Long.toString(process.pid()), command)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            run.waitFor(20, TimeUnit.SECONDS);
            return output;
        } catch (Exception e) {
            throw new IllegalStateException("the JDK's jcmd did not run", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void readOutput() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                Matcher started = STARTED.matcher(line);
                if (started.find()) {
                    port.complete(Integer.valueOf(started.group(1)));
                }
            }
        } catch (IOException e) {
            log.add("its output ended: " + e);
        }
        port.completeExceptionally(new IllegalStateException("it ended before it served"));
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("the build sets " + name + ": run the tests with Maven");
        }
        return value;
    }

    private static String there(Path jar) {
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar + " is not there: build it with 'mvn package -pl gateway -am' first");
        }
        return jar.normalize().toString();
    }
}
