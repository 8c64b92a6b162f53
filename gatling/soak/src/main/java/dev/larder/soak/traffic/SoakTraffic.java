package dev.larder.soak.traffic;

import dev.larder.soak.SoakFault;
import dev.larder.soak.origin.ResourceKind;
import dev.larder.soak.watch.SmallDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The usual traffic, and each fault beside it. */
public final class SoakTraffic {

    private static final double TIMED_HITS = 200;
    private static final double READERS = 100;
    private static final int FLOODING = 4;
    private static final double FLOOD = 100;
    private static final double VARIANTS = 100;
    private static final double ABORTS = 50;
    private static final double MOODS = 2.5;
    private static final double PURGES = 10;
    private static final double LARGE = 20;

    private final TrafficContext context;
    private final int management;
    private final int slowClients;
    private final Optional<SmallDisk> disk;
    private final List<FixedRateThread> usual = new ArrayList<>();
    private List<FixedRateThread> trouble = List.of();
    private int troubles;

    /** With a gateway whose operators have that port and whose store may have that disk, and so many slow clients. */
    public SoakTraffic(TrafficContext context, int management, int slowClients, Optional<SmallDisk> disk) {
        this.context = context;
        this.management = management;
        this.slowClients = slowClients;
        this.disk = disk;
    }

    /** The usual begins. */
    public void begin() {
        usual.add(FixedRateThread.start("hits", TIMED_HITS, new HotResourceReaders(context)));
        usual.add(FixedRateThread.start("mix-1", READERS, new ReadWriteMix(context, 1)));
        usual.add(FixedRateThread.start("mix-2", READERS, new ReadWriteMix(context, 2)));
    }

    /** That fault begins. */
    public void begin(SoakFault fault) {
        var prefix = "f" + troubles++ + "-";
        trouble = switch (fault) {
            case ABORTS -> List.of(FixedRateThread.start("aborts", ABORTS, new ClientAborts(context, prefix)));
            case UNIQUE_URLS ->
                flood(FLOODING, FLOOD, prefix, (client, name) -> client.read(ResourceKind.UNIQUE, name));
            case VARIANTS ->
                flood(
                        2,
                        VARIANTS,
                        prefix,
                        (client, name) -> client.read(
                                ResourceKind.VARIED, Math.floorMod(name.hashCode(), ReadWriteMix.VARIED), name, ""));
            case SLOW_CLIENTS ->
                List.of(FixedRateThread.start(
                        "slow clients", SlowClients.TURNS, new SlowClients(context, slowClients)));
            case FLAPPING_ORIGIN -> List.of(FixedRateThread.start("moods", MOODS, new FlappingOrigin(context)));
            case PURGES -> List.of(FixedRateThread.start("purges", PURGES, new RepeatedPurges(context, management)));
            case FULL_DISK ->
                List.of(FixedRateThread.start(
                        "full disk", LARGE, new FullDiskTraffic(context, prefix, disk.orElseThrow())));
        };
    }

    private List<FixedRateThread> flood(
            int threads, double perSecond, String prefix, BiConsumer<SoakClient, String> request) {
        var floods = new ArrayList<FixedRateThread>();
        for (var thread = 0; thread < threads; thread++) {
            var names = prefix + thread + "-";
            floods.add(FixedRateThread.start(
                    "flood-" + thread, perSecond, new UniqueResourceFlood(context, names, request)));
        }
        return floods;
    }

    /** The fault is over. */
    public void calm() throws InterruptedException {
        end(trouble);
        trouble = List.of();
    }

    /** Everybody leaves. */
    public void end() throws InterruptedException {
        calm();
        end(usual);
        usual.clear();
    }

    private static void end(List<FixedRateThread> habits) throws InterruptedException {
        habits.forEach(FixedRateThread::stop);
        for (var habit : habits) {
            habit.join();
        }
    }
}
