package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.larder.policies.eviction.SharedTraces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The simulator as whoever calls it sees it. */
class SimulatorCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine command = SimulatorCommand.commandLine();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    private List<String[]> rows(String... arguments) throws IOException {
        Path csv = folder.resolve("out.csv");
        var all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--out";
        all[arguments.length + 1] = csv.toString();
        assertThat(run(all)).as(err.toString()).isZero();
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0))
                .isEqualTo("trace,policy,capacity,requests,hit_ratio,byte_hit_ratio,miss_penalty,ns_per_op");
        return lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ghosts"})
    void reportsSkippedLinesWithCountsByReason(String command) throws IOException {
        String line = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"%s\" %d 10%n";
        String log = file(
                "my.log",
                String.format(Locale.ROOT, line, "GET /a HTTP/1.1", 200)
                        + String.format(Locale.ROOT, line, "HEAD /a HTTP/1.1", 200)
                        + String.format(Locale.ROOT, line, "OPTIONS * HTTP/1.1", 200)
                        + String.format(Locale.ROOT, line, "GET /a HTTP/1.1", 404)
                        + String.format(Locale.ROOT, line, "GET /b HTTP/1.1", 304)
                        + String.format(Locale.ROOT, line, "PUT /b HTTP/1.1", 500)
                        + String.format(Locale.ROOT, line, "-", 408)
                        + "\n10.0.0.1 - - [10/Oct/2000:13:5");
        String[] size = {"--trace", log, "--policy", "lru", "--size", "1KB"};
        int code = command.isEmpty() ? run(size) : run(command, "--trace", log, "--policy", "lru", "--size", "1KB");
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString())
                .contains("my: 6 of 8 lines skipped: 1 no request; 2 other methods, such as HEAD and OPTIONS;"
                        + " 2 other statuses, such as errors and redirects of GET; 1 cut off at the end.");
    }

    @Test
    void reportsNothingForCompletelyReadLog() throws IOException {
        String log = file("my.log", "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 10\n\n");
        assertThat(run("--trace", log, "--policy", "lru", "--size", "1KB")).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void writesOneRowPerPolicyAndSizeToTableAndFile() throws IOException {
        String trace = file("my.trace.csv", "1,1,10\n2,2,10\n3,1,10\n4,2,10\n");
        List<String[]> rows = rows("--trace", trace, "--policy", "lru,caffeine", "--size", "50%,20", "1KB");
        assertThat(rows)
                .extracting(row -> row[0] + ' ' + row[1] + ' ' + row[2] + ' ' + row[3])
                .containsExactly(
                        "my.trace lru 10 4",
                        "my.trace lru 20 4",
                        "my.trace lru 1000 4",
                        "my.trace caffeine 10 4",
                        "my.trace caffeine 20 4",
                        "my.trace caffeine 1000 4");
        assertThat(rows).extracting(row -> row[4]).containsSubsequence("0.000000", "0.500000", "0.500000");
        assertThat(out.toString()).contains("my.trace", "caffeine", "0.5000");
    }

    @Test
    void policyAllRunsEveryPolicy() throws IOException {
        assertThat(rows("--trace", "loop:requests=2000", "--policy", "all", "--size", "5"))
                .extracting(row -> row[1])
                .containsExactlyInAnyOrder(
                        "lru",
                        "lfu",
                        "fifo",
                        "random",
                        "gds",
                        "gdsf",
                        "gdsf-refusing",
                        "lfuda",
                        "tinylfu",
                        "s3fifo",
                        "sieve",
                        "larder",
                        "caffeine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "50%"})
    void readsTraceFromStandardInput(String size) throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("1,1,5\n2,1,5\n3,2,5\n".getBytes(StandardCharsets.US_ASCII)));
        try {
            assertThat(rows("--trace", "-", "--policy", "lru", "--size", size))
                    .singleElement()
                    .satisfies(row -> assertThat(row[0] + row[4]).isEqualTo("stdin0.333333"));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void malformedTraceExitsWith2() throws IOException {
        assertThat(run("--trace", file("bad.csv", "1,1,10\nnonsense\n"), "--policy", "lru", "--size", "1MB"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("bad, line 2: expected time,key,size[,op,segment] with a time");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trace loop --policy lru | expected --size or --keep",
                "--trace loop --policy nru --size 5 | expected one of lru, lfu, fifo",
                "--trace loop --size 5XB | expected bytes, KB",
                "--trace loop --size 5 --keep 1.5 | expected --keep above 0",
                "--trace loop --size 5 --plot x.gif | .png or .svg",
                "--trace loop --size 5 --ttl never | expected a time such as",
                "--trace loop --size 5 --runs 0 | expected --runs",
                "--trace loop --size 5 --goal fame | fame",
                "--trace zipf:alpha=x --size 5 | expected a number for alpha",
                "--trace no-such-file.csv --size 5 | expected a file that can be read: no-such-file.csv",
                "--size 5 | --trace"
            })
    void wrongUsageIsNamedAndExitsWith2(String arguments, String message) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void aResultThatCannotBeWrittenExitsWith1() {
        assertThat(run("--trace", "loop", "--policy", "lru", "--size", "5", "--out", folder.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("cannot write");
    }

    @Test
    void plotsCurvesAsPngAndSvg() throws IOException {
        Path png = folder.resolve("curves.png");
        Path svg = folder.resolve("curves.svg");
        assertThat(run(
                        "--trace",
                        "zipf",
                        "loop",
                        "--size",
                        "0,10%,50%",
                        "--policy",
                        "lru,larder",
                        "--plot",
                        png.toString()))
                .isZero();
        assertThat(ImageIO.read(png.toFile()).getHeight()).isEqualTo(960);
        assertThat(run("--trace", "zipf", "--size", "0.1%,50%", "--policy", "lru", "--plot", svg.toString()))
                .isZero();
        assertThat(Files.readString(svg).substring(0, 500)).startsWith("<?xml").contains("<svg");
    }

    @Test
    void keepOptionFindsSmallestSufficientSize() throws IOException {
        List<String[]> rows = rows("--trace", "loop", "--policy", "lru,caffeine", "--keep", "0.9");
        assertThat(rows.get(0)[2])
                .as("LRU keeps nothing of a loop that does not fit")
                .isEqualTo("1000");
        assertThat(Long.parseLong(rows.get(1)[2])).as("Caffeine").isBetween(850L, 999L);
        List<String[]> random = rows("--trace", "random:requests=30000", "--policy", "fifo", "--keep", "0.5");
        assertThat(Double.parseDouble(random.get(0)[4])).isCloseTo(0.5, within(0.03));
    }

    @Test
    void hitRatioUnderSegmentInvalidationGrowsWithPools() throws IOException {
        for (var expected :
                Map.of(10, 0.242, 40, 0.387, 200, 0.569, 2_000, 0.782).entrySet()) {
            List<String[]> rows = rows(
                    "--trace",
                    "zipf:pools=" + expected.getKey(),
                    "--policy",
                    "lru",
                    "--size",
                    "1GB",
                    "--writes",
                    "invalidate-segment");
            assertThat(Double.parseDouble(rows.get(0)[4]))
                    .as("%d pools", expected.getKey())
                    .isCloseTo(expected.getValue(), within(0.02));
        }
    }

    @Test
    void averagedRunsReproducePublishedHitRatios() throws IOException {
        Map<String, double[]> study = Map.of(
                "random", new double[] {0, .080, .155, .308, .602, .899, .900},
                "staggered lru", new double[] {0, .252, .502, .637, .780, .900, .901},
                "staggered fifo", new double[] {0, .226, .424, .597, .773, .900, .901},
                "staggered random", new double[] {0, .234, .414, .582, .767, .900, .901});
        List<String[]> rows = rows(
                "--trace",
                "random",
                "staggered",
                "--runs",
                "200",
                "--policy",
                "random,fifo,lru",
                "--size",
                "0,0.5MB,1MB,2MB,4MB,8MB,16MB");
        assertThat(rows).hasSize(2 * 3 * 7);
        for (int i = 0; i < rows.size(); i++) {
            String[] row = rows.get(i);
            double expected = study.get(row[0].equals("random") ? "random" : row[0] + ' ' + row[1])[i % 7];
            assertThat(Double.parseDouble(row[4]))
                    .as(String.join(",", row))
                    .isCloseTo(expected, within(expected == 0 ? 1e-9 : 0.01));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cdn_adaptsize", "unit_web07"})
    void hitRatiosMatchReferenceFile(String trace) throws IOException {
        List<String> reference = Files.readAllLines(SharedTraces.file("reference/hit-ratios.csv"));
        List<String[]> rows = rows(
                "--trace",
                SharedTraces.file("traces/" + trace + ".csv.gz").toString(),
                "--policy",
                "lru,fifo,lfu,sieve,gdsf",
                "--size",
                "0.1%,1%,5%,10%,20%");
        for (String[] row : rows) {
            String expected = reference.stream()
                    .filter(line ->
                            line.matches(String.format(Locale.ROOT, "%s,%s,[^,]*,%s,.*", row[0], row[1], row[2])))
                    .findAny()
                    .orElseThrow();
            String[] columns = expected.split(",", -1);
            assertThat(Double.parseDouble(row[4])).as(expected).isCloseTo(Double.parseDouble(columns[5]), within(1e-4));
            assertThat(Double.parseDouble(row[5])).as(expected).isCloseTo(Double.parseDouble(columns[6]), within(1e-4));
        }
    }
}
