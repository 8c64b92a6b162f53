package dev.larder.gateway.history;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.history.DirectGateway.Answer;
import dev.larder.gateway.history.ModelOrigin.Ending;
import dev.larder.gateway.history.ModelOrigin.Made;
import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationBus;
import dev.larder.invalidation.InvalidationScope;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** A history: clients that read, write, purge and leave at random, against a store that has room for a few. */
final class RandomHistory {

    /** Writes of the model change their whole pool. */
    private static final RequestRule WHOLE_POOLS = new RequestRule(
            "",
            List.of(),
            Set.of(),
            new InvalidationSettings(
                    Optional.empty(), InvalidationScope.POOL, Set.of(), SegmentGlobs.NONE, ContentPools.NONE),
            CachePolicy.DEFAULT,
            KeySettings.PLAIN,
            RuleOptions.PLAIN,
            "");

    private static final int CLIENTS = 8;
    private static final int PATHS = 12;
    private static final long ROOM = 40_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final List<Ending> ENDINGS = List.of(Ending.values());

    private final ReadConsistencyChecker checker = new ReadConsistencyChecker();
    private final ModelOrigin origin = new ModelOrigin();
    private final BoundedStore<ResponseVariants> store;
    private final Invalidator invalidator;
    private final DirectGateway gateway;
    private final boolean stampedTooLate;

    /** @param stampedTooLate whether reads are fetched before the gateway stamps them, as if it stamped them afterwards */
    RandomHistory(InvalidationBus bus, boolean stampedTooLate) {
        this.store = new BoundedStore<>(PolicyName.LRU.create(ROOM, 1), Instant::now, RemovalListener.none());
        this.invalidator = new Invalidator(1 << 12, 1, bus);
        var couplings = new Couplings(Map.of("p0", Set.of("p1"), "p1", Set.of("p2")));
        this.gateway = new DirectGateway(
                store, invalidator, new RuleSet(List.of(), WHOLE_POOLS, couplings, PoolPrefixes.NONE));
        this.stampedTooLate = stampedTooLate;
    }

    /** Runs so many operations and returns the checker. */
    ReadConsistencyChecker run(long seed, int operations) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                var random = new Random(seed * CLIENTS + client);
                running.add(clients.submit(() -> {
                    for (int n = 0; n < operations / CLIENTS; n++) {
                        operation(random);
                    }
                    return null;
                }));
            }
            for (Future<?> client : running) {
                client.get();
            }
        } finally {
            clients.shutdownNow();
            clients.awaitTermination(1, TimeUnit.MINUTES);
        }
        return checker;
    }

    private void operation(Random random) throws InterruptedException {
        int pool = random.nextInt(ModelOrigin.REACHED.size());
        int choice = random.nextInt(1_000);
        if (choice < 820) {
            read(random, pool, "GET");
        } else if (choice < 840) {
            read(random, pool, "HEAD");
        } else if (choice < 880) {
            leave(random, pool);
        } else if (choice < 970) {
            write(random, pool, Ending.ANSWERED);
        } else if (choice < 985) {
            write(random, pool, ENDINGS.get(random.nextInt(ENDINGS.size())));
        } else {
            purge(random, pool);
        }
    }

    private void read(Random random, int pool, String method) {
        int floor = checker.floor(pool);
        Answer answer = ask(random, pool, method).block(PATIENCE);
        if (answer != null && answer.status() == 200 && method.equals("GET")) {
            checker.read(pool, floor, Integer.parseInt(answer.content()), answer.hit());
        }
    }

    /** A client that begins to read and leaves. */
    private void leave(Random random, int pool) {
        Disposable reading = ask(random, pool, "GET").subscribe();
        if (random.nextBoolean()) {
            Thread.onSpinWait();
        }
        reading.dispose();
    }

    private Mono<Answer> ask(Random random, int pool, String method) {
        return gateway.send(method, path(random, pool), stampedTooLate ? origin.readBefore(pool) : origin.read(pool));
    }

    private void write(Random random, int pool, Ending ending) throws InterruptedException {
        var made = new Made();
        Mono<Answer> answer = gateway.send("POST", path(random, pool), origin.write(pool, ending, made));
        if (ending == Ending.STUCK_BEFORE || ending == Ending.STUCK_AFTER) {
            Disposable writing = answer.subscribe();
            made.awaitStuck();
            writing.dispose();
        } else {
            answer.block(PATIENCE);
        }
        made.forEach(checker::known);
    }

    private void purge(Random random, int pool) {
        CacheTag tag = CacheTags.pool("p" + pool);
        var done = switch (random.nextInt(4)) {
            case 0 -> invalidator.invalidate(Set.of(tag));
            case 1 -> invalidator.invalidateEverything();
            case 2 -> invalidator.voidFills();
            default -> store.clear();
        };
        done.toCompletableFuture().join();
    }

    private static String path(Random random, int pool) {
        return "/p" + pool + "/" + Math.min(random.nextInt(PATHS), random.nextInt(PATHS));
    }
}
