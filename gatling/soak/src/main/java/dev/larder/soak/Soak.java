package dev.larder.soak;

import dev.larder.compare.process.Children;
import dev.larder.compare.scenario.Progress;
import dev.larder.experiments.report.Numbers;
import dev.larder.soak.origin.Site;
import dev.larder.soak.origin.SoakOrigin;
import dev.larder.soak.traffic.Account;
import dev.larder.soak.traffic.Scene;
import dev.larder.soak.traffic.Traffic;
import dev.larder.soak.watch.LogCheck;
import dev.larder.soak.watch.SmallDisk;
import dev.larder.soak.watch.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One soak, from the start of the gateway to its end. */
final class Soak {

    private static final double NANOS = 1e9;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int COLLECTIONS = 3;
    private static final int DISK_MB = 64;

    private final SoakSettings settings;
    private final Progress progress;
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<Account> between = new ArrayList<>();
    private long begin;

    Soak(SoakSettings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Does it all, and says what was seen. */
    Findings run() throws IOException, InterruptedException {
        var scratch = Files.createTempDirectory("larder-soak-");
        var folder = Files.createDirectory(scratch.resolve("disk"));
        try (var children = new Children(scratch, settings.pinned())) {
            children.deleteAtEnd(scratch);
            var disk = settings.faults().contains(Fault.FULL_DISK)
                    ? SmallDisk.at(folder, DISK_MB)
                    : Optional.<SmallDisk>empty();
            if (settings.faults().contains(Fault.FULL_DISK) && disk.isEmpty()) {
                throw new IOException("only root can mount a small disk and fill it: be root, or leave it out"
                        + " with --without=FULL_DISK");
            }
            try {
                return run(children, scratch, folder, disk);
            } finally {
                if (disk.isPresent()) {
                    disk.get().close();
                }
            }
        }
    }

    private Findings run(Children children, Path scratch, Path folder, Optional<SmallDisk> disk)
            throws IOException, InterruptedException {
        try (var origin = new SoakOrigin(new Site())) {
            progress.say("the gateway starts");
            var gateway = GatewayProcess.start(children, settings, origin.port(), folder.resolve("cache"));
            var watch = new Watch(gateway.handle(), scratch);
            var socketsBefore = watch.sockets();
            var scene = new Scene(gateway.port(), origin);
            begin = System.nanoTime();
            var traffic = new Traffic(scene, gateway.management(), settings.slowClients(), disk);
            traffic.begin();
            for (var phase : Timetable.of(settings.length(), settings.faults())) {
                pass(phase, traffic, scene, watch);
                gateway.requireAlive();
            }
            seekLeaks(watch);
            traffic.end();
            between.add(scene.turnOver());
            origin.stop();
            var left = new Findings.Left(socketsLeft(watch, socketsBefore), watch.deletedFiles());
            var mostResident = watch.mostResidentMb();
            var log = gateway.log();
            var logged = new Findings.Logged(LogCheck.leaks(log), LogCheck.errors(log));
            return new Findings(
                    settings.length(), List.copyOf(stretches), List.copyOf(between), mostResident, logged, left);
        }
    }

    private void pass(Phase phase, Traffic traffic, Scene scene, Watch watch) throws IOException, InterruptedException {
        between.add(scene.turnOver());
        phase.fault().ifPresent(traffic::begin);
        park(phase.length());
        var account = scene.turnOver();
        traffic.calm();
        var counts = new Stretch.Counts(watch.threads(), watch.sockets());
        var resident = watch.residentMb();
        var heap = phase.fault().isPresent() ? OptionalDouble.empty() : OptionalDouble.of(watch.heapAfterGc());
        var stretch = new Stretch(phase, (System.nanoTime() - begin) / NANOS, account, heap, resident, counts);
        stretches.add(stretch);
        progress.say(
                "%-16s %,7d requests, %,6d hits timed, p99 %.2f ms; %d failed, %d wrong; %.0f MB resident%s",
                phase.title(),
                account.requests(),
                account.hitNanos().getTotalCount(),
                Judge.p99(List.of(stretch)),
                account.failures(),
                account.wrongContents(),
                resident,
                heap.isPresent() ? ", heap " + Numbers.fixed(heap.getAsDouble(), 1) + " MB" : "");
    }

    /** Buffers that were lost are noticed when others are allocated after a collection. */
    private static void seekLeaks(Watch watch) throws IOException, InterruptedException {
        for (var collection = 0; collection < COLLECTIONS; collection++) {
            watch.heapAfterGc();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** What is there beyond what was there before, once there has been time to notice that all are gone. */
    private static long socketsLeft(Watch watch, long before) throws IOException {
        var deadline = System.nanoTime() + LEAVE_NANOS;
        var left = watch.sockets() - before;
        while (left > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE_NANOS);
            left = watch.sockets() - before;
        }
        return Math.max(0, left);
    }

    private static void park(Duration length) {
        var end = System.nanoTime() + length.toNanos();
        for (var left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
