package dev.larder.soak.traffic;

import dev.larder.soak.Fault;
import dev.larder.soak.origin.Kind;
import dev.larder.soak.watch.SmallDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The usual traffic, and each fault beside it. */
public final class Traffic {

    private static final double TIMED_HITS = 200;
    private static final double READERS = 100;
    private static final int FLOODING = 4;
    private static final double FLOOD = 100;
    private static final double VARIANTS = 100;
    private static final double ABORTS = 50;
    private static final double MOODS = 2.5;
    private static final double PURGES = 10;
    private static final double LARGE = 20;

    private final Scene scene;
    private final int management;
    private final int slowClients;
    private final Optional<SmallDisk> disk;
    private final List<Paced> usual = new ArrayList<>();
    private List<Paced> trouble = List.of();
    private int troubles;

    /** With a gateway whose operators have that port and whose store may have that disk, and so many slow clients. */
    public Traffic(Scene scene, int management, int slowClients, Optional<SmallDisk> disk) {
        this.scene = scene;
        this.management = management;
        this.slowClients = slowClients;
        this.disk = disk;
    }

    /** The usual begins. */
    public void begin() {
        usual.add(Paced.start("hits", TIMED_HITS, new HotHits(scene)));
        usual.add(Paced.start("mix-1", READERS, new Mix(scene, 1)));
        usual.add(Paced.start("mix-2", READERS, new Mix(scene, 2)));
    }

    /** That fault begins. */
    public void begin(Fault fault) {
        var prefix = "f" + troubles++ + "-";
        trouble = switch (fault) {
            case ABORTS -> List.of(Paced.start("aborts", ABORTS, new Aborts(scene, prefix)));
            case UNIQUE_URLS -> flood(FLOODING, FLOOD, prefix, (client, name) -> client.read(Kind.UNIQUE, name));
            case VARIANTS ->
                flood(
                        2,
                        VARIANTS,
                        prefix,
                        (client, name) ->
                                client.read(Kind.VARIED, Math.floorMod(name.hashCode(), Mix.VARIED), name, ""));
            case SLOW_CLIENTS ->
                List.of(Paced.start("slow clients", SlowCrowd.TURNS, new SlowCrowd(scene, slowClients)));
            case FLAPPING_ORIGIN -> List.of(Paced.start("moods", MOODS, new Flapping(scene)));
            case PURGES -> List.of(Paced.start("purges", PURGES, new Purges(scene, management)));
            case FULL_DISK -> List.of(Paced.start("full disk", LARGE, new FullDisk(scene, prefix, disk.orElseThrow())));
        };
    }

    private List<Paced> flood(int threads, double perSecond, String prefix, BiConsumer<Client, String> request) {
        var floods = new ArrayList<Paced>();
        for (var thread = 0; thread < threads; thread++) {
            var names = prefix + thread + "-";
            floods.add(Paced.start("flood-" + thread, perSecond, new Flood(scene, names, request)));
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

    private static void end(List<Paced> habits) throws InterruptedException {
        habits.forEach(Paced::stop);
        for (var habit : habits) {
            habit.join();
        }
    }
}
