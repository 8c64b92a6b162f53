package dev.larder.compare.scenario;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.larder.compare.peer.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** async-profiler inside a JVM server that runs. */
final class AsyncProfiler {

    private final String pid;
    private final Path library;

    /** Puts the library into a directory, from which the server loads it. */
    AsyncProfiler(RunningServer server, Path directory) throws IOException {
        this.pid = Long.toString(server.child().handle().pid());
        this.library = library(directory);
    }

    private static Path library(Path directory) throws IOException {
        var architecture =
                System.getProperty("os.arch").toLowerCase(Locale.ROOT).equals("aarch64") ? "arm64" : "x64";
        var name = "/linux-" + architecture + "/libasyncProfiler.so";
        try (var library = AsyncProfiler.class.getResourceAsStream(name)) {
            if (library == null) {
                throw new IOException("async-profiler has no library for this machine: " + name);
            }
            var file = directory.resolve("libasyncProfiler.so");
            if (!Files.exists(file)) {
                Files.copy(library, file);
            }
            return file;
        }
    }

    /** Has it carry out a command, such as {@code start,event=cpu} or {@code stop,collapsed,file=...}. */
    void execute(String command) throws IOException {
        try {
            var machine = VirtualMachine.attach(pid);
            try {
                machine.loadAgentPath(library.toString(), command);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
            throw new IOException("async-profiler does not start", e);
        }
    }
}
