package dev.larder.compare;

import dev.larder.compare.process.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where and with what a report was made. */
public final class BenchmarkHost {

    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.*)$");
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB$");
    private static final int KIBI = 1024;
    private static final Pattern LIBRARY = Pattern.compile(
            "BOOT-INF/lib/((?:spring-boot|spring-cloud-gateway-server-webflux|reactor-netty-http|netty-codec-http|caffeine)-\\d.*)\\.jar");

    private BenchmarkHost() {}

    /** Its model, and how many of them. */
    public static String processor() throws IOException {
        var matcher = MODEL.matcher(Files.readString(Path.of("/proc/cpuinfo")));
        var model = matcher.find() ? matcher.group(1) : System.getProperty("os.arch");
        return model + ", " + cores() + " cores";
    }

    /** All processors that are online, not only those that this process may use. */
    public static int cores() throws IOException {
        return (int) Files.readString(Path.of("/proc/cpuinfo"))
                .lines()
                .filter(line -> line.startsWith("processor"))
                .count();
    }

    /** Keeps this process, which makes the load, to the second processor: servers on the first are not to wait for it. */
    public static void keepLoadToItsCore() throws IOException, InterruptedException {
        if (cores() < 2) {
            throw new IOException("the servers and the load need a core each, and this machine has one");
        }
        var own = Long.toString(ProcessHandle.current().pid());
        CommandRunner.output("taskset", "--all-tasks", "--cpu-list", "--pid", "1", own);
    }

    /** Name and version of the system. */
    public static String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    /** How much memory it has. */
    public static String memory() throws IOException {
        var matcher = MEMORY.matcher(Files.readString(Path.of("/proc/meminfo")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) / KIBI + " MiB of memory" : "memory unknown";
    }

    /** What has lately run or waited for a processor: averages of 1, 5 and 15 minutes. */
    public static String load() throws IOException {
        return String.join(
                ", ",
                List.of(Files.readString(Path.of("/proc/loadavg")).split(" ")).subList(0, 3));
    }

    /** The virtual machine of this process. */
    public static String java() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
                + System.getProperty("java.vendor");
    }

    /** What is checked out in a directory, and whether it has been changed. */
    public static String commit(Path directory) throws InterruptedException {
        var commit = CommandRunner.output("git", "-C", directory.toString(), "rev-parse", "HEAD");
        var changed = CommandRunner.output("git", "-C", directory.toString(), "status", "--porcelain");
        return (commit.isEmpty() ? "unknown" : commit) + (changed.isEmpty() ? "" : ", with changes");
    }

    static String programs() throws InterruptedException {
        return List.of(
                        first(CommandRunner.output("nginx", "-v")),
                        first(CommandRunner.output("varnishd", "-V")),
                        first(CommandRunner.output("wrk", "-v")))
                .stream()
                .filter(version -> !version.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** The libraries inside an executable jar that decide how fast it is. */
    public static String libraries(Path jar) throws IOException {
        if (!Files.exists(jar)) {
            return "there is no " + jar.getFileName();
        }
        try (var file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> LIBRARY.matcher(entry.getName()))
                    .filter(matcher -> matcher.matches())
                    .map(matcher -> matcher.group(1))
                    .collect(Collectors.joining(", "));
        }
    }

    private static String first(String text) {
        return text.lines().findFirst().orElse("");
    }
}
