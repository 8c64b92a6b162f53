package dev.larder.bufferedwrites;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A Java process that listens on a port of the loopback; its output goes to a file. */
final class ServiceProcess implements AutoCloseable {

    private static final long STARTING_SECONDS = 60;
    private static final long BETWEEN_LOOKS_MILLIS = 50;

    private final Process process;
    private final int port;

    private ServiceProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it, and waits until it takes connections.
     *
     * @param arguments for {@code java}
     */
    static ServiceProcess start(int port, Path log, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // Whoever ends the experiment before its time ends this, too.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        var service = new ServiceProcess(process, port);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(STARTING_SECONDS);
        while (!service.isListening()) {
            if (!process.isAlive() || System.nanoTime() > until) {
                service.close();
                throw new IOException("a service did not start: see " + log);
            }
            Thread.sleep(BETWEEN_LOOKS_MILLIS);
        }
        return service;
    }

    /** A port that nobody listens on, below those that systems give to outgoing connections: one of those would be taken soon. */
    static int freePort() throws IOException {
        IOException taken = new IOException("There are no ports.");
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                taken = e;
            }
        }
        throw taken;
    }

    private boolean isListening() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
