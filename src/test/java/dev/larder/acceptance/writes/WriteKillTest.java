package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.MountedFileSystem;
import dev.larder.acceptance.kit.SystemPrograms;
import dev.larder.acceptance.writes.DeduplicatingOrigin.Item;
import dev.larder.acceptance.writes.FolderFault.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a gateway has acknowledged reaches its origin, once and in order, however often either of them is killed, and though at
 * one start in five the folder of the log, or a file in it, cannot be read or written, is full or slow. Most lives are those of
 * a {@link SlimGateway}, some those of a whole one.
 */
@Tag("thorough")
class WriteKillTest {

    private static final int KILLS = Integer.getInteger("larder.write.kills", 30);
    private static final int LIVES_PER_WHOLE_ONE = Integer.getInteger("larder.write.lives-per-whole-one", 3);
    private static final long SEED = Long.getLong("larder.write.seed", new Random().nextLong());
    private static final int WRITERS = 24;
    private static final int LONGEST_LIFE_MILLIS = 1_500;
    private static final int MEGABYTES = 200;
    private static final int NOBODY = 65_534;

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    private final Map<Kind, Integer> faults = new EnumMap<>(Kind.class);
    private Optional<MountedFileSystem> mount = Optional.empty();
    private Path disk;
    private Path folder;
    private List<String> user = List.of();
    private List<Kind> possible = List.of();
    private GatewayCommands commands;
    private DeduplicatingOrigin origin;
    private ConcurrentWriters writers;
    private int kills;
    private int wholeKills;
    private int refusals;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        disk = Files.createDirectory(directory.resolve("disk"));
        mount = MountedFileSystem.small(disk, MEGABYTES);
        folder = Files.createDirectory(disk.resolve("writes"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        boolean root = SystemPrograms.succeeds("sh", "-c", "test $(id -u) = 0");
        List<String> ordinary = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        if (root
                && SystemPrograms.succeeds(words(
                        ordinary, List.of("test", "-r", GatewayCommands.jar().toString())))) {
            user = ordinary;
            Files.setAttribute(folder, "unix:uid", NOBODY);
            Files.setAttribute(folder, "unix:gid", NOBODY);
        }
        possible = FolderFault.possible(!root || !user.isEmpty(), mount.isPresent());
        commands = new GatewayCommands(directory);
    }

    @AfterEach
    void end() {
        mount.ifPresent(MountedFileSystem::close);
    }

    private static String[] words(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all.toArray(String[]::new);
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.MINUTES)
    @Tag("hardening-U3")
    void everyAcknowledgedWriteReachesItsOriginOnceAndInOrder() throws Exception {
        System.out.println("larder.write.seed=" + SEED + ", faults " + possible);
        try (var remembering = new DeduplicatingOrigin(random.nextLong())) {
            origin = remembering;
            writers = new ConcurrentWriters(WRITERS, 1);
            writers.down();
            for (int life = 1; kills < KILLS; life++) {
                live(life % LIVES_PER_WHOLE_ONE == 0);
                assertThat(origin.violations()).as("seed %d", SEED).isEmpty();
                System.out.printf("%s, %s%n", figures(), origin);
            }
            KilledGateway last = launch(true, FolderFault.none());
            writers.port(last.port().orElseThrow());
            pass(1_000);
            writers.stop();
            Set<Item> acknowledged = writers.acknowledged();
            assertThat(origin.missing(acknowledged, 300))
                    .as("lost, seed %d: %s", SEED, String.join("\n", last.output()))
                    .isEmpty();
            last.kill();
            assertThat(origin.violations()).as("seed %d", SEED).isEmpty();
            System.out.printf("%s, 0 lost, 0 applied twice, %s%n", figures(), origin);
        }
    }

    private String figures() {
        return kills + " kills (" + wholeKills + " of whole gateways), faults " + faults + ", " + refusals
                + " starts refused, " + writers.count() + " acknowledged";
    }

    /** From a start to a kill, which may come before the gateway serves. */
    private void live(boolean whole) throws IOException, InterruptedException {
        FolderFault fault = fault();
        try {
            KilledGateway gateway = launch(whole, fault);
            if (random.nextInt(8) == 0) {
                pass(random.nextInt(whole ? 4_000 : 1_000));
            } else if (serves(gateway, fault)) {
                disturb();
            } else {
                fault.close();
                fault = FolderFault.none();
                gateway = launch(whole, fault);
                assertThat(serves(gateway, fault))
                        .as("serves once the folder is as it was")
                        .isTrue();
                disturb();
            }
            kill(gateway, whole);
        } finally {
            fault.close();
        }
    }

    private FolderFault fault() throws IOException {
        if (possible.isEmpty() || random.nextInt(5) != 0 || Files.notExists(folder.resolve("bodies"))) {
            return FolderFault.none();
        }
        Kind kind = possible.get(random.nextInt(possible.size()));
        faults.merge(kind, 1, Integer::sum);
        return FolderFault.cause(kind, folder, disk, random);
    }

    /** If not, it has said why, in words that name the folder. */
    private boolean serves(KilledGateway gateway, FolderFault fault) {
        OptionalInt port = gateway.port();
        if (port.isPresent()) {
            writers.port(port.getAsInt());
            return true;
        }
        refusals++;
        assertThat(fault.mayStopTheStart())
                .as("%s, seed %d: %s", fault, SEED, gateway.output())
                .isTrue();
        assertThat(gateway.output())
                .as("%s, seed %d", fault, SEED)
                .anyMatch(line -> line.contains("APPLICATION FAILED TO START"))
                .anyMatch(line -> line.contains(folder.toString()));
        return false;
    }

    /** Lets clients write some, if they can; now and then the origin is not there for a while. */
    private void disturb() {
        int enough = writers.count() + random.nextInt(80);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_LIFE_MILLIS);
        while (writers.count() < enough && System.nanoTime() < end) {
            pass(2);
        }
        if (random.nextInt(4) == 0) {
            origin.down();
            pass(random.nextInt(200));
            origin.up();
            pass(random.nextInt(300));
        }
    }

    private void kill(KilledGateway gateway, boolean whole) throws InterruptedException {
        if (gateway.kill()) {
            kills++;
            wholeKills += whole ? 1 : 0;
        }
        writers.down();
    }

    /** Time in which the others go on. */
    private static void pass(int millis) {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
                .join();
    }

    private KilledGateway launch(boolean whole, FolderFault fault) throws IOException {
        List<String> command = new ArrayList<>(fault.prefix());
        command.addAll(user);
        command.addAll(whole ? commands.whole() : commands.slim());
        command.add("--larder.origin=" + origin.uri());
        command.add("--larder.writes.path=" + folder);
        if (random.nextInt(3) > 0) {
            command.add("--larder.rules.items.buffer.bulk=/bulk");
        }
        return KilledGateway.launch(command);
    }
}
