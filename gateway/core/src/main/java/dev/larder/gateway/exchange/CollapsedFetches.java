package dev.larder.gateway.exchange;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/**
 * The collapsed fetches under way, by cache key and credentials (RFC 9111 4).
 *
 * <ul>
 *   <li>{@link #join} begins a fetch if none is under way. It joins the present one if that can be joined and neither a write
 *       nor a purge invalidates its stamp. Otherwise a new fetch takes its place in the map: the old one goes on for the
 *       requests that have joined it, and no later request gets its result.
 *   <li>{@link #landing} joins only a fetch with an announced response. It never waits.
 *   <li>{@link #leadUnlessUnderWay} begins a fetch, or does nothing.
 *   <li>A fetch that is over or abandoned removes itself, and no other.
 *   <li>A request is forwarded by itself if {@code most} fetches are under way (a bound that concurrent requests may exceed
 *       by a few), or if the last response under its key could not be shared, which is remembered for a while.
 * </ul>
 *
 * <p>Any thread may call any method. There is no lock: every change is one atomic operation on the map. A
 * request that leads must end or leave its fetch in every case: until then, requests under its key join it and wait until the
 * collapse timeout.
 */
public final class CollapsedFetches {

    /** Collapsed fetches at a time: more than the connections that a gateway has to its origins. */
    public static final int MAX_FETCHES = 10_000;

    /** Time to remember a key whose response could not be shared: short, as the next response may be shareable. */
    public static final Duration UNSHAREABLE_RETENTION = Duration.ofSeconds(5);

    private static final int REMEMBERED = 10_000;

    private final ConcurrentMap<Id, CollapsedFetch> fetches = new ConcurrentHashMap<>();
    private final Cache<CacheKey, Long> unshareable;
    private final long renewal;
    private final int most;
    private final Predicate<EpochStamp> shareable;
    private final FetchClaims claims;
    private final RefreshBackoff refreshBackoff = new RefreshBackoff();

    private record Id(CacheKey key, String credentials) {}

    /** Creates an empty set of the fetches of a single gateway. */
    public CollapsedFetches(int most, Duration memory, Predicate<EpochStamp> shareable) {
        this(most, memory, shareable, FetchClaims.ALONE);
    }

    /**
     * Creates an empty set of fetches.
     *
     * @param most maximum number of fetches that others can join at a time; 0 disables collapsing
     * @param memory how long a key is remembered as not shareable
     * @param shareable whether neither a write nor a purge invalidates a response with this stamp
     * @param claims decides which gateway of a cluster makes a fetch
     */
    public CollapsedFetches(int most, Duration memory, Predicate<EpochStamp> shareable, FetchClaims claims) {
        this.most = most;
        this.shareable = shareable;
        this.claims = claims;
        this.renewal = memory.toNanos() / 4;
        this.unshareable = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(memory)
                .executor(Runnable::run)
                .build();
    }

    /** What a request does that needs the origin's response. */
    public sealed interface Participation {

        /** It makes the request to the origin, and must end or leave this fetch. */
        record Initiator(CollapsedFetch fetch) implements Participation {}

        /** It waits for this outcome; cancelling leaves the fetch. */
        record Follower(Mono<CollapsedFetchOutcome> outcome) implements Participation {}
    }

    /**
     * Begins a new fetch, or joins one under way.
     *
     * @param credentials what authenticates the request; empty if nothing does
     * @param stamp stamp of a response whose fetch begins now
     */
    public Participation join(CacheKey key, String credentials, EpochStamp stamp) {
        if (most == 0 || unshareable.getIfPresent(key) != null) {
            return new Participation.Initiator(CollapsedFetch.alone(stamp));
        }
        var id = new Id(key, credentials);
        while (true) {
            CollapsedFetch underWay = fetches.get(id);
            if (underWay == null) {
                if (fetches.size() >= most) {
                    return new Participation.Initiator(CollapsedFetch.alone(stamp));
                }
                var mine = new CollapsedFetch(stamp, over -> fetches.remove(id, over));
                underWay = fetches.putIfAbsent(id, mine);
                if (underWay == null) {
                    return new Participation.Initiator(mine);
                }
            }
            Optional<Mono<CollapsedFetchOutcome>> joined =
                    shareable.test(underWay.stamp()) ? underWay.join() : Optional.empty();
            if (joined.isPresent()) {
                return new Participation.Follower(joined.get());
            }
            // Outdated, or closed and about to remove itself: must not be waited for.
            fetches.remove(id, underWay);
        }
    }

    /** Joins the announced response of a fetch under way, without waiting. */
    public Optional<CollapsedFetchOutcome.Streaming> landing(CacheKey key, String credentials) {
        CollapsedFetch underWay = most == 0 ? null : fetches.get(new Id(key, credentials));
        return underWay == null || !shareable.test(underWay.stamp()) ? Optional.empty() : underWay.joinLanding();
    }

    /** Returns whether a fetch is under way that requests may join now. */
    boolean isJoinable(CacheKey key, String credentials) {
        CollapsedFetch underWay = most == 0 ? null : fetches.get(new Id(key, credentials));
        return underWay != null && shareable.test(underWay.stamp()) && underWay.isJoinable();
    }

    /** Initiates a new fetch, unless one for the same key and credentials is under way. */
    public void leadUnlessUnderWay(CacheKey key, String credentials, EpochStamp stamp, Consumer<CollapsedFetch> lead) {
        var id = new Id(key, credentials);
        var mine = new CollapsedFetch(stamp, over -> fetches.remove(id, over));
        if (fetches.putIfAbsent(id, mine) == null) {
            lead.accept(mine);
        }
    }

    /** Returns whether a fetch that has just begun is this gateway's to make; waits while another gateway makes an equal one. */
    public Mono<Boolean> isMine(CollapsedFetch fetch, CacheKey key, String credentials) {
        if (claims == FetchClaims.ALONE || !fetch.isJoinable()) {
            return Mono.just(true);
        }
        return claims.claim(key, credentials)
                .map(claim -> {
                    if (claim instanceof FetchClaims.Claim.Mine mine) {
                        fetch.whenOver(mine.over());
                        return true;
                    }
                    return !((FetchClaims.Claim.Made) claim).shared();
                })
                .onErrorReturn(true);
    }

    /** Remembers for a while that responses under this key cannot be shared. What has just been noted is not noted again. */
    public void noteUnshareable(CacheKey key) {
        long now = Ticker.systemTicker().read();
        Long noted = unshareable.getIfPresent(key);
        if (noted == null || now - noted > renewal) {
            unshareable.put(key, now);
        }
    }

    /**
     * Keeps requests equal to this one from waiting for one another for a while. Requests with credentials are exempt: a response that
     * may be for that client only says nothing about the others.
     */
    public void noteUnshareable(ExchangeRequest request) {
        if (!request.hasCredentials()) {
            noteUnshareable(request.key());
        }
    }

    /** Returns what keeps fetches in the background from being repeated at every hit. */
    RefreshBackoff refreshBackoff() {
        return refreshBackoff;
    }

    /** Returns the number of origin requests under way that others may join. */
    public int size() {
        return fetches.size();
    }
}
