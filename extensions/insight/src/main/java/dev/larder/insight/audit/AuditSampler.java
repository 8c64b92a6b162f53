package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.actuate.access.RateLimit;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** Selects the responses to check: a share of all, one check per key at a time, within the limit of origin requests. */
final class AuditSampler {

    /** Maximum origin requests of one check: if the first response differs, a second tells whether the origin keeps changing. */
    private static final int MAX_REQUESTS = 2;

    private final AuditPolicy policy;
    private final DoubleSupplier random;
    private final RateLimit rate;
    private final Set<CacheKey> underWay = ConcurrentHashMap.newKeySet();

    /** @param random numbers from 0 to 1 */
    AuditSampler(AuditPolicy policy, DoubleSupplier random) {
        this.policy = policy;
        this.random = random;
        this.rate = new RateLimit(policy.maxRequestsPerSecond(), MAX_REQUESTS);
    }

    /** Draws whether a request is in the sample. */
    boolean shouldSample() {
        return policy.shouldValidateAll() || (policy.sampleRate() > 0 && random.getAsDouble() < policy.sampleRate());
    }

    /** Whether the response under this key could be checked now, if it were drawn. */
    boolean allows(CacheKey key, Instant now) {
        return policy.shouldValidateAll() || (!underWay.contains(key) && rate.has(MAX_REQUESTS, now));
    }

    /**
     * Returns a check of the response under this key, if it is to be made now; to be closed when it is over.
     *
     * @param already whether the request has been drawn before
     */
    Optional<AuditCheck> admit(CacheKey key, boolean already, Instant now) {
        if (policy.shouldValidateAll()) {
            return Optional.of(requests -> {});
        }
        if (!(already || shouldSample()) || !underWay.add(key)) {
            return Optional.empty();
        }
        if (!rate.take(MAX_REQUESTS, now)) {
            underWay.remove(key);
            return Optional.empty();
        }
        return Optional.of(requests -> {
            rate.giveBack(MAX_REQUESTS - requests);
            underWay.remove(key);
        });
    }
}
