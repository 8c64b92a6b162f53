package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.NamedStores;
import dev.larder.policies.eviction.OptimizationGoal;
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
 * Configuration properties of Larder and their defaults.
 *
 * @param origin Base URL of an origin to which one cached route sends every request.
 * @param via Name of the gateway in the field Via of forwarded requests; an empty name omits the field.
 * @param hitPath Earliest stage of request processing at which the gateway replies from the store.
 * @param dryRun Whether the gateway forwards every request and only records what the cache would have done.
 * @param store where responses are stored
 * @param stores Named stores by name, for the responses of the rules that name them.
 * @param collapse how concurrent requests for the same resource share one origin request
 * @param limits bounds on what clients and origins may use
 * @param invalidation what a write invalidates
 * @param statusHeader Name of a response field that says hit, miss or unreachable, such as S-Cache.
 * @param rules Rules by name, each for the requests that its paths or routes select.
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
        @Nullable String statusHeader,
        @DefaultValue Map<String, RuleProperties> rules) {

    private static final int MAX_PORT = 65_535;

    public LarderProperties {
        if (origin != null) {
            requireOrigin(origin);
        }
        if (!via.isEmpty()) {
            PropertyChecks.visible(via, "larder.via", "larder");
        }
        if (statusHeader != null) {
            PropertyChecks.token(statusHeader, "larder.status-header", "S-Cache");
        }
        stores.forEach(LarderProperties::requireStore);
    }

    /**
     * A named store. Its eviction policy has the goal of {@code larder.store.goal}.
     *
     * @param type Eviction policy or kind of the store; a store factory may add names.
     * @param maxSize Maximum size of all responses in the store, including keys, header fields and overhead.
     */
    @ConfigurationPropertiesSource
    public record NamedStore(
            @DefaultValue("caffeine") String type,
            @DefaultValue("64MB") DataSize maxSize) {

        public NamedStore {
            type = StoreNames.canonical(type);
        }
    }

    /**
     * Where responses are stored.
     *
     * @param type Eviction policy or kind of the store; a store factory may add names.
     * @param tiers Tiers of the store, the fastest first, such as memory,disk; without any, the type decides.
     * @param goal Ratio that the types larder and auto maximize: hits per request, or bytes from the store per byte served.
     * @param maxSize Maximum size of all stored responses, including keys, header fields and overhead.
     * @param maxObjectSize Maximum size of the content of a response in memory; a larger one is stored on disk only, or not at all.
     * @param staleRetention Time to keep a response after its freshness lifetime, for validation and for origin failures.
     */
    public record Store(
            @DefaultValue("caffeine") String type,
            @DefaultValue List<String> tiers,
            @DefaultValue("hits") OptimizationGoal goal,
            @DefaultValue("256MB") DataSize maxSize,
            @DefaultValue("1MB") DataSize maxObjectSize,
            @DefaultValue("1d") Duration staleRetention) {

        /** The tier that is the heap, ruled by the type. */
        public static final String MEMORY = "memory";

        public Store {
            PropertyChecks.that(
                    maxSize.toBytes() > 0,
                    "larder.store.max-size",
                    maxSize,
                    "a store holds at least one byte",
                    "256MB");
            PropertyChecks.objectSize(maxObjectSize, "larder.store.max-object-size");
            PropertyChecks.that(
                    maxObjectSize.compareTo(maxSize) <= 0,
                    "larder.store.max-object-size",
                    maxObjectSize,
                    "it is more than larder.store.max-size (" + maxSize
                            + "), so the largest responses could never be stored",
                    "a value up to " + maxSize);
            PropertyChecks.that(
                    !staleRetention.isNegative(),
                    "larder.store.stale-retention",
                    staleRetention,
                    "a duration is not negative",
                    "1d");
            type = StoreNames.canonical(type);
            tiers = tiers.stream().map(StoreNames::canonical).toList();
            PropertyChecks.that(
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
     * How concurrent requests for the same resource share one origin request.
     *
     * @param timeout Maximum time that a request waits for the origin request of another one before it is forwarded itself.
     */
    public record Collapse(@DefaultValue("10s") Duration timeout) {

        public Collapse {
            PropertyChecks.positive(timeout, "larder.collapse.timeout", "10s");
        }
    }

    /**
     * Bounds on what clients and origins may use.
     *
     * @param requestHeaderTimeout Maximum time to wait for the headers of a request.
     * @param requestBodyIdleTimeout Maximum time between two parts of the content of a request.
     * @param requestBodyTimeout Maximum time to receive all content of a request.
     * @param responseWriteTimeout Maximum time that a client may leave pending response data unread.
     * @param originBodyIdleTimeout Maximum time between two parts of an origin response that is being stored.
     * @param maxPendingOriginRequests Maximum number of requests that wait for an origin connection; others get 503.
     * @param maxConnections Maximum number of client connections, within the limit on file descriptors; others are closed.
     * @param maxConnectionsPerClient Maximum number of connections from one address; others are closed.
     */
    public record Limits(
            @DefaultValue("10s") Duration requestHeaderTimeout,
            @DefaultValue("10s") Duration requestBodyIdleTimeout,
            @DefaultValue("1h") Duration requestBodyTimeout,
            @DefaultValue("60s") Duration responseWriteTimeout,
            @DefaultValue("30s") Duration originBodyIdleTimeout,
            @DefaultValue("2000") int maxPendingOriginRequests,
            @DefaultValue("20000") int maxConnections,
            @DefaultValue("5000") int maxConnectionsPerClient) {

        public Limits {
            PropertyChecks.positive(requestHeaderTimeout, "larder.limits.request-header-timeout", "10s");
            PropertyChecks.positive(requestBodyIdleTimeout, "larder.limits.request-body-idle-timeout", "10s");
            PropertyChecks.positive(requestBodyTimeout, "larder.limits.request-body-timeout", "1h");
            PropertyChecks.positive(responseWriteTimeout, "larder.limits.response-write-timeout", "60s");
            PropertyChecks.positive(originBodyIdleTimeout, "larder.limits.origin-body-idle-timeout", "30s");
            PropertyChecks.that(
                    maxPendingOriginRequests > 0,
                    "larder.limits.max-pending-origin-requests",
                    maxPendingOriginRequests,
                    "at least one request must be able to wait",
                    "2000");
            PropertyChecks.that(
                    maxConnections > 0,
                    "larder.limits.max-connections",
                    maxConnections,
                    "at least one client must be able to connect",
                    "20000");
            PropertyChecks.that(
                    maxConnectionsPerClient > 0,
                    "larder.limits.max-connections-per-client",
                    maxConnectionsPerClient,
                    "each client has at least one connection",
                    "5000");
        }

        /** The share of one address in a scarce resource: the same part as of the connections, and at least one. */
        public long ofOneAddress(long all) {
            return Math.max(1, (long) (all * Math.min(1, (double) maxConnectionsPerClient / maxConnections)));
        }
    }

    private static void requireStore(String name, NamedStore store) {
        String property = "larder.stores." + name + ".max-size";
        PropertyChecks.that(
                !name.equals(NamedStores.DEFAULT),
                property,
                store.maxSize(),
                "this name belongs to the store of larder.store",
                "larder.store.max-size=64MB, or another name in place of " + name);
        PropertyChecks.that(
                store.maxSize().toBytes() > 0, property, store.maxSize(), "a store holds at least one byte", "64MB");
    }

    private static void requireOrigin(URI origin) {
        String example = "http://127.0.0.1:9000";
        boolean http = "http".equalsIgnoreCase(origin.getScheme()) || "https".equalsIgnoreCase(origin.getScheme());
        PropertyChecks.that(http, "larder.origin", origin, "an origin is reached by http or https", example);
        PropertyChecks.that(origin.getHost() != null, "larder.origin", origin, "it names no host", example);
        PropertyChecks.that(origin.getPort() <= MAX_PORT, "larder.origin", origin, "ports end at " + MAX_PORT, example);
        boolean bare = (origin.getRawPath() == null
                        || origin.getRawPath().isEmpty()
                        || origin.getRawPath().equals("/"))
                && origin.getRawQuery() == null
                && origin.getRawFragment() == null
                && origin.getRawUserInfo() == null;
        PropertyChecks.that(
                bare,
                "larder.origin",
                origin,
                "it has more than scheme, host and port; requests keep their own path",
                example);
    }
}
