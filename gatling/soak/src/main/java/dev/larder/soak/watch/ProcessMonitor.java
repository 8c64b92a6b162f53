package dev.larder.soak.watch;

import dev.larder.compare.process.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Linux and the JDK tell of a process. */
public final class ProcessMonitor {

    private static final double KB_OF_MB = 1_024;
    private static final Pattern USED = Pattern.compile("\\btotal .*\\bused (\\d+)K");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");
    private static final Pattern PEAK_RESIDENT = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB");
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d+)");

    private final String process;
    private final Path orders;

    /** Of that process; a file for jcmd goes into that directory. */
    public ProcessMonitor(ProcessHandle process, Path directory) throws IOException {
        this.process = Long.toString(process.pid());
        this.orders = Files.writeString(directory.resolve("jcmd-orders"), "GC.run\nGC.heap_info\n");
    }

    /** What stays on the heap once garbage has been collected, in MB. */
    public double heapAfterGc() throws IOException, InterruptedException {
        var said = CommandRunner.output(jdk("jcmd"), process, "-f", orders.toString());
        var used = heap(said);
        if (used == 0) {
            throw new IOException("jcmd does not say how much of the heap is in use: " + said);
        }
        return used;
    }

    static double heap(String said) {
        return USED.matcher(said)
                .results()
                .mapToDouble(found -> Long.parseLong(found.group(1)) / KB_OF_MB)
                .sum();
    }

    /** Memory of the process that is in memory, in MB. */
    public double residentMb() throws IOException {
        return status(RESIDENT) / KB_OF_MB;
    }

    /** The most it ever was. */
    public double mostResidentMb() throws IOException {
        return status(PEAK_RESIDENT) / KB_OF_MB;
    }

    /** Its threads. */
    public int threads() throws IOException {
        return (int) status(THREADS);
    }

    /** Its open sockets. */
    public long sockets() throws IOException {
        return descriptors("socket:");
    }

    /** Files it has open though they are deleted. */
    public long deletedFiles() throws IOException {
        return descriptors("(deleted)");
    }

    private long status(Pattern line) throws IOException {
        var found = line.matcher(Files.readString(Path.of("/proc", process, "status")));
        if (!found.find()) {
            throw new IOException("the system does not tell " + line);
        }
        return Long.parseLong(found.group(1));
    }

    private long descriptors(String what) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", process, "fd"))) {
            return open.filter(descriptor -> hasTargetContaining(descriptor, what))
                    .count();
        }
    }

    private static boolean hasTargetContaining(Path descriptor, String what) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains(what);
        } catch (NoSuchFileException closed) {
            return false;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }
}
