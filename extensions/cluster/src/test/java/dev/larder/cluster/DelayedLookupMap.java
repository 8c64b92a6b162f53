package dev.larder.cluster;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cluster.store.SharedMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A map that members share: what a lookup finds is found when it is asked for, and told when the test says so. */
final class DelayedLookupMap {

    private final Map<CacheKey, byte[]> values = new HashMap<>();
    private final List<Runnable> held = new ArrayList<>();
    private final int members;
    private boolean holding;
    private Runnable between = () -> {};

    DelayedLookupMap(int members) {
        this.members = members;
    }

    /** Whether lookups from now on are held until the test answers them. */
    void hold(boolean next) {
        holding = next;
    }

    /** Answers one of the lookups that wait, if one does. */
    void answer(int which) {
        if (!held.isEmpty()) {
            held.remove(which % held.size()).run();
        }
    }

    /** Answers all that wait. */
    void answerAll() {
        while (!held.isEmpty()) {
            answer(0);
        }
    }

    /** Runs that whenever a member changes the map or lists its keys. */
    void between(Runnable what) {
        between = what;
    }

    static int owner(CacheKey key, int members) {
        return Math.floorMod(key.hashCode(), members);
    }

    /** The map as that member has it. */
    SharedMap at(int member) {
        return new View(member);
    }

    private final class View implements SharedMap {

        private final int member;

        View(int member) {
            this.member = member;
        }

        @Override
        public CompletionStage<Optional<byte[]>> get(byte[] key) {
            Optional<byte[]> found = Optional.ofNullable(values.get(CacheKey.ofEncoded(key)));
            var answer = new CompletableFuture<Optional<byte[]>>();
            if (holding) {
                held.add(() -> answer.complete(found));
            } else {
                answer.complete(found);
            }
            return answer;
        }

        @Override
        public CompletionStage<Void> set(byte[] key, Supplier<byte[]> value, Duration timeToLive) {
            values.put(CacheKey.ofEncoded(key), value.get());
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Boolean> remove(byte[] key) {
            between.run();
            boolean removed = values.remove(CacheKey.ofEncoded(key)) != null;
            between.run();
            return CompletableFuture.completedFuture(removed);
        }

        @Override
        public CompletionStage<Void> clear() {
            values.clear();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Stream<byte[]> keys() {
            between.run();
            return List.copyOf(values.keySet()).stream()
                    .filter(key -> owner(key, members) == member)
                    .map(CacheKey::encoded);
        }

        @Override
        public long count() {
            return values.size();
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public long maxBytes() {
            return 0;
        }

        @Override
        public int largest() {
            return 1 << 20;
        }
    }
}
