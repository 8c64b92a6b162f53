package dev.larder.compare;

import dev.larder.compare.peer.JavaCommandLine;
import dev.larder.compare.scenario.MeasurementSettings;
import io.netty.util.Version;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a reader of the figures must know to repeat them. */
record ReportHeader(ServerEnvironmentOptions place, String command, MeasurementSettings settings) {

    String text(JavaCommandLine java) throws IOException, InterruptedException {
        var lines = new ArrayList<String>();
        line(lines, "command:", "gatling/compare/run " + command);
        line(lines, "commit:", BenchmarkHost.commit(place.home()));
        line(lines, "machine:", BenchmarkHost.processor() + ", " + BenchmarkHost.kernel());
        line(lines, "cores:", "servers on " + place.serverCore() + ", generator and origin on " + place.loadCore());
        line(lines, "jvm:", BenchmarkHost.java() + "; " + String.join(" ", java.options()));
        line(lines, "larder:", BenchmarkHost.libraries(java.larder()));
        line(lines, "gateway:", BenchmarkHost.libraries(java.bare()));
        line(lines, "netty:", String.valueOf(Version.identify().get("netty-codec-http")));
        line(lines, "others:", BenchmarkHost.programs());
        line(lines, "date:", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        line(
                lines,
                "rounds:",
                settings.rounds() + " of " + settings.seconds() + " s, " + settings.connections()
                        + " connections, warm-up " + settings.warmUp() + " s for plain JVM servers and "
                        + 2 * settings.warmUp() + " s for gateways");
        return "# Larder beside its peers\n\n" + String.join("\n", lines) + "\n";
    }

    private static void line(List<String> lines, String name, String value) {
        lines.add(String.format(Locale.ROOT, "    %-9s %s", name, value));
    }
}
