package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever becomes of the file of epochs, no entry counts that a write has made wrong. */
@org.junit.jupiter.api.Tag("thorough")
class DamagedEpochsTest {

    private static final long SEED = Long.getLong("larder.epochs.seed", new Random().nextLong());
    private static final int RUNS = Integer.getInteger("larder.epochs.runs", 300);
    private static final int COUNTERS = 1 << 6;
    private static final List<CacheTag> TAGS =
            IntStream.range(0, 20).mapToObj(n -> new CacheTag("tag " + n)).toList();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<EpochStamp> wrong = new ArrayList<>();
    private final List<EpochStamp> stored = new ArrayList<>();

    /** What may happen to a file between two lives. */
    private enum Damage {
        NONE,
        ZEROED,
        FLIPPED,
        TRUNCATED,
        MISSING,
        OLDER
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void damagedEpochFileNeverRevivesInvalidatedEntries() throws IOException {
        System.out.println("larder.epochs.seed=" + SEED);
        int usable = 0;
        for (int run = 0; run < RUNS; run++) {
            usable += life(new Random(SEED + run), "seed " + (SEED + run));
        }
        assertThat(usable).as("without damage entries stay usable").isGreaterThan(RUNS / 10);
    }

    /** Two lives with damage in between; how many entries were usable in the second. */
    private int life(Random random, String seed) throws IOException {
        wrong.clear();
        stored.clear();
        Path mine = Files.createTempDirectory(folder, "run");
        long clock = 1_000_000_000L + random.nextInt(1_000_000);
        List<Map<String, byte[]>> copies = new ArrayList<>();
        for (int earlier = random.nextInt(3); earlier >= 0; earlier--) {
            EpochCounters counts = started(mine, clock);
            live(counts, random, mine, copies);
            if (random.nextBoolean()) {
                counts.close();
            }
            clock += random.nextInt(2_000_000) - 1_000_000;
        }
        String damages = damage(mine, random, copies);
        Invalidator after = new Invalidator(started(mine, clock), new LocalInvalidationBus());
        for (EpochStamp stamp : wrong) {
            assertThat(after.judge(stamp)).as("%s: %s", seed, damages).isNotEqualTo(EntryStatus.USABLE);
        }
        return (int) stored.stream()
                .filter(stamp -> after.judge(stamp) == EntryStatus.USABLE)
                .count();
    }

    private EpochCounters started(Path mine, long clock) throws IOException {
        return EpochCounters.inFile(
                mine.resolve("epochs"),
                COUNTERS,
                clock,
                () -> stored.stream().mapToLong(EpochStamp::epoch).max().orElse(0));
    }

    /** Fetches and acknowledged writes; copies of the files are made now and then. */
    private void live(EpochCounters counts, Random random, Path mine, List<Map<String, byte[]>> copies)
            throws IOException {
        Invalidator invalidator = new Invalidator(counts, new LocalInvalidationBus());
        for (int step = 0; step < 40; step++) {
            CacheTag tag = TAGS.get(random.nextInt(TAGS.size()));
            int chance = random.nextInt(10);
            if (chance < 6) {
                stored.add(EpochStamp.of(invalidator.epoch(), Set.of(tag)));
            } else if (chance < 9) {
                invalidator.invalidate(Set.of(tag)).toCompletableFuture().join();
                stored.stream().filter(stamp -> stamp.has(tag)).forEach(wrong::add);
            } else {
                copies.add(files(mine));
            }
        }
    }

    private static Map<String, byte[]> files(Path mine) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (Stream<Path> all = Files.list(mine)) {
            for (Path each : all.toList()) {
                files.put(each.getFileName().toString(), Files.readAllBytes(each));
            }
        }
        return files;
    }

    /** Damages one of the files, or each in a way of its own; an older copy is put in the place of one alone. */
    private static String damage(Path mine, Random random, List<Map<String, byte[]>> copies) throws IOException {
        List<String> names = files(mine).keySet().stream().sorted().toList();
        boolean all = random.nextInt(4) == 0;
        String only = names.get(random.nextInt(names.size()));
        var done = new StringBuilder();
        for (String name : names) {
            if (all || name.equals(only)) {
                Damage damage = Damage.values()[random.nextInt(Damage.values().length - (all ? 1 : 0))];
                byte[] older = copies.isEmpty()
                        ? null
                        : copies.get(random.nextInt(copies.size())).get(name);
                apply(damage, mine.resolve(name), random, older);
                done.append(name).append(' ').append(damage).append("; ");
            }
        }
        return done.toString();
    }

    private static void apply(Damage damage, Path file, Random random, byte @Nullable [] older) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int at = random.nextInt(bytes.length);
        switch (damage) {
            case NONE -> {}
            case ZEROED ->
                Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(bytes.length)), (byte) 0);
            case FLIPPED -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case TRUNCATED -> bytes = Arrays.copyOf(bytes, at);
            case MISSING -> Files.delete(file);
            case OLDER -> bytes = older == null ? bytes : older;
        }
        if (damage != Damage.MISSING && damage != Damage.NONE) {
            Files.write(file, bytes);
        }
    }
}
