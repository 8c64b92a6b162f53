package dev.larder.compare.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of ours, and what it writes. */
public final class ManagedProcess {

    private static final long SECONDS_TO_END = 5;

    private final String name;
    private final Process process;
    private final Path log;

    ManagedProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** What messages call it. */
    public String name() {
        return name;
    }

    /** The process that was started; its id is the only thing by which it is ended. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Seconds of CPU time since its start, its own children included. */
    public double cpuSeconds() {
        return CpuTime.ofTree(handle());
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end; the exit code. */
    public int await(Duration limit) throws InterruptedException, IOException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException(name + " still runs after " + limit.toSeconds() + " s");
        }
        return process.exitValue();
    }

    /** What it has written to its output, both kinds. */
    public List<String> output() throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** Asks it to end, and does not wait. */
    void ask() {
        process.destroy();
    }

    /** Asks it to end, then its children with it, and insists after five seconds. */
    void end() {
        var family = process.descendants().toList();
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, SECONDS_TO_END, TimeUnit.SECONDS)
                .join();
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        process.onExit()
                .completeOnTimeout(process, SECONDS_TO_END, TimeUnit.SECONDS)
                .join();
    }
}
