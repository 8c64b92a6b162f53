package dev.larder.policies.ghost;

import dev.larder.policies.ghost.SampledKey.Copy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs many policies and sizes at once on a sample of the keys, in bounded memory. Single-threaded, without clock; equal seeds
 * and requests give equal reports.
 *
 * <p>Keys are sampled by hash (SHARDS: Waldspurger et al., Efficient MRC Construction with SHARDS, USENIX FAST 2015). In a purely
 * random sample, the few keys with the most requests cause most of the error, by being in the sample or not. Therefore the
 * heaviest keys are identified and followed, each representing only itself; other keys are sampled at random, each representing
 * many. Figures known of all requests are not estimated from the sample: the number of requests, the number of first requests,
 * and the time since the last request for the same key ({@link StratifiedEstimate}).
 */
public final class GhostCaches {

    /** Maximum number of keys that are counted without being followed. */
    private static final int CENSUS = 1 << 15;

    /** Maximum number of keys whose traffic is measured. */
    private static final int SCORES = 1 << 12;

    private final GhostSettings settings;
    private final KeySampler draw;
    private final DistinctKeyCounter distinctKeys;
    private final ReuseDistances reuse = new ReuseDistances();
    private final HeavyHitters heavies = new HeavyHitters(SCORES);
    private final GhostMemoryBudget budget;
    private final List<GhostCache> ghosts = new ArrayList<>();
    /** The followed keys, least recently requested first. */
    private final Map<Long, SampledKey> keys = new LinkedHashMap<>(16, 0.75f, true);

    private final GhostTotals totals = new GhostTotals();
    private @Nullable SampledKey current;
    private int heaviest;
    private int mostHeaviest;
    private long reads;
    private long sinceHalved;

    /** Creates ghosts that have seen no request. */
    public GhostCaches(GhostSettings settings) {
        this.settings = settings;
        this.draw = new KeySampler(settings.seed(), halvings(settings.oneIn()));
        this.distinctKeys = new DistinctKeyCounter(CENSUS);
        for (CandidatePolicy policy : settings.policies()) {
            for (long size : settings.sizes()) {
                ghosts.add(new GhostCache(ghosts.size(), policy, size, settings.seed(), this::gone));
            }
        }
        this.budget = new GhostMemoryBudget(settings, heavies.bytes() + ReuseDistances.bytes());
    }

    /** Half of the sample are the heaviest keys, unless all keys are followed. */
    private static int halvings(long oneIn) {
        return oneIn == 1 ? 0 : Long.numberOfTrailingZeros(oneIn) + 1;
    }

    /**
     * Whether each read of this key must be reported. Of other keys, the first read and some others are enough.
     * Thread-safe.
     */
    public boolean isDrawn(long key) {
        return draw.has(draw.hash(key));
    }

    /**
     * Returns the stratum (of {@link #strata()}) in which a read counts, by the time since its key was last read.
     * Thread-safe. Must be called once per read, reported or not; allocates nothing.
     *
     * @param before approximate number of reads that came before it
     */
    public int stratum(long key, long before) {
        return reuse.stratum(draw.hash(key), before);
    }

    /** Returns the number of strata. */
    public static int strata() {
        return ReuseDistances.STRATA;
    }

    /**
     * Counts reads of a stratum, whether they are also reported individually or not.
     *
     * @param bytes of all of them together
     */
    public void count(int stratum, long requests, long bytes) {
        totals.all.add(stratum, (double) requests, (double) bytes);
        sinceHalved += requests;
        if (sinceHalved >= settings.window()) {
            sinceHalved = 0;
            totals.halve();
            heavies.halve();
            ghosts.forEach(GhostCache::halve);
        }
    }

    /** Processes a read that is sampled, or represents others, or may be the first of its key. */
    public void read(GhostRead read) {
        long hash = draw.hash(read.key());
        boolean drawn = draw.has(hash);
        long met = distinctKeys.meet(hash, draw);
        totals.met(read.size(), met, drawn);
        SampledKey known = keys.get(hash);
        boolean heavy = known != null && known.heavy;
        boolean weighty = read.stands() > 0 && heavies.recordRequests(hash, read.size(), read.stands());
        boolean risen = weighty && !heavy && heaviest < mostHeaviest;
        if (heavy || drawn || risen) {
            SampledKey key = known == null ? newcomer(hash) : known;
            key.size = read.size();
            current = key;
            follow(key, read, met > 0);
            if (risen) {
                move(key, drawn, true);
            }
            current = null;
            gone(key);
        }
        if (heavies.isDue()) {
            review();
        }
        if (++reads % GhostMemoryBudget.LOOK == 0 && budget.isExceeded(bytes())) {
            shrink();
        }
    }

    private SampledKey newcomer(long hash) {
        var key = new SampledKey(hash, ghosts.size());
        keys.put(hash, key);
        return key;
    }

