package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The simulation of clusters as whoever calls it sees it. */
class ClusterCommandTest {

    private static final String QUICK = "cluster --objects 2000 --events 5000 --requests 5000 --members 2,10 ";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        CommandLine command = SimulatorCommand.commandLine();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(arguments.split(" ", -1));
    }

    @Test
    void writesOneRowPerClusterToTableAndFile() throws IOException {
        Path csv = folder.resolve("out.csv");
        assertThat(run(QUICK + "--writes 0.1%,0.01 --variant tree,strict --out " + csv))
                .as(err.toString())
                .isZero();
        assertThat(Files.readAllLines(csv).get(0)).isEqualTo(ClusterReport.HEADER);
        assertThat(Files.readAllLines(csv))
                .extracting(line -> line.replaceAll("^([^,]*,[^,]*,[^,]*),.*", "$1"))
                .containsExactly(
                        "members,writes,variant",
                        "2,0.1%,tree",
                        "2,0.1%,strict",
                        "2,1.0%,tree",
                        "2,1.0%,strict",
                        "10,0.1%,tree",
                        "10,0.1%,strict",
                        "10,1.0%,tree",
                        "10,1.0%,strict");
        assertThat(out.toString()).contains("ack_p99_ms", "10 members, 1.0% writes: tree");
    }

    @Test
    void reportsNoVariantForSaturatedCluster() {
        assertThat(run(QUICK + "--cpu 5ms --writes 20% --variant strict")).isZero();
        assertThat(out.toString()).contains("saturated", "10 members, 20.0% writes: none");
    }

    @Test
    void plotsCurvesAsPngAndSvg() throws IOException {
        Path png = folder.resolve("curves.png");
        assertThat(run(QUICK + "--writes 1% --variant strict,tree --plot " + png))
                .isZero();
        assertThat(ImageIO.read(png.toFile()).getHeight()).isEqualTo(960);
        Path svg = folder.resolve("curves.svg");
        assertThat(run(QUICK + "--writes 1%,5% --variant strict --plot " + svg)).isZero();
        assertThat(Files.readString(svg)).contains("<svg");
    }

    @Test
    void aResultThatCannotBeWrittenExitsWith1() {
        assertThat(run(QUICK + "--writes 1% --variant strict --out " + folder)).isEqualTo(1);
        assertThat(err.toString()).contains("cannot write");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cluster --members 1 | expected 2 to 10000 members",
                "cluster --members many | many",
                "cluster --writes 0% | expected a part of writes above 0 and up to 100%",
                "cluster --writes often | expected a part such as 0.1% or 0.001",
                "cluster --variant ring | expected one of strict, leaders, batched, tree, batched-tree or all",
                "cluster --cpu 17 | expected a time such as 10ns",
                "cluster --front 5% | expected bytes instead of",
                "cluster --front 5XB | expected bytes, KB",
                "cluster --pools 0 | expected pools >= 1",
                "cluster --objects 10 --pools 20 | expected at least one pool, and at most one for each object",
                "cluster --rate 0 | expected a rate",
                "cluster --lease 1us | expected a lease",
                "cluster --degree 1 | expected a tree of degree 2",
                "cluster --events 1 | expected at least 1000 events",
                "cluster --plot x.gif | .png or .svg"
            })
    void wrongUsageIsNamedAndExitsWith2(String arguments, String message) {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void traceOptionIsRequiredWithoutClusterCommand() {
        assertThat(run("--size 5")).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required option: '--trace=TRACE'");
    }
}
