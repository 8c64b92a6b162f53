package dev.larder.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fuzzes targets one after the other, each in a process of its own for so many seconds: {@code FuzzCommand <seconds>
 * [titles]}. What it finds lies in {@code target/fuzz/findings}, inputs that have reached something new in {@code
 * target/fuzz/corpus}, where the next run goes on from.
 */
public final class FuzzCommand {

    private static final String ENGINE = "com.code_intelligence.jazzer.Jazzer";
    private static final Path OUTPUT = Path.of("target", "fuzz").toAbsolutePath();
    private static final Path INPUTS = Path.of("corpus").toAbsolutePath();

    /** Not looked into: the engine would learn to forge what only damage is to be told from. */
    private static final List<String> CHECKSUMS = List.of(
            "dev.larder.journal.RecordFrame", "dev.larder.journal.SegmentHeader", "dev.larder.journal.LogIdentity");

    private final int seconds;

    private FuzzCommand(int seconds) {
        this.seconds = seconds;
    }

    /** Ends with status 1 if anything is found. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int seconds = Integer.parseInt(arguments[0]);
        List<FuzzTarget> targets = FuzzTarget.named(arguments.length > 1 ? arguments[1] : "");
        List<Run> runs = new FuzzCommand(seconds).all(targets);
        System.out.println();
        System.out.println("target            seconds   inputs taken   branches reached   inputs kept   found");
        runs.forEach(run -> System.out.println(run.row()));
        boolean found = runs.stream().anyMatch(Run::found);
        System.out.println(found ? "Something was found: see " + OUTPUT : "Nothing was found.");
        if (found) {
            System.exit(1);
        }
    }

    private List<Run> all(List<FuzzTarget> targets) throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (FuzzTarget target : targets) {
            System.out.printf(
                    Locale.ROOT, "[%d/%d] %s, %d s%n", runs.size() + 1, targets.size(), target.title(), seconds);
            runs.add(run(target));
        }
        return runs;
    }

    private Run run(FuzzTarget target) throws IOException, InterruptedException {
        Path findings = Files.createDirectories(OUTPUT.resolve("findings"));
        Path corpus = Files.createDirectories(OUTPUT.resolve("corpus").resolve(target.title()));
        Process process = new ProcessBuilder(command(target, findings, corpus))
                .redirectErrorStream(true)
                .start();
        Path log = OUTPUT.resolve(target.title() + ".log");
        FuzzProgress progress = FuzzProgress.follow(process.inputReader(), log);
        int status = process.waitFor();
        return new Run(target, progress, status);
    }

    private List<String> command(FuzzTarget target, Path findings, Path corpus) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-Xss4m",
                "-XX:+EnableDynamicAgentLoading",
                "-classpath",
                System.getProperty("java.class.path"),
                ENGINE,
                "--target_class=" + target.className(),
                "--instrumentation_includes=dev.larder.**",
                "--instrumentation_excludes=" + String.join(":", CHECKSUMS),
                "--custom_hook_includes=dev.larder.**",
                "--reproducer_path=" + findings,
                "-artifact_prefix=" + findings.resolve(target.title() + "-"),
                "-max_total_time=" + seconds,
                "-max_len=4096",
                "-timeout=20",
                "-print_final_stats=1",
                corpus.toString(),
                INPUTS.resolve(target.title()).toString());
    }

    /** What has become of one target. */
    private record Run(FuzzTarget target, FuzzProgress progress, int status) {

        boolean found() {
            return status != 0;
        }

        String row() {
            return String.format(
                    Locale.ROOT,
                    "%-16s %8s %14s %18s %13s   %s",
                    target.title(),
                    progress.seconds(),
                    progress.taken(),
                    progress.reached(),
                    progress.kept(),
                    found() ? "status " + status : "nothing");
        }
    }
}
