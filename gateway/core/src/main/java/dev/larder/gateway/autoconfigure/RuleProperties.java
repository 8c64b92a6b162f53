package dev.larder.gateway.autoconfigure;

import dev.larder.invalidation.InvalidationScope;
import dev.larder.rfc9111.CookiePolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * What Larder does with the requests that a rule selects. Each part is bound by itself, at the rule's own prefix.
 *
 * @param requests which requests the rule selects, and what distinguishes them
 * @param response what of a response counts
 * @param freshness how long a stored response is served
 * @param storage which responses are stored, and where
 * @param invalidation what a write invalidates
 */
public record RuleProperties(
        Requests requests, Response response, Freshness freshness, Storage storage, Invalidation invalidation) {

    /** Those of all rules, by name; a rule of which only an extension has settings has the defaults. */
    public static Map<String, RuleProperties> of(Environment environment) {
        return of(environment, RuleSettings.names(environment));
    }

    /** Those of the rules of these names. */
    static Map<String, RuleProperties> of(Environment environment, Collection<String> names) {
        var requests = RuleSettings.bind(Requests.class, environment);
        var response = RuleSettings.bind(Response.class, environment);
        var freshness = RuleSettings.bind(Freshness.class, environment);
        var storage = RuleSettings.bind(Storage.class, environment);
        var invalidation = RuleSettings.bind(Invalidation.class, environment);
        Map<String, RuleProperties> rules = new LinkedHashMap<>();
        for (String name : names) {
            rules.put(
                    name,
                    new RuleProperties(
                            requests.of(name),
                            response.of(name),
                            freshness.of(name),
                            storage.of(name),
                            invalidation.of(name)));
        }
        return rules;
    }

    /** The core's own settings of every rule. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class Extension implements RuleExtension {

        @Override
        public List<Class<? extends Record>> settings() {
            return List.of(Requests.class, Response.class, Freshness.class, Storage.class, Invalidation.class);
        }
    }

    /**
     * Which requests a rule selects, and what distinguishes them.
     *
     * @param paths Path patterns of the rule, such as /users/{id}/**; the most specific pattern of all rules applies.
     * @param routes Ids of the routes of the rule, for any path.
     * @param methods Methods of the requests that may be served from the store; QUERY and POST need key.content.
     * @param key what distinguishes requests
     * @param bypass how clients may bypass the store
     * @param collapse Whether concurrent requests for the same resource share one origin request.
     * @param dryRun Whether the gateway forwards the requests and only records what the cache would have done; without,
     *     larder.dry-run.
     */
    @ConfigurationPropertiesSource
    public record Requests(
            @DefaultValue List<String> paths,
            @DefaultValue List<String> routes,
            @DefaultValue({"GET", "HEAD"}) Set<String> methods,
            @DefaultValue @NestedConfigurationProperty Key key,
            @DefaultValue @NestedConfigurationProperty Bypass bypass,
            @DefaultValue("true") boolean collapse,
            @Nullable Boolean dryRun) {

        public Requests {
            paths = List.copyOf(paths);
            routes = List.copyOf(routes);
            methods = Set.copyOf(methods);
        }
    }

    /**
     * How long a stored response is served, and when it is validated.
     *
     * @param ttl Freshness lifetime of responses whose origin states none.
     * @param ttlOverrides Whether ttl replaces the freshness lifetime that the origin states.
     * @param statusTtl Freshness lifetime by status code, for responses whose origin states none.
     * @param maxErrorTtl Maximum freshness lifetime of responses with a status code of 400 or more that status-ttl does not name;
     *     without, 10 seconds, and none for 404 and 410 whose freshness the origin states.
     * @param staleWhileRevalidate Time after the freshness lifetime during which a response is served while it is validated.
     * @param staleIfError Time after the freshness lifetime during which a response is served if the origin fails.
     * @param revalidate Time of validation: after the freshness lifetime (ttl), or before each use (always).
     * @param requestDirectives Whether Cache-Control and Pragma of requests are honoured or ignored.
     */
    @ConfigurationPropertiesSource
    public record Freshness(
            @Nullable Duration ttl,
            @DefaultValue("false") boolean ttlOverrides,
            @DefaultValue Map<Integer, Duration> statusTtl,
            @Nullable Duration maxErrorTtl,
            @Nullable Duration staleWhileRevalidate,
            @Nullable Duration staleIfError,
            @DefaultValue("ttl") Revalidate revalidate,
            @DefaultValue("honour") RequestDirectives requestDirectives) {

        public Freshness {
            statusTtl = Map.copyOf(statusTtl);
        }
    }

    /**
     * Which responses are stored, and where.
     *
     * @param statuses Status codes of responses that may be stored; without any, those that RFC 9111 allows.
     * @param setCookie Treatment of responses with Set-Cookie: public-only stores them if the origin states public or s-maxage,
     *     strip stores them without the field, allow stores them with it if the origin states their freshness.
     * @param maxObjectSize Maximum size of the content of a stored response; without, larder.store.max-object-size.
     * @param store Name of the store below larder.stores for the responses of the rule; without, the store of larder.store.
     */
    @ConfigurationPropertiesSource
    public record Storage(
            @DefaultValue Set<Integer> statuses,
            @DefaultValue("public-only") CookiePolicy setCookie,
            @Nullable DataSize maxObjectSize,
            @Nullable String store) {

        public Storage {
            statuses = Set.copyOf(statuses);
        }
    }

    /**
     * What of a response counts, for how long by what it is, and when it is refreshed.
     *
     * @param strip Names of response fields that are removed before a response is judged, stored and sent.
     * @param vary Names of the only request fields that Vary of a response may list; without, all count.
     * @param typeTtl Freshness lifetime by media type, such as text/html or image/*, in place of ttl.
     * @param earlyHints Whether browsers that load a page get 103 (Early Hints) with links of the stored page, preload and
     *     preconnect, while the origin is asked about it.
     * @param refreshAhead Share of its freshness lifetime, at the end, in which a response that is asked for is validated while it
     *     is served, such as 0.1; at most 0.5.
     */
    @ConfigurationPropertiesSource
    public record Response(
            @DefaultValue List<String> strip,
            @Nullable List<String> vary,
            @DefaultValue Map<String, Duration> typeTtl,
            @DefaultValue("false") boolean earlyHints,
            @DefaultValue("0") double refreshAhead) {

        public Response {
            strip = List.copyOf(strip);
            vary = vary == null ? null : List.copyOf(vary);
            typeTtl = Map.copyOf(typeTtl);
        }
    }

    /**
     * What a write invalidates.
     *
     * @param pool Pool of the responses, such as users or user-{id}; without, the first segment of the path that is none of
     *     larder.invalidation.prefixes.
     * @param invalidationScope Part of its pool that a write invalidates; without, collection, or pool if the rule names one.
     * @param coupledPools Pools that a write invalidates too, such as skills or customer-{id}.
     * @param contentPools Pools of a response by its JSON content, such as customer-{/customer/id}.
     * @param items Patterns of segments of paths that are items of a collection beside digits, UUIDs, ULIDs and
     *     hexadecimal ids, such as sku-*.
     */
    @ConfigurationPropertiesSource
    public record Invalidation(
            @Nullable String pool,
            @Nullable InvalidationScope invalidationScope,
            @DefaultValue List<String> coupledPools,
            @DefaultValue List<String> contentPools,
            @DefaultValue List<String> items) {

        public Invalidation {
            coupledPools = List.copyOf(coupledPools);
            contentPools = List.copyOf(contentPools);
            items = List.copyOf(items);
        }
    }

    /** When a stored response is validated. */
    public enum Revalidate {
        /** When its freshness lifetime is over. */
        TTL,
        /** Before each use: for routes whose origin must check the credentials of every user. */
        ALWAYS
    }

    /** What becomes of the wishes in Cache-Control and Pragma of requests. */
    public enum RequestDirectives {
        /** They count, as RFC 9111 5.2.1 has it. */
        HONOUR,
        /** They do not: clients cannot make the gateway ask the origin. */
        IGNORE
    }

    /**
     * What distinguishes requests.
     *
     * @param host Whether the authority of the request is part of the key.
     * @param query which query parameters are part of the key
     * @param headers Names of the request fields that are part of the key.
     * @param cookies Names of the cookies that are part of the key.
     * @param user Identity of the user for whom responses are stored: principal for the name of the principal, claim:NAME for
     *     one of its claims, or none to share responses whatever an annotation says.
     * @param content Maximum size of the request content that is part of the key, for QUERY and POST.
     * @param ignoredHeaders Names of request fields that are not part of the key although filters of the application set them,
     *     such as identifiers of a request; and of response fields that filters behind the cache set for all clients.
     */
    public record Key(
            @DefaultValue("true") boolean host,
            @DefaultValue @NestedConfigurationProperty Query query,
            @DefaultValue List<String> headers,
            @DefaultValue List<String> cookies,
            @Nullable String user,
            @Nullable DataSize content,
            @DefaultValue List<String> ignoredHeaders) {

        /** The value of {@code user} that stands for the name of the principal. */
        static final String PRINCIPAL = "principal";

        /** The value of {@code user} that switches off what an annotation or a file says. */
        static final String NONE = "none";

        /** The beginning of a value of {@code user} that names a claim. */
        static final String CLAIM = "claim:";

        public Key {
            headers = List.copyOf(headers);
            cookies = List.copyOf(cookies);
            ignoredHeaders = List.copyOf(ignoredHeaders);
        }
    }

    /**
     * Which query parameters are part of the key. The others do not reach the origin.
     *
     * @param keep Names of the only parameters that are part of the key; * at the end matches any rest.
     * @param ignore Names of parameters that are not part of the key, such as utm_*.
     * @param sort Whether parameters in another order give the same key.
     */
    public record Query(
            @DefaultValue List<String> keep,
            @DefaultValue List<String> ignore,
            @DefaultValue("false") boolean sort) {

        public Query {
            keep = List.copyOf(keep);
            ignore = List.copyOf(ignore);
        }
    }

    /**
     * How clients may bypass the store. The response of the origin replaces the stored one.
     *
     * @param header Name of the request field by which a client bypasses the store, such as Bypass-Cache.
     * @param parameter Name of the query parameter by which a client bypasses the store, such as refresh.
     */
    public record Bypass(@Nullable String header, @Nullable String parameter) {}
}
