package dev.larder.compare.scenario;

import dev.larder.compare.peer.Fleet;
import dev.larder.compare.peer.Peer;
import dev.larder.compare.peer.Site;
import dev.larder.compare.peer.UnavailableException;
import dev.larder.compare.report.Spread;
import dev.larder.compare.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** From the start of the process to the first answer of the origin through it: the executables in turns. */
public final class StartTimes {

    /** Whom it compares unless somebody chooses. */
    public static final List<Peer> USUAL = List.of(Peer.LARDER, Peer.BARE_GATEWAY);

    private static final int FEWEST = 7;
    private static final double NANOS = 1e9;

    private final Site site;
    private final Settings settings;
    private final Progress progress;

    /** On this machine. */
    public StartTimes(Site site, Settings settings, Progress progress) {
        this.site = site;
        this.settings = settings;
        this.progress = progress;
    }

    /** Starts each at least seven times, after once for the page cache; the section of the report. */
    public String run(int size) throws IOException, UnavailableException {
        var peers = new ArrayList<>(settings.peers(USUAL));
        var text = new StringBuilder();
        var times = new EnumMap<Peer, List<Double>>(Peer.class);
        try (var fleet = new Fleet(site, size)) {
            peers.removeIf(peer -> absent(fleet, peer, text));
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

    private boolean absent(Fleet fleet, Peer peer, StringBuilder text) {
        try {
            var seconds = once(fleet, peer);
            progress.say("start 0, which does not count, %s: %.3f s", peer, seconds);
            return false;
        } catch (IOException | UnavailableException e) {
            progress.say("%s is not available: %s", peer, String.valueOf(e.getMessage()));
            text.append("\n- ").append(peer).append(" is not available: ").append(e.getMessage());
            return true;
        }
    }

    private static double once(Fleet fleet, Peer peer) throws IOException, UnavailableException {
        var begin = System.nanoTime();
        var running = fleet.start(peer, "/item");
        var seconds = (System.nanoTime() - begin) / NANOS;
        fleet.end(running);
        return seconds;
    }

    private String table(Map<Peer, List<Double>> times) {
        var baselines = settings.baselines().stream().filter(times::containsKey).toList();
        var headings = new ArrayList<>(List.of("server", "seconds, median (min .. max)", "starts"));
        baselines.forEach(baseline -> headings.add("x " + baseline));
        var table = new Table(headings);
        times.forEach((peer, all) -> {
            var spread = Spread.of(all);
            var row = new ArrayList<>(List.of(peer.toString(), spread.text(3), Integer.toString(all.size())));
            for (var baseline : baselines) {
                var other = Spread.of(times.getOrDefault(baseline, all)).median();
                row.add(String.format(Locale.ROOT, "%.2f", spread.median() / other));
            }
            table.add(row);
        });
        return table.toString();
    }
}
