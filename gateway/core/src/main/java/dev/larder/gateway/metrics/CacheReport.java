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
    private Optional<Reason> unusable = Optional.empty();
    private Optional<Reason> unanswered = Optional.empty();
    private boolean hit;
    private boolean stored;
    private boolean collapsed;
    private int originStatus;
    private boolean local;
    private boolean storeUnreachable;
    private boolean confirmed;
    private boolean acknowledged;

    /** Records that the request was answered from the store. */
    public void hit(Reason why, Duration timeToLive) {
        hit = true;
        reason = why;
        ttl = Optional.of(timeToLive);
    }

    /** Records that the request was forwarded to the origin. */
    public void forwarded(Reason why) {
        hit = false;
        reason = why;
    }

    /** Records the status of the origin's response, if the client gets another one. */
    public void originStatus(int status) {
        originStatus = status;
    }

    /** Records that the origin has confirmed the stored response. */
    public void confirmed() {
        confirmed = true;
    }

    /** Records that a write is acknowledged, which has not reached the origin. */
    public void acknowledged() {
        local = true;
        acknowledged = true;
    }

    /** Records that the response is the gateway's own; the origin sent none. */
    public void local() {
        local = true;
    }

    /** Records that the response is the gateway's own, as the origin has not answered for this reason. */
    public void unanswered(Reason why) {
        local = true;
        unanswered = Optional.of(why);
    }

    /** Records that the request waited for an origin request caused by another client's. */
    public void collapsed() {
        collapsed = true;
    }

    /** Records that the origin's response is being stored. */
    public void stored() {
        stored = true;
    }

    /** Records that the origin's response is not stored. */
    public void notStored(Reason why) {
        stored = false;
        notStored = Optional.of(why);
    }

    /** Records why the origin was asked again: its 304 confirmed nothing that is stored. */
    public void unusable(Reason why) {
        unusable = Optional.of(why);
    }

    /** Records that the store was not available. */
    public void withoutStore() {
        storeUnreachable = true;
    }

    /** Returns whether the store was not available. */
    boolean isStoreUnreachable() {
        return storeUnreachable;
    }

    /** Returns whether the request was answered from the store. */
    public boolean isHit() {
        return hit;
    }

    /**
     * Returns the request as a miss; empty if it was answered from the store.
     *
     * @param now time of the steady clock
     */
    public Optional<Miss> missed(CacheKey key, String method, Instant now) {
        return hit ? Optional.empty() : Optional.of(new Miss(key, method, reason, stored, notStored, now));
    }

    /** Returns why the request was, or was not, answered from the store. */
    public Reason reason() {
        return reason;
    }

    /** Returns the outcome of the request when its response begins. */
    public RequestOutcome ended() {
        return new RequestOutcome(result(), reason, notStored, !storeUnreachable);
    }

    /** Returns the outcome of a request that is abandoned without a response. */
    public RequestOutcome left() {
        return new RequestOutcome(CacheResult.LEFT, reason, notStored, !storeUnreachable);
    }

    /** Returns the result of the request. */
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
        if (reason.isBypass()) {
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
     * Returns the Cache-Status list member of this cache.
     *
     * @param status status code of the response as it is sent to the client
     */
    public String cacheStatus(int status) {
        if (hit) {
            return CacheStatus.hit(ttl.orElse(Duration.ZERO), reason);
        }
        int forwardStatus = local ? 0 : originStatus > 0 ? originStatus : status;
        Optional<Reason> detail = unanswered.or(() -> notStored).or(() -> unusable);
        return CacheStatus.forward(reason, forwardStatus, stored, collapsed, detail);
    }
}
