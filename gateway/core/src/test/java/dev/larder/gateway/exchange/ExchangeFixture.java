package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.BodyIdleTimeout;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ComparableResponse;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.write.FenceBudget;
import dev.larder.gateway.write.WriteExchange;
import dev.larder.gateway.write.WriteFence;
import dev.larder.http.ClientShares;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Exchanges on one loop, for one resource, whose origin, client, store and clock a test moves by hand. */
public final class ExchangeFixture {

    public static final long MEMORY = 1 << 30;
    static final int LIMIT = 100;

    private static final URI TARGET = URI.create("http://origin.test/a/1");
    private static final CacheKey KEY = CacheKey.of("a");
    public static final Duration HOLD = Duration.ofSeconds(10);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    public final List<ManualCall> asked = new ArrayList<>();
    boolean sendsFiles;
    CachePolicy policy = CachePolicy.DEFAULT;
    public boolean writable = true;
    public final ManualStore store = new ManualStore();
    FetchClaims claims = FetchClaims.ALONE;

    @Nullable
    RuntimeException fault;

    Optional<BodyRecorderFactory> beyondHeap = Optional.empty();

    /** What recordings and slices may take; a test may take all of it first. */
    public final ClientShares memory = new ClientShares(MEMORY, MEMORY);

    private final List<Timer> timers = new ArrayList<>();
    private final List<Runnable> queued = new ArrayList<>();
    private boolean inside = true;
    RequestRule rule = RequestRule.none(CachePolicy.DEFAULT, false);
    private Duration now = Duration.ZERO;
    public final ManualInvalidationBus bus = new ManualInvalidationBus();
    final Invalidator invalidator = new Invalidator(1 << 16, 1, bus);
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final WriteFence.Factory fences = new WriteFence.Factory(
            invalidator,
            new OriginTags(List.of()),
            new WriteFence.UnknownOutcomeSettings(true, HOLD),
            CacheEventListener.NONE,
            time,
            new FenceBudget(() -> time.now(TimeUnit.NANOSECONDS)));
    private final ResponseStore responses = new ResponseStore(store, invalidator);
    private final ExchangeServices services = new ExchangeServices(
            responses,
            new CollapsedFetches(
                    10,
                    Duration.ofSeconds(5),
                    responses::isShareable,
                    (key, credentials) -> this.claims.claim(key, credentials)),
            new OriginTags(List.of()),
            new CacheLimits(
                    LIMIT,
                    Duration.ofSeconds(10),
                    new BodyIdleTimeout(Duration.ofHours(1), Schedulers.immediate()),
                    rule -> this.beyondHeap,
                    new ContentMemory.Account(memory, ClientAddresses.DIRECT)),
            CacheEventListener.NONE,
            PendingWritePolicy.NONE,
            new ExchangeReporter(TrafficMetrics.UNCOUNTED, RecentMisses.NONE, Optional.empty(), new ManualClock()));

    private record Timer(Duration at, Runnable action) {}

    /** Begins an exchange with what is stored. */
    public Client begin(String method, String... fields) {
        var client = new Client();
        client.sendsFiles = sendsFiles;
        client.writable = writable;
        var exchange = new ReadExchange(context(client, method, fields), client);
        client.exchange = exchange;
        exchange.begin();
        return client;
    }

    /** Begins an unsafe request. */
    public Client beginWrite(@Nullable ByteBuf content) {
        return beginWrite(content, WriteExchange::begin);
    }

    /** Creates the exchange of an unsafe request, and begins it as told. */
    Client beginWrite(@Nullable ByteBuf content, Consumer<WriteExchange> begin) {
        var client = new Client();
        ExchangeContext context = context(client, "POST");
        ExchangeRequest request = context.request();
        WriteFence fence = fences.of(new WriteFence.Target(
                request.head(),
                request.resourceTags(),
                () -> List.of(TARGET),
                () -> CompletableFuture.completedFuture(Set.of()),
                () -> false,
                "client"));
        var write = new WriteExchange(context, client, fence, true, content);
        client.write = write;
        begin.accept(write);
        return client;
    }

    /** Returns the number of stored entries that nothing has invalidated. */
    long usableEntries() {
        return store.entries.values().stream()
                .filter(entry -> responses.isUsable(entry.stamp()))
                .count();
    }

    /** Invalidates everything, as an operator does. */
    void invalidateEverything() {
        invalidator.invalidateEverything();
    }

    /** Fetches what the origin would send. */
    Mono<ComparableResponse> compare(String... fields) {
        ExchangeContext context = context(new Client(), "GET", fields);
        return ComparisonFetch.read(services, context.request(), context.origin(), context.loop());
    }