    private void follow(SampledKey key, GhostRead read, boolean first) {
        key.requested();
        boolean counts = !key.heavy && !first && draw.has(key.hash);
        double each = each(key);
        var copy = new Copy(read.version().now(), read.time());
        for (int i = 0; i < ghosts.size(); i++) {
            GhostCache ghost = ghosts.get(i);
            GhostMissCause cause = ghost.request(key, read, copy, each);
            if (counts && cause != null) {
                ghost.missed(read.stratum(), cause, read.size());
            } else if (key.heavy && cause != null) {
                ghost.ofHeavies.of(cause).add(Math.min(1, read.stands()), read.size());
            }
        }
        if (key.heavy) {
            totals.ofHeavies.add(read.stratum(), read.stands(), (double) read.stands() * read.size());
        } else if (counts) {
            totals.again.add(read.stratum(), 1, (double) read.size());
        }
    }

    private double each(SampledKey key) {
        return key.heavy ? 1 : totals.each(draw.each());
    }

    private void move(SampledKey key, boolean drawn, boolean toHeaviest) {
        key.heavy = toHeaviest;
        heaviest += toHeaviest ? 1 : -1;
        totals.moved(key.size, drawn, toHeaviest);
        double each = each(key);
        ghosts.forEach(ghost -> ghost.reweigh(key, each));
    }

    /** Called when a ghost removes a key. The key is dropped when no ghost has it any more. */
    @SuppressWarnings("ReferenceEquality") // there is one key object per hash
    private void gone(SampledKey key) {
        if (key != current && key.holders() == 0 && !key.heavy) {
            keys.remove(key.hash);
        }
    }

    /** Follows as many keys for their weight as by chance; if all keys are followed, none for its weight. */
    private void review() {
        mostHeaviest = draw.each() == 1 ? 0 : (int) Math.min(budget.mostHeaviest(), distinctKeys.keys() / draw.each());
        heavies.choose(mostHeaviest);
        for (SampledKey key : List.copyOf(keys.values())) {
            if (key.heavy && !heavies.isStillHeavy(key.hash)) {
                boolean drawn = draw.has(key.hash);
                move(key, drawn, false);
                if (!drawn) {
                    drop(key);
                }
                gone(key);
            }
        }
    }

    private void drop(SampledKey key) {
        ghosts.forEach(ghost -> ghost.drop(key));
        keys.remove(key.hash);
    }

    /** Halves the sample; each key represents twice as many. For callers that cannot report so many reads. */
    public void shrink() {
        if (!draw.halve()) {
            return;
        }
        totals.drawHalved();
        ghosts.forEach(GhostCache::drawHalved);
        for (SampledKey key : List.copyOf(keys.values())) {
            if (!key.heavy && !draw.has(key.hash)) {
                drop(key);
            }
        }
        for (SampledKey key : List.copyOf(keys.values())) {
            double each = each(key);
            ghosts.forEach(ghost -> ghost.reweigh(key, each));
        }
    }

    private long bytes() {
        long residents = 0;
        for (int i = 0; i < ghosts.size(); i++) {
            residents += ghosts.get(i).residents();
        }
        return budget.bytes(keys.size(), residents, distinctKeys.bytes());
    }

    /** Returns the results so far. */
    public GhostReport report() {
        var estimate = new StratifiedEstimate(totals);
        List<HitRatioCurve> curves = new ArrayList<>();
        for (CandidatePolicy policy : settings.policies()) {
            curves.add(new HitRatioCurve(
                    policy,
                    ghosts.stream()
                            .filter(ghost -> ghost.candidate == policy)
                            .map(estimate::of)
                            .toList()));
        }
        return new GhostReport(
                totals.all.sum(false),
                distinctKeys.keys(),
                draw.each(),
                heaviest,
                keys.size() - heaviest,
                bytes(),
                curves);
    }

    /** Checks every invariant from scratch. */
    void checkInvariants() {
        ghosts.forEach(GhostCache::checkInvariants);
        long heavy = keys.values().stream().filter(key -> key.heavy).count();
        check(heavy == heaviest, "the heaviest are counted", heavy + " of " + heaviest);
        for (SampledKey key : keys.values()) {
            check(key.heavy || draw.has(key.hash), "who is followed is heavy or drawn", key.hash);
            check(key.heavy || key.holders() > 0, "who is followed is held", key.hash);
        }
        long held = keys.values().stream().mapToLong(SampledKey::holders).sum();
        long residents = ghosts.stream().mapToLong(GhostCache::residents).sum();
        check(held == residents, "ghosts hold who knows of it", held + " of " + residents);
    }

    private static void check(boolean holds, String invariant, Object found) {
        if (!holds) {
            throw new IllegalStateException("violated: " + invariant + "; found " + found);
        }
    }
}
