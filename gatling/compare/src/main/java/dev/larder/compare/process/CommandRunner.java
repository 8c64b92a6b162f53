package dev.larder.compare.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Short commands that are waited for. */
public final class CommandRunner {

    private CommandRunner() {}

    /** What the command writes, both kinds, or an empty text where it cannot be run. */
    public static String output(String... command) throws InterruptedException {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text.strip();
        } catch (IOException absent) {
            return "";
        }
    }

    /** Runs the command with its output on ours; fails where it fails. */
    public static void run(List<String> command) throws IOException, InterruptedException {
        var exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + exit);
        }
    }

    /** Whether the search path, or one of root's directories, has such a program. */
    public static boolean exists(String program) {
        var path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin" + File.pathSeparator
                + "/sbin";
        return Arrays.stream(path.split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .anyMatch(Files::isExecutable);
    }
}
