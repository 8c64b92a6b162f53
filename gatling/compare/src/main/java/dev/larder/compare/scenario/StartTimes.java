package dev.larder.compare.scenario;

import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerSetup;
import dev.larder.compare.peer.ServerUnavailableException;
import dev.larder.compare.report.MarkdownTable;
import dev.larder.compare.report.MedianRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** From the start of the process to the first answer of the origin through it: the executables in turns. */
public final class StartTimes {

    /** Whom it compares unless somebody chooses. */
    public static final List<ComparedServer> USUAL = List.of(ComparedServer.LARDER, ComparedServer.BARE_GATEWAY);

    private static final int FEWEST = 7;
    private static final double NANOS = 1e9;

    private final ServerEnvironment environment;
    private final MeasurementSettings settings;
    private final ProgressMessages progress;

    /** On this machine. */
    public StartTimes(ServerEnvironment environment, MeasurementSettings settings, ProgressMessages progress) {
        this.environment = environment;
        this.settings = settings;
        this.progress = progress;
    }

    /** Starts each at least seven times, after once for the page cache; the section of the report. */
    public String run(int size) throws IOException, ServerUnavailableException {
        var peers = new ArrayList<>(settings.peers(USUAL));
        var text = new StringBuilder();
        var times = new EnumMap<ComparedServer, List<Double>>(ComparedServer.class);
        try (var fleet = new ServerSetup(environment, size)) {
            peers.removeIf(peer -> isUnavailable(fleet, peer, text));
            for (var number = 1; number <= Math.max(FEWEST, settings.rounds()); number++) {
                for (var peer : peers) {
                    var seconds = once(fleet, peer);
                    times.computeIfAbsent(peer, any -> new ArrayList<>()).add(seconds);
                    progress.say("start %d, %s: %.3f s", number, peer, seconds);
                }
            }
        }
        return "## start\n\n" + table(times) + text;
    }

    private boolean isUnavailable(ServerSetup fleet, ComparedServer peer, StringBuilder text) {
        try {
            var seconds = once(fleet, peer);
            progress.say("start 0, which does not count, %s: %.3f s", peer, seconds);
            return false;
        } catch (IOException | ServerUnavailableException e) {
            progress.say("%s is not available: %s", peer, String.valueOf(e.getMessage()));
            text.append("\n- ").append(peer).append(" is not available: ").append(e.getMessage());
            return true;
        }
    }

    private static double once(ServerSetup fleet, ComparedServer peer) throws IOException, ServerUnavailableException {
        var begin = System.nanoTime();
        var running = fleet.start(peer, "/item");
        var seconds = (System.nanoTime() - begin) / NANOS;
        fleet.end(running);
        return seconds;
    }

    private String table(Map<ComparedServer, List<Double>> times) {
        var baselines = settings.baselines().stream().filter(times::containsKey).toList();
        var headings = new ArrayList<>(List.of("server", "seconds, median (min .. max)", "starts"));
        baselines.forEach(baseline -> headings.add("x " + baseline));
        var table = new MarkdownTable(headings);
        times.forEach((peer, all) -> {
            var spread = MedianRange.of(all);
            var row = new ArrayList<>(List.of(peer.toString(), spread.text(3), Integer.toString(all.size())));
            for (var baseline : baselines) {
                var other = MedianRange.of(times.getOrDefault(baseline, all)).median();
                row.add(String.format(Locale.ROOT, "%.2f", spread.median() / other));
            }
            table.add(row);
        });
        return table.toString();
    }
}
