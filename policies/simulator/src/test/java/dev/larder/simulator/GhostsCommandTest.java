package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.policies.eviction.SharedTraces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What ghosts say beside what is so, as whoever calls the command sees it. */
class GhostsCommandTest {

    private static final double POINTS = 100;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine command = SimulatorCommand.commandLine();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    /** Mean absolute errors of hit ratio and byte hit ratio over all policies and sizes, in percentage points. */
    private double[] errors(String trace, String writes) throws IOException {
        Path csv = folder.resolve("ghosts.csv");
        assertThat(run("ghosts", "--trace", trace, "--writes", writes, "--out", csv.toString()))
                .as(err.toString())
                .isZero();
        List<String> lines = new ArrayList<>(Files.readAllLines(csv));
        assertThat(lines.remove(0)).isEqualTo(GhostComparison.HEADER);
        assertThat(lines).hasSize(13 * 5);
        double[] errors = new double[2];
        for (String line : lines) {
            String[] columns = line.split(",", -1);
            int last = columns.length - 1;
            errors[0] += difference(columns[last - 3], columns[last - 2]) / lines.size();
            errors[1] += difference(columns[last - 1], columns[last]) / lines.size();
        }
        return errors;
    }

    private static double difference(String exact, String ghost) {
        return POINTS * Math.abs(Double.parseDouble(exact) - Double.parseDouble(ghost));
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zipf:objects=20000,requests=100000,writes=0,total=1000000000 | ignore",
                "zipf:objects=5000,requests=60000,pools=500,writes=0.05 | invalidate-segment",
                "loop:objects=2000,requests=50000 | ignore"
            })
    void ghostHitRatiosDeviateLessThanTwoPointsOnAverage(String trace, String writes) throws IOException {
        double[] errors = errors(trace, writes);
        assertThat(errors[0]).as(out.toString()).isLessThan(2);
        assertThat(errors[1]).as(out.toString()).isLessThan(2);
    }

    @Tag("thorough")
    @Test
    void ghostHitRatiosOfFlatWorkloadDeviateLessThanThreePoints() throws IOException {
        double[] errors = errors("zipf:objects=20000,requests=100000,alpha=0.8,writes=0,sigma=1.5", "ignore");
        assertThat(errors[0]).as(out.toString()).isLessThan(3);
        assertThat(errors[1]).as(out.toString()).isLessThan(3);
    }

    @ParameterizedTest
    @CsvSource({
        "unit_web07,ignore",
        "unit_lirs_multi3,ignore",
        "block_cloudphysics,ignore",
        "cdn_adaptsize,ignore",
        "unit_lirs_loop,ignore",
        "synth_ycsb_rest_seg40,invalidate-segment"
    })
    void ghostHitRatiosOnRealTracesDeviateLessThanTwoPoints(String trace, String writes) throws IOException {
        double[] errors =
                errors(SharedTraces.file("traces/" + trace + ".csv.gz").toString(), writes);
        assertThat(errors[0]).as(out.toString()).isLessThan(2);
        assertThat(errors[1]).as(out.toString()).isLessThan(2);
    }

    @Test
    void reportsErrorSampleAndMemory() {
        assertThat(run(
                        "ghosts",
                        "--trace",
                        "loop:requests=20000",
                        "--policy",
                        "lru,fifo",
                        "--size",
                        "10%,50%",
                        "--rows"))
                .isZero();
        assertThat(out.toString())
                .contains("policy", "fifo", "mean error 0.00 points", "keys by chance (1 in 32)", "KB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trace no-such-file.csv | expected a file that can be read",
                "--trace loop --one-in 10 | power of two",
                "--trace loop --policy nru | expected one of lru",
                "--trace loop --memory lots | expected bytes",
                "--policy lru | --trace"
            })
    void wrongUsageIsNamedAndExitsWith2(String arguments, String message) {
        assertThat(run(("ghosts " + arguments).split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }
}
