package dev.larder.compare.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * All processes of a run. They end with it: on {@link #close}, on a signal, and by the kernel's parent-death signal where
 * the driver itself is killed.
 */
public final class ManagedProcesses implements AutoCloseable {

    private final Path directory;
    private final boolean pinned;
    private final Deque<ManagedProcess> running = new ArrayDeque<>();
    private final TemporaryDirectories cleaner = new TemporaryDirectories();
    private int started;
    private boolean closed;

    /** Logs go to the directory; without pinning, {@code taskset} and {@code setpriv} are not needed. */
    public ManagedProcesses(Path directory, boolean pinned) {
        this.directory = directory;
        this.pinned = pinned;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "end of children"));
    }

    /** Starts a command on one core. To be called by the main thread: the parent-death signal follows the thread. */
    public synchronized ManagedProcess start(String name, int core, List<String> command) throws IOException {
        if (closed) {
            throw new IOException("the run is ending");
        }
        var log = Files.createFile(directory.resolve("log-" + started++ + "-" + name));
        var process = new ProcessBuilder(pinned ? pinnedTo(core, command) : command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var child = new ManagedProcess(name, process, log);
        running.push(child);
        return child;
    }

    /** Ends one of them. */
    public void end(ManagedProcess child) {
        child.end();
        forget(child);
    }

    /** Has a directory deleted when all processes have ended. */
    public void deleteAtEnd(Path made) {
        cleaner.add(made);
    }

    /** Ends all, the youngest first, deletes their directories, and starts no more. */
    @Override
    public synchronized void close() {
        closed = true;
        running.forEach(ManagedProcess::ask);
        running.forEach(ManagedProcess::end);
        running.clear();
        cleaner.run();
    }

    private synchronized void forget(ManagedProcess child) {
        running.remove(child);
    }

    private static List<String> pinnedTo(int core, List<String> command) {
        var whole = new ArrayList<>(
                List.of("setpriv", "--pdeathsig", "TERM", "taskset", "--cpu-list", Integer.toString(core)));
        whole.addAll(command);
        return whole;
    }
}
