package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.NamedStores;
import dev.larder.policies.eviction.Goal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What Larder can be told. Every default stands here.
 *
 * @param origin base URL of an origin: shorthand for one cached route that takes every request to it
 * @param via what the gateway is called in the field Via of the requests that it forwards; empty for no such field
 * @param hitPath how early requests are answered from the store
 * @param dryRun whether everything is forwarded, and only noted what would have been done; a rule may say otherwise
 * @param store where responses are stored
 * @param stores by name, further stores, for the responses of rules that name them
 * @param collapse how concurrent requests for the same thing share one origin request
 * @param limits what clients and origins may take
 * @param invalidation what a write makes wrong
 * @param statusHeader a response header field that says what the cache did
 * @param rules by name, what is done with some requests
 */
@ConfigurationProperties("larder")
public record LarderProperties(
        @Nullable URI origin,
        @DefaultValue("larder") String via,
        @DefaultValue("auto") HitPathSetting hitPath,
        @DefaultValue("false") boolean dryRun,
        @DefaultValue Store store,
        @DefaultValue Map<String, NamedStore> stores,
        @DefaultValue Collapse collapse,
        @DefaultValue Limits limits,
        @DefaultValue @NestedConfigurationProperty InvalidationProperties invalidation,
        @DefaultValue @NestedConfigurationProperty StatusHeaderProperties statusHeader,
        @DefaultValue Map<String, RuleProperties> rules) {

    private static final int MAX_PORT = 65_535;

    public LarderProperties {
        if (origin != null) {
            requireOrigin(origin);
        }
        if (!via.isEmpty()) {
            Require.visible(via, "larder.via", "larder");
        }
        stores.forEach(LarderProperties::requireStore);
    }

    /**
     * A further store.
     *
     * @param type who decides which responses stay; a factory of stores may add further names
     * @param goal what the type larder makes the most of: the share of requests, or of bytes, answered from the store
     * @param maxSize bytes that its responses may take together, keys, header fields and overhead included
     */
    @ConfigurationPropertiesSource
    public record NamedStore(
            @DefaultValue("caffeine") String type,
            @DefaultValue("hits") Goal goal,
            @DefaultValue("64MB") DataSize maxSize) {

        public NamedStore {
            type = StoreNames.canonical(type);
        }
    }

    /**
     * Where responses are stored.
     *
     * @param type who decides which responses stay; a factory of stores may add further names
     * @param tiers what they are stored in, the fastest first; memory if there is nothing here, unless the type is disk
     * @param goal what the types larder and auto make the most of: the share of requests, or of bytes, answered from the store
     * @param maxSize bytes that all stored responses may take together, keys, header fields and overhead included
     * @param maxObjectSize bytes of content, beyond which a response is not stored, or on disk only
     * @param maxVariants responses stored for one URL, by what their Vary names
     * @param keepStale how long a response is kept past its freshness, for validation and for when the origin is lost
     */
    public record Store(
            @DefaultValue("caffeine") String type,
            @DefaultValue List<String> tiers,
            @DefaultValue("hits") Goal goal,
            @DefaultValue("256MB") DataSize maxSize,
            @DefaultValue("1MB") DataSize maxObjectSize,
            @DefaultValue("32") int maxVariants,
            @DefaultValue("1d") Duration keepStale) {

        /** The tier that is the heap, ruled by the type. */
        public static final String MEMORY = "memory";

        public Store {
            Require.that(
                    maxSize.toBytes() > 0,
                    "larder.store.max-size",
                    maxSize,
                    "a store holds at least one byte",
                    "256MB");
            Require.objectSize(maxObjectSize, "larder.store.max-object-size");
            Require.that(
                    maxObjectSize.compareTo(maxSize) <= 0,
                    "larder.store.max-object-size",
                    maxObjectSize,
                    "it is more than larder.store.max-size (" + maxSize
                            + "), so the largest responses could never be stored",
                    "a value up to " + maxSize);
            Require.that(
                    maxVariants > 0, "larder.store.max-variants", maxVariants, "a URL has at least one response", "32");
            Require.that(
                    !keepStale.isNegative(), "larder.store.keep-stale", keepStale, "a duration is not negative", "1d");
            type = StoreNames.canonical(type);
            tiers = tiers.stream().map(StoreNames::canonical).toList();
            Require.that(
                    tiers.size() < 2
                            || (tiers.size() == 2
                                    && tiers.indexOf(MEMORY) == 0
                                    && !tiers.get(1).equals(MEMORY)),
                    "larder.store.tiers",
                    tiers,
                    "a store is in memory, on disk, or in memory and behind it on disk or in a cluster",
                    "memory,disk");
        }
    }

    /**
     * How concurrent requests for the same thing share one origin request.
     *
     * @param timeout how long a request waits for another one's origin request, before it goes to the origin itself
     * @param maxRequests origin requests that others may wait for at the same time
     * @param memory how long a URL is remembered whose response could not be shared
     */
    public record Collapse(
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("10000") int maxRequests,
            @DefaultValue("5s") Duration memory) {

        public Collapse {
            Require.positive(timeout, "larder.collapse.timeout", "10s");
            Require.that(
                    maxRequests >= 0,
                    "larder.collapse.max-requests",
                    maxRequests,
                    "a number is not negative",
                    "10000, or 0 for no collapsing");
            Require.positive(memory, "larder.collapse.memory", "5s");
        }
    }

    /**
     * What clients and origins may take.
     *
     * @param headDeadline time in which the head of a request must arrive
     * @param requestPause longest pause between two pieces of a request's content
     * @param requestBodyTimeout time in which all of a request's content must arrive
     * @param responsePause longest time in which a client reads nothing of what waits for it
     * @param bodyTimeout longest pause between two pieces of an origin's body that is being stored
     * @param maxPendingOriginRequests requests that may wait for a connection to their origin; more get 503
     * @param maxConnections connections that clients may have open together, or what file descriptors allow; more are closed at once
     * @param maxConnectionsPerClient connections that one address may have open; more are closed at once
     */
    public record Limits(
            @DefaultValue("10s") Duration headDeadline,
            @DefaultValue("10s") Duration requestPause,
            @DefaultValue("1h") Duration requestBodyTimeout,
            @DefaultValue("60s") Duration responsePause,
            @DefaultValue("30s") Duration bodyTimeout,
            @DefaultValue("2000") int maxPendingOriginRequests,
            @DefaultValue("20000") int maxConnections,
            @DefaultValue("5000") int maxConnectionsPerClient) {

        public Limits {
            Require.positive(headDeadline, "larder.limits.head-deadline", "10s");
            Require.positive(requestPause, "larder.limits.request-pause", "10s");
            Require.positive(requestBodyTimeout, "larder.limits.request-body-timeout", "1h");
            Require.positive(responsePause, "larder.limits.response-pause", "60s");
            Require.positive(bodyTimeout, "larder.limits.body-timeout", "30s");
            Require.that(
                    maxPendingOriginRequests > 0,
                    "larder.limits.max-pending-origin-requests",
                    maxPendingOriginRequests,
                    "at least one request must be able to wait",
                    "2000");
            Require.that(
                    maxConnections > 0,
                    "larder.limits.max-connections",
                    maxConnections,
                    "at least one client must be able to connect",
                    "20000");
            Require.that(
                    maxConnectionsPerClient > 0,
                    "larder.limits.max-connections-per-client",
                    maxConnectionsPerClient,
                    "each client has at least one connection",
                    "5000");
        }

        /** What one address may have of something scarce: as large a part of it as of the connections, and one at least. */
        public long ofOneAddress(long all) {
            return Math.max(1, (long) (all * Math.min(1, (double) maxConnectionsPerClient / maxConnections)));
        }
    }

    private static void requireStore(String name, NamedStore store) {
        String property = "larder.stores." + name + ".max-size";
        Require.that(
                !name.equals(NamedStores.DEFAULT),
                property,
                store.maxSize(),
                "this name belongs to the store of larder.store",
                "larder.store.max-size=64MB, or another name in place of " + name);
        Require.that(
                store.maxSize().toBytes() > 0, property, store.maxSize(), "a store holds at least one byte", "64MB");
    }

    private static void requireOrigin(URI origin) {
        String example = "http://127.0.0.1:9000";
        boolean http = "http".equalsIgnoreCase(origin.getScheme()) || "https".equalsIgnoreCase(origin.getScheme());
        Require.that(http, "larder.origin", origin, "an origin is reached by http or https", example);
        Require.that(origin.getHost() != null, "larder.origin", origin, "it names no host", example);
        Require.that(origin.getPort() <= MAX_PORT, "larder.origin", origin, "ports end at " + MAX_PORT, example);
        boolean bare = (origin.getRawPath() == null
                        || origin.getRawPath().isEmpty()
                        || origin.getRawPath().equals("/"))
                && origin.getRawQuery() == null
                && origin.getRawFragment() == null
                && origin.getRawUserInfo() == null;
        Require.that(
                bare,
                "larder.origin",
                origin,
                "it has more than scheme, host and port; requests keep their own path",
                example);
    }
}