    private ExchangeContext context(Client client, String method, String... fields) {
        var request = new ExchangeRequest(
                new RequestHead(method, TARGET, HeaderFields.of(fields)),
                KEY,
                new ResourceTags(TaggedResource.of(ResourcePath.of("/a/1")), rule, Couplings.NONE),
                policy,
                "route");
        var context = ExchangeContext.of(
                services,
                request,
                (asked, content, listener) -> ask(asked, listener),
                new ManualLoop(),
                ExchangeHooks.NONE,
                services.limits().memory().inBackground());
        client.context = context;
        return context;
    }

    /** From now on, whoever calls the loop is not inside, until {@link #runLoop}. */
    public void leaveLoop() {
        inside = false;
    }

    /** From now on, whoever calls the loop is inside; what waits goes on waiting until {@link #runLoop}. */
    void enterLoop() {
        inside = true;
    }

    public void runLoop() {
        enterLoop();
        while (!queued.isEmpty()) {
            queued.remove(0).run();
        }
    }

    private OriginCall ask(RequestHead head, OriginResponseListener listener) {
        if (fault != null) {
            throw fault;
        }
        var call = new ManualCall(head, listener);
        asked.add(call);
        return call;
    }

    /** Stores a response to GET, as if it had just been fetched. */
    public void stored(String content, String... fields) {
        begin("GET");
        last().answer(200, content, fields);
        asked.clear();
    }

    /** Returns the latest request to the origin. */
    public ManualCall last() {
        return asked.get(asked.size() - 1);
    }

    public void pass(Duration duration) {
        now = now.plus(duration);
        time.advanceTimeBy(duration);
        for (Timer timer : List.copyOf(timers)) {
            if (timer.at().compareTo(now) <= 0 && timers.remove(timer)) {
                timer.action().run();
            }
        }
    }

    public static ByteBuf octets(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private final class ManualClock implements LarderClock {

        @Override
        public Instant steady() {
            return START.plus(now);
        }

        @Override
        public Instant wall() {
            return START.plus(now);
        }
    }

    /** Runs every action at once if the caller is inside and nothing waits. */
    private final class ManualLoop implements ExchangeLoop {

        @Override
        public void execute(Runnable action) {
            if (inside && queued.isEmpty()) {
                action.run();
            } else {
                queued.add(action);
            }
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            var timer = new Timer(now.plus(delay), action);
            timers.add(timer);
            return () -> timers.remove(timer);
        }

        @Override
        public boolean isInside() {
            return inside;
        }
    }

    /** The client of one exchange. */
    public static final class Client implements ClientPort {

        public final StringBuilder content = new StringBuilder();
        private final List<Runnable> atEnd = new ArrayList<>();

        public @Nullable ReadExchange exchange;

        public @Nullable WriteExchange write;

        @Nullable
        ExchangeContext context;

        public @Nullable ResponseHead head;

        public boolean ended;
        public boolean brokenOff;
        public boolean writable = true;
        boolean sendsFiles;
        CachePolicy policy = CachePolicy.DEFAULT;
        public int unflushed;
        Runnable onFlush = () -> {};

        public int status() {
            return head == null ? 0 : head.status();
        }

        public String field(String name) {
            return head == null ? "" : head.fields().combined(name);
        }

        public void leave() {
            Objects.requireNonNull(exchange).clientLeft();
        }

        @Override
        public void interim(ResponseHead interim) {}

        @Override
        public void send(ResponseHead response, List<ByteBuffer> octets) {
            head = Objects.requireNonNull(context).reported(response);
            octets.forEach(buffer -> content.append(StandardCharsets.US_ASCII.decode(buffer.duplicate())));
            ended = true;
        }

        @Override
        public boolean canSendFiles() {
            return sendsFiles;
        }

        @Override
        public void sendFile(ResponseHead response, Path file, ByteRange part) {
            head(response);
            content.append(file + " " + part.first() + " to " + part.last());
            ended = true;
        }

        @Override
        public void atEnd(Runnable action) {
            atEnd.add(action);
        }

        /** Its response is over for everybody. */
        void endAll() {
            atEnd.forEach(Runnable::run);
        }

        @Override
        public void head(ResponseHead response) {
            head = Objects.requireNonNull(context).reported(response);
        }

        @Override
        public void data(ByteBuf octets) {
            unflushed += octets.readableBytes();
            content.append(octets.toString(StandardCharsets.US_ASCII));
            octets.release();
        }

        @Override
        public void flush() {
            unflushed = 0;
            onFlush.run();
        }

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public void breakOff(Throwable error) {
            brokenOff = true;
        }

        @Override
        public boolean isWritable() {
            return writable;
        }
    }
}
