package dev.larder.gateway.metrics;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.metrics.RecentMisses.Miss;
import dev.larder.gateway.metrics.traffic.CacheResult;
import dev.larder.gateway.metrics.traffic.RequestOutcome;
import dev.larder.rfc9111.CacheStatus;
import dev.larder.rfc9111.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the cache did with one request, as it becomes known. Cache-Status (RFC 9211) and the log line derive from it.
 * Confined to the request it reports on.
 */
public final class CacheReport {

    private Reason reason = Reason.STORE_FAULT;
    private Optional<Duration> ttl = Optional.empty();
    private Optional<Reason> notStored = Optional.empty();
    private boolean hit;
    private boolean stored;
    private boolean collapsed;
    private int originStatus;
    private boolean local;
    private boolean storeUnreachable;
    private boolean confirmed;
    private boolean acknowledged;

    /** Answered from the store. */
    public void hit(Reason why, Duration timeToLive) {
        hit = true;
        reason = why;
        ttl = Optional.of(timeToLive);
    }

    /** Forwarded to the origin. */
    public void forwarded(Reason why) {
        hit = false;
        reason = why;
    }

    /** The status with which the origin answered, where it is not the one the client gets. */
    public void originStatus(int status) {
        originStatus = status;
    }

    /** The origin confirmed the stored response. */
    public void confirmed() {
        confirmed = true;
    }

    /** A write is acknowledged; its origin does not have it yet. */
    public void acknowledged() {
        local = true;
        acknowledged = true;
    }

    /** The answer is the gateway's own; the origin gave none. */
    public void local() {
        local = true;
    }

    /** Waited for an origin request that another client's request had caused. */
    public void collapsed() {
        collapsed = true;
    }

    /** The origin's response is being stored. */
    public void stored() {
        stored = true;
    }

    /** The origin's response is not stored. */
    public void notStored(Reason why) {
        stored = false;
        notStored = Optional.of(why);
    }

    /** The store failed. */
    public void withoutStore() {
        storeUnreachable = true;
    }

    /** Whether the store could not be asked. */
    boolean storeUnreachable() {
        return storeUnreachable;
    }

    /** Whether it was answered from the store. */
    boolean isHit() {
        return hit;
    }

    /**
     * The request as a miss; empty if it was answered from the store.
     *
     * @param now on the steady time line
     */
    public Optional<Miss> missed(CacheKey key, String method, Instant now) {
        return hit ? Optional.empty() : Optional.of(new Miss(key, method, reason, stored, notStored, now));
    }

    /** Why the request was, or was not, answered from the store. */
    public Reason reason() {
        return reason;
    }

    /** What the request has come to, now that its answer begins. */
    public RequestOutcome ended() {
        return new RequestOutcome(result(), reason, notStored, !storeUnreachable);
    }

    /** What it has come to if it is given up without an answer. */
    public RequestOutcome left() {
        return new RequestOutcome(CacheResult.LEFT, reason, notStored, !storeUnreachable);
    }

    /** What has become of the request, in one word. */
    public CacheResult result() {
        if (hit) {
            return reason == Reason.HIT ? CacheResult.HIT : CacheResult.STALE;
        }
        if (acknowledged) {
            return CacheResult.ACKNOWLEDGED;
        }
        if (local) {
            return reason == Reason.ONLY_IF_CACHED ? CacheResult.REFUSED : CacheResult.ERROR;
        }
        if (reason.bypass()) {
            return CacheResult.PASS;
        }
        if (collapsed) {
            return CacheResult.COLLAPSED;
        }
        if (confirmed) {
            return CacheResult.REVALIDATED;
        }
        return originStatus > 0 ? CacheResult.REFETCHED : CacheResult.MISS;
    }

    /**
     * The Cache-Status list member of this cache.
     *
     * @param status status code of the response as it goes to the client
     */
    public String cacheStatus(int status) {
        if (hit) {
            return CacheStatus.hit(ttl.orElse(Duration.ZERO), reason);
        }
        int forwardStatus = local ? 0 : originStatus > 0 ? originStatus : status;
        return CacheStatus.forward(reason, forwardStatus, stored, collapsed, notStored);
    }
}
