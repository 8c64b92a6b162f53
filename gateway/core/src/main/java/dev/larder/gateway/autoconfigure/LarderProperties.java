package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.store.NamedStores;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of Larder that have no group of their own, and their defaults.
 *
 * @param origin Base URL of an origin to which one cached route sends every request.
 * @param via Name of the gateway in the field Via of forwarded requests; an empty name omits the field.
 * @param hitPath Earliest stage of request processing at which the gateway replies from the store.
 * @param forward What sends requests to their origins: Larder's own client those of cached routes, behind their filters; the same all
 *     requests, at the client's connection where possible, by HTTP/1.1 alone or by HTTP/2 too; or the gateway's HTTP client.
 * @param dryRun Whether the gateway forwards every request and only records what the cache would have done.
 * @param stores Named stores by name, for the responses of the rules that name them.
 * @param collapse how concurrent requests for the same resource share one origin request
 * @param statusHeader Name of a response field that says hit, miss or unreachable, such as S-Cache.
 */
@ConfigurationProperties("larder")
public record LarderProperties(
        @Nullable URI origin,
        @DefaultValue("larder") String via,
        @DefaultValue("auto") HitPathSetting hitPath,
        @DefaultValue("cached-routes") ForwardSetting forward,
        @DefaultValue("false") boolean dryRun,
        @DefaultValue Map<String, NamedStore> stores,
        @DefaultValue Collapse collapse,
        @Nullable String statusHeader) {

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
     * How concurrent requests for the same resource share one origin request.
     *
     * @param timeout Maximum time that a request waits for the origin request of another one before it is forwarded itself.
     */
    public record Collapse(@DefaultValue("10s") Duration timeout) {

        public Collapse {
            PropertyChecks.positive(timeout, "larder.collapse.timeout", "10s");
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
