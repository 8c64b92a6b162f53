package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.BodyIdleTimeout;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.gateway.write.FenceBudget;
import dev.larder.gateway.write.WriteFence;
import dev.larder.http.ClientShares;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import reactor.core.scheduler.Schedulers;

/**
 * A few requests and writes to one or two resources, carried out by the real state machine over a scripted origin, an unreliable
 * store and clients that leave, in one of very many orders. The seed determines everything.
 */
final class ExchangeHistory {

    /** How long a request waits for another one's. */
    static final Duration COLLAPSE_TIMEOUT = Duration.ofSeconds(10);

    private static final int MAX_KEYS = 2;

    /** Octets that all recordings of a history may take: enough for all, in most of them. */
    private static final long[] MEMORY = {1 << 30, 1 << 30, 1 << 30, 40_000, 17_000, 1_000};

    private static final int SPREAD = 8_000;
    private static final int PURGES = 30;
    private static final CachePolicy POLICY = CachePolicy.DEFAULT.withRefreshAhead(0.3);
    private static final RequestRule RULE = RequestRule.none(POLICY, false);
    private static final List<URI> TARGETS =
            List.of(URI.create("http://origin.test/a/1"), URI.create("http://origin.test/b/1"));
    private static final List<CacheKey> KEYS = TARGETS.stream()
            .map(target -> CacheKeys.of("GET", "origin.test", target, "", "route", List.of()))
            .toList();
    private static final List<ResourceTags> TAGS =
            IntStream.range(0, MAX_KEYS).mapToObj(ExchangeHistory::tags).toList();
    private static final BodyIdleTimeout UNUSED = new BodyIdleTimeout(Duration.ofHours(1), Schedulers.immediate());
    private static final FenceBudget.Writer WRITER = new FenceBudget.Writer("client", Set.of());

    private final SplittableRandom random;
    private final HistorySettings settings;
    private final RandomSchedule schedule;
    private final UnreliableStore store;
    private final Invalidator invalidator;
    private final ScriptedOrigin origin;
    private final ExchangeServices services;
    private final SimulatedRecorderFactory recorders;
    private final SimulatedClaims claims;
    private final ClientShares memory;
    private final long mostMemory;
    private final HistoryFigures figures = new HistoryFigures();
    private final ExchangeHistoryChecker checker = new ExchangeHistoryChecker(this);
    private final List<SimulatedRequest> requests = new ArrayList<>();
    private final FenceBudget budget;
    private final int[] floors = new int[MAX_KEYS];
    private final Map<Path, SimulatedBody.OpenedBody> files = new HashMap<>();

    /** @param invalidator may be that of earlier histories on the same bus, as all of their writes are over */
    ExchangeHistory(long seed, Invalidator invalidator, ManualInvalidationBus bus) {
        this.invalidator = invalidator;
        this.random = new SplittableRandom(seed);
        this.settings = HistorySettings.of(random);
        this.schedule = new RandomSchedule(random, 2 + random.nextInt(2), settings.calm());
        this.budget = budget(new SplittableRandom(~seed));
        bus.holdBack(() -> schedule.soon(bus::apply));
        this.store = new UnreliableStore(schedule, settings);
        this.origin = new ScriptedOrigin(schedule, settings, MAX_KEYS);
        this.mostMemory = settings.calm() ? MEMORY[0] : MEMORY[Math.floorMod(seed, MEMORY.length)];
        this.memory = new ClientShares(mostMemory, mostMemory);
        this.recorders = new SimulatedRecorderFactory(this);
        this.claims = new SimulatedClaims(this);
        var responses = new ResponseStore(store, invalidator);
        this.services = new ExchangeServices(
                responses,
                new CollapsedFetches(
                        100,
                        CollapsedFetches.UNSHAREABLE_RETENTION,
                        responses::isShareable,
                        settings.clustered() ? claims : FetchClaims.ALONE),
                new OriginTags(List.of()),
                new CacheLimits(
                        settings.heapLimit(),
                        COLLAPSE_TIMEOUT,
                        UNUSED,
                        rule -> settings.outsideTheHeap() ? Optional.of(recorders) : Optional.empty(),
                        new ContentMemory.Account(memory, ClientAddresses.DIRECT)),
                CacheEventListener.NONE,
                PendingWritePolicy.NONE,
                new ExchangeReporter(TrafficMetrics.UNCOUNTED, RecentMisses.NONE, Optional.empty(), schedule.clock()));
    }

    /** Writes to some keys are without a fence, or without a part of it. */
    private static FenceBudget budget(SplittableRandom random) {
        var used = new FenceBudget(() -> 0);
        TAGS.stream()
                .filter(tags -> random.nextInt(4) == 0)
                .forEach(tags ->
                        used.use(WRITER, tags.ofWrite(), -Duration.ofHours(1).toNanos()));
        return used;
    }

    private static ResourceTags tags(int key) {
        ResourcePath path = ResourcePath.of(TARGETS.get(key).getRawPath());
        return new ResourceTags(TaggedResource.of(path), RULE, Couplings.NONE);
    }

