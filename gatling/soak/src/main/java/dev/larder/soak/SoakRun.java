package dev.larder.soak;

import dev.larder.compare.process.ManagedProcesses;
import dev.larder.compare.scenario.ProgressMessages;
import dev.larder.experiments.report.NumberFormats;
import dev.larder.soak.origin.ResourceVersions;
import dev.larder.soak.origin.SoakOrigin;
import dev.larder.soak.traffic.RequestCounters;
import dev.larder.soak.traffic.SoakTraffic;
import dev.larder.soak.traffic.TrafficContext;
import dev.larder.soak.watch.LogCheck;
import dev.larder.soak.watch.ProcessMonitor;
import dev.larder.soak.watch.SmallDisk;
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
final class SoakRun {

    private static final double NANOS = 1e9;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int COLLECTIONS = 3;
    private static final int DISK_MB = 64;

    private final SoakSettings settings;
    private final ProgressMessages progress;
    private final List<CompletedPhase> stretches = new ArrayList<>();
    private final List<RequestCounters> between = new ArrayList<>();
    private long begin;

    SoakRun(SoakSettings settings, ProgressMessages progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Does it all, and says what was seen. */
    SoakFindings run() throws IOException, InterruptedException {
        var scratch = Files.createTempDirectory("larder-soak-");
        var folder = Files.createDirectory(scratch.resolve("disk"));
        try (var children = new ManagedProcesses(scratch, settings.pinned())) {
            children.deleteAtEnd(scratch);
            var disk = settings.faults().contains(SoakFault.FULL_DISK)
                    ? SmallDisk.at(folder, DISK_MB)
                    : Optional.<SmallDisk>empty();
            if (settings.faults().contains(SoakFault.FULL_DISK) && disk.isEmpty()) {
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

    private SoakFindings run(ManagedProcesses children, Path scratch, Path folder, Optional<SmallDisk> disk)
            throws IOException, InterruptedException {
        try (var origin = new SoakOrigin(new ResourceVersions())) {
            progress.say("the gateway starts");
            var gateway = GatewayProcess.start(children, settings, origin.port(), folder.resolve("cache"));
            var watch = new ProcessMonitor(gateway.handle(), scratch);
            var socketsBefore = watch.sockets();
            var context = new TrafficContext(gateway.port(), origin);
            begin = System.nanoTime();
            var traffic = new SoakTraffic(context, gateway.management(), settings.slowClients(), disk);
            traffic.begin();
            for (var phase : PhaseSchedule.of(settings.length(), settings.faults())) {
                pass(phase, traffic, context, watch);
                gateway.requireAlive();
            }
            seekLeaks(watch);
            traffic.end();
            between.add(context.turnOver());
            origin.stop();
            var left = new SoakFindings.RemainingResources(socketsLeft(watch, socketsBefore), watch.deletedFiles());
            var mostResident = watch.mostResidentMb();
            var log = gateway.log();
            var logged = new SoakFindings.LogSummary(LogCheck.leaks(log), LogCheck.errors(log));
            return new SoakFindings(
                    settings.length(), List.copyOf(stretches), List.copyOf(between), mostResident, logged, left);
        }
    }

    private void pass(SoakPhase phase, SoakTraffic traffic, TrafficContext context, ProcessMonitor watch)
            throws IOException, InterruptedException {
        between.add(context.turnOver());
        phase.fault().ifPresent(traffic::begin);
        park(phase.length());
        var account = context.turnOver();
        traffic.calm();
        var counts = new CompletedPhase.ProcessCounts(watch.threads(), watch.sockets());
        var resident = watch.residentMb();
        var heap = phase.fault().isPresent() ? OptionalDouble.empty() : OptionalDouble.of(watch.heapAfterGc());
        var stretch = new CompletedPhase(phase, (System.nanoTime() - begin) / NANOS, account, heap, resident, counts);
        stretches.add(stretch);
        progress.say(
                "%-16s %,7d requests, %,6d hits timed, p99 %.2f ms; %d failed, %d wrong; %.0f MB resident%s",
                phase.title(),
                account.requests(),
                account.hitNanos().getTotalCount(),
                SoakEvaluation.p99(List.of(stretch)),
                account.failures(),
                account.wrongContents(),
                resident,
                heap.isPresent() ? ", heap " + NumberFormats.fixed(heap.getAsDouble(), 1) + " MB" : "");
    }

    /** Buffers that were lost are noticed when others are allocated after a collection. */
    private static void seekLeaks(ProcessMonitor watch) throws IOException, InterruptedException {
        for (var collection = 0; collection < COLLECTIONS; collection++) {
            watch.heapAfterGc();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** What is there beyond what was there before, once there has been time to notice that all are gone. */
    private static long socketsLeft(ProcessMonitor watch, long before) throws IOException {
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
