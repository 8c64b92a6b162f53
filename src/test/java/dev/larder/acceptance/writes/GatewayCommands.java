package dev.larder.acceptance.writes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The commands that start a gateway that is killed: a whole one, or a slim one that starts in a third of a second. */
final class GatewayCommands {

    private static final int ARCHIVE_SECONDS = 120;

    private final Path directory;

    /**
     * Prepares both.
     *
     * @param directory for files of their own, which every user may read
     */
    GatewayCommands(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        pack();
        archive();
    }

    /** What every user has to be able to read. */
    static Path jar() {
        return unpacked("larder-gateway-exec.jar");
    }

    private static Path unpacked(String name) {
        return Path.of(System.getProperty("larder.unpacked"))
                .resolve(name)
                .normalize()
                .toAbsolutePath();
    }

    /** An archive of classes wants them in jars. */
    private void pack() throws IOException {
        Path classes = Path.of(SlimGateway.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String folder = SlimGateway.class.getPackageName().replace('.', '/');
        try (var jar = new JarOutputStream(Files.newOutputStream(directory.resolve("slim.jar")));
                Stream<Path> files = Files.list(classes.resolve(folder))) {
            for (Path file : files.toList()) {
                jar.putNextEntry(new JarEntry(folder + "/" + file.getFileName()));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
    }

    private void archive() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java(), "-XX:ArchiveClassesAtExit=" + archived()));
        command.addAll(slimJvm());
        command.addAll(List.of(
                "--once=true",
                "--larder.origin=http://127.0.0.1:9",
                "--larder.writes.path=" + directory.resolve("none")));
        Path output = directory.resolve("archive.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(ARCHIVE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(Files.readString(output));
        }
    }

    private Path archived() {
        return directory.resolve("slim.jsa");
    }

    private List<String> slimJvm() {
        return List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                directory.resolve("slim.jar") + ":" + jar() + ":" + unpacked("lib/*"),
                SlimGateway.class.getName());
    }

    List<String> slim() {
        List<String> command = new ArrayList<>(List.of(java(), "-XX:SharedArchiveFile=" + archived()));
        command.addAll(slimJvm());
        return command;
    }

    List<String> whole() {
        String buffer = "--larder.rules.items.buffer.";
        return List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-XX:SharedArchiveFile=" + unpacked("classes.jsa"),
                "-jar",
                jar().toString(),
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--larder.rules.items.paths=/items",
                buffer + "format=multipart",
                buffer + "order-by=json:/w",
                buffer + "deduplication=items",
                buffer + "flush-interval=100ms",
                buffer + "flush-count=500",
                "--larder.writes.max-size=64MB",
                "--larder.writes.idempotency-retention=60s");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