    /** Runs the history and returns what was wrong with it. */
    List<String> run() {
        int keys = 1 + random.nextInt(MAX_KEYS);
        int reads = 3 + random.nextInt(6);
        for (int i = 0; i < reads; i++) {
            int key = random.nextInt(keys);
            begin(key, RandomRequests.head(random, settings, origin, TARGETS.get(key), key));
        }
        for (int i = 0; i < settings.writes(); i++) {
            int key = random.nextInt(keys);
            begin(key, RandomRequests.write(TARGETS.get(key)));
        }
        if (!settings.calm() && schedule.chance(PURGES)) {
            int key = random.nextInt(keys);
            schedule.sometime(SPREAD, () -> purge(key));
        }
        schedule.run();
        checker.checkRest();
        requests.forEach(request -> request.loop().soon(request.client()::leave));
        schedule.run();
        checker.checkAllHaveLeft();
        origin.calls().stream().filter(call -> !call.isOver()).forEach(ScriptedCall::time);
        schedule.run();
        checker.checkEnd();
        List<String> violations = new ArrayList<>(checker.violations());
        if (!memory.take(null, mostMemory)) {
            violations.add("memory is not given back");
        }
        return violations;
    }

    private void begin(int key, RequestHead head) {
        var request = new SimulatedRequest(this, requests.size(), key, head);
        requests.add(request);
        schedule.sometime(SPREAD, () -> request.loop().soon(request::begin));
        if (schedule.chance(settings.leaving())) {
            schedule.sometime(SPREAD, () -> request.loop().soon(request.client()::leave));
        }
    }

    /** Returns the fence of a write, which is not up yet. */
    WriteFence fence(SimulatedRequest write, CacheEventListener events) {
        var factory = new WriteFence.Factory(
                invalidator, services.originTags(), settings.unknownOutcome(), events, schedule.scheduler(), budget);
        return factory.of(new WriteFence.Target(
                write.head(),
                TAGS.get(write.key()),
                () -> List.of(TARGETS.get(write.key())),
                this::noGroups,
                () -> false,
                "client"));
    }

    /** Returns whether recordings may get no memory. */
    boolean isShortOfMemory() {
        return mostMemory < MEMORY[0];
    }

    private CompletionStage<Set<CacheTag>> noGroups() {
        var none = new CompletableFuture<Set<CacheTag>>();
        schedule.soon(() -> none.complete(Set.of()));
        return none;
    }

    /** Returns a name by which an open body is found. */
    Path nameOf(SimulatedBody.OpenedBody body) {
        var name = Path.of(Integer.toString(files.size()));
        files.put(name, body);
        return name;
    }

    SimulatedBody.OpenedBody opened(Path name) {
        return Objects.requireNonNull(files.get(name));
    }

    /** Another gateway fetches the response under a key, and stores it. */
    void fetchElsewhere(CacheKey key, Runnable stored) {
        int number = KEYS.indexOf(key);
        EpochStamp stamp = services.store().stamp(TAGS.get(number).stampOfResponse());
        RequestHead request = RandomRequests.plain(TARGETS.get(number));
        ScriptedOrigin.Response response = origin.present(number, request);
        Instant now = schedule.clock().steady();
        var verdict = (StoreVerdict.Store)
                Storability.judge(request, response.head(), POLICY, new ReceptionTimes(now, now, now));
        StoredResponse whole = verdict.response().withBody(StoredBodyUtils.of(response.content()));
        schedule.sometime(
                SPREAD, () -> services.store().add(key, whole, POLICY, stamp, 0).subscribe(notStored -> stored.run()));
    }

    /** What operators and stores do: bars fetches under way from being stored, invalidates what is stored, or drops it. */
    private void purge(int key) {
        switch (random.nextInt(4)) {
            case 0 -> invalidator.voidFills();
            case 1 -> invalidator.invalidate(TAGS.get(key).ofWrite());
            case 2 -> invalidator.invalidateEverything();
            default -> store.entries().remove(KEYS.get(key));
        }
    }

    HistorySettings settings() {
        return settings;
    }

    RandomSchedule schedule() {
        return schedule;
    }

    ExchangeServices services() {
        return services;
    }

    ScriptedOrigin origin() {
        return origin;
    }

    SimulatedClaims claims() {
        return claims;
    }

    List<SimulatedRecorder> recorders() {
        return recorders.recorders();
    }

    HistoryFigures figures() {
        return figures;
    }

    UnreliableStore store() {
        return store;
    }

    List<SimulatedRequest> requests() {
        return requests;
    }

    ExchangeHistoryChecker checker() {
        return checker;
    }

    static CacheKey key(int key) {
        return KEYS.get(key);
    }

    ExchangeRequest request(int key, RequestHead head) {
        return new ExchangeRequest(head, KEYS.get(key), TAGS.get(key), POLICY, "route");
    }

    /** Returns the oldest version of a resource that a request may get that begins now. */
    int floor(int key) {
        return floors[key];
    }

    /** Called when a client has got this version. While a write without a whole fence is under way, others may still get the one before. */
    void got(int key, int version) {
        Set<CacheTag> tags = TAGS.get(key).ofWrite();
        boolean fenced = budget.fenced(WRITER, tags).equals(tags);
        if (fenced || requests.stream().noneMatch(request -> request.key() == key && request.isWriting())) {
            raiseFloor(key, version);
        }
    }

    /** Called when a write that has made this version is over. */
    void raiseFloor(int key, int version) {
        floors[key] = Math.max(floors[key], version);
    }

    boolean isUsable(EpochStamp stamp) {
        return invalidator.judge(stamp) == EntryStatus.USABLE;
    }

    /** Returns what each client has got, to compare histories. */
    List<String> outcome() {
        return requests.stream().map(SimulatedRequest::outcome).toList();
    }

    @Override
    public String toString() {
        return settings + "; " + requests;
    }
}
