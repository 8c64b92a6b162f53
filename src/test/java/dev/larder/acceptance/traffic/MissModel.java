package dev.larder.acceptance.traffic;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Knows why each miss is one, from what a client has asked and been told: nothing of the store but whether it had the
 * response, which Cache-Status says.
 */
final class MissModel {

    private final Map<PooledResource, Stored> stored = new HashMap<>();
    private final Map<Integer, Integer> writes = new HashMap<>();

    /**
     * What a store without a bound would hold.
     *
     * @param writes to its pool before it was fetched
     * @param freshUntil that of the variant that is fresh for longest
     * @param variants until when each is fresh
     */
    private record Stored(int writes, Instant freshUntil, Map<String, Instant> variants) {

        Stored and(String variant, Instant until) {
            Map<String, Instant> all = new HashMap<>(variants);
            all.put(variant, until);
            return new Stored(writes, until, all);
        }
    }

    /** A write to a pool. */
    void written(int pool) {
        writes.merge(pool, 1, Integer::sum);
    }

    /** What became of a request, by what Cache-Status says. */
    static String result(String cacheStatus) {
        if (cacheStatus.contains("; hit")) {
            return "hit";
        }
        if (cacheStatus.contains("fwd=method")) {
            return "pass";
        }
        boolean validated = cacheStatus.contains("fwd=stale") || cacheStatus.contains("fwd=request");
        boolean confirmed = cacheStatus.contains("fwd-status=304");
        return validated ? confirmed ? "revalidated" : "refetched" : "miss";
    }

    /**
     * Why a request was a miss; empty if it was none.
     *
     * @param fields by which the request may select among variants
     */
    Optional<String> read(PooledResource resource, String fields, String cacheStatus, Instant now) {
        String variant = resource.kind() == ResourceBehavior.VARYING ? fields : "";
        Optional<String> cause = cause(resource, variant, cacheStatus, now);
        boolean fetched = cacheStatus.contains("; stored")
                || cacheStatus.contains("detail=not-admitted")
                || cacheStatus.contains("fwd-status=304");
        if (cause.isPresent() && fetched) {
            Stored before = stored.get(resource);
            boolean beside = before != null && before.writes() == written(resource);
            Stored others = beside ? before : new Stored(written(resource), now, Map.of());
            stored.put(
                    resource,
                    others.and(variant, now.plusSeconds(resource.kind().maxAge())));
        }
        return cause;
    }

    private Optional<String> cause(PooledResource resource, String variant, String cacheStatus, Instant now) {
        boolean usable = isUsable(resource, variant, now);
        if (cacheStatus.contains("; hit")) {
            require(usable, "a hit on nothing usable", resource, cacheStatus);
            return Optional.empty();
        }
        String forwarded = cacheStatus.replaceFirst(".*fwd=([a-z-]+).*", "$1");
        require(!usable || !forwarded.equals("stale"), "a fresh response was validated", resource, cacheStatus);
        return Optional.of(
                switch (forwarded) {
                    case "uri-miss" -> missed(resource, now);
                    case "vary-miss" -> "variant";
                    case "request" -> "request";
                    case "stale" -> unusable(resource);
                    default -> throw new AssertionError(resource + " was forwarded: " + cacheStatus);
                });
    }

    /** Nothing is in the store: what would one have said that never forgets? */
    private String missed(PooledResource resource, Instant now) {
        Stored known = stored.get(resource);
        if (!resource.kind().stored()) {
            return "not-cacheable";
        }
        if (known == null) {
            return "cold";
        }
        if (known.writes() < written(resource)) {
            return "invalidated";
        }
        return now.isBefore(known.freshUntil()) ? "capacity" : "expired";
    }

    private String unusable(PooledResource resource) {
        if (stored.get(resource).writes() < written(resource)) {
            return "invalidated";
        }
        return resource.kind() == ResourceBehavior.VALIDATED ? "always-validated" : "expired";
    }

    private boolean isUsable(PooledResource resource, String variant, Instant now) {
        Stored known = stored.get(resource);
        return known != null
                && known.writes() == written(resource)
                && now.isBefore(known.variants().getOrDefault(variant, Instant.MIN));
    }

    private int written(PooledResource resource) {
        return writes.getOrDefault(resource.pool(), 0);
    }

    private static void require(boolean holds, String what, PooledResource resource, String cacheStatus) {
        if (!holds) {
            throw new AssertionError(what + ": " + resource + ", " + cacheStatus);
        }
    }
}
